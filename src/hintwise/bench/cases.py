"""The states and weights that the benchmarks ask about."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from hintwise.engine import Explainer
from hintwise.experiments import reference
from hintwise.experiments.trial import COMPARED_SUDOKU
from hintwise.features import feature_names
from hintwise.problem import Fact, Problem
from hintwise.puzzles import read_logic_grid, sudoku
from hintwise.puzzles.library import PUZZLES

_OWN_SUDOKUS = ("first-light",)
_OWN_GRID = "tea-tasting"
_OWN_ORACLES = 5


@dataclass(frozen=True, slots=True)
class Weights:
    """What steps cost, and what to call it."""

    name: str
    by_feature: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Case:
    """One query: the givens of a problem and `known` facts, and weights."""

    puzzle: str
    problem: Problem
    weights: Weights
    known: frozenset[Fact] = frozenset()

    @property
    def label(self) -> str:
        state = f"start + {len(self.known)} facts" if self.known else "start"
        return f"{self.puzzle}, {state}, {self.weights.name}"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A problem by the name that reports use, with the weights of simulated users."""

    name: str
    problem: Problem
    oracles: tuple[Weights, ...]

    def start(self, weights: Weights) -> Case:
        return Case(self.name, self.problem, weights)

    @property
    def all_ones(self) -> Weights:
        return Weights("all ones", dict.fromkeys(feature_names(self.problem), 1.0))


@dataclass(frozen=True, slots=True)
class Material:
    """The puzzles of one run: where they come from, those for random states, those compared."""

    source: str
    families: Mapping[str, tuple[Puzzle, ...]]
    """Puzzles of one kind and size, by the name of that family."""
    compared: tuple[Case, ...]
    """The queries that every contender is given."""
    sequence: Case
    """The start of the sequence that is timed step by step."""


def published_material(folder: Path) -> Material:
    """The paper's puzzles and simulated users, from the reference folder."""

    def oracles(problem: str) -> tuple[Weights, ...]:
        published = reference.oracle_weights(folder, problem)
        return tuple(Weights(f"oracle {i}", weights) for i, weights in enumerate(published))

    lines = reference.sudokus(folder)
    puzzles = {
        i: Puzzle(f"Sudoku {i}", sudoku(lines[i]), oracles("sudoku"))
        for i in (*range(5), COMPARED_SUDOKU)
    }
    compared = puzzles[COMPARED_SUDOKU]
    grid = Puzzle("logic grid 0", reference.logic_grid_problem(folder, 0), oracles("logic_grid"))
    return Material(
        source="the paper's puzzles and simulated users",
        families={
            "Sudoku 9x9": tuple(puzzles[i] for i in range(5)),
            "logic grid 4 x 5": (grid,),
        },
        compared=(
            compared.start(compared.oracles[0]),
            compared.start(compared.all_ones),
            grid.start(grid.oracles[0]),
        ),
        sequence=compared.start(compared.oracles[0]),
    )


def bundled_material(rng: np.random.Generator) -> Material:
    """Puzzles of our own, and drawn users: weights 10^j with whole j from -2 to 2."""
    sudokus = tuple(
        own_puzzle(f"Sudoku {name}", sudoku(PUZZLES[name]), rng) for name in _OWN_SUDOKUS
    )
    grid = own_puzzle(f"logic grid {_OWN_GRID}", read_logic_grid(PUZZLES[_OWN_GRID]), rng)
    first = sudokus[0]
    return Material(
        source="bundled puzzles and drawn users",
        families={"Sudoku 9x9": sudokus, "logic grid 4 x 5": (grid,)},
        # A drawn user may want very hard steps, and CPMpy's tools have no deadline.
        compared=(first.start(first.all_ones), grid.start(grid.all_ones)),
        sequence=first.start(first.all_ones),
    )


def own_puzzle(name: str, problem: Problem, rng: np.random.Generator) -> Puzzle:
    """A puzzle with drawn users."""
    features = feature_names(problem)
    powers = 10.0 ** rng.integers(-2, 3, size=(_OWN_ORACLES, len(features)))
    oracles = (
        Weights(f"drawn user {i}", dict(zip(features, row, strict=True)))
        for i, row in enumerate(powers.tolist())
    )
    return Puzzle(name, problem, tuple(oracles))


def find_material(rng: np.random.Generator) -> Material:
    """The published puzzles where the reference folder is present, else those bundled."""
    folder = reference.reference_folder()
    return bundled_material(rng) if folder is None else published_material(folder)


def random_cases(puzzles: Sequence[Puzzle], count: int, rng: np.random.Generator) -> Iterator[Case]:
    """Random states of the puzzles in turn, with the kinds of weights in turn."""
    implied = {p.name: sorted(Explainer(p.problem).start.targets) for p in puzzles}
    in_turn = itertools.cycle(puzzles)
    kinds = itertools.cycle((_oracle, _all_ones, _log_uniform))
    for puzzle, kind in itertools.islice(zip(in_turn, kinds, strict=False), count):
        known = _some(implied[puzzle.name], rng)
        yield replace(puzzle.start(kind(puzzle, rng)), known=known)


def _some(facts: Sequence[Fact], rng: np.random.Generator) -> frozenset[Fact]:
    """A random number of the facts, but never all."""
    count = int(rng.integers(len(facts)))
    chosen: Iterable[int] = rng.choice(len(facts), size=count, replace=False).tolist()
    return frozenset(facts[i] for i in chosen)


def _oracle(puzzle: Puzzle, rng: np.random.Generator) -> Weights:
    return puzzle.oracles[int(rng.integers(len(puzzle.oracles)))]


def _all_ones(puzzle: Puzzle, rng: np.random.Generator) -> Weights:
    return puzzle.all_ones


def _log_uniform(puzzle: Puzzle, rng: np.random.Generator) -> Weights:
    features = feature_names(puzzle.problem)
    drawn = 10.0 ** rng.uniform(-2, 2, size=len(features))
    return Weights("10^U(-2,2)", dict(zip(features, drawn.tolist(), strict=True)))
