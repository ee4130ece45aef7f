"""`hintwise explain`, called as a user calls it, on the real engine and a 4x4 Sudoku."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from hintwise.cli import main
from hintwise.cli.inputs import read_puzzle
from hintwise.elicit.profile import Profile
from hintwise.engine import Limits
from hintwise.engine.verify import Verdict, Verifier
from hintwise.errors import OutOfTime
from hintwise.features import feature_names
from hintwise.problem import Fact, State, Step
from hintwise.puzzles import sudoku
from hintwise.puzzles.library import PUZZLES

PUZZLE = "1.....3..4.....2"
SOLUTION = "1324423124133142"
SEVERAL_SOLUTIONS = "1.....3..4......"
FEATURES = feature_names(sudoku(PUZZLE))


@pytest.fixture
def explain(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs `hintwise explain` in this process; gives exit code, stdout and stderr."""

    def run(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(["explain", *arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run


Explain = Callable[..., tuple[int, str, str]]


def steps_of(output: str) -> list[dict[str, Any]]:
    document = json.loads(output)
    assert {"puzzle", "problem", "steps"} <= set(document)
    steps = document["steps"]
    assert isinstance(steps, list)
    return steps


def cost_of(step: Mapping[str, Any], weights: Mapping[str, float]) -> float:
    return sum(weights[name] * count for name, count in step["features"].items())


def weights_file(folder: Path, weights: object, problem: str = "sudoku") -> str:
    file = folder / "weights.json"
    file.write_text(json.dumps({"problem": problem, "weights": weights}), encoding="utf-8")
    return str(file)


def test_without_steps_the_whole_puzzle_is_explained(explain: Explain) -> None:
    code, out, err = explain(PUZZLE, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["puzzle"] == PUZZLE
    steps = steps_of(out)
    assert len(steps) == PUZZLE.count(".")
    assert len({step["derived"] for step in steps}) == len(steps)
    for step in steps:
        row, column, value = step["derived"][1], step["derived"][3], step["derived"][5]
        assert SOLUTION[4 * (int(row) - 1) + int(column) - 1] == value
        assert set(step["features"]) == set(FEATURES)
        assert step["optimal"]
        assert step["lower_bound"] == pytest.approx(step["cost"])
        assert step["text"].endswith(f"{step['derived'][:4]} must be {value}.")
        assert "verified" not in step


def test_a_person_sees_boards_sentences_and_figures(explain: Explain) -> None:
    code, out, err = explain(PUZZLE)
    assert (code, err) == (0, "")
    for part in (
        "Step 1: ",
        "Step 12: ",
        "┌──────┬──────┐",
        "(hidden single)",
        "Effort ",
        "Solved.",
    ):
        assert part in out


def test_the_document_says_that_candidates_were_used(explain: Explain, tmp_path: Path) -> None:
    plain = json.loads(explain(PUZZLE, "--steps", "1", "--json")[1])
    assert not {"candidates", "entries"} & plain.keys()
    _, out, _ = explain(PUZZLE, "--candidates", "--steps", "1", "--json")
    marked = json.loads(out)
    assert (marked["puzzle"], marked["candidates"], marked["entries"]) == (PUZZLE, True, [])
    file = tmp_path / "weights.json"
    file.write_text(out, encoding="utf-8")
    assert explain(PUZZLE, "--candidates", "--weights", str(file), "--steps", "1")[0] == 0


def test_steps_stops_early(explain: Explain) -> None:
    code, out, _ = explain(PUZZLE, "--steps", "3", "--json")
    assert code == 0
    assert len(steps_of(out)) == 3


def test_a_later_step_may_use_what_an_earlier_one_derived(explain: Explain) -> None:
    steps = steps_of(explain(PUZZLE, "--json")[1])
    known = {str(fact) for fact in sudoku(PUZZLE).givens}
    for step in steps:
        assert set(step["facts"]) <= known
        known.add(step["derived"])


def test_a_target_alone_asks_for_one_step(explain: Explain) -> None:
    code, out, _ = explain(PUZZLE, "--target", "r4c1", "--json")
    assert code == 0
    assert [step["derived"] for step in steps_of(out)] == ["r4c1=3"]


def test_several_targets_give_the_cheapest_and_steps_goes_on(explain: Explain) -> None:
    targets = ("--target", "r4c1", "--target", "r1c3=2")
    (first,) = steps_of(explain(PUZZLE, *targets, "--json")[1])
    both = steps_of(explain(PUZZLE, *targets, "--steps", "5", "--json")[1])
    assert both[0]["derived"] == first["derived"]
    assert {step["derived"] for step in both} == {"r4c1=3", "r1c3=2"}


def test_top_gives_different_steps_of_the_start_state_cheapest_first(explain: Explain) -> None:
    code, out, _ = explain(PUZZLE, "--top", "4", "--json")
    steps = steps_of(out)
    givens = {str(fact) for fact in sudoku(PUZZLE).givens}
    assert code == 0
    assert len(steps) == 4
    assert all(set(step["facts"]) <= givens for step in steps)
    assert [step["cost"] for step in steps] == sorted(step["cost"] for step in steps)
    different = {(s["derived"], *s["facts"], *s["constraints"]) for s in steps}
    assert len(different) == 4


def test_smallest_counts_every_element_once(explain: Explain) -> None:
    code, out, _ = explain(PUZZLE, "--smallest", "--steps", "2", "--json")
    assert code == 0
    for step in steps_of(out):
        assert step["cost"] == len(step["facts"]) + len(step["constraints"])
    assert "weights" not in json.loads(out)


def test_verify_reports_both_checks(explain: Explain) -> None:
    code, out, _ = explain(PUZZLE, "--steps", "2", "--verify", "--json")
    assert code == 0
    for step in steps_of(out):
        assert step["verified"] == {"refutes": True, "minimal": True}
    assert "verified: it follows, and nothing" in explain(PUZZLE, "--steps", "1", "--verify")[1]


def test_weights_decide_what_a_step_costs(explain: Explain, tmp_path: Path) -> None:
    weights = {name: 0.5 * number for number, name in enumerate(FEATURES, 1)}
    code, out, _ = explain(
        PUZZLE, "--weights", weights_file(tmp_path, weights), "--steps", "1", "--json"
    )
    assert code == 0
    (step,) = steps_of(out)
    assert step["cost"] == pytest.approx(cost_of(step, weights))


@pytest.mark.parametrize(
    ("puzzle", "kind"),
    [(PUZZLE, "population"), ("first-light", "population"), ("kites", "structural")],
)
def test_without_weights_a_step_costs_what_the_shipped_prior_expects(
    explain: Explain, puzzle: str, kind: str
) -> None:
    code, out, _ = explain(puzzle, "--steps", "1", "--json")
    assert code == 0
    document = json.loads(out)
    (step,) = document["steps"]
    assert document["weights"] == Profile.expected(read_puzzle(puzzle).problem()).weights
    assert document["weights_from"]["prior"]["kind"] == kind
    assert step["cost"] == pytest.approx(cost_of(step, document["weights"]))


def test_the_document_is_a_weights_file_that_leads_to_the_same_steps(
    explain: Explain, tmp_path: Path
) -> None:
    file = tmp_path / "explained.json"
    _, out, _ = explain("tiny-2", "--json")
    file.write_text(out, encoding="utf-8")
    code, again, _ = explain("tiny-2", "--weights", str(file), "--json")
    assert code == 0
    document = json.loads(again)
    assert document["weights"] == json.loads(out)["weights"]
    assert document["weights_from"] == {"file": str(file)}
    assert [step["text"] for step in steps_of(again)] == [step["text"] for step in steps_of(out)]


def test_all_weights_can_still_be_one(explain: Explain, tmp_path: Path) -> None:
    ones = weights_file(tmp_path, dict.fromkeys(FEATURES, 1))
    _, out, _ = explain(PUZZLE, "--weights", ones, "--json")
    for step in steps_of(out):
        assert step["cost"] == sum(step["features"].values())


def test_a_deadline_is_accepted(explain: Explain) -> None:
    assert explain(PUZZLE, "--deadline", "5", "--steps", "1", "--json")[0] == 0


def test_a_solved_puzzle_has_no_steps(explain: Explain) -> None:
    code, out, _ = explain(SOLUTION)
    assert code == 0
    assert "solved already" in out
    code, out, _ = explain(SOLUTION, "--json")
    assert (code, steps_of(out)) == (0, [])
    assert explain(SOLUTION, "--top", "2")[0] == 0


def test_a_puzzle_with_several_solutions_is_explained_as_far_as_it_goes(explain: Explain) -> None:
    code, out, _ = explain(SEVERAL_SOLUTIONS)
    assert code == 0
    assert "several solutions: 6 of its 13 open cells follow" in out
    assert "Step 6: " in out
    assert "Solved." not in out


def test_a_logic_grid_with_several_solutions_has_open_links(
    explain: Explain, tmp_path: Path
) -> None:
    file = tmp_path / "grid.toml"
    file.write_text(PUZZLES["kites"].partition("[[clues]]")[0], encoding="utf-8")
    code, out, _ = explain(str(file))
    assert code == 0
    assert "several solutions: none of its 27 open links follow" in " ".join(out.split())


def test_a_puzzle_may_come_from_a_file_stdin_or_the_library(
    explain: Explain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = "\n".join(PUZZLE[i : i + 4] for i in range(0, 16, 4))
    file = tmp_path / "puzzle.txt"
    file.write_text(f"{rows}\n", encoding="utf-8")
    assert json.loads(explain(str(file), "--steps", "1", "--json")[1])["puzzle"] == PUZZLE
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(rows.encode())))
    assert json.loads(explain("-", "--steps", "1", "--json")[1])["puzzle"] == PUZZLE
    shown = json.loads(explain("tiny-1", "--steps", "1", "--json")[1])["puzzle"]
    assert shown == PUZZLES["tiny-1"]


@pytest.mark.parametrize(
    ("puzzle", "complaint"),
    [
        ("1.....3..4.....", "15"),
        ("1.....3..4....!2", "'!' in row 4, column 3"),
        ("1.....3..4....92", "'9' in row 4, column 3"),
        ("", "0 characters"),
        ("no-such-file.txt", "neither"),
        ("missing_file.txt", "neither"),
        ("/", "neither"),
    ],
)
def test_bad_puzzles_end_with_one_clear_line(explain: Explain, puzzle: str, complaint: str) -> None:
    code, out, err = explain(puzzle, "--json")
    assert (code, out) == (1, "")
    assert err.startswith("hintwise: ")
    assert err.count("\n") == 1
    assert complaint in err


def test_a_puzzle_file_that_is_not_text_is_named(explain: Explain, tmp_path: Path) -> None:
    file = tmp_path / "puzzle.bin"
    file.write_bytes(b"\xff\x00")
    code, _, err = explain(str(file))
    assert code == 1
    assert "UTF-8" in err


def test_an_unsolvable_puzzle_names_a_conflict(explain: Explain) -> None:
    code, out, err = explain("11" + "." * 14, "--json")
    assert (code, out) == (1, "")
    assert "r1c1=1" in err
    assert "r1c2=1" in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((PUZZLE, "--target", "r4c1=2"), "r4c1=2 does not follow"),
        ((SEVERAL_SOLUTIONS, "--target", "r4c4"), "r4c4 is not determined"),
        ((PUZZLE, "--target", "r9c9"), "unknown variable 'r9c9'"),
        ((PUZZLE, "--target", "r1c1"), "r1c1=1 is given"),
        (("kites", "--target", "Otto"), "write them with '=' between, such as 'Otto = first'"),
        (("kites", "--target", "Oto = fish"), "unknown value 'Oto'; did you mean 'Otto'?"),
    ],
)
def test_bad_targets_are_named(explain: Explain, arguments: tuple[str], complaint: str) -> None:
    code, out, err = explain(*arguments, "--json")
    assert (code, out) == (1, "")
    assert complaint in err


def test_a_wrong_target_does_not_show_the_solution(explain: Explain) -> None:
    code, out, err = explain(PUZZLE, "--target", "r4c1=2")
    assert (code, out) == (1, "")
    assert err == "hintwise: r4c1=2 does not follow from the problem\n"


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"adjacent_row": 0}, "adjacent_row=0"),
        ({"adjacent_row": -1.5}, "adjacent_row=-1.5"),
        ({"adjacent_row": float("nan")}, "adjacent_row=nan"),
        ({"adjacent_row": float("inf")}, "adjacent_row=inf"),
        ({"adjacent_row": "1"}, "adjacent_row='1'"),
        ({"adjacent_row": True}, "adjacent_row=True"),
        ({"adjacent_diagonal": 1}, "unknown feature 'adjacent_diagonal'"),
    ],
)
def test_bad_weights_are_named(
    explain: Explain, tmp_path: Path, change: dict[str, object], complaint: str
) -> None:
    weights = {**dict.fromkeys(FEATURES, 1.0), **change}
    for puzzle in (PUZZLE, SOLUTION):
        code, out, err = explain(puzzle, "--weights", weights_file(tmp_path, weights), "--json")
        assert (code, out) == (1, "")
        assert complaint in err


