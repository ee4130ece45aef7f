"""Records what steps there are, so that sessions can be simulated without the engine.

    python -m experiments.studies.recorded FILE [--thorough]

writes one JSON file: for either problem of the paper, states on a way through its puzzles, and in
each of them the different cheap steps (by their features) that were found for many weightings. The
states asked about, some with a single fact to be explained, and those to judge by are of different
puzzles. The puzzles are the published ones where their folder is found, else those that come with
hintwise. With --thorough far more steps are found in each state, in far more time: to somebody with
extreme weights, the best of a few steps is much dearer than the best of all.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hintwise.elicit.instances import narrowed_state, nearby_state
from hintwise.elicit.learners.prior import shipped_prior
from hintwise.elicit.practice import practised
from hintwise.elicit.users import draw_weights
from hintwise.engine import Explainer, Limits
from hintwise.experiments.trial import find_puzzles
from hintwise.features import feature_names
from hintwise.problem import Fact, Problem, State

KINDS = ("sudoku", "logic_grid")
STATES = 24
"""Of either sort, for each problem."""
PUZZLES = 6
"""That are asked about at most; as many states of each."""


class Effort(NamedTuple):
    """What is tried in each state."""

    like: int
    """Weightings that are drawn from the prior."""
    unlike: int
    """Weightings that are drawn as the paper's users are."""
    nodes: int
    """For each search. A step that is not quite the cheapest is one that people may be shown."""


USUAL, THOROUGH = Effort(20, 20, 30), Effort(0, 240, 60)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--thorough", action="store_true")
    given = parser.parse_args()
    effort = THOROUGH if given.thorough else USUAL
    found = {kind: record(kind, effort) for kind in KINDS}
    given.file.write_text(json.dumps(found), encoding="utf-8")


def record(kind: str, effort: Effort) -> dict[str, Any]:
    """The features of a problem, and for each state a list of steps as counts of these."""
    puzzles = find_puzzles(kind, None)
    training = list(puzzles.training.values())[:PUZZLES]
    features = feature_names(training[0])
    rng = np.random.default_rng(0)
    return {
        "features": features,
        "asked": list(steps_in_states(training, effort, rng, whole)),
        "judged": list(steps_in_states([puzzles.evaluation[1]], effort, rng, whole)),
        "narrowed": list(steps_in_states(training, effort, rng, narrowed)),
        "nearby": list(steps_in_states(training, effort, rng, nearby_state)),
    }


Order = tuple[Fact, ...]
Place = Callable[[Explainer, Order, int, np.random.Generator], State]
"""The state at a place on the way through a puzzle."""


def whole(explainer: Explainer, order: Order, place: int, rng: np.random.Generator) -> State:
    """In which every fact may be explained."""
    return explainer.state(order[:place])


def narrowed(explainer: Explainer, order: Order, place: int, rng: np.random.Generator) -> State:
    """In which one fact has to be."""
    return narrowed_state(explainer.state(order[:place]), rng)


def steps_in_states(
    problems: Sequence[Problem], effort: Effort, rng: np.random.Generator, state_at: Place
) -> Iterable[list[list[int]]]:
    """The steps found in states that are spread over these puzzles."""
    for problem in problems:
        practice = practised(Explainer(problem, verify=False))
        explainer = practice.explainer.apart(knowing=True)
        places = rng.choice(len(practice.order), STATES // len(problems), replace=False)
        for place in sorted(places.tolist()):
            began = time.perf_counter()
            state = state_at(explainer, practice.order, place, rng)
            found = {
                tuple(step.features[name] for name in explainer.features)
                for weights in weightings(problem, effort, rng)
                for step in [
                    explainer.optimal_step(state, weights, limits=Limits(nodes=effort.nodes))
                ]
            }
            seconds = time.perf_counter() - began
            print(
                f"{problem.kind} after {place}: {len(found)} steps, {seconds:.1f} s",
                file=sys.stderr,
            )
            yield [list(counts) for counts in sorted(found)]


def weightings(
    problem: Problem, effort: Effort, rng: np.random.Generator
) -> Iterable[dict[str, float]]:
    """Of people like earlier ones, and of others."""
    features = feature_names(problem)
    for logarithms in shipped_prior(problem.kind.name, features).draw(effort.like, rng):
        weights = np.exp(logarithms - logarithms.max())
        yield dict(zip(features, np.maximum(weights, 1e-4).tolist(), strict=True))
    for _ in range(effort.unlike):
        yield draw_weights(features, rng)


if __name__ == "__main__":
    main()
