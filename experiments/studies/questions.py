"""Which questions leave the least regret after few answers?

    python -m experiments.studies.questions STEPS [--first SEED] [--users N]

STEPS is what `recorded` wrote. The users are drawn as the paper's are and answer as they do, and
are taken to. A line for each problem and way of asking: the regret after 10, 20 and 30 answers.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import numpy as np
from experiments.studies.arguments import read_arguments
from experiments.studies.recorded import KINDS
from experiments.studies.simulated import Places, Pool, session
from numpy.typing import NDArray

from hintwise.elicit.instances import NARROWED
from hintwise.elicit.learners.bayes import Bayes
from hintwise.elicit.learners.response import Response
from hintwise.elicit.questions.informed import BestOfTwo, InformedQuestions, LeastRegret
from hintwise.elicit.users import SimulatedUser

AFTER = (10, 20, 30)
LEARNER = Bayes(prior="wide", response="noticed", estimate="relative")

Array = NDArray[np.float64]


class LeastRegretHere(LeastRegret):
    """Counts the regret of the state that is asked about, and of no other."""

    __slots__ = ()

    def gain(
        self, costs: Array, shares: Array, response: Response, everywhere: Sequence[Array]
    ) -> Array:
        return super().gain(costs, shares, response, [costs])


FEW, MORE = Places(narrowed=NARROWED), Places(offered=10, narrowed=4)
WAYS: Mapping[str, tuple[InformedQuestions, Places]] = {
    "best of two, 5 + 2 states": (BestOfTwo(), FEW),
    "best of two, 10 + 4": (BestOfTwo(), MORE),
    "least regret in its own state, 5 + 2": (LeastRegretHere(), FEW),
    "least regret, 5 + 2": (LeastRegret(), FEW),
    "least regret, 10 + 4": (LeastRegret(), MORE),
}


def main() -> None:
    steps, seeds = read_arguments(__doc__, first=7500, users=100, of="of each problem")
    for kind in KINDS:
        pool = Pool.read(steps, kind)
        for name, (questions, places) in WAYS.items():
            regrets = np.array([regrets_of(pool, seed, questions, places) for seed in seeds])
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


def regrets_of(
    pool: Pool, seed: int, questions: InformedQuestions, places: Places
) -> tuple[float, ...]:
    """Of a user, after so many answers each."""
    weights = pool.user_unlike_it(seed)
    user = SimulatedUser(weights, np.random.default_rng([seed, 3]))
    moments = session(pool, user.choice, seed, questions=questions, learner=LEARNER, places=places)
    return tuple(
        pool.regret(moment.after.belief.weights, weights)
        for number, moment in enumerate(itertools.islice(moments, max(AFTER)), start=1)
        if number in AFTER
    )


if __name__ == "__main__":
    main()
