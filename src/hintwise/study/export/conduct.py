"""How attentively somebody answered, and whether the plan's rules exclude them for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hintwise.people.statistics import quantile
from hintwise.study.export.participant import SAME, Participant, Posed
from hintwise.study.plan import Exclusion

REASONS = {
    "dominated_failures": "preferred dominated steps too often",
    "least_agreement": "agreed with themselves on repeats too seldom",
    "least_median_s": "answered too fast",
    "most_indifferent": "had a preference too seldom",
}
"""The rules of a plan, and what is said of those whom they exclude."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """What checks show of a person.

    A dominated pair is failed by preferring the step that has more of everything; no preference
    is no failure. A repeat is agreed on if the answer is that of the first time.
    """

    dominated: int
    dominated_failed: int
    repeats: int
    repeats_agreed: int
    median_s: float | None
    """Of all answers but those of the practice; None without any."""
    indifferent: float | None = None
    """The share of these without a preference."""

    @classmethod
    def of(cls, participant: Participant) -> Conduct:
        given = participant.given
        dominated = [passed(posed) for posed in given if posed.purpose == "dominated"]
        repeats = [agrees(posed) for posed in given if posed.purpose == "repeat"]
        counted = [posed for posed in given if posed.purpose != "practice"]
        return cls(
            dominated=len(dominated),
            dominated_failed=dominated.count(False),
            repeats=len(repeats),
            repeats_agreed=repeats.count(True),
            median_s=_median(p.answered["seconds"] for p in counted if p.answered),
            indifferent=_share(posed.answer == "none" for posed in counted),
        )

    @property
    def agreement(self) -> float | None:
        """The share of repeats that were agreed on; None if there were none."""
        return self.repeats_agreed / self.repeats if self.repeats else None

    def reasons(self, rules: Exclusion) -> tuple[str, ...]:
        """The rules that exclude such a person, by their names in `REASONS`.

        A rule that has nothing to go by excludes nobody.
        """
        found = []
        most = rules.dominated_failures
        if most is not None and self.dominated_failed >= most:
            found.append("dominated_failures")
        if _below(self.agreement, rules.least_agreement):
            found.append("least_agreement")
        if _below(self.median_s, rules.least_median_s):
            found.append("least_median_s")
        if _below(rules.most_indifferent, self.indifferent):
            found.append("most_indifferent")
        return tuple(found)


def passed(posed: Posed) -> bool | None:
    """Whether a dominated pair was not failed; None if this is none, or nobody answered it."""
    if posed.purpose != "dominated" or posed.answer in (None, SAME):
        return None
    return posed.picked != "dominated"


def agrees(posed: Posed) -> bool | None:
    """Whether a repeat was answered as the first time; None if this is none, or not answered."""
    first = posed.participant.by_key.get(posed.asked["repeats"] or "")
    if first is None or posed.answer is None:
        return None
    return first.answer == posed.answer


def _below(value: float | None, least: float | None) -> bool:
    return value is not None and least is not None and value < least


def _share(values: Iterable[bool]) -> float | None:
    found = list(values)
    return sum(found) / len(found) if found else None


def _median(values: Iterable[float]) -> float | None:
    found = list(values)
    return quantile(found, 0.5) if found else None