def test_missing_weights_are_named(explain: Explain, tmp_path: Path) -> None:
    weights = dict.fromkeys(FEATURES[1:], 1.0)
    code, _, err = explain(PUZZLE, "--weights", weights_file(tmp_path, weights))
    assert code == 1
    assert f"no weight for {FEATURES[0]}" in err


def test_weights_of_another_problem_are_refused(explain: Explain, tmp_path: Path) -> None:
    weights = dict.fromkeys(FEATURES, 1.0)
    code, _, err = explain(PUZZLE, "--weights", weights_file(tmp_path, weights, "logic_grid"))
    assert code == 1
    assert "'logic_grid'" in err


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"problem": "sudoku", "weights": 3}', "\x00"])
def test_a_weights_file_of_another_form_is_refused(
    explain: Explain, tmp_path: Path, text: str
) -> None:
    file = tmp_path / "weights.json"
    file.write_text(text, encoding="utf-8")
    code, _, err = explain(PUZZLE, "--weights", str(file))
    assert code == 1
    assert str(file) in err


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_a_weights_file_that_is_not_there_is_named(
    explain: Explain, tmp_path: Path, name: str
) -> None:
    code, _, err = explain(PUZZLE, "--weights", str(tmp_path / name))
    assert code == 1
    assert str(tmp_path) in err


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        (PUZZLE, "--steps", "0"),
        (PUZZLE, "--steps", "many"),
        (PUZZLE, "--top", "0"),
        (PUZZLE, "--top", "2", "--steps", "2"),
        (PUZZLE, "--top", "2", "--smallest"),
        (PUZZLE, "--smallest", "--weights", "w.json"),
        (PUZZLE, "--deadline", "0"),
        (PUZZLE, "--deadline", "-1"),
        (PUZZLE, "--deadline", "nan"),
        (PUZZLE, "--deadline", "inf"),
        (PUZZLE, "--colour"),
    ],
)
def test_wrong_usage_ends_with_two(explain: Explain, arguments: tuple[str, ...]) -> None:
    code, out, err = explain(*arguments)
    assert (code, out) == (2, "")
    assert "Error" in err


