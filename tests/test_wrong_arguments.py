"""Whatever is handed to a public function: a `HintwiseError` that names it, or it simply works."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from typing import Any

import cpmpy as cp
import numpy as np
import pytest

import hintwise as hw
from hintwise.engine import Solutions, smallest_conflict
from hintwise.engine.conflict import minimal_conflict
from hintwise.errors import HintwiseError

HUGE = 10**400
FOUR = "1.....3..4.....2"
PROBLEM = hw.sudoku(FOUR)
EXPLAINER = hw.Explainer(PROBLEM)
STEP = EXPLAINER.smallest_step()
ONES = dict.fromkeys(EXPLAINER.features, 1.0)
ZEROS = dict.fromkeys(EXPLAINER.features, 0)
FEATURE = EXPLAINER.features[0]
X, Y = cp.intvar(0, 3, shape=2, name=("x", "y"))
B = cp.boolvar(name="b")

WRONG: dict[str, Any] = {
    "None": None,
    "text": "nonsense",
    "number": 7,
    "negative": -1,
    "float": 0.5,
    "NaN": math.nan,
    "infinity": math.inf,
    "huge": HUGE,
    "list": ["nonsense"],
    "mixed list": [1, None],
    "object": object(),
    "mapping": {"nonsense": None},
    "type": int,
    "array": np.zeros(2),
}


def contrast(**changes: Any) -> hw.Contrast:
    usual = {"weights": ONES, "away_from": ZEROS, "distance_weights": ONES, "share": 0.5}
    return hw.Contrast(**{**usual, **changes})


def counted(function: Any) -> hw.Explainer:
    rules = [hw.Rule(X < Y, name="below"), hw.Rule(Y < 2, name="small")]
    scheme = hw.CountScheme({"counted": function})
    return hw.Explainer(hw.from_cpmpy(rules, variables=[X, Y], features=scheme))


CALLS: dict[str, Callable[[Any], object]] = {
    "Limits deadline_s": lambda w: hw.Limits(deadline_s=w),
    "Limits gap": lambda w: hw.Limits(gap=w),
    "Limits nodes": lambda w: hw.Limits(nodes=w),
    "Limits cancel": lambda w: hw.Limits(cancel=w),
    "Explainer": lambda w: hw.Explainer(w),
    "Explainer limits": lambda w: hw.Explainer(PROBLEM, limits=w),
    "Explainer pool_limit": lambda w: hw.Explainer(PROBLEM, pool_limit=w),
    "state": lambda w: EXPLAINER.state(w),
    "state of one": lambda w: EXPLAINER.state([w]),
    "state limits": lambda w: EXPLAINER.state(["r1c2=4"], limits=w),
    "target": lambda w: EXPLAINER.target(w),
    "recalled": lambda w: EXPLAINER.recalled(w),
    "optimal_step state": lambda w: EXPLAINER.optimal_step(w),
    "optimal_step weights": lambda w: EXPLAINER.optimal_step(weights=w),
    "optimal_step weight": lambda w: EXPLAINER.optimal_step(weights={**ONES, FEATURE: w}),
    "optimal_step where": lambda w: EXPLAINER.optimal_step(where=w),
    "optimal_step where one": lambda w: EXPLAINER.optimal_step(where=[w]),
    "optimal_step limits": lambda w: EXPLAINER.optimal_step(limits=w),
    "at most": lambda w: EXPLAINER.optimal_step(where=[hw.AtMost(FEATURE, w)]),
    "at most of": lambda w: EXPLAINER.optimal_step(where=[hw.AtMost(w, 1)]),
    "at least": lambda w: EXPLAINER.optimal_step(where=[hw.AtLeast(FEATURE, w)]),
    "any of": lambda w: EXPLAINER.optimal_step(where=[hw.AnyOf(w)]),
    "any of one": lambda w: EXPLAINER.optimal_step(where=[hw.AnyOf((w,))]),
    "not dominated": lambda w: EXPLAINER.optimal_step(where=[hw.not_dominated_by(w)]),
    "not dominated in": lambda w: hw.not_dominated_by({FEATURE: w}),
    "differs": lambda w: EXPLAINER.optimal_step(where=[hw.differs_from(w)]),
    "contrasting_step": lambda w: EXPLAINER.contrasting_step(None, w),
    "contrasting_step state": lambda w: EXPLAINER.contrasting_step(w, contrast()),
    "contrast weights": lambda w: EXPLAINER.contrasting_step(None, contrast(weights=w)),
    "contrast away_from": lambda w: EXPLAINER.contrasting_step(None, contrast(away_from=w)),
    "contrast away from one": lambda w: EXPLAINER.contrasting_step(
        None, contrast(away_from={**ZEROS, FEATURE: w})
    ),
    "contrast distance_weights": lambda w: EXPLAINER.contrasting_step(
        None, contrast(distance_weights=w)
    ),
    "contrast distance weight": lambda w: EXPLAINER.contrasting_step(
        None, contrast(distance_weights={**ONES, FEATURE: w})
    ),
    "contrast share": lambda w: EXPLAINER.contrasting_step(None, contrast(share=w)),
    "smallest_step state": lambda w: EXPLAINER.smallest_step(w),
    "best_steps": lambda w: EXPLAINER.best_steps(w, limits=hw.Limits(nodes=1)),
    "sequence state": lambda w: next(EXPLAINER.sequence(w)),
    "sequence weights": lambda w: next(EXPLAINER.sequence(weights=w)),
    "smallest_sequence limits": lambda w: next(EXPLAINER.smallest_sequence(limits=w)),
    "also": lambda w: EXPLAINER.also(w),
    "also state": lambda w: EXPLAINER.also(STEP, w),
    "minimise": lambda w: EXPLAINER.minimise(w),
    "minimise weights": lambda w: EXPLAINER.minimise(STEP, w),
    "minimise where": lambda w: EXPLAINER.minimise(STEP, where=w),
    "largest_counts limits": lambda w: EXPLAINER.largest_counts(limits=w),
    "Verifier": lambda w: hw.Verifier(w),
    "Verifier check": lambda w: hw.Verifier(PROBLEM).check(w),
    "Verifier check state": lambda w: hw.Verifier(PROBLEM).check(STEP, w),
    "Verifier limits": lambda w: hw.Verifier(PROBLEM).check(STEP, limits=w),
    "Verifier implies": lambda w: hw.Verifier(PROBLEM).implies(w, [], STEP.derived),
    "Verifier implies by": lambda w: hw.Verifier(PROBLEM).implies([], w, STEP.derived),
    "Verifier implied": lambda w: hw.Verifier(PROBLEM).implies([], [], w),
    "Solutions": lambda w: Solutions(w),
    "Solutions find": lambda w: next(Solutions(PROBLEM).find(w)),
    "Solutions without": lambda w: next(Solutions(PROBLEM).find([], without=w)),
    "Solutions reasons": lambda w: Solutions(PROBLEM).reasons(w),
    "smallest_conflict": lambda w: smallest_conflict(w, []),
    "smallest_conflict facts": lambda w: smallest_conflict(PROBLEM, w),
    "minimal_conflict facts": lambda w: minimal_conflict(PROBLEM, w),
    "check_problem": lambda w: hw.check_problem(w),
    "check_problem entries": lambda w: hw.check_problem(PROBLEM, w),
    "check_problem limit": lambda w: hw.check_problem(PROBLEM, limit=w),
    "check_problem limits": lambda w: hw.check_problem(PROBLEM, limits=w),
    "feature_names": lambda w: hw.feature_names(w),
    "feature function": lambda w: counted(w) if w is not int else None,
    "feature counts": lambda w: counted(lambda fact, element: w),
    "from_cpmpy": lambda w: hw.from_cpmpy(w),
    "from_cpmpy variables": lambda w: hw.from_cpmpy([X < Y], variables=w),
    "from_cpmpy groups": lambda w: hw.from_cpmpy([X < Y], groups=w),
    "from_cpmpy hard": lambda w: hw.from_cpmpy([X < Y], hard=w),
    "from_cpmpy givens": lambda w: hw.from_cpmpy([X < Y], givens=w),
    "from_cpmpy features": lambda w: hw.Explainer(hw.from_cpmpy([X < Y], features=w)),
    "from_cpmpy kind": lambda w: hw.from_cpmpy([X < Y], kind=w),
    "from_cpmpy layout": lambda w: hw.from_cpmpy([X < Y], layout=w),
    "from_cpmpy title": lambda w: repr(hw.from_cpmpy([X < Y], title=w)),
    "from_cpmpy group": lambda w: hw.from_cpmpy([hw.Rule(X < Y, group=w)]),
    "from_cpmpy name": lambda w: hw.Explainer(hw.from_cpmpy([hw.Rule(X < Y, name=w)])),
    "from_cpmpy description": lambda w: hw.from_cpmpy([hw.Rule(X < Y, description=w)]),
    "from_cpmpy rule": lambda w: hw.from_cpmpy([hw.Rule(w)]),
    "with_givens": lambda w: PROBLEM.with_givens(w),
    "parse_fact": lambda w: PROBLEM.parse_fact(w),
    "problem.fact": lambda w: PROBLEM.fact(w, 1),
    "problem.fact value": lambda w: PROBLEM.fact("r1c1", w),
    "problem.variable": lambda w: PROBLEM.variable(w),
    "problem.constraint": lambda w: PROBLEM.constraint(w),
    "State.from_json": lambda w: hw.State.from_json(w, PROBLEM),
    "Step.from_json": lambda w: hw.Step.from_json(w, PROBLEM),
    "sudoku": lambda w: hw.sudoku(w),
    "sudoku box": lambda w: hw.sudoku("." * 16, box=w),
    "read_sudoku": lambda w: hw.read_sudoku(w),
    "killer_sudoku": lambda w: hw.killer_sudoku(w, []),
    "killer_sudoku cages": lambda w: hw.killer_sudoku("." * 16, w),
    "killer_sudoku cage": lambda w: hw.killer_sudoku("." * 16, [w]),
    "logic_grid": lambda w: hw.logic_grid(w, []),
    "logic_grid clues": lambda w: hw.logic_grid({"a": ["1", "2"], "b": ["3", "4"]}, w),
    "logic_grid givens": lambda w: hw.logic_grid({"a": ["1", "2"], "b": ["3", "4"]}, [], w),
    "logic_grid order": lambda w: hw.logic_grid(
        {"a": ["1", "2"], "b": ["3", "4"]}, [], order=w, base=w, ordered=w
    ),
    "read_logic_grid": lambda w: hw.read_logic_grid(w),
    "OptimalSequence": lambda w: hw.OptimalSequence.of(w, ONES),
    "OptimalSequence weights": lambda w: hw.OptimalSequence.of(PROBLEM, w),
    "read": lambda w: hw.read(w),
    "explain": lambda w: list(hw.explain(w)),
    "explain extent": lambda w: hw.explain(hw.read(FOUR), w),
    "explain style": lambda w: hw.explain(hw.read(FOUR), style=w),
    "hint": lambda w: hw.hint(w),
    "hint level": lambda w: hw.hint(hw.read(FOUR), w),
    "hint targets": lambda w: hw.hint(hw.read(FOUR), targets=w),
    "why": lambda w: hw.why(hw.read(FOUR), w),
    "read number": lambda w: hw.read(FOUR, number=w),
    "read source": lambda w: hw.read(FOUR, source=w),
    "read original": lambda w: hw.read(FOUR, original=w),
    "read known": lambda w: hw.read(FOUR, known=w),
    "read_all": lambda w: hw.read_all(w),
    "write": lambda w: hw.write(w, "line"),
    "write one": lambda w: hw.write([w], "line"),
    "write form": lambda w: hw.write([hw.read(FOUR)], w),
    "Position": lambda w: hw.hint(hw.Position(w)),
    "Position entries": lambda w: hw.hint(hw.Position(hw.read(FOUR).puzzle, w)),
    "Position.from_json": lambda w: hw.Position.from_json(w),
    "explain cancel": lambda w: next(iter(hw.explain(hw.read(FOUR), cancel=w))),
    "hint style": lambda w: hw.hint(hw.read(FOUR), style=w),
    "hint cancel": lambda w: hw.hint(hw.read(FOUR), cancel=w),
    "why position": lambda w: hw.why(w, "r1c2=4"),
    "why style": lambda w: hw.why(hw.read(FOUR), "r1c2=4", w),
    "check": lambda w: hw.check(w),
    "check limit": lambda w: hw.check(hw.read(FOUR), limit=w),
    "check language": lambda w: hw.check(hw.read(FOUR), language=w),
    "check cancel": lambda w: hw.check(hw.read(FOUR), cancel=w),
    "check deadline_s": lambda w: hw.check(hw.read(FOUR), deadline_s=w),
    "grade": lambda w: hw.grade(w),
    "grade deadline_s": lambda w: hw.grade(hw.read(FOUR).puzzle, deadline_s=w),
    "generate": lambda w: next(hw.generate(w, hw.Batch(seed=1))),
    "generate batch": lambda w: next(hw.generate(hw.SudokuRecipe(4), w)),
    "SudokuRecipe": lambda w: hw.SudokuRecipe(w),
    "GridRecipe": lambda w: hw.GridRecipe(w),
    "GridShape": lambda w: hw.GridShape(w, w),
    "Batch seed": lambda w: hw.Batch(seed=w),
    "Batch count": lambda w: hw.Batch(seed=1, count=w),
    "Batch grade": lambda w: hw.Batch(seed=1, grade=w),
    "teach": lambda w: hw.teach(w),
    "teach chosen": lambda w: hw.teach([PROBLEM], w),
    "settings_for": lambda w: hw.settings_for(method=w),
    "preset": lambda w: hw.preset(w),
    "Profile.expected": lambda w: hw.Profile.expected(w),
    "Cost": lambda w: hw.Cost(w).value(STEP.features),
    "Cost of a feature": lambda w: hw.Cost({**ONES, FEATURE: w}).value(ONES),
    "draw_weights": lambda w: hw.draw_weights(w, np.random.default_rng(1)),
    "Style weights": lambda w: hw.Style(weights=w),
    "Style smallest": lambda w: next(iter(hw.explain(hw.read(FOUR), style=hw.Style(smallest=w)))),
    "Style check_minimal": lambda w: hw.Style(check_minimal=w),
    "Style deadline_s": lambda w: hw.Style(deadline_s=w),
    "Style language": lambda w: hw.Style(language=w),
    "Extent targets": lambda w: hw.explain(hw.read(FOUR), hw.Extent(targets=w)),
    "Extent steps": lambda w: hw.Extent(steps=w),
    "picture": lambda w: hw.picture(w),
    "picture step": lambda w: hw.picture(EXPLAINER.start, w),
    "step_text": lambda w: hw.step_text(PROBLEM, w),
    "hint_ladder": lambda w: hw.hint_ladder(PROBLEM, w),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_argument_is_named_or_simply_works(call: str, wrong: str) -> None:
    with contextlib.suppress(HintwiseError):
        CALLS[call](WRONG[wrong])


@pytest.mark.parametrize("part", ["weights", "away_from", "distance_weights"])
def test_a_feature_that_there_is_not_is_named(part: str) -> None:
    with pytest.raises(HintwiseError, match=r"neighbours.*known"):
        EXPLAINER.contrasting_step(None, contrast(**{part: {**ONES, "neighbours": 1}}))


def test_texts_are_facts() -> None:
    known = EXPLAINER.state(["r1c2=3"]).facts
    assert known == EXPLAINER.state([hw.Fact("r1c2", 3)]).facts
    assert known == EXPLAINER.state("r1c2=3").facts


def test_one_condition_needs_no_list_and_any_of_may_be_nested() -> None:
    few, many = hw.AtMost(FEATURE, 9), hw.AtLeast(FEATURE, 1)
    assert EXPLAINER.optimal_step(where=few) == EXPLAINER.optimal_step(where=[few])
    nested = hw.AnyOf((hw.AnyOf((few,)), many))
    assert nested.bounds == (few, many)
    assert hw.AnyOf(few) == hw.AnyOf((few,))


def test_a_step_stands_for_its_features() -> None:
    assert hw.not_dominated_by(STEP) == hw.not_dominated_by(STEP.features)
    assert hw.differs_from(STEP) == hw.differs_from(STEP.features)


MODELS: dict[str, Callable[[], list[Any]]] = {
    "x // 0": lambda: [X // 0 == 1],
    "x % 0": lambda: [X % 0 == 1],
    "x // (y - y)": lambda: [X // (Y - Y) == 1],
    "a large power": lambda: [X**300 == 1],
    "a huge constant": lambda: [HUGE > X],
    "a huge coefficient": lambda: [HUGE * X + Y == 3],
    "a huge product": lambda: [X * Y == HUGE],
    "a huge domain": lambda: [cp.intvar(0, HUGE, name="h") >= X],
    "a large domain": lambda: [cp.intvar(0, 10**12, name="h") >= X + 3],
    "a node of an MDD that nothing leads to": lambda: [
        cp.MDD([X, Y], [("r", 0, "n"), ("n", 2, "t"), ("u", 1, "t")])
    ],
    "a node of an MDD that leads nowhere": lambda: [
        cp.MDD([X, Y], [("r", 0, "n"), ("r", 1, "m"), ("n", 2, "t")])
    ],
    "no state of an automaton accepts": lambda: [cp.Regular([X, Y], [("a", 1, "b")], "a", [])],
    "an index out of range": lambda: [cp.Element([1, 2], X) == 2],
    "a table over sums": lambda: [B.implies(cp.Table([X + Y, Y], [[3, 2]])), B],
    "no value allowed": lambda: [cp.InDomain(X, [])],
    "a float": lambda: [X < 0.5],
    "not a number": lambda: [math.nan > X],
    "a text": lambda: [X == "a"],
    "a duration below zero": lambda: [cp.Cumulative([X, Y], [-1, 2], [0, 3], [1, 1], 2)],
    "false": lambda: [X >= 0, False],
}


@pytest.mark.parametrize("model", MODELS)
def test_a_model_is_explained_or_refused_by_name(model: str) -> None:
    with contextlib.suppress(HintwiseError):
        explainer = hw.Explainer(hw.from_cpmpy(MODELS[model]()))
        if explainer.start.targets:
            explainer.smallest_step()
