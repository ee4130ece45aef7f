"""What it costs in regret to prefer pairs of steps that are told apart more easily.

    python -m experiments.studies.plainness STEPS [--first SEED] [--users N]

STEPS is what `recorded` wrote. Users of either sort (see `stop`) are asked as people are, but for
the `plainness`. A line for each problem and each plainness: in how many features the two steps of a
question differ; and the mean regret (median) after some answers, and how many times that without
plainness it is.
"""

from __future__ import annotations

import itertools

import numpy as np
from experiments.studies.arguments import read_arguments
from experiments.studies.figures import mean_and_median, ratio
from experiments.studies.recorded import KINDS
from experiments.studies.simulated import RECALLED, Moment, Pool, session
from numpy.typing import NDArray

from hintwise.elicit.settings import FOR_PEOPLE, settings_for
from hintwise.elicit.users import SimulatedUser
from hintwise.features import Weights

AFTER = (10, 20, 30)
TRIED = (0.0, 0.2, 0.35, 0.5)


def main() -> None:
    steps, seeds = read_arguments(__doc__, first=20200, users=24, of="of either sort")
    for kind in KINDS:
        pool = Pool.read(steps, kind, recalled=RECALLED)
        draws = (pool.user_like_the_prior, pool.user_unlike_it)
        first: NDArray[np.float64] | None = None
        for plainness in TRIED:
            found = [
                course(pool, draw(seed), seed, plainness)
                for seed, draw in itertools.product(seeds, draws)
            ]
            features, *regrets = np.transpose(found)
            first = np.array(regrets) if first is None else first
            shown = "  ".join(
                f"{n}: {mean_and_median(each)} {ratio(each, others)}"
                for n, each, others in zip(AFTER, regrets, first, strict=True)
            )
            print(f"{kind}, {plainness:g}: {features.mean():.1f} differ  {shown}", flush=True)


def course(pool: Pool, weights: Weights, seed: int, plainness: float) -> tuple[float, ...]:
    """In how many features steps differed, and the regret after so many answers each."""
    user = SimulatedUser(weights, np.random.default_rng([seed, 3]))
    asked = settings_for("bayes", **{**FOR_PEOPLE, "plainness": plainness})
    asking = session(pool, user.choice, seed, questions=asked.questions, learner=asked.learner)
    moments = list(itertools.islice(asking, AFTER[-1]))
    regrets = (pool.regret(moments[n - 1].after.belief.weights, weights) for n in AFTER)
    return differing(moments), *regrets


def differing(moments: list[Moment]) -> float:
    """The mean over questions that are no checks."""
    pairs = [moment.features for moment in moments if not moment.pair.check]
    return float(np.mean([sum(p.a[name] != p.b[name] for name in p.a) for p in pairs]))


if __name__ == "__main__":
    main()
