"""How well each learner of ours would have foreseen what people preferred."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hintwise.elicit.learners.prior import shipped_prior
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.people.choices import Choice, Choices
from hintwise.people.predictors import PREDICTORS, Assumptions
from hintwise.people.replay import Replay, Row, Score, replay
from hintwise.people.statistics import Summary
from hintwise.render.table import Table, number
from hintwise.study.report.selection import Row as TableRow
from hintwise.study.report.selection import Selection

EVALUATION = "evaluation"
"""What the pairs that people evaluated are called, among the arms."""

BAYES = (
    "Only bayes gives probabilities, and so has a log-loss. It starts from the prior that comes "
    "with hintwise; the command hintwise replay can fit one on all the others."
)

EXPECTS = {
    "bayes": "the likelier step, given what is known of other people and the answers so far",
    "perceptron": "the step that is cheaper under the weights learned so far, from all-ones on",
    "ones": "the step that is cheaper when all weights are 1",
    "fewest": "the step with fewer constraints; of as many, that with fewer facts",
    "first": "the step that the arm itself held for the better one",
}
"""By the name of a learner; the last three learn nothing."""

NOTHING = "–"
"""What stands where there is no figure."""

Report = Callable[[str], object]
"""Told the name of a learner whenever one more person has been through it."""


@dataclass(frozen=True, slots=True)
class Foresight:
    """Training answers sent through learners, and tested on answers that these had not seen."""

    answers: tuple[int, ...]
    """After how many answers predictions are judged."""
    replay: Replay

    @classmethod
    def of(
        cls, selection: Selection, learners: Sequence[str], report: Report = lambda learner: None
    ) -> Foresight | None:
        """None if nobody has answered a training question, or there are no learners."""
        choices = _chosen_by(selection)
        if choices is None or not learners:
            return None
        # Fitting one on all the others, for each person, would take longer than all the rest.
        prior = shipped_prior(selection.export.plan.kind, choices.features)
        starts = {
            name: PREDICTORS[name](choices.features, Assumptions(prior=prior)) for name in learners
        }
        answers = answer_counts(selection)
        held_out = {EVALUATION: _evaluated(selection, choices.features)}
        return cls(answers, replay(choices, starts, answers, report, held_out))

    @property
    def across(self) -> list[Row]:
        """Learned on one arm's answers, tested on others; without what nobody is tested on."""
        return [row for row in self.replay.across if row.all_pairs is not None]

    @property
    def ways(self) -> list[tuple[str, str]]:
        return list(dict.fromkeys((row.learned_on, row.tested_on) for row in self.across))

    def along(self, way: tuple[str, str]) -> dict[str, list[Row]]:
        """By learner, after more and more answers."""
        found: dict[str, list[Row]] = {}
        for row in self.across:
            if (row.learned_on, row.tested_on) == way:
                found.setdefault(row.predictor, []).append(row)
        return found

    def as_json(self) -> dict[str, Any]:
        return {
            "answers": list(self.answers),
            "in_order": [row.as_json() for row in self.replay.in_order],
            "held_out": [row.as_json() for row in self.across],
            "reliability": [part.as_json() for part in self.replay.reliability],
        }


def answer_counts(selection: Selection) -> tuple[int, ...]:
    """Before the first answer, at every evaluation, and after the last."""
    plan = selection.export.plan
    points = {evaluation.after for evaluation in plan.evaluations}
    return tuple(sorted({0, *points, plan.questions.train}))


def foresight_tables(found: Foresight) -> list[Table]:
    """One for each arm that was learned on and what was tested on."""
    return [_table(found, way) for way in found.ways]


def foresight_remarks(found: Foresight) -> list[str]:
    """What each learner in the tables goes by."""
    named = dict.fromkeys(row.predictor for row in found.across)
    return [f"{name} expects {EXPECTS[name]}." for name in named]


def _table(found: Foresight, way: tuple[str, str]) -> Table:
    learned_on, tested_on = way
    lines = found.along(way)
    pairs = max(
        row.all_pairs.pairs for rows in lines.values() for row in rows if row.all_pairs is not None
    )
    accuracy = {name: [_cell(row, _accuracy) for row in rows] for name, rows in lines.items()}
    losses = {
        f"{name}: log-loss": cells
        for name, rows in lines.items()
        if set(cells := [_cell(row, _log_loss) for row in rows]) != {NOTHING}
    }
    where = "evaluation pairs" if tested_on == EVALUATION else f"questions of {tested_on}"
    return Table(
        f"Taught by {learned_on}, tested on {where}",
        ("accuracy", *(f"after {count}" for count in found.answers)),
        tuple((name, *cells) for name, cells in {**accuracy, **losses}.items()),
        (
            f"{pairs} answers with a preference. Mean over people ± its standard error; a tie "
            "counts one half.",
            *([BAYES] if losses else []),
        ),
    )


def _accuracy(score: Score) -> Summary | None:
    return score.accuracy


def _log_loss(score: Score) -> Summary | None:
    return score.log_loss


def _cell(row: Row, measure: Callable[[Score], Summary | None]) -> str:
    summary = None if row.all_pairs is None else measure(row.all_pairs)
    if summary is None:
        return NOTHING
    error = "" if summary.standard_error is None else f" ± {summary.standard_error:.3f}"
    return f"{number(summary.mean)}{error}"


def _chosen_by(selection: Selection) -> Choices | None:
    """The training answers of those who are selected; None if they gave none."""
    if not any(row["purpose"] == "train" and row["answer"] for row in selection.answers):
        return None
    choices = Choices.read(selection.export.choices, "choices.json")
    people = tuple(person for person in choices.people if person.name in selection.people)
    return dataclasses.replace(choices, people=people)


def _evaluated(
    selection: Selection, features: Sequence[str]
) -> dict[int | str, tuple[Choice, ...]]:
    """What people said of evaluation pairs, those of the same step left out."""
    found: dict[int | str, list[Choice]] = {}
    for row in selection.answers:
        if row["purpose"] == "evaluate" and row["answer"] not in (None, "same"):
            found.setdefault(row["person"], []).append(_choice(row, features))
    return {person: tuple(choices) for person, choices in found.items()}


def _choice(row: TableRow, features: Sequence[str]) -> Choice:
    a, b = ({name: row[f"{step}_{name}"] for name in features} for step in "ab")
    return Choice(FeaturePair(a, b), Answer(row["answer"]))
