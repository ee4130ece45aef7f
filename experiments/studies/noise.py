"""What checks and a person's own lapse cost in regret.

    python -m experiments.studies.noise STEPS [--first SEED] [--users N]

STEPS is what `recorded` wrote. Users of either sort (see `stop`) make a mistake once or three times
in ten answers (a lapse of 0.2 or 0.6), or once in ten and name the left step blindly three times in
ten; sides are shuffled. A line for each such group and each way to ask: the mean regret (median)
after some answers, and the lapse and the leaning to the left that the learner takes for true at the
end.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping

import numpy as np
from experiments.studies.arguments import read_arguments
from experiments.studies.recorded import KINDS
from experiments.studies.simulated import RECALLED, Pool, session

from hintwise.elicit.learners.bayes import Bayes, BayesBelief
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.elicit.questions.informed import CHECKS, BestOfTwo
from hintwise.elicit.users import SimulatedUser
from hintwise.features import Weights

AFTER = (20, 30, 50)

WAYS: Mapping[str, tuple[BestOfTwo, Bayes]] = {
    "as before": (BestOfTwo(), Bayes()),
    "checks": (BestOfTwo(checks=CHECKS), Bayes()),
    "own lapse": (BestOfTwo(), Bayes(own_lapse=True)),
    "both": (BestOfTwo(checks=CHECKS), Bayes(own_lapse=True)),
}

Choose = Callable[[FeaturePair], Answer]


def main() -> None:
    steps, seeds = read_arguments(__doc__, first=200, users=6, of="of either sort")
    for kind, (noise, make) in itertools.product(KINDS, NOISES.items()):
        pool = Pool.read(steps, kind, recalled=RECALLED)
        for way, (questions, learner) in WAYS.items():
            regrets, noises = [], []
            for seed, draw in itertools.product(
                seeds, (pool.user_like_the_prior, pool.user_unlike_it)
            ):
                weights = draw(seed)
                moments = session(
                    pool, make(weights, seed), seed, questions=questions, learner=learner
                )
                beliefs = [m.after.belief for m in itertools.islice(moments, AFTER[-1])]
                regrets.append([pool.regret(beliefs[n - 1].weights, weights) for n in AFTER])
                assert isinstance(beliefs[-1], BayesBelief)
                noises.append((beliefs[-1].lapse, beliefs[-1].bias))
            shown = "  ".join(
                f"{n}: {np.mean(each):.3f} ({np.median(each):.3f})"
                for n, each in zip(AFTER, np.transpose(regrets), strict=True)
            )
            lapse, bias = np.mean(noises, axis=0)
            print(f"{kind}, {noise}, {way}: {shown}  {lapse:.2f} {bias:+.2f}", flush=True)


def mistaken(mistakes: float) -> Callable[[Weights, int], Choose]:
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


NOISES: Mapping[str, Callable[[Weights, int], Choose]] = {
    "lapse 0.2": mistaken(0.1),
    "lapse 0.6": mistaken(0.3),
    "leaning left": left_leaning,
}


if __name__ == "__main__":
    main()
