"""What checks and a person's own lapse cost in regret.

    python -m experiments.studies.noise STEPS [--first SEED] [--users N]

STEPS is what `recorded` wrote. Users of either sort (see `stop`) make a mistake once or three times
in ten answers (a lapse of 0.2 or 0.6), or once in ten and name the left step blindly three times in
ten; sides are shuffled. A line for each such group and each way to ask: the mean regret (median)
after some answers, how many times that of the way before it is, and the lapse and the leaning to
the left that the learner takes for true at the end.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from experiments.studies.arguments import read_arguments
from experiments.studies.figures import mean_and_median, ratio
from experiments.studies.recorded import KINDS
from experiments.studies.simulated import RECALLED, Pool, session
from numpy.typing import NDArray

from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.elicit.settings import FOR_PEOPLE, Settings, settings_for
from hintwise.elicit.users import SimulatedUser
from hintwise.features import Weights

AFTER = (20, 30, 50)

WAYS: Mapping[str, Mapping[str, Any]] = {
    "neither": {"checks": 0, "own_lapse": False},
    "checks": {"own_lapse": False},
    "checks, own lapse": {},
}
"""What is other than how people are asked and learned from."""

Choose = Callable[[FeaturePair], Answer]
Make = Callable[[Weights, int], Choose]


def main() -> None:
    steps, seeds = read_arguments(__doc__, first=31000, users=8, of="of either sort")
    for kind, (noise, make) in itertools.product(KINDS, NOISES.items()):
        pool = Pool.read(steps, kind, recalled=RECALLED)
        before: NDArray[np.float64] | None = None
        for way, options in WAYS.items():
            asked = settings_for("bayes", **{**FOR_PEOPLE, **options})
            found = [
                course(pool, draw(seed), seed, make, asked)
                for seed, draw in itertools.product(
                    seeds, (pool.user_like_the_prior, pool.user_unlike_it)
                )
            ]
            lapse, bias, *regrets = np.transpose(found)
            before = np.array(regrets) if before is None else before
            shown = "  ".join(
                f"{n}: {mean_and_median(each)} {ratio(each, others)}"
                for n, each, others in zip(AFTER, regrets, before, strict=True)
            )
            before = np.array(regrets)
            noises = f"{lapse.mean():.2f} {bias.mean():+.2f}"
            print(f"{kind}, {noise}, {way}: {shown}  {noises}", flush=True)


def course(
    pool: Pool, weights: Weights, seed: int, make: Make, asked: Settings
) -> tuple[float, ...]:
    """Lapse and leaning as believed in the end, and the regret after so many answers each."""
    moments = session(
        pool, make(weights, seed), seed, questions=asked.questions, learner=asked.learner
    )
    beliefs = [moment.after.belief for moment in itertools.islice(moments, AFTER[-1])]
    last = beliefs[-1]
    assert isinstance(last, BayesBelief)
    regrets = (pool.regret(beliefs[n - 1].weights, weights) for n in AFTER)
    return last.lapse, last.leaning, *regrets


def mistaken(mistakes: float) -> Make:
    def make(weights: Weights, seed: int) -> Choose:
        rng = np.random.default_rng([seed, 3])
        return SimulatedUser(weights, rng, mistakes=mistakes).choice

    return make


def left_leaning(weights: Weights, seed: int) -> Choose:
    """Answers as others do, but names the left step blindly three times in ten."""
    other, rng = mistaken(0.1)(weights, seed), np.random.default_rng([seed, 4])

    def choose(pair: FeaturePair) -> Answer:
        answer = other(pair)
        left = Answer.A if pair.a_is_left else Answer.B
        return left if rng.random() < 0.3 else answer

    return choose


NOISES: Mapping[str, Make] = {
    "lapse 0.2": mistaken(0.1),
    "lapse 0.6": mistaken(0.3),
    "leaning left": left_leaning,
}


if __name__ == "__main__":
    main()
