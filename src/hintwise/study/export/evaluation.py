"""The tidy table: whether learned steps were preferred, as `hintwise study statistics` reads it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hintwise.study.export.participant import SAME, Participant, Posed, Record
from hintwise.study.export.sheet import Column, Sheet

LEARNED = "learned"


@dataclass(frozen=True, slots=True)
class Judged:
    """An evaluation pair that was answered: `learned` is the step of `method`, a or b."""

    posed: Posed
    evaluates: Record
    learned: str
    excluded: str = ""
    """By which rules of the plan the person is."""

    @property
    def method(self) -> str:
        return str(self.evaluates["arm"])

    @property
    def against(self) -> str:
        return str(self.evaluates["against"])

    @property
    def queries(self) -> int:
        return int(self.evaluates["after"])

    @property
    def learned_from(self) -> int:
        """Training questions that the arm had answers to: fewer than planned if it ended early."""
        before = self.posed.participant.posed[: self.posed.position - 1]
        return sum(p.purpose == "train" and p.asked["part"] == self.method for p in before)

    @property
    def baseline(self) -> str:
        return "b" if self.learned == "a" else "a"

    @property
    def is_same(self) -> bool:
        return self.posed.answer == SAME

    @property
    def answer(self) -> str:
        if self.posed.answer == self.learned:
            return LEARNED
        return "baseline" if self.posed.answer == self.baseline else "none"


def judged(
    people: Iterable[Participant], excluded: Mapping[str, str] = MappingProxyType({})
) -> Iterator[Judged]:
    """All evaluation pairs that were answered; `excluded` says by person who is, and why.

    Of two arms that are compared, the one that comes first in the plan is the method, and the
    other what it is compared with.
    """
    for person in people:
        for posed in person.posed:
            if posed.purpose == "evaluate" and posed.answered is not None:
                why = excluded.get(person.person, "")
                yield Judged(posed, posed.asked["evaluates"], _learned_step(posed), why)


def _learned_step(posed: Posed) -> str:
    """Which one, a or b, is that of the arm."""
    own = (LEARNED, posed.asked["evaluates"]["arm"])
    return "a" if posed.asked["roles"]["a"] in own else "b"


def evaluation_sheet(
    people: Iterable[Participant], excluded: Mapping[str, str], features: Sequence[str]
) -> Sheet[Judged]:
    """One row for each pair, of those who are excluded as well."""
    return Sheet(
        "evaluation",
        "Every evaluation pair that was answered, a row each: `hintwise study statistics` reads "
        "the table, and counts everybody in it. The report has those alone who completed the study "
        "and are not excluded.",
        (*COLUMNS, *_of_features(features)),
        list(judged(people, excluded)),
    )


COLUMNS: tuple[Column[Judged], ...] = (
    Column("person", "text", "who", lambda j: j.posed.person),
    Column("method", "text", "the arm whose learned step was shown", lambda j: j.method),
    Column(
        "against",
        "text",
        "what it was compared with: `smallest`, `prior`, or another arm",
        lambda j: j.against,
    ),
    Column(
        "queries",
        "whole",
        "after how many training questions of the arm by the plan",
        lambda j: j.queries,
    ),
    Column(
        "learned_from",
        "whole",
        "after how many there really were: fewer if the arm ended early",
        lambda j: j.learned_from,
    ),
    Column(
        "step",
        "whole",
        "which of the states that are evaluated on, from 1",
        lambda j: j.evaluates["state"],
    ),
    Column(
        "answer",
        "text",
        "`learned`: the arm's step was preferred; `baseline`: the other one; `none`",
        lambda j: j.answer,
    ),
    Column(
        "same",
        "yes",
        "whether both steps are the same: nobody was asked, and `answer` is `none`",
        lambda j: j.is_same,
    ),
    Column(
        "completed",
        "yes",
        "whether the person came to the end of the study",
        lambda j: j.posed.participant.has_completed,
    ),
    Column(
        "excluded",
        "text",
        "by which rules of the plan the person is excluded, as in participants; empty: by none",
        lambda j: j.excluded,
        True,
    ),
    Column("key", "text", "which question; as in answers", lambda j: j.posed.key),
    Column(
        "puzzle",
        "whole",
        "place in the plan's list of puzzles to evaluate on",
        lambda j: j.posed.asked["query"]["puzzle"] + 1,
    ),
    Column(
        "learned_side",
        "text",
        "where the arm's step was shown: `left` or `right`",
        lambda j: j.posed.side_of(j.learned),
    ),
    Column(
        "seconds",
        "number",
        "what the person took to answer",
        lambda j: None if j.is_same or j.posed.answered is None else j.posed.answered["seconds"],
        True,
    ),
    Column(
        "computed_s",
        "number",
        "what computing the pair took",
        lambda j: j.posed.asked["seconds"],
        True,
    ),
)


def _of_features(features: Sequence[str]) -> list[Column[Judged]]:
    learned: list[Column[Judged]] = [
        Column(
            f"learned_{name}",
            "whole",
            f"how many elements of the feature {name} the arm's step has",
            lambda j, name=name: j.posed.features(j.learned)[name],  # type: ignore[misc]
        )
        for name in features
    ]
    baseline: list[Column[Judged]] = [
        Column(
            f"baseline_{name}",
            "whole",
            f"how many elements of the feature {name} the other step has",
            lambda j, name=name: j.posed.features(j.baseline)[name],  # type: ignore[misc]
        )
        for name in features
    ]
    return [*learned, *baseline]
