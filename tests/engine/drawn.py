"""Random small problems, drawn from a generator: the engine is held against brute force on them."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cpmpy as cp
import numpy as np

from hintwise.engine import Explainer
from hintwise.features import CountScheme, feature_names
from hintwise.problem import Constraint, Element, Fact, Problem, State
from hintwise.puzzles import Before, Clue, Either, IsNot, Rule, from_cpmpy, logic_grid, sudoku

Rng = np.random.Generator


def small_sudoku(rng: Rng) -> Problem:
    """A 4x4 Sudoku with four to eight givens: often several solutions, always at least one."""
    digits = rng.permutation([1, 2, 3, 4])
    rows = [b * 2 + i for b in rng.permutation(2) for i in rng.permutation(2)]
    grid = np.array([[digits[(2 * (r % 2) + r // 2 + c) % 4] for c in range(4)] for r in rows])
    shown = rng.permutation(16)[: rng.integers(4, 9)]
    return sudoku("".join(str(grid.flat[i]) if i in shown else "." for i in range(16)))


def small_grid(rng: Rng) -> Problem:
    """Three categories of three values, and two or three clues that a hidden solution satisfies."""
    categories = {
        "pet": ["cat", "dog", "fox"],
        "day": ["1", "2", "3"],
        "hat": ["red", "tan", "top"],
    }
    days = dict(zip(categories["pet"], rng.permutation(categories["day"]), strict=True))
    hats = dict(zip(categories["pet"], rng.permutation(categories["hat"]), strict=True))
    clues = []
    for _ in range(rng.integers(2, 4)):
        one, two = rng.permutation(categories["pet"])[:2]
        if rng.random() < 0.4:
            first, second = sorted((one, two), key=lambda pet: days[pet])
            clues.append(Clue("", Before(hats[first], second, "day")))
        elif rng.random() < 0.5:
            clues.append(Clue("", IsNot(one, hats[two])))
        else:
            clues.append(Clue("", Either(one, (days[one], hats[two]), exclusive=False)))
    return logic_grid(categories, clues, ordered=["day"])


def small_model(rng: Rng) -> Problem:
    """Five integers and two Booleans under random constraints that a hidden solution satisfies."""
    x = cp.intvar(1, 4, shape=5, name="x")
    b = cp.boolvar(shape=2, name="b")
    numbers = rng.integers(1, 5, size=5)
    truths = rng.integers(0, 2, size=2).astype(bool)
    rules: list[Rule] = []
    while len(rules) < rng.integers(7, 12):
        rule = _drawn_rule(rng, x, b, numbers)
        if _holds(rule, x, b, numbers, truths):
            rules.append(rule)
    givens = [x[i] == int(numbers[i]) for i in range(5) if rng.random() < 0.1]
    return from_cpmpy(
        rules,
        variables=[*x, *b],
        givens=givens,
        hard=[cp.any([x[0] != 2, b[0]])] if numbers[0] != 2 or truths[0] else [],
        exclusions=bool(rng.integers(0, 2)),
    )


def _drawn_rule(rng: Rng, x: Any, b: Any, numbers: Any) -> Rule:
    i, j, k = rng.permutation(5)[:3]
    expression, group = [
        (x[i] + x[j] == numbers[i] + numbers[j], "sum"),
        (x[i] != x[j], "different"),
        (cp.AllDifferent([x[i], x[j], x[k]]), "different"),
        (b[i % 2] == (x[i] >= x[j]), "link"),
        ([x[i] <= x[j], x[j] <= x[k]], "order"),
        (2 * x[i] + 3 * x[j] - x[k] <= 7, "sum"),
        (cp.max([x[i], x[j]]) == max(numbers[i], numbers[j]), "order"),
    ][rng.integers(0, 7)]
    return Rule(expression, group=group)


def _holds(rule: Rule, x: Any, b: Any, numbers: Any, truths: Any) -> bool:
    for variable, value in zip([*x, *b], [*numbers, *truths], strict=True):
        variable._value = bool(value) if variable.is_bool() else int(value)
    parts = rule.expression if isinstance(rule.expression, list) else [rule.expression]
    return all(part.value() for part in parts)


DRAWS = {"sudoku": small_sudoku, "logic_grid": small_grid, "cpmpy": small_model}


MOST_ELEMENTS = {"sudoku": 19, "logic_grid": 16, "cpmpy": 15}
"""What a state may offer: brute force goes through all subsets."""


def draw_state(kind: str, rng: Rng) -> tuple[Explainer, State]:
    """A problem and a state of it, small enough for brute force and with something to explain."""
    while True:
        explainer = Explainer(DRAWS[kind](rng))
        state = explainer.start
        room = MOST_ELEMENTS[kind] - len(state.problem.constraints) - len(state.facts)
        targets = sorted(state.targets)
        if room < 0 or not targets:
            continue
        rng.shuffle(targets)
        known = rng.integers(0, min(room, len(targets) - 1) + 1)
        return explainer, state.learn(targets[:known]).only(targets[known : known + 4])


def draw_large_counts(kind: str, rng: Rng) -> tuple[Explainer, State]:
    """As `draw_state`, with one to three features that count elements as anything up to 30 000."""
    while True:
        problem = DRAWS[kind](rng)
        seed = int(rng.integers(2**31))
        largest = int(rng.choice([3, 100, 10_000, 30_000]))
        functions = {f"f{i}": _drawn_counts(seed + i, largest) for i in range(rng.integers(1, 4))}
        explainer = Explainer(replace(problem, features=CountScheme(functions)))
        state = explainer.start
        room = MOST_ELEMENTS[kind] - 3 - len(problem.constraints) - len(state.facts)
        targets = sorted(state.targets)
        if room < 0 or not targets:
            continue
        rng.shuffle(targets)
        known = rng.integers(0, min(room, len(targets) - 1) + 1)
        return explainer, state.learn(targets[:known]).only(targets[known : known + 3])


def _drawn_counts(seed: int, largest: int) -> Callable[[Fact, Element], int]:
    def count(target: Fact, element: Element) -> int:
        named = element.name if isinstance(element, Constraint) else str(element)
        rng = np.random.default_rng(zlib.crc32(f"{target} {named}".encode()) + seed)
        return int(rng.integers(0, largest + 1 if rng.random() < 0.7 else 3))

    return count


def draw_extreme_weights(problem: Problem, rng: Rng) -> dict[str, float]:
    names = feature_names(problem)
    if rng.random() < 0.5:
        return {name: float(10.0 ** rng.integers(-6, 7)) for name in names}
    return {name: float(10 ** rng.uniform(-6, 6)) for name in names}


def draw_weights(problem: Problem, rng: Rng) -> dict[str, float]:
    names = feature_names(problem)
    choice = rng.integers(0, 3)
    if choice == 0:
        return dict.fromkeys(names, 1.0)
    if choice == 1:
        return {name: float(10.0 ** rng.integers(-2, 3)) for name in names}
    return {name: float(10 ** rng.uniform(-2, 2)) for name in names}
