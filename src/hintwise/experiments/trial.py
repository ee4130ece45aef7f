"""A single simulated run: which puzzles, which user, and what came out so far.

(Many runs at once are a sweep.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from hintwise.elicit.learners.response import RESPONSES
from hintwise.elicit.methods import INFORMED_METHODS, METHODS
from hintwise.elicit.settings import PRESETS, Settings, preset, with_usual
from hintwise.elicit.users import draw_weights
from hintwise.errors import InvalidValue
from hintwise.evaluate import OptimalSequence
from hintwise.experiments import reference
from hintwise.experiments.sweep.simulation import (
    NODE_LIMIT,
    Evaluation,
    Exchange,
    Simulation,
    limits_of,
)
from hintwise.features import feature_names
from hintwise.limits import Cancel
from hintwise.problem import Problem
from hintwise.puzzles.kinds import kind_called
from hintwise.puzzles.library import PUZZLES, practice_puzzles
from hintwise.puzzles.puzzle import Puzzle

__all__ = [
    "COMPARED_SUDOKU",
    "METHODS",
    "NODE_LIMIT",
    "PRESETS",
    "RESPONSES",
    "TRIED",
    "Evaluation",
    "Exchange",
    "Outcome",
    "Trial",
    "TrialPuzzles",
    "find_puzzles",
    "trial_settings",
]

COMPARED_SUDOKU = 30
"""The paper's evaluation puzzle, of the published ones."""
_JUDGED_ON = {"sudoku": COMPARED_SUDOKU, "logic_grid": 1}
PRIOR = "powers"
"""Unless another is asked for: simulated users are not like people, but drawn so. Of one in eight
nothing is expected, so that others are learned as well as with `wide`: on recorded steps, 40 users
with weights anywhere from 0.01 to 100 had a mean regret of 0.47 after 20 questions, and 0.41."""
RESPONSE = "noticed"
"""Unless another is asked for: it is how simulated users answer."""
ESTIMATE = "relative"
"""What goes with that response: after 20 questions it left less regret than `share`."""
SELECTION = "active_facts"
"""For our methods: where any fact may be explained, what is dear is never weighed."""
TRIED = tuple(_JUDGED_ON)
"""The kinds of problem for which there are puzzles to learn from, and one to judge by."""


@dataclass(frozen=True, slots=True)
class TrialPuzzles:
    """What is learned from, and what the result is judged on; by name."""

    training: Mapping[str, Problem]
    evaluation: tuple[str, Problem]


@dataclass(frozen=True, slots=True)
class Trial:
    """One user, one method, one run, evaluated after so many queries, the last time at the end."""

    puzzles: TrialPuzzles
    settings: Settings
    true_weights: Mapping[str, float]
    evaluate_at: tuple[int, ...]

    @classmethod
    def of(
        cls,
        puzzles: TrialPuzzles,
        settings: Settings,
        evaluate_at: tuple[int, ...],
        true_weights: Mapping[str, float] | None = None,
    ) -> Trial:
        """With a user who is drawn, unless their true weights are given."""
        if true_weights is None:
            rng = np.random.default_rng([settings.seed, 0])
            true_weights = draw_weights(feature_names(puzzles.evaluation[1]), rng)
        return cls(puzzles, settings, true_weights, evaluate_at)

    @property
    def queries(self) -> int:
        return self.evaluate_at[-1]

    @property
    def method(self) -> str:
        return str(self.settings.flat["method"])

    def compute(self, cancel: Cancel) -> Iterator[Exchange | Evaluation]:
        """Find the user's best explanation, then simulate. Raises `OutOfTime` on `cancel`."""
        _, judged_on = self.puzzles.evaluation
        limits = limits_of(self.settings, cancel)
        best = OptimalSequence.of(judged_on, self.true_weights, limits=limits)
        training = tuple(self.puzzles.training.values())
        simulation = Simulation(training, best, self.settings, self.queries, self.evaluate_at)
        return simulation.run(cancel)


@dataclass
class Outcome:
    """What a trial has yielded so far."""

    trial: Trial
    exchanges: list[Exchange] = field(default_factory=list)
    evaluations: list[Evaluation] = field(default_factory=list)

    def add(self, result: Exchange | Evaluation) -> None:
        if isinstance(result, Exchange):
            self.exchanges.append(result)
        else:
            self.evaluations.append(result)

    def as_json(self) -> dict[str, Any]:
        judged_on, problem = self.trial.puzzles.evaluation
        evaluations = self.evaluations
        return {
            "problem": problem.kind.name,
            "settings": self.trial.settings.as_json(),
            "puzzles": list(self.trial.puzzles.training),
            "evaluated_on": judged_on,
            "oracle": dict(self.trial.true_weights),
            "queries": [_query_record(exchange) for exchange in self.exchanges],
            "regret": [[e.queries, e.regret] for e in evaluations],
            "regret_proven": [e.proven for e in evaluations],
            "weights": dict(evaluations[-1].weights) if evaluations else None,
        }


def _query_record(exchange: Exchange) -> dict[str, Any]:
    answer, seconds = exchange.answer.value, round(exchange.wait_s, 6)
    return {**exchange.query.as_json(), "answer": answer, "seconds": seconds}


def trial_settings(
    preset_name: str, kind: str, method: str, options: Mapping[str, Any]
) -> Settings:
    """A preset with a method and other options, and a limit on each step."""
    usual: dict[str, Any] = {"prior": PRIOR, "response": RESPONSE, "estimate": ESTIMATE}
    if options.get("deadline_s") is None:
        usual["node_limit"] = NODE_LIMIT
    if method in INFORMED_METHODS:
        usual["selection"] = SELECTION
    chosen = with_usual(usual, method, options)
    return preset(preset_name, kind_called(kind), method=method, **chosen)


def find_puzzles(kind: str, folder: Path | None) -> TrialPuzzles:
    """The published puzzles where their folder is named or found, else those bundled."""
    if folder is not None and not reference.is_reference(folder):
        raise InvalidValue(f"{str(folder)!r} is not the reference folder: it has no puzzles.json")
    folder = folder or reference.reference_folder()
    return _bundled(kind) if folder is None else _published(kind, folder)


def _published(kind: str, folder: Path) -> TrialPuzzles:
    noun = kind_called(kind).noun
    problems = {f"{noun} {i}": p for i, p in enumerate(reference.problems(folder, kind))}
    judged_on = f"{noun} {_JUDGED_ON[kind]}"
    return TrialPuzzles(problems, (judged_on, problems.pop(judged_on)))


def _bundled(kind: str) -> TrialPuzzles:
    """All but the first are for training."""
    judged_on, *training = practice_puzzles(kind_called(kind))
    problems = {name: Puzzle(kind, PUZZLES[name]).problem() for name in (*training, judged_on)}
    return TrialPuzzles(problems, (judged_on, problems.pop(judged_on)))
