"""Does "you can stop" hold with the engine, for users unlike the prior's?

    python -m experiments.studies.stop_with_engine KIND [--first SEED] [--users N]

As `stop`, but with sessions as people have them (24 nodes for each search), about the puzzles for
training. A line for each user: after how many answers they were told, the bound then, and the mean
regret in states spread over the puzzle to judge by; in the end also of those who were not told.
"""

from __future__ import annotations

import argparse

import numpy as np
from experiments.studies.recorded import KINDS
from experiments.studies.stop import QUESTIONS

from hintwise.elicit.practice import practised
from hintwise.elicit.session import Session
from hintwise.elicit.users import SimulatedUser, draw_weights
from hintwise.engine import Explainer, Limits
from hintwise.evaluate import step_regret
from hintwise.experiments.trial import find_puzzles
from hintwise.features import Weights, feature_names
from hintwise.problem import Problem

PUZZLES = 3
STATES = 14
NODES = 24
_JUDGING = Limits(nodes=2000)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--first", type=int, default=7000)
    parser.add_argument("--users", type=int, default=24)
    given = parser.parse_args()
    puzzles = find_puzzles(given.kind, None)
    training, (_, judged) = list(puzzles.training.values())[:PUZZLES], puzzles.evaluation
    features = feature_names(judged)
    for seed in range(given.first, given.first + given.users):
        weights = draw_weights(features, np.random.default_rng([seed, 8]))
        user = SimulatedUser(weights, np.random.default_rng([seed, 3]))
        session = Session(training, seed=seed, node_limit=NODES)
        while not session.has_enough and len(session.events) < QUESTIONS:
            session.tell(user.answer(session.ask()))
        told = len(session.events) if session.has_enough else None
        regret = regret_on(judged, session.weights, weights)
        print(
            f"{seed}: told after {told}, bound {session.bound:.2f}, regret {regret:.2f}", flush=True
        )


def regret_on(problem: Problem, weights: Weights, true_weights: Weights) -> float:
    """The mean over states all along the way."""
    practice = practised(Explainer(problem, verify=False))
    explainer = practice.explainer.apart(knowing=True)
    regrets = []
    for place in np.linspace(0, len(practice.order) - 1, STATES).astype(int).tolist():
        state = explainer.state(practice.order[:place])
        shown, best = (
            explainer.optimal_step(state, each, limits=_JUDGING) for each in (weights, true_weights)
        )
        regrets.append(step_regret(shown, best, true_weights))
    return float(np.mean(regrets))


if __name__ == "__main__":
    main()
