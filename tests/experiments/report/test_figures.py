from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from hintwise.elicit.settings import settings_for
from hintwise.experiments.report.arrangement import Arrangement
from hintwise.experiments.report.figures import FigureFile, drawings
from hintwise.experiments.report.findings import ProblemFindings, findings
from hintwise.experiments.report.published import published_for
from hintwise.problem import Kind
from hintwise.puzzles.logic_grid.kind import LOGIC_GRID
from hintwise.puzzles.sudoku.kind import SUDOKU
from hintwise.render.figures import BLUE, COLOURS, VERMILION
from tests.experiments.report.made_runs import cell, result

METHODS = ("choice_perceptron", "non_dominated")
NORMS = ("none", "nadir", "cumulative", "local")


def found(
    methods: Mapping[str, Mapping[str, Any]], regrets: Sequence[float] = (3.0, 1.0)
) -> ProblemFindings:
    cells = [
        (cell(label, user, **settings), result([r * (1 + int(user)) for r in regrets]))
        for label, settings in methods.items()
        for user in "0123"
    ]
    (problem,) = findings(cells)
    return problem


LEARNING = ("regret-over-queries", "regret-over-seconds")


def names(problem: ProblemFindings) -> list[str]:
    return [drawing.name for drawing in drawings([problem])]


def test_normalisations_by_method_are_grouped() -> None:
    plan = {f"{m} {n}": {"method": m, "normalisation": n} for n in NORMS for m in METHODS}
    problem = found(plan)
    arrangement = Arrangement.of(problem)
    assert problem.varied == ("method", "normalisation")
    assert (arrangement.axis, arrangement.places) == ("normalisation", NORMS)
    assert arrangement.series == ("choice perceptron", "non-dominated")
    assert arrangement.methods["non-dominated", "nadir"].label == "non_dominated nadir"
    assert names(problem) == ["regret", *LEARNING, "query-times"]


def test_a_setting_that_goes_with_another_one_is_not_what_varies() -> None:
    plan = {
        "plain": {"method": "non_dominated", "learning_rate": 10.0},
        "learned": {"method": "learned_weights", "learning_rate": 5.0},
        "MACHOP": {"method": "machop", "learning_rate": 0.5},
    }
    problem = found(plan)
    assert problem.varied == ("method",)
    assert Arrangement.of(problem).places == ("plain", "learned", "MACHOP")


def test_learning_rates_are_in_order_along_an_axis() -> None:
    rates = (10.0, 0.1, 1.0)
    plan = {f"{m} {r}": {"method": m, "learning_rate": r} for m in METHODS for r in rates}
    problem = found(plan)
    arrangement = Arrangement.of(problem)
    assert arrangement.numeric
    assert (arrangement.axis, arrangement.places) == ("learning rate", ("0.1", "1", "10"))
    assert names(problem) == ["regret-by-number", *LEARNING, "query-times"]
    alone = found({f"rate {r}": {"learning_rate": r} for r in rates})
    assert Arrangement.of(alone).series == ("",)
    assert names(alone)[0] == "regret-by-number"


def test_methods_that_settings_do_not_tell_apart_go_by_their_labels() -> None:
    problem = found({"one": {}, "the same": {}})
    assert problem.varied == ()
    assert Arrangement.of(problem).places == ("one", "the same")


def test_a_combination_may_be_missing() -> None:
    plan = {
        "a": {"method": "choice_perceptron"},
        "b": {"method": "machop"},
        "c": {"method": "machop", "selection": "offline_ses"},
    }
    arrangement = Arrangement.of(found(plan))
    assert arrangement.places == ("online", "offline SES")
    assert [m.label for m in arrangement.along("choice perceptron").values()] == ["a"]
    assert list(arrangement.along("MACHOP")) == [0, 1]


def test_one_method_is_followed_but_not_compared() -> None:
    assert names(found({"MACHOP": {}})) == [*LEARNING, "query-times"]
    assert names(found({"MACHOP": {}}, regrets=[1.0])) == ["query-times"]
    assert names(found({"MACHOP": {}}, regrets=[])) == ["query-times"]


