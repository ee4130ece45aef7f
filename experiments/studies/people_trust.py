"""How much of an answer should be learned of people? Judged on people left out.

    python -m experiments.studies.people_trust DIR/human_choices.json

Each person is predicted from the others, as in `people_curves`, with each trust as the power of
their answers' likelihood; 1 takes them at their word. `chosen` takes for each person the trust with
the least log-loss on all the others. (The priors of these others have seen the person's choices;
the trust has not.)
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from experiments.studies.people_curves import AFTER, believed, measured
from experiments.studies.people_glance import chosen, shown

from hintwise.elicit.learners.curved import CurvedBelief
from hintwise.people.choices import Choices, Person
from hintwise.people.predictors import (
    PREDICTORS,
    Assumptions,
    BeliefPredictor,
    Predictor,
    Start,
)

TRUSTS = (1.0, 0.85, 0.7, 0.5, 0.3)


def trusting(features: Sequence[str], trust: float) -> Start:
    """As `bayes` starts, with this trust."""
    usual = PREDICTORS["bayes"](features, Assumptions())

    def start(others: Sequence[Person]) -> Predictor:
        predictor = usual(others)
        inner = replace(believed(predictor), trust=trust)
        assert isinstance(predictor, BeliefPredictor)
        assert isinstance(predictor.belief, CurvedBelief)
        return BeliefPredictor(replace(predictor.belief, inner=inner))

    return start


def main(path: str) -> None:
    choices = Choices.read(Path(path).read_text(encoding="utf-8"))
    found = np.array([measured(choices, trusting(choices.features, t)) for t in TRUSTS])
    by_person = np.moveaxis(found, (0, -1), (-1, 0))
    losses = by_person[:, :, :, 0].mean(axis=(1, 2))
    directions = list(itertools.permutations(choices.methods, 2))
    for (d, (_, tested_on)), (n, answers) in itertools.product(
        enumerate(directions), enumerate(AFTER)
    ):
        table = by_person[:, d, n]
        print(f"{tested_on} after {answers}: {', '.join(shown(own) for own in table[:, :, 0].T)}")
        rows = {f"{trust:g}": table[:, :, k] for k, trust in enumerate(TRUSTS)}
        best = np.stack([chosen(table[:, m], losses) for m in range(table.shape[1])], axis=1)
        for name, own in (rows | {"chosen": best}).items():
            more = own - table[:, :, 0]
            print(f"  {name}: {', '.join(shown(column) for column in more.T)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
