"""Which questions and which prior leave the least regret after few answers?

    python -m experiments.studies.questions STEPS [--first SEED] [--users N]

STEPS is what `recorded` wrote. The users are drawn as the paper's are and answer as they do, and
are taken to. A line for each problem and way of asking: the regret after 10, 20 and 30 answers.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from experiments.studies.arguments import read_arguments
from experiments.studies.recorded import KINDS
from experiments.studies.simulated import Places, Pool, session

from hintwise.elicit.instances import MANY, NARROWED, OFFERED
from hintwise.elicit.learners.bayes import Bayes
from hintwise.elicit.questions.informed import BestOfTwo, InformedQuestions, LeastRegret
from hintwise.elicit.users import SimulatedUser

AFTER = (10, 20, 30)


class Way(NamedTuple):
    """Of asking, and of learning from the answers."""

    questions: InformedQuestions
    prior: str
    places: Places

    @property
    def learner(self) -> Bayes:
        return Bayes(prior=self.prior, response="noticed", estimate="relative")


FEW, MORE = Places(narrowed=NARROWED), Places(MANY * OFFERED, MANY * NARROWED)
WAYS: Mapping[str, Way] = {
    "best of two, 5 + 2 states, wide": Way(BestOfTwo(), "wide", FEW),
    "least regret, 10 + 4, wide": Way(LeastRegret(), "wide", MORE),
    "best of two, 5 + 2, powers": Way(BestOfTwo(), "powers", FEW),
    "best of two, 10 + 4, powers": Way(BestOfTwo(), "powers", MORE),
    "least regret, 5 + 2, powers": Way(LeastRegret(), "powers", FEW),
    "least regret, 10 + 4, powers": Way(LeastRegret(), "powers", MORE),
}


def main() -> None:
    steps, seeds = read_arguments(__doc__, first=7500, users=100, of="of each problem")
    for kind in KINDS:
        pool = Pool.read(steps, kind)
        for name, way in WAYS.items():
            regrets = np.array([regrets_of(pool, seed, way) for seed in seeds])
            told = "; ".join(
                f"{mean:.2f} ({median:.2f}, {most:.2f})"
                for mean, median, most in zip(
                    regrets.mean(axis=0),
                    np.median(regrets, axis=0),
                    np.quantile(regrets, 0.9, axis=0),
                    strict=True,
                )
            )
            print(f"{kind}, {name}: mean (median, ninth decile) {told}", flush=True)


def regrets_of(pool: Pool, seed: int, way: Way) -> tuple[float, ...]:
    """Of a user, after so many answers each."""
    weights = pool.user_unlike_it(seed)
    user = SimulatedUser(weights, np.random.default_rng([seed, 3]))
    moments = session(
        pool, user.choice, seed, questions=way.questions, learner=way.learner, places=way.places
    )
    return tuple(
        pool.regret(moment.after.belief.weights, weights)
        for number, moment in enumerate(itertools.islice(moments, max(AFTER)), start=1)
        if number in AFTER
    )


if __name__ == "__main__":
    main()
