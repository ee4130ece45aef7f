"""Does "you can stop" hold? Simulated users answer until they are told so, or 60 questions.

    python -m experiments.studies.stop KIND SORT [--first SEED] [--users N] [--library]

SORT is `like` for users drawn from the prior that comes with hintwise, or `unlike` for users whose
weights are powers of ten, as the paper's are. Sessions are as people have them (24 nodes for each
search), about three of the puzzles for training, or all if there are fewer; with --library, about
three that come with hintwise. A line for each user: after how many answers they were told, the
bound, and the mean regret in states all along another puzzle; of those who were not told, the last
two in the end. Then how many were told, and for how many of these the regret was higher than what
is enough, and higher than the bound.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from experiments.studies.recorded import KINDS
from experiments.studies.users import like_the_prior, unlike_it

from hintwise.elicit.practice import practised
from hintwise.elicit.session import Session
from hintwise.elicit.stopping import ENOUGH
from hintwise.elicit.users import SimulatedUser
from hintwise.engine import Explainer, Limits
from hintwise.evaluate import step_regret
from hintwise.experiments.trial import find_puzzles
from hintwise.features import Weights, feature_names
from hintwise.problem import Problem
from hintwise.puzzles.kinds import kind_called
from hintwise.puzzles.library import PUZZLES as LIBRARY
from hintwise.puzzles.library import practice_puzzles
from hintwise.puzzles.puzzle import Puzzle

QUESTIONS = 60
PUZZLES = 3
STATES = 14
NODES = 24
_JUDGING = Limits(nodes=2000)

SORTS = {"like": like_the_prior, "unlike": unlike_it}


class Ending(NamedTuple):
    """After how many answers somebody was told that they can stop, if at all, and how it stood."""

    told: int | None
    bound: float
    regret: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("sort", choices=SORTS)
    parser.add_argument("--first", type=int, default=80000, help="seed of the first user")
    parser.add_argument("--users", type=int, default=36)
    parser.add_argument(
        "--library", action="store_true", help="ask about puzzles that come with hintwise"
    )
    given = parser.parse_args()
    puzzles = find_puzzles(given.kind, None)
    training, (_, judged) = list(puzzles.training.values())[:PUZZLES], puzzles.evaluation
    if given.library:
        training = library_problems(given.kind)
    endings = []
    for seed in range(given.first, given.first + given.users):
        weights = SORTS[given.sort](given.kind, feature_names(judged), seed)
        endings.append(until_told(training, judged, weights, seed))
        told, bound, regret = endings[-1]
        print(f"{seed}: told after {told}, bound {bound:.2f}, regret {regret:.2f}", flush=True)
    print(summary(endings))


def library_problems(kind: str) -> list[Problem]:
    """The first of those that people learn on."""
    names = practice_puzzles(kind_called(kind))[:PUZZLES]
    return [Puzzle(kind, LIBRARY[name]).problem() for name in names]


def until_told(training: Sequence[Problem], judged: Problem, weights: Weights, seed: int) -> Ending:
    user = SimulatedUser(weights, np.random.default_rng([seed, 3]))
    session = Session(training, seed=seed, node_limit=NODES)
    while not session.has_enough and len(session.events) < QUESTIONS:
        session.tell(user.answer(session.ask()))
    bound = np.inf if session.bound is None else session.bound
    told = len(session.events) if session.has_enough else None
    return Ending(told, bound, regret_on(judged, session.weights, weights))


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


def summary(endings: Sequence[Ending]) -> str:
    told = [ending for ending in endings if ending.told is not None]
    usual = f"after {np.median([ending.told for ending in told]):g} in the median" if told else "-"
    above = [f"{ending.regret:.2f}" for ending in told if ending.regret > ENOUGH]
    beyond = sum(ending.regret > ending.bound for ending in told)
    return (
        f"{len(told)} of {len(endings)} told, {usual}; regret above {ENOUGH}: {len(above)} "
        f"{' '.join(above)}; above the bound: {beyond}"
    )


if __name__ == "__main__":
    main()
