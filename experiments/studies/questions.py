"""Which questions and which prior leave the least regret after few answers?

    python -m experiments.studies.questions STEPS [--first SEED] [--users N]

STEPS is what `recorded --thorough` wrote. The users are drawn as the paper's are and answer as they
do, and are taken to. A line for each problem and way of asking: the regret after 10 and 20 answers,
and what was to be expected of it by then. The latter is the mean over what the learner holds
possible, so that no single user who slips often makes it.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from experiments.studies.arguments import read_arguments
from experiments.studies.figures import mean
from experiments.studies.recorded import KINDS
from experiments.studies.simulated import Places, Pool, session
from numpy.typing import NDArray

from hintwise.elicit.instances import MANY, NARROWED, OFFERED
from hintwise.elicit.learners.bayes import Bayes, BayesBelief
from hintwise.elicit.questions.informed import BestOfTwo, InformedQuestions, LeastRegret
from hintwise.elicit.users import SimulatedUser

AFTER = (10, 20)


class Searching(LeastRegret):
    """As with few states: about three steps for weights that are drawn, in each state."""

    __slots__ = ()
    recalls = False


class Incurious(LeastRegret):
    """What an answer tells does not count, unless it saves something."""

    __slots__ = ()
    _acquisition = InformedQuestions._acquisition


class IncuriousSearching(Incurious):
    """Neither of both."""

    __slots__ = ()
    recalls = False


class Way(NamedTuple):
    """Of asking, and of learning from the answers."""

    questions: InformedQuestions
    prior: str
    places: Places

    @property
    def learner(self) -> Bayes:
        return Bayes(prior=self.prior, response="noticed", estimate="relative")


FEW, MORE = Places(OFFERED, NARROWED, 0), Places(MANY * OFFERED, MANY * NARROWED, 0)
WAYS: Mapping[str, Way] = {
    "best of two, 5 + 2 states, wide": Way(BestOfTwo(), "wide", FEW),
    "best of two, 5 + 2, powers": Way(BestOfTwo(), "powers", FEW),
    "what is saved, steps drawn, 10 + 4, powers": Way(IncuriousSearching(), "powers", MORE),
    "what is saved, steps recalled, 10 + 4, powers": Way(Incurious(), "powers", MORE),
    "saved and told, steps drawn, 10 + 4, powers": Way(Searching(), "powers", MORE),
    "saved and told, steps recalled, 10 + 4, powers": Way(LeastRegret(), "powers", MORE),
    "saved and told, steps recalled, 10 + 4, wide": Way(LeastRegret(), "wide", MORE),
}


def main() -> None:
    steps, seeds = read_arguments(__doc__, first=7500, users=100, of="of each problem")
    for kind in KINDS:
        pool = Pool.read(steps, kind)
        for name, way in WAYS.items():
            *regrets, expected = np.array([regrets_of(pool, seed, way) for seed in seeds]).T
            print(f"{kind}, {name}: {'; '.join(map(told, regrets))}; {mean(expected)}", flush=True)


def told(regrets: NDArray[np.float64]) -> str:
    return f"{mean(regrets)} ({np.median(regrets):.2f}, {np.quantile(regrets, 0.9):.2f})"


def regrets_of(pool: Pool, seed: int, way: Way) -> tuple[float, ...]:
    """Of a user, after so many answers each, and what was expected in the end."""
    weights = pool.user_unlike_it(seed)
    user = SimulatedUser(weights, np.random.default_rng([seed, 3]))
    moments = session(
        pool, user.choice, seed, questions=way.questions, learner=way.learner, places=way.places
    )
    beliefs = {
        number: moment.after.belief
        for number, moment in enumerate(itertools.islice(moments, max(AFTER)), start=1)
        if number in AFTER
    }
    last = beliefs[max(AFTER)]
    assert isinstance(last, BayesBelief)
    regrets = (pool.regret(belief.weights, weights) for belief in beliefs.values())
    return *regrets, pool.expected_regret(last.weights, last.samples)


if __name__ == "__main__":
    main()
