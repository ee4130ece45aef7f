"""A replay as tables and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from hintwise.elicit.query import Answer
from hintwise.people.choices import Choices
from hintwise.people.predictors import Assumptions
from hintwise.people.reliability import Bin
from hintwise.people.replay import Replay, Row, Score
from hintwise.people.statistics import Summary
from hintwise.render.table import Table, number

MEASURES: Mapping[str, Callable[[Score], Summary | None]] = {
    "Accuracy": lambda score: score.accuracy,
    "Log-loss": lambda score: score.log_loss,
}
NOTES = (
    "Mean over people ± its standard error. Choices without a preference are not predicted; a tie "
    "counts one half.",
    "Trade-offs: the pairs in which each step has less of some feature than the other.",
)
RELIABILITY_NOTE = (
    "Reliability: trade-offs by the probability that the first step is preferred, given before the "
    "answer; the mean of that probability, and how often the first step was preferred."
)


def replay_json(choices: Choices, assumptions: Assumptions, replay: Replay) -> dict[str, Any]:
    return {
        **_counts(choices),
        "methods": list(choices.methods),
        "assumptions": assumptions.as_json(),
        "in_order": [row.as_json() for row in replay.in_order],
        "across": [row.as_json() for row in replay.across],
        "reliability": [part.as_json() for part in replay.reliability],
    }


def replay_summary(choices: Choices) -> str:
    """How much was replayed, on a line."""
    counts = _counts(choices)
    return (
        f"people: {counts['people']}, pairs: {counts['pairs']}, without a preference: "
        f"{counts['without_preference']}, methods: {', '.join(choices.methods) or 'none'}"
    )


def _counts(choices: Choices) -> dict[str, int]:
    answers = [
        choice.answer
        for person in choices.people
        for asked in person.choices.values()
        for choice in asked
    ]
    return {
        "people": len(choices.people),
        "pairs": len(answers),
        "without_preference": answers.count(Answer.NONE),
    }


def replay_tables(replay: Replay) -> Iterator[Table]:
    """Accuracy: in the order asked, and across methods; log-loss and reliability if there are."""
    for measured in MEASURES:
        for rows in (*_by_methods(replay.in_order), *_by_methods(replay.across)):
            yield from _tables(measured, rows)
    for predictor in dict.fromkeys(found.predictor for found in replay.reliability):
        yield _reliability(predictor, replay.reliability)


def _reliability(predictor: str, bins: Sequence[Bin]) -> Table:
    return Table(
        f"Reliability of {predictor}",
        ("predicted", "pairs", "mean prediction", "preferred"),
        tuple(
            (
                f"{found.low:.1f}–{found.high:.1f}",
                str(found.pairs),
                number(found.predicted),
                number(found.observed),
            )
            for found in bins
            if found.predictor == predictor
        ),
        (RELIABILITY_NOTE,),
    )


def _by_methods(rows: Sequence[Row]) -> list[list[Row]]:
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.learned_on, row.tested_on), []).append(row)
    return list(groups.values())


def _tables(measured: str, rows: Sequence[Row]) -> Iterator[Table]:
    """One for all pairs of a method, and one for the trade-offs if not all are."""
    every, trade_offs = [row.all_pairs for row in rows], [row.trade_offs for row in rows]
    kinds = {"": every, " (trade-offs)": trade_offs}
    if list(map(_pairs, every)) == list(map(_pairs, trade_offs)):
        kinds = {" (all of them trade-offs)": every}
    row = rows[0]
    in_order = row.until is not None
    learned = "in the order asked" if in_order else f"after answers to pairs of {row.learned_on}"
    headers = dict.fromkeys(map(_column, rows))
    for kind, scores in kinds.items():
        lines: dict[str, list[str]] = {}
        for row, score in zip(rows, scores, strict=True):
            lines.setdefault(row.predictor, []).append(_cell(measured, score))
        # A learner that has no such figure at all is left out.
        body = tuple((name, *cells) for name, cells in lines.items() if set(cells) != {"–"})
        if body:
            title = f"{measured} on pairs of {row.tested_on}{kind}, {learned}"
            yield Table(title, ("learner", *headers), body, NOTES)


def _pairs(score: Score | None) -> int:
    return 0 if score is None else score.pairs


def _column(row: Row) -> str:
    """Which pairs were predicted, by their number, or after how many answers."""
    return f"{row.answers}" if row.until is None else f"{row.answers + 1}–{row.until}"


def _cell(measured: str, score: Score | None) -> str:
    summary = None if score is None else MEASURES[measured](score)
    if summary is None:
        return "–"
    error = "" if summary.standard_error is None else f" ± {number(summary.standard_error)}"
    return f"{number(summary.mean)}{error}"