@pytest.mark.parametrize(
    "regrets",
    [
        [0.0, 0.0],
        [5.0, 0.0],
        [1e-9, 1e3],
        [math.inf, 1.0],
        [math.inf, math.inf],
        [0.02, 40.0],
    ],
)
def test_any_regret_can_be_drawn(regrets: list[float]) -> None:
    problem = found({m: {"method": m} for m in METHODS}, regrets)
    for drawing in drawings([problem]):
        ElementTree.fromstring(drawing.svg)
        left_out = re.search(r"Left out: (\d+) evaluations", drawing.caption)
        shown = {"regret": regrets[-1:], **dict.fromkeys(LEARNING, regrets), "query-times": []}
        infinite = 8 * sum(map(math.isinf, shown[drawing.name]))
        assert (left_out and left_out[1]) == (str(infinite) if infinite else None)


def colours(drawing: FigureFile) -> set[str]:
    """Of lines and boxes, but for what is ink, paper and grid."""
    used = set(re.findall(r"stroke: (#[0-9a-f]{6})", drawing.svg))
    return used - {"#1f2328", "#ffffff", "#dddddd"}


def test_a_method_has_its_colour_in_every_figure() -> None:
    both = found({m: {"method": m} for m in METHODS})
    seen = [colours(drawing) for drawing in drawings([both])]
    assert seen == 4 * [{BLUE.lower(), VERMILION.lower()}]
    (machop, *_) = drawings([found({"one": {"method": METHODS[1]}})])
    assert colours(machop) == {VERMILION.lower()}
    rates = {f"{m} {r}": {"method": m, "learning_rate": r} for m in METHODS for r in (0.1, 1.0)}
    for drawing in drawings([found(rates)]):
        assert colours(drawing) == {BLUE.lower(), VERMILION.lower()}


def test_what_is_not_a_method_has_a_colour_that_no_method_has() -> None:
    selections = {s: {"selection": s} for s in ("online", "offline_ses", "offline_random")}
    norms = {f"{m} {n}": {"method": m, "normalisation": n} for n in NORMS for m in METHODS}
    of_methods = {colour.lower() for colour in COLOURS[:4]}
    for drawing in drawings([found(selections)]):
        assert colours(drawing).isdisjoint(of_methods)
    _, *curves = drawings([found(norms)])
    for drawing in curves:
        assert len(colours(drawing)) == len(NORMS)
        assert colours(drawing).isdisjoint(of_methods)


def test_labels_in_any_script_are_drawn_as_text_without_complaint() -> None:
    for drawing in drawings([found({"日本": {}, "МАСХОП": {"method": "non_dominated"}})]):
        assert "日本" in drawing.svg  # warnings are errors


def test_numbers_of_queries_are_whole() -> None:
    made = result([3.0, 2.0, 1.0])
    few = tuple(replace(e, queries=e.queries // 10) for e in made.evaluations)
    (curve, *_) = drawings(findings([(cell("one"), replace(made, evaluations=few))]))
    assert curve.name == "regret-over-queries"
    groups = ElementTree.fromstring(curve.svg).iter("{http://www.w3.org/2000/svg}g")
    ticks = [g for g in groups if g.get("id", "").startswith("xtick")]
    assert ["".join(tick.itertext()).strip() for tick in ticks] == ["0", "1", "2"]


def test_a_drawing_is_the_same_each_time() -> None:
    def draw() -> list[FigureFile]:
        return list(drawings([found({m: {"method": m} for m in METHODS})]))

    assert draw() == draw()


def test_published_figures_belong_to_what_was_published() -> None:
    for kind in (SUDOKU, LOGIC_GRID):
        for method in ("choice_perceptron", "non_dominated", "learned_weights", "machop"):
            assert published_for(kind, settings_for(method)) is not None
            offline = settings_for(method, selection="offline_ses")
            assert (published_for(kind, offline) is not None) == (method == "machop")
            for norm in ("none", "nadir", "cumulative"):
                assert published_for(kind, settings_for(method, normalisation=norm)) is None
        assert published_for(kind, settings_for("machop", learning_rate=7.0)) is None
        assert published_for(kind, settings_for("machop", learning_rate=0.5)) is not None
    assert published_for(Kind("other"), settings_for("machop")) is None


def test_published_figures_are_in_order_and_agree_with_each_other() -> None:
    for kind in (SUDOKU, LOGIC_GRID):
        for method in ("choice_perceptron", "learned_weights", "machop"):
            published = published_for(kind, settings_for(method))
            assert published is not None
            regret = published.regret
            assert regret.quartiles is not None
            assert regret.range is not None
            assert regret.median is not None
            least, most = regret.range
            assert least < regret.quartiles[0] < regret.median < regret.quartiles[1] < most
            assert least < regret.mean < most
