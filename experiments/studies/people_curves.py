"""Do people's choices need costs beyond sums? Judged on who is left out.

    python -m experiments.studies.people_curves DIR/human_choices.json

Curves, interactions and sums of powers are learned by the Bayesian learner, from a prior that was
fitted on the terms of the others' choices, or from one of sums that expects straight lines.
Log-loss and accuracy on the trade-offs of one method, after so many answers to the other's, each
with what it differs by from that of sums.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.learners.curved import SHAPES, CurvedBelief
from hintwise.people.choices import Choice, Choices, Person
from hintwise.people.predictors import (
    PREDICTORS,
    Assumptions,
    BeliefPredictor,
    Predictor,
    Start,
)
from hintwise.people.replay import predict
from hintwise.people.statistics import Summary

AFTER = (0, 10, 50)
EXPONENTS = (0.5, 0.7, 1.3)
MEASURES = ("log-loss", "accuracy")


def from_sums(name: str, features: Sequence[str]) -> Start:
    """Starts from what is fitted on the others as sums; curves are expected to be straight."""
    assumptions, shape = Assumptions(), SHAPES[name](features)
    fitted = PREDICTORS["bayes"](features, assumptions)

    def start(others: Sequence[Person]) -> Predictor:
        prior, response = shape.prior(believed(fitted(others)).prior), assumptions.response
        return BeliefPredictor(CurvedBelief.starting(shape, prior, response, assumptions.seed))

    return start


def believed(predictor: Predictor) -> BayesBelief:
    """What a predictor of `bayes` knows about terms."""
    assert isinstance(predictor, BeliefPredictor)
    assert isinstance(predictor.belief, CurvedBelief)
    return predictor.belief.inner


def starts(features: Sequence[str]) -> Mapping[str, Start]:
    """By what they assume; the first one is what the others are compared with."""
    fitted = {
        f"{name}, fitted": PREDICTORS["bayes"](features, Assumptions(costs=name)) for name in SHAPES
    }
    powers = {
        f"count^{exponent:g}, fitted": PREDICTORS["bayes"](features, Assumptions(exponent=exponent))
        for exponent in EXPONENTS
    }
    others = [name for name in SHAPES if name != "sums"]
    return fitted | powers | {f"{name}, from sums": from_sums(name, features) for name in others}


def judged(predictor: Predictor, choices: Sequence[Choice]) -> tuple[float, float]:
    """Log-loss and accuracy on the trade-offs among these."""
    found = [p for choice in choices if (p := predict(predictor, choice)) and p.is_trade_off]
    return float(np.mean([p.loss for p in found])), float(np.mean([p.right for p in found]))


def measured(choices: Choices, start: Start) -> NDArray[np.float64]:
    """By direction, number of answers (or as many as there are), measure and person."""
    table = []
    for person in choices.people:
        known = start([other for other in choices.people if other is not person])
        for learned_on, tested_on in itertools.permutations(choices.methods, 2):
            course = list(
                itertools.accumulate(
                    person.asked_by(learned_on)[: AFTER[-1]],
                    lambda predictor, choice: predictor.told(choice.pair, choice.answer),
                    initial=known,
                )
            )
            after = (course[min(count, len(course) - 1)] for count in AFTER)
            table.append([judged(predictor, person.asked_by(tested_on)) for predictor in after])
    by_person = np.array(table).reshape(len(choices.people), -1, len(AFTER), len(MEASURES))
    return np.moveaxis(by_person, 0, -1)


def report(choices: Choices, starts: Mapping[str, Start]) -> Iterator[str]:
    """A line for each start, direction, number of answers and measure, compared with the first."""
    first: NDArray[np.float64] | None = None
    for name, start in starts.items():
        found = measured(choices, start)
        first = found if first is None else first
        directions = list(itertools.permutations(choices.methods, 2))
        for (d, (_, tested_on)), (n, answers), (m, measure) in itertools.product(
            enumerate(directions), enumerate(AFTER), enumerate(MEASURES)
        ):
            value = Summary.of(found[d, n, m])
            more = Summary.of(found[d, n, m] - first[d, n, m])
            change = f"{more.mean:+.3f} ± {more.standard_error or 0:.3f}"
            what = f"{name}; {tested_on}'s pairs after {answers}, {measure}"
            yield f"{what}: {value.mean:.3f} ({change})"


def main(path: str) -> None:
    choices = Choices.read(Path(path).read_text(encoding="utf-8"))
    for line in report(choices, starts(choices.features)):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
