"""Does "you can stop" hold? Simulated users answer until they are told so, or 60 questions.

    python -m experiments.studies.stop STEPS [--first SEED] [--users N]

STEPS is what `recorded` wrote. For either problem, as many users are drawn from the prior as are
drawn like the paper's users, who are unlike it. A line for each such group: how many users there
are, how many were told to stop, and the regret of those for whom the bound did not hold then.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np
from experiments.studies.arguments import read_arguments
from experiments.studies.recorded import KINDS
from experiments.studies.simulated import RECALLED, Pool, session

from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.settings import FOR_PEOPLE, settings_for
from hintwise.elicit.stopping import ENOUGH, AtStake, is_enough, is_risk_due, risk
from hintwise.elicit.users import SimulatedUser
from hintwise.features import Weights

QUESTIONS = 60
PEOPLE = settings_for("bayes", **FOR_PEOPLE)
"""How people are asked and learned from."""


class Told(NamedTuple):
    """After how many answers somebody was told that they can stop, and their regret then."""

    answers: int
    regret: float


def main() -> None:
    steps, seeds = read_arguments(__doc__, first=4000, users=72, of="in each group")
    for kind in KINDS:
        pool = Pool.read(steps, kind, recalled=RECALLED)
        for sort, draw in (("like", pool.user_like_the_prior), ("unlike", pool.user_unlike_it)):
            told = [found for seed in seeds if (found := until_told(pool, draw(seed), seed))]
            wrong = [f"{found.regret:.2f}" for found in told if found.regret > ENOUGH]
            usual = np.median([found.answers for found in told]) if told else None
            print(
                f"{kind}, {sort} the prior's: {len(seeds)} users, {len(told)} told (median after "
                f"{usual}), above {ENOUGH}: {len(wrong)} {' '.join(wrong)}",
                flush=True,
            )


def until_told(pool: Pool, weights: Weights, seed: int) -> Told | None:
    """When a user with these weights is told to stop, if at all.

    Each question is about some puzzle or other, and what is at risk is judged by that.
    """
    about = np.random.default_rng([seed, 5])
    user = SimulatedUser(weights, np.random.default_rng([seed, 3]))
    asked: list[AtStake] = []
    moments = session(pool, user.choice, seed, questions=PEOPLE.questions, learner=PEOPLE.learner)
    for moment in itertools.islice(moments, QUESTIONS):
        if not moment.pair.check:
            belief = moment.before.belief
            assert isinstance(belief, BayesBelief)
            menus = pool.menus[about.integers(len(pool.menus))]
            due = is_risk_due(moment.before.number)
            asked.append(AtStake(moment.pair.stake, risk(belief, menus) if due else None))
        if is_enough(asked):
            return Told(moment.before.number, pool.regret(moment.after.belief.weights, weights))
    return None


if __name__ == "__main__":
    main()
