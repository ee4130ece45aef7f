"""Random small problems, drawn from a generator: the engine is held against brute force on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import cpmpy as cp
import numpy as np
from cpmpy.expressions.utils import argval
from cpmpy.transformations.get_variables import get_variables

from hintwise.engine import Explainer
from hintwise.features import CountScheme, feature_names
from hintwise.problem import Problem, State
from hintwise.puzzles import (
    Before,
    Clue,
    Either,
    IsNot,
    Rule,
    format_sudoku,
    from_cpmpy,
    killer_sudoku,
    logic_grid,
    sudoku,
)
from tests.engine.global_examples import CONTEXTS, Variables, examples

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
    bounds = bool(rng.integers(0, 2))
    if bounds:
        givens += [x[i] >= int(numbers[i]) for i in range(5) if rng.random() < 0.1]
        givens += [x[i] <= int(numbers[i]) for i in range(5) if rng.random() < 0.1]
    return from_cpmpy(
        rules,
        variables=[*x, *b],
        givens=givens,
        hard=[cp.any([x[0] != 2, b[0]])] if numbers[0] != 2 or truths[0] else [],
        exclusions=bool(rng.integers(0, 2)),
        bounds=bounds,
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


def small_killer(rng: Rng) -> Problem:
    """A 4x4 Killer Sudoku: a few pairs and triples of a grid, with their sums, and givens."""
    plain = small_sudoku(rng)
    grid = Explainer(plain).solution
    cages = []
    for row in rng.permutation([1, 2, 3, 4])[: rng.integers(1, 4)].tolist():
        column = int(rng.integers(1, 4))
        cells = [f"r{row}c{column}", f"r{row}c{column + 1}"]
        cages.append(f"{sum(grid[cell] for cell in cells)} = {' + '.join(cells)}")
    return killer_sudoku(format_sudoku(plain, plain.givens), cages)


def arithmetic_model(rng: Rng) -> Problem:
    """Globals of all kinds wherever an expression may stand, and arithmetic of our own drawing.

    A hidden assignment satisfies all of it, so there is a solution.
    """
    variables = Variables()
    about = _some_variables(rng, variables)
    hidden = {v.name: int(rng.integers(v.lb, v.ub + 1)) for v in about}
    rules: list[Rule] = []
    while len(rules) < rng.integers(3, 9):
        rule = _any_rule(rng, variables, about)
        if satisfies(rule.expression, about, hidden):
            rules.append(rule)
    hard = _any_rule(rng, variables, about).expression
    givens = [v == hidden[v.name] for v in about if not v.is_bool() and rng.random() < 0.2]
    return from_cpmpy(
        rules,
        variables=about,
        givens=givens,
        hard=[hard] if satisfies(hard, about, hidden) and rng.random() < 0.3 else [],
        exclusions=bool(rng.integers(0, 2)),
        bounds=bool(rng.integers(0, 2)),
    )


def any_arithmetic_model(rng: Rng) -> Problem:
    """As `arithmetic_model`, but nobody has seen to it that there is a solution."""
    variables = Variables()
    about = _some_variables(rng, variables)
    rules = [_any_rule(rng, variables, about) for _ in range(rng.integers(2, 8))]
    hard = [_any_rule(rng, variables, about).expression] if rng.random() < 0.3 else []
    return from_cpmpy(rules, variables=about, hard=hard)


def counted_model(rng: Rng) -> Problem:
    """A small model whose features count elements up to ten thousand times."""
    plain = small_model(rng)
    largest = int(10 ** rng.integers(0, 5))
    drawn = rng.integers(0, largest + 1, size=(3, 64))

    def function(row: Any) -> Any:
        return lambda target, element: int(row[sum(str(element).encode()) % 64])

    counts = {f"count {i}": function(row) for i, row in enumerate(drawn)}
    return replace(plain, features=CountScheme({**counts, "size": lambda target, element: 1}))


def _some_variables(rng: Rng, v: Variables) -> list[Any]:
    """At most some hundred assignments, so that all can be gone through."""
    return [*v.x, *v.b, v.p, v.q] if rng.random() < 0.6 else [*v.s, v.x[0], v.b[0], v.p]


def _any_rule(rng: Rng, v: Variables, about: list[Any]) -> Rule:
    while True:
        if rng.random() < 0.6:
            build = _EXAMPLES[rng.integers(len(_EXAMPLES))]
            context = _CONTEXTS[rng.integers(len(_CONTEXTS))]
            expression = context(lambda build=build: build(v), v)
            group = "global"
        else:
            expression = _condition(rng, about, depth=2)
            group = "arithmetic"
        names = {x.name for x in get_variables(expression)}
        if names and names <= {x.name for x in about}:
            return Rule(expression, group=group)


_EXAMPLES = [build for _, build in examples()]
_CONTEXTS = list(CONTEXTS.values())


def _condition(rng: Rng, about: list[Any], depth: int) -> Any:
    """A Boolean expression over the variables, nested up to `depth`."""
    kind = rng.integers(0, 9 if depth else 4)
    if kind < 4:
        one, two = _term(rng, about, depth), _term(rng, about, 0)
        compare = ("__eq__", "__ne__", "__le__", "__lt__", "__ge__", "__gt__")[rng.integers(6)]
        return getattr(one - two, compare)(int(rng.integers(-2, 3)))
    one, two = _condition(rng, about, depth - 1), _condition(rng, about, depth - 1)
    return [one & two, one | two, one.implies(two), ~one, one == two][kind - 4]


def _term(rng: Rng, about: list[Any], depth: int) -> Any:
    """An integer expression over the variables, nested up to `depth`."""
    if depth == 0 or rng.random() < 0.2:
        return about[rng.integers(len(about))] + 0
    one, two = _term(rng, about, depth - 1), _term(rng, about, depth - 1)
    factor = int(rng.integers(-3, 4))
    kinds: list[Callable[[], Any]] = [
        lambda: one + two,
        lambda: one - factor * two,
        lambda: one * two,
        lambda: one // two,
        lambda: one % two,
        lambda: one // (factor or 2),
        lambda: abs(one),
        lambda: cp.max([one, two]),
        lambda: cp.min([one, two, factor]),
        lambda: cp.Element([3, -1, 0, factor], one + two),
        lambda: cp.Element([one, two], one - two),
        lambda: cp.Count([one, two, factor], 0),
        lambda: cp.NValue([one, two]),
        lambda: (one == two) + two,
        lambda: one**2,
    ]
    return kinds[rng.integers(len(kinds))]()


def satisfies(expression: Any, variables: list[Any], assignment: Mapping[str, int]) -> bool:
    """Whether CPMpy says that it holds under the assignment."""
    for variable in variables:
        value = assignment[variable.name]
        variable._value = bool(value) if variable.is_bool() else value
    return bool(argval(expression))


DRAWS = {"sudoku": small_sudoku, "logic_grid": small_grid, "cpmpy": small_model}


EVERYTHING = {
    **DRAWS,
    "killer": small_killer,
    "arithmetic": arithmetic_model,
    "counted": counted_model,
}
"""The same, and what only the fuzzer draws from."""

MOST_ELEMENTS = {
    "sudoku": 19,
    "logic_grid": 16,
    "cpmpy": 15,
    "killer": 19,
    "arithmetic": 13,
    "counted": 11,
}
"""What a state may offer: brute force goes through all subsets."""


def draw_state(kind: str, rng: Rng) -> tuple[Explainer, State]:
    """A problem and a state of it, small enough for brute force and with something to explain."""
    while True:
        explainer = Explainer(EVERYTHING[kind](rng))
        state = explainer.start
        room = MOST_ELEMENTS[kind] - len(state.problem.constraints) - len(state.facts)
        targets = sorted(state.targets)
        if room < 0 or not targets:
            continue
        rng.shuffle(targets)
        known = rng.integers(0, min(room, len(targets) - 1) + 1)
        return explainer, state.learn(targets[:known]).only(targets[known : known + 4])


def draw_weights(problem: Problem, rng: Rng) -> dict[str, float]:
    names = feature_names(problem)
    choice = rng.integers(0, 3)
    if choice == 0:
        return dict.fromkeys(names, 1.0)
    if choice == 1:
        return {name: float(10.0 ** rng.integers(-2, 3)) for name in names}
    return {name: float(10 ** rng.uniform(-2, 2)) for name in names}


def draw_any_weights(problem: Problem, rng: Rng) -> dict[str, float]:
    """As `draw_weights`, or such as nobody would choose: very unequal, tiny, huge, nearly equal."""
    names = feature_names(problem)
    draw: Callable[[], float] = [
        lambda: float(10 ** rng.uniform(-6, 6)),
        lambda: float(rng.choice([1e-300, 1e-9, 1.0, 1e9])),
        lambda: float(rng.choice([1.0, 1e150, 1e300])),
        lambda: 1e-300 * float(rng.integers(1, 4)),
        lambda: 1.0 + 1e-7 * float(rng.integers(0, 4)),
        lambda: float(rng.choice([1.7e308, 1e308])),
    ][rng.integers(0, 6)]
    if rng.random() < 0.5:
        return draw_weights(problem, rng)
    return {name: draw() for name in names}
