"""The benchmark suite on tiny puzzles: complete, counted right, and reproducible."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hintwise.bench.cases import Case, Material, Puzzle, find_material, own_puzzle, random_cases
from hintwise.bench.compare import HintwiseRun, Race, RefereeRun, ToolsRun
from hintwise.bench.growth import Size, draw_logic_grid, draw_sudoku
from hintwise.bench.measure import (
    MeasuredExplainer,
    Measurement,
    summarise,
    with_rules_of_its_own,
)
from hintwise.bench.report import as_markdown, table_of
from hintwise.bench.run import SECTIONS, BenchResults, BenchSettings, run
from hintwise.bench.web.plan import WebPlan, WebResults
from hintwise.engine import Limits
from hintwise.engine.encode import encode
from hintwise.errors import InvalidValue, UnknownName
from hintwise.experiments import reference
from hintwise.puzzles import sudoku

SUDOKU = "1.....3..4.....2"
SETTINGS = BenchSettings(
    states=3,
    sampled_targets=2,
    queries=3,
    thinking_s=0.0,
    models=("magic square 3x3",),
    clashes=("roster",),
    calls=3,
    web=WebPlan(thinking_s=(), kills=0),  # see test_web
    sizes=(
        Size("Sudoku", 4, lambda rng: draw_sudoku((2, 2), 6, rng)),
        Size("logic grid, 3 categories", 3, lambda rng: draw_logic_grid(3, 3, rng)),
    ),
)


def puzzle(name: str = "tiny") -> Puzzle:
    return own_puzzle(name, sudoku(SUDOKU), np.random.default_rng(0))


@pytest.fixture(scope="module")
def material() -> Material:
    start = puzzle().start(puzzle().all_ones)
    return Material("tiny puzzles", {"Sudoku 4x4": (puzzle(),)}, (start,), start)


@pytest.fixture(scope="module")
def results(material: Material) -> BenchResults:
    return results_of(material)


def results_of(material: Material, *only: str) -> BenchResults:
    *_, last = run(SETTINGS, material, only)
    assert isinstance(last, BenchResults)
    return last


def measured(**values: Any) -> Measurement:
    unset: dict[str, Any] = {
        "label": "",
        "seconds": 1.0,
        "sat_calls": 0,
        "seeding_calls": 0,
        "sat_s": 0.0,
        "bound_s": 0.0,
        "pool_bytes": 0,
        "cost": 1.0,
        "lower_bound": 1.0,
        "optimal": True,
    }
    return Measurement(**(unset | values))


def compared(**values: Any) -> Race:
    unset: dict[str, Any] = {
        "label": "",
        "targets": 10,
        "hintwise": HintwiseRun(construction_s=0.1, query_s=0.1, cost=5.0, optimal=True),
        "tools": ToolsRun(10, (1.0, 3.0), (7.0, 5.0), (7.0, 5.0)),
        "referee": RefereeRun(seconds=8.0, cost=5.0, optimal=True),
    }
    return Race(**(unset | values))


def test_a_run_gives_a_complete_document(results: BenchResults) -> None:
    document = json.loads(json.dumps(results.as_json()))
    assert set(document) == {"machine", "settings", "puzzles", *SECTIONS}
    assert document["settings"]["states"] == 3
    assert document["machine"]["cores"] >= 1

    (family,) = document["steps"]["families"]
    for kind in ("cold", "warm"):
        assert family[kind]["queries"] == family[kind]["proven"] == 3
        assert 0 < family[kind]["median_s"] <= family[kind]["p95_s"] <= family[kind]["max_s"]
        shares = [family[kind][f"{part}_share"] for part in ("sat", "bound", "rest")]
        assert sum(shares) == pytest.approx(1)
        assert len(family["measurements"][kind]) == 3
    assert family["cold"]["seeding_calls_median"] > family["warm"]["seeding_calls_median"] == 0
    assert family["first_construction_median_s"] > 0

    assert [point["values"] for point in document["growth"]] == [4, 3]
    assert all(point["queries"] == point["proven"] == 1 for point in document["growth"])
    assert len(document["sequence"]["along"]) == len(document["sequence"]["fresh"]) == 12

    (comparison,) = document["compare"]
    assert comparison["tools"]["tried"] == 2
    assert comparison["tools"]["estimated"]
    assert comparison["tools"]["agree"]
    assert comparison["referee"]["agree"]
    assert comparison["hintwise"]["optimal"]

    assert len(document["deadlines"]["calls"]) == 3

    (clash,) = document["clashes"]["clashes"]
    assert clash["steps"] > 1
    assert clash["hard"] == 0

    (model,) = document["models"]["records"]
    assert (model["name"], model["outcome"], model["optimal"]) == ("magic square 3x3", "step", True)


def test_cold_and_warm_queries_are_the_same_states_with_the_same_costs(
    results: BenchResults,
) -> None:
    (family,) = results.as_json()["steps"]["families"]
    cold, warm = family["measurements"]["cold"], family["measurements"]["warm"]
    assert [m["label"] for m in cold] == [m["label"] for m in warm]
    assert [m["cost"] for m in cold] == pytest.approx([m["cost"] for m in warm])


def test_every_section_has_a_table(results: BenchResults) -> None:
    for section in results.sections.values():
        table = table_of(section)
        assert table.rows or isinstance(section, WebResults)
        assert {len(row) for row in table.rows} <= {len(table.headers)}
        assert f"### {table.title}" in as_markdown(results)
    assert "ESTIMATED" in as_markdown(results)


def test_figures_are_drawn_for_what_was_measured(results: BenchResults, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from hintwise.bench.figures import figures

    drawn = dict(figures(results))
    assert set(drawn) == {"sequence", "growth", "compare", "models"}
    for name, figure in drawn.items():
        figure.savefig(tmp_path / f"{name}.png")
        assert all(axes.get_xlabel() for axes in figure.axes)


def test_leaving_sections_out_changes_nothing_in_the_others(
    material: Material, results: BenchResults
) -> None:
    alone = results_of(material, "growth").as_json()
    assert "steps" not in alone
    costs = [[m["cost"] for m in point["measurements"]] for point in alone["growth"]]
    whole = results.as_json()["growth"]
    assert costs == [[m["cost"] for m in point["measurements"]] for point in whole]


def test_an_unknown_section_is_refused(material: Material) -> None:
    with pytest.raises(UnknownName, match="steps"):
        results_of(material, "step")


def test_ratios_are_the_others_time_over_ours_with_and_without_construction() -> None:
    comparison = compared()
    assert comparison.tools.estimated
    assert comparison.tools.seconds == pytest.approx(20)  # 2 s each, 10 targets
    assert comparison.times_tools.in_all == pytest.approx(100)
    assert comparison.times_tools.query == pytest.approx(200)
    assert comparison.times_referee.in_all == pytest.approx(40)
    assert comparison.times_referee.query == pytest.approx(80)


def test_nothing_is_estimated_when_all_targets_were_tried() -> None:
    tools = ToolsRun(2, (1.0, 3.0), (7.0, 5.0), (7.0, 5.0))
    assert not tools.estimated
    assert tools.seconds == pytest.approx(4)


def test_costs_are_compared_only_where_both_finished() -> None:
    assert compared().tools_agree is True
    assert compared().referee_agrees is True
    assert compared(tools=ToolsRun(10, (1.0,), (7.0,), (7.1,))).tools_agree is False
    assert compared(tools=ToolsRun(10, (1.0,), (7.0,), (None,))).tools_agree is None
    stopped = RefereeRun(seconds=8.0, cost=6.0, optimal=False)
    assert compared(referee=stopped).referee_agrees is None
    wrong = RefereeRun(seconds=8.0, cost=4.0, optimal=True)
    assert compared(referee=wrong).referee_agrees is False


def test_a_summary_counts_times_calls_and_shares() -> None:
    summary = summarise(
        [
            measured(seconds=1.0, sat_calls=10, seeding_calls=4, sat_s=0.5, bound_s=0.25),
            measured(seconds=3.0, sat_calls=30, optimal=False, pool_bytes=7),
            measured(seconds=2.0, sat_calls=50, sat_s=1.0),
        ]
    )
    assert (summary.queries, summary.proven) == (3, 2)
    assert (summary.median_s, summary.max_s) == (2.0, 3.0)
    assert summary.p95_s == pytest.approx(2.9)
    assert (summary.sat_calls_median, summary.sat_calls_mean) == (30, 30)
    assert summary.seeding_calls_median == 0
    assert summary.sat_share == pytest.approx(1.5 / 6)
    assert summary.bound_share == pytest.approx(0.25 / 6)
    assert summary.rest_share == pytest.approx(4.25 / 6)
    assert summary.pool_bytes_max == 7


def test_seeding_takes_one_call_per_neighbour_in_the_first_query_only() -> None:
    explainer = MeasuredExplainer(sudoku(SUDOKU))
    case = puzzle().start(puzzle().all_ones)
    neighbours = sudoku(SUDOKU).neighbours
    assert neighbours is not None
    first, second = (explainer.ask(case, Limits()) for _ in range(2))
    assert first.seeding_calls == len(list(neighbours(explainer.explainer.solution)))
    assert first.sat_calls >= first.seeding_calls
    assert second.seeding_calls == 0


def test_a_problem_with_rules_of_its_own_is_encoded_again() -> None:
    problem = sudoku(SUDOKU)
    assert encode(sudoku("." * 16)).selectors is encode(problem).selectors
    assert encode(with_rules_of_its_own(problem)).selectors is not encode(problem).selectors


def test_a_query_without_a_step_in_time_is_a_result() -> None:
    case = puzzle().start(puzzle().all_ones)
    measurement = MeasuredExplainer(case.problem).ask(case, Limits(deadline_s=1e-9))
    assert not measurement.optimal
    json.dumps(measurement.cost)


def test_random_cases_leave_a_target_and_take_weights_in_turn() -> None:
    def drawn(seed: int) -> list[Case]:
        two = [puzzle("one"), puzzle("two")]
        return list(random_cases(two, 6, np.random.default_rng(seed)))

    cases = drawn(1)
    assert [case.puzzle for case in cases] == ["one", "two"] * 3
    names = [case.weights.name for case in cases]
    assert names[1::3] == ["all ones"] * 2
    assert names[2::3] == ["10^U(-2,2)"] * 2
    assert all(len(case.known) < 12 for case in cases)
    assert [(c.known, c.weights) for c in cases] == [(c.known, c.weights) for c in drawn(1)]
    assert [c.known for c in cases] != [c.known for c in drawn(2)]


def test_without_the_reference_folder_the_puzzles_are_our_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(reference.VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    material = find_material(np.random.default_rng(0))
    assert material.source.startswith("bundled")
    assert {len(p.problem.variables) for p in material.families["Sudoku 9x9"]} == {81}
    for puzzles in material.families.values():
        for some in puzzles:
            powers = {np.log10(w) for o in some.oracles for w in o.by_feature.values()}
            assert powers <= {-2, -1, 0, 1, 2}


def test_a_reference_folder_that_is_named_must_be_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(reference.VARIABLE, str(tmp_path))
    with pytest.raises(InvalidValue, match=reference.VARIABLE):
        reference.reference_folder()
