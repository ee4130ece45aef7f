"""Whether people agree with themselves, and whether they were attentive."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hintwise.people.statistics import Summary
from hintwise.render.table import Table
from hintwise.study.report.selection import Row, Selection, by_person


@dataclass(frozen=True, slots=True)
class Retest:
    """How questions were answered that were asked a second time, with the sides swapped."""

    repeats: int
    agreement: Summary
    """The share that was answered as before, of each person, summarised."""
    preferring: int
    """Repeats with a preference both times: only in these there is something to foresee."""
    kept: float | None
    """In which share of them it was for the same step."""

    @property
    def ceiling(self) -> float | None:
        """What share of preferences somebody could foresee who knew the person perfectly.

        Who errs in a share e of their answers, at random, keeps a preference in 1 - 2e(1 - e) of
        the repeats, and can be foreseen in 1 - e of them. None below one half, which chance has.
        """
        if self.kept is None or self.kept < 0.5:
            return None
        return (1 + math.sqrt(2 * self.kept - 1)) / 2

    def as_json(self) -> dict[str, Any]:
        return {**dataclasses.asdict(self), "ceiling": self.ceiling}


@dataclass(frozen=True, slots=True)
class Attention:
    """What was said of pairs of which one step has more of everything."""

    part: str
    pairs: int
    passed: int
    """The better step was preferred."""
    indifferent: int
    failed: int
    people_failing: int
    """How many people failed at least one."""

    def as_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


def retest(selection: Selection) -> Retest | None:
    """None if no question was asked a second time."""
    rows = [row for row in selection.answers if row["agrees"] is not None]
    if not rows:
        return None
    shares = [_share([row["agrees"] for row in own]) for own in by_person(rows).values()]
    first = {
        (row["person"], row["key"]): row["answer"]
        for row in selection.answers
        if row["purpose"] == "train"
    }
    preferring = [
        row
        for row in rows
        if row["answer"] != "none" and first.get((row["person"], row["repeats"])) != "none"
    ]
    kept = _share([row["agrees"] for row in preferring]) if preferring else None
    return Retest(len(rows), Summary.of(shares), len(preferring), kept)


def attention(selection: Selection) -> list[Attention]:
    """By arm, in their order; without arms that have no such pair."""
    rows = [row for row in selection.answers if row["passed"] is not None]
    return [
        _attention(arm, own)
        for arm in selection.arms
        if (own := [row for row in rows if row["part"] == arm])
    ]


def _attention(part: str, rows: Sequence[Row]) -> Attention:
    failing = [row for row in rows if not row["passed"]]
    indifferent = sum(row["answer"] == "none" for row in rows)
    return Attention(
        part,
        pairs=len(rows),
        passed=len(rows) - len(failing) - indifferent,
        indifferent=indifferent,
        failed=len(failing),
        people_failing=len({row["person"] for row in failing}),
    )


def indifference_remark(selection: Selection) -> str | None:
    """How often people had no preference; None if nobody has answered anything."""
    shares = [r["indifferent"] for r in selection.participants if r["indifferent"] is not None]
    if not shares:
        return None
    mean = sum(shares) / len(shares)
    return (
        f"No preference in {_percent(mean)} % of a person's answers on average, in "
        f"{_percent(min(shares))} to {_percent(max(shares))} %."
    )


def retest_table(found: Retest) -> Table:
    agreement = found.agreement
    std = "" if agreement.std is None else f" ± {100 * agreement.std:.1f}"
    rows = [
        ("repeats", str(found.repeats)),
        ("people", str(agreement.n)),
        (
            "same answer, % (mean ± standard deviation over people)",
            f"{100 * agreement.mean:.1f}{std}",
        ),
        ("with a preference both times", str(found.preferring)),
        ("of these for the same step, %", _percent(found.kept)),
        ("accuracy that this allows, %", _percent(found.ceiling)),
    ]
    return Table(
        "Whether people agree with themselves",
        ("what", "figure"),
        tuple(rows),
        (
            "Accuracy that this allows: somebody who errs at random in a share e of their answers "
            "keeps a preference in 1 - 2e(1 - e) of the repeats, and nobody can foresee more than "
            "1 - e of what they prefer.",
        ),
    )


def attention_table(found: Sequence[Attention]) -> Table:
    return Table(
        "Pairs of which one step has more of everything",
        ("arm", "pairs", "better step", "no preference", "dominated step", "people who failed one"),
        tuple(
            (
                row.part,
                *map(str, (row.pairs, row.passed, row.indifferent, row.failed, row.people_failing)),
            )
            for row in found
        ),
    )


def _share(values: Sequence[bool]) -> float:
    return sum(values) / len(values)


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"