def test_the_version_and_the_help_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert "version" in capsys.readouterr().out
    assert main(["--help"]) == 0
    assert "explain" in capsys.readouterr().out
    assert main(["no-such-command"]) == 2


def test_a_step_that_fails_its_check_is_not_shown(
    explain: Explain, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Doubter(Verifier):
        def check(self, *_: object, **settings: object) -> Verdict:
            return Verdict(refutes=False, minimal=None, superfluous=())

    monkeypatch.setattr("hintwise.guide.steps.workbench.Verifier", Doubter)
    code, out, err = explain(PUZZLE)
    assert (code, out) == (3, "")
    assert "internal error" in err


class Stuck:
    """An explainer that finds one step; what comes then is up to the test."""

    def __init__(self, problem: Any, **_: Any) -> None:
        self._problem = problem

    @property
    def start(self) -> State:
        return self.state(())

    def state(self, facts: object) -> State:
        targets = frozenset({Fact("r1c3", 2), Fact("r1c2", 3)})
        return State(self._problem, frozenset(self._problem.givens), targets)

    def optimal_step(
        self, state: State, weights: object, *, keep_ties: bool, limits: Limits
    ) -> Step:
        derived = Fact("r1c3", 2)
        if derived in state.facts:
            self.go_on(limits)
        facts = (Fact("r1c1", 1), Fact("r2c3", 3), Fact("r4c4", 2))
        constraints = ("row 1", "col 3", "col 4", "block 2")
        return Step(derived, facts, constraints, {}, 1.0, False, 0.5, easy_cost=1.0)

    def also(self, *_: object, **__: object) -> tuple[Fact, ...]:
        return ()

    def go_on(self, limits: Limits) -> None:
        raise NotImplementedError


class AcceptAll(Verifier):
    """A verifier without a solver, for steps made up by hand."""

    def check(self, *_: object, **settings: object) -> Verdict:
        return Verdict(refutes=True, minimal=None, superfluous=())


@pytest.mark.parametrize("as_json", [True, False])
def test_ctrl_c_keeps_what_is_finished(
    explain: Explain, monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    class Interrupted(Stuck):
        def go_on(self, limits: Limits) -> None:
            assert limits.cancel is not None
            os.kill(os.getpid(), signal.SIGINT)
            assert limits.cancel.wait(10)
            raise OutOfTime("cancelled")

    monkeypatch.setattr("hintwise.guide.steps.workbench.Explainer", Interrupted)
    monkeypatch.setattr("hintwise.guide.steps.workbench.Verifier", AcceptAll)
    handler = signal.getsignal(signal.SIGINT)
    code, out, err = explain(PUZZLE, *(["--json"] if as_json else []))
    assert (code, err.strip()) == (130, "hintwise: interrupted")
    assert signal.getsignal(signal.SIGINT) is handler
    if as_json:
        assert [step["derived"] for step in steps_of(out)] == ["r1c3=2"]
    else:
        assert "not proven: " in out


@pytest.mark.parametrize("as_json", [True, False])
def test_ctrl_c_shows_the_best_step_so_far(
    explain: Explain, monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    class Interrupted(Stuck):
        def go_on(self, limits: Limits) -> None:
            assert limits.cancel is not None
            os.kill(os.getpid(), signal.SIGINT)
            assert limits.cancel.wait(10)

    monkeypatch.setattr("hintwise.guide.steps.workbench.Explainer", Interrupted)
    monkeypatch.setattr("hintwise.guide.steps.workbench.Verifier", AcceptAll)
    code, out, err = explain(PUZZLE, *(["--json"] if as_json else []))
    assert (code, err.strip()) == (130, "hintwise: interrupted")
    if as_json:
        assert [step["optimal"] for step in steps_of(out)] == [False, False]
    else:
        assert (
            " ".join(out.split()).count(
                "not proven: there may be an easier step, though none below 0.5"
            )
            == 2
        )


def test_running_out_of_time_keeps_what_is_finished(
    explain: Explain, monkeypatch: pytest.MonkeyPatch
) -> None:
    class TooSlow(Stuck):
        def go_on(self, limits: Limits) -> None:
            assert limits.deadline_s == 0.5
            raise OutOfTime("no step within 0.5 s")

    monkeypatch.setattr("hintwise.guide.steps.workbench.Explainer", TooSlow)
    monkeypatch.setattr("hintwise.guide.steps.workbench.Verifier", AcceptAll)
    code, out, err = explain(PUZZLE, "--deadline", "0.5", "--json")
    assert (code, err) == (1, "hintwise: no step within 0.5 s\n")
    assert len(steps_of(out)) == 1


def start_process(*arguments: str) -> subprocess.Popen[str]:
    script = "import sys; from hintwise.cli import main; sys.exit(main(sys.argv[1:]))"
    return subprocess.Popen(
        [sys.executable, "-c", script, "explain", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_ctrl_c_ends_a_real_process_at_once() -> None:
    with start_process("first-light", "--json") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        begun = process.stdout.readline() + process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, err = process.stdout.read(), process.stderr.read()
    assert process.returncode == 130
    assert "Traceback" not in err
    assert 1 <= len(steps_of(begun + rest)) < PUZZLES["first-light"].count(".")


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_reader_that_leaves_is_no_error(options: tuple[str, ...]) -> None:
    with start_process(PUZZLE, *options) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.wait(timeout=30) == 141
        assert process.stderr.read() == ""


def test_a_logic_grid_file_is_explained_too(explain: Callable[..., tuple[int, str, str]]) -> None:
    grid = str(Path(__file__).resolve().parents[2] / "docs" / "examples" / "bakery.toml")
    code, out, _ = explain(grid, "--steps", "1", "--json", "--verify")
    assert code == 0
    document = json.loads(out)
    assert document["title"] == "Before the shop opens"
    assert document["puzzle"] == Path(grid).read_text(encoding="utf-8")
    assert document["steps"][0]["verified"] == {"refutes": True, "minimal": True}


def test_steps_to_read_come_in_their_natural_order_unless_something_else_is_asked_for(
    explain: Explain, tmp_path: Path
) -> None:
    def orders(*arguments: str) -> set[str | None]:
        code, out, _ = explain(PUZZLE, "--steps", "2", "--json", *arguments)
        assert code == 0
        return {step.get("order") for step in steps_of(out)}

    assert orders() == {None}
    assert orders("--order", "natural") == {"natural"}
    assert orders("--order", "natural", "--smallest") == {"natural"}
    code, _, err = explain(PUZZLE, "--order", "random")
    assert (code, "'cheapest', 'natural'" in err) == (2, True)


def test_what_has_the_same_reason_is_told_together_in_grids(explain: Explain) -> None:
    counts = {}
    one_by_one = ("--json", "--one-by-one")
    for options in ((), ("--one-by-one",), ("--json",), one_by_one):
        code, out, _ = explain("kites", *options)
        assert code == 0
        counts[options] = len(steps_of(out)) if "--json" in options else out.count("Step ")
    assert counts[()] < counts["--one-by-one",] == counts["--json", "--one-by-one"]
    assert counts["--json",] < counts["--json", "--one-by-one"]


def test_a_grid_that_asks_a_question_ends_with_its_answer(explain: Explain, tmp_path: Path) -> None:
    file = tmp_path / "windows.toml"
    asked = '\n[question]\ntext = "Who grows clover?"\nask = "clover in neighbour"\n'
    file.write_text((Path(__file__).parents[2] / "docs/examples/windows.toml").read_text() + asked)
    code, out, _ = explain(str(file), "--text", "--only-needed")
    assert code == 0
    assert out.startswith("Who grows clover?\n1. ")
    assert out.endswith("\nThe answer: Jon goes with clover.\n")
    code, whole, _ = explain(str(file), "--text", "--whole")
    assert code == 0
    assert whole.count("\n") > out.count("\n")
    document = json.loads(explain(str(file), "--json")[1])
    assert document["question"]["text"] == "Who grows clover?"
    assert document["answer"] == ["neighbour Jon = flower clover"]
    code, _, err = explain(str(file), "--only-needed", "--steps", "2")
    assert (code, "leave out --steps and --top" in err) == (2, True)


@pytest.mark.parametrize("deadline", ["none", "None", "3.5"])
def test_a_deadline_may_be_none(explain: Explain, deadline: str) -> None:
    assert explain(PUZZLE, "--steps", "1", "--deadline", deadline)[0] == 0


@pytest.mark.parametrize("deadline", ["0", "-1", "nan", "inf", "soon"])
def test_a_deadline_is_above_zero(explain: Explain, deadline: str) -> None:
    code, _, err = explain(PUZZLE, "--deadline", deadline)
    assert (code, "number of seconds above zero" in err) == (2, True)
