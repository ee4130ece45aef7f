"""`hintwise hint`, called as a person calls it, on the real engine and small puzzles."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from hintwise.cli import main
from hintwise.engine import Explainer
from hintwise.engine.verify import Verdict, Verifier
from hintwise.features import feature_names
from hintwise.problem import Fact, Step
from hintwise.puzzles import sudoku

PUZZLE = "1.....3..4.....2"
SOLUTION = "1324423124133142"
SEVERAL_SOLUTIONS = "1.....3..4......"
BAKERY = str(Path(__file__).resolve().parents[2] / "docs" / "examples" / "bakery.toml")

Hint = Callable[..., tuple[int, str, str]]


@pytest.fixture
def hint(capsys: pytest.CaptureFixture[str]) -> Hint:
    """Runs `hintwise hint` in this process; gives exit code, stdout and stderr."""

    def run(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(["hint", *arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run


def cost_of(step: Mapping[str, Any], weights: Mapping[str, float]) -> float:
    return sum(weights[name] * count for name, count in step["features"].items())


def record_of(hint: Hint, *arguments: str) -> dict[str, Any]:
    code, out, err = hint(*arguments, "--json")
    assert (code, err) == (0, "")
    record = json.loads(out)
    assert isinstance(record, dict)
    return record


def test_a_hint_only_says_where_to_look_unless_more_is_asked_for(hint: Hint) -> None:
    assert hint(PUZZLE, "--target", "r1c2") == (0, "1. Look at block 1.\n", "")


def test_each_level_adds_a_line_to_the_ones_before(hint: Hint) -> None:
    levels = [("--target", "r1c2", "--level", str(level)) for level in (1, 2, 3, 4)]
    texts = [hint(PUZZLE, *level)[1].splitlines() for level in levels]
    assert [len(lines) for lines in texts] == [1, 2, 3, 4]
    assert all(more[: len(less)] == less for less, more in itertools.pairwise(texts))
    assert texts[3][3].endswith("r1c2 must be 3.")
    assert not any("r1c2" in line for line in texts[2])


def test_json_holds_the_step_at_the_last_level_only(hint: Hint) -> None:
    for level in (1, 2, 3):
        record = record_of(hint, PUZZLE, "--level", str(level))
        assert "step" not in record
        assert (record["level"], len(record["hints"])) == (level, level)
    record = record_of(hint, PUZZLE, "--target", "r1c2", "--level", "4")
    assert record["step"]["derived"] == "r1c2=3"
    assert record["step"]["text"] == record["hints"][3]


def test_a_hint_goes_on_from_the_persons_own_grid(hint: Hint) -> None:
    first = record_of(hint, PUZZLE, "--level", "4")["step"]["derived"]
    row, column, value = int(first[1]), int(first[3]), first[5]
    place = 4 * (row - 1) + column - 1
    filled = PUZZLE[:place] + value + PUZZLE[place + 1 :]
    for arguments in ((filled, "--original", PUZZLE), (PUZZLE, "--known", first)):
        after = record_of(hint, *arguments, "--level", "4")["step"]
        assert after["derived"] != first
        assert record_of(hint, *arguments, "--level", "4", "--target", "r4c1")["step"]["derived"]


def test_following_hints_solves_the_puzzle(hint: Hint) -> None:
    known: list[str] = []
    for _ in range(PUZZLE.count(".")):
        facts = [part for fact in known for part in ("--known", fact)]
        known.append(record_of(hint, PUZZLE, "--level", "4", *facts)["step"]["derived"])
    facts = [part for fact in known for part in ("--known", fact)]
    code, out, _ = hint(PUZZLE, *facts)
    assert code == 0
    assert "solved" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ("12" + PUZZLE[2:], "--original", PUZZLE),
        (PUZZLE, "--known", "r1c2=2"),
        (PUZZLE, "--known", "r1c2=3", "--known", "r1c3=4"),
        (BAKERY, "--known", "Dov = rye"),
    ],
)
def test_a_mistake_is_reported_without_giving_anything_away(
    hint: Hint, arguments: tuple[str, ...]
) -> None:
    code, out, err = hint(*arguments, "--level", "4")
    assert (code, out) == (1, "")
    assert "there is a mistake" in err
    assert "hintwise check" in err
    assert not any(character.isdigit() for character in err)
    assert "=" not in err


def test_an_entry_that_may_or_may_not_be_right_is_no_mistake(hint: Hint) -> None:
    code, out, err = hint(SEVERAL_SOLUTIONS, "--known", "r4c4=2")
    assert (code, out) == (1, "")
    assert "several solutions, and not all of them have r4c4=2" in err
    assert "mistake" not in err


def test_a_puzzle_of_which_nothing_follows_says_so(hint: Hint) -> None:
    code, out, err = hint("." * 16)
    assert (code, out) == (1, "")
    assert "several solutions, and nothing more follows" in err


def test_a_puzzle_with_several_solutions_gives_a_hint_and_says_so(hint: Hint) -> None:
    code, out, err = hint(SEVERAL_SOLUTIONS)
    assert (code, out) == (0, "1. Look at block 1.\n")
    assert err == "this puzzle has several solutions: not all of it will follow\n"


def test_a_wrong_target_does_not_show_the_solution(hint: Hint) -> None:
    code, _, err = hint(PUZZLE, "--target", "r1c2=2")
    assert (code, err) == (1, "hintwise: r1c2=2 does not follow from the problem\n")


def test_a_solved_puzzle_has_no_hints(hint: Hint) -> None:
    code, out, _ = hint(SOLUTION)
    assert code == 0
    assert "solved" in out
    record = record_of(hint, SOLUTION, "--level", "4")
    assert (record["level"], record["hints"], record["solved"]) == (4, [], True)


def test_a_logic_grid_gets_hints_too(hint: Hint) -> None:
    code, out, _ = hint(BAKERY, "--level", "2", "--known", "not Ada = rye")
    assert code == 0
    assert out.startswith("1. Look at how ")
    assert "rye" not in out


def test_hints_come_in_other_languages(hint: Hint) -> None:
    arguments = (PUZZLE, "--target", "r1c2", "--language", "de")
    assert hint(*arguments)[1] == "1. Ein Blick auf Block 1 lohnt sich.\n"


def test_explain_speaks_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", PUZZLE, "--steps", "1", "--language", "de", "--json"]) == 0
    text = json.loads(capsys.readouterr().out)["steps"][0]["text"]
    assert text.startswith("Versteckter Einer: ")
    assert main(["explain", PUZZLE, "--steps", "1", "--language", "de"]) == 0
    assert "(versteckter Einer)" in capsys.readouterr().out


@pytest.mark.parametrize("puzzle", [PUZZLE, "first-light", "kites"])
def test_without_weights_the_step_is_the_one_that_explain_begins_with(
    hint: Hint, capsys: pytest.CaptureFixture[str], puzzle: str
) -> None:
    step = record_of(hint, puzzle, "--level", "4", "--deadline", "none")["step"]
    assert main(["explain", puzzle, "--steps", "1", "--json"]) == 0
    explained = json.loads(capsys.readouterr().out)
    (first,) = explained["steps"]
    assert (step["text"], step["cost"]) == (first["text"], first["cost"])
    assert step["cost"] == pytest.approx(cost_of(step, explained["weights"]))


@pytest.mark.parametrize("option", ["--weights", "--profile"])
def test_weights_decide_which_step_comes_next(hint: Hint, tmp_path: Path, option: str) -> None:
    features = feature_names(sudoku(PUZZLE))
    weights = {name: 100 if "block" in name else 1 for name in features}
    file = tmp_path / "profile.json"
    profile = {"problem": "sudoku", "weights": weights, "made": "for this test"}
    file.write_text(json.dumps(profile), encoding="utf-8")
    step = record_of(hint, PUZZLE, "--level", "4", option, str(file))["step"]
    assert step["cost"] == pytest.approx(cost_of(step, weights))
    assert step["cost"] > record_of(hint, PUZZLE, "--level", "4")["step"]["cost"]
    assert main(["explain", PUZZLE, "--steps", "1", option, str(file)]) == 0


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        (PUZZLE, "--level", "0"),
        (PUZZLE, "--level", "6"),
        (PUZZLE, "--language", "tlh"),
        (PUZZLE, "--deadline", "0"),
        (PUZZLE, "--weights", "a.json", "--profile", "b.json"),
    ],
)
def test_wrong_usage_ends_with_two(hint: Hint, arguments: tuple[str, ...]) -> None:
    code, out, err = hint(*arguments)
    assert (code, out) == (2, "")
    assert "Error" in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("1.....3..4.....",), "15"),
        ((PUZZLE, "--known", "r9c9=1"), "unknown variable 'r9c9'"),
        ((PUZZLE, "--known", "r1c1=9"), "not in the domain"),
        ((PUZZLE, "--known", "hello"), "is not a fact"),
        (("kites", "--known", "Otto = frist"), "unknown value 'frist'; did you mean 'first'?"),
        (("kites", "--number", "7"), "holds one puzzle, so none with number 7"),
        (("first-light", "--number", "2"), "there is one Sudoku, so none with number 2"),
        ((PUZZLE, "--target", "r1c1"), "r1c1=1 is given"),
        ((PUZZLE, "--original", SOLUTION), "given in the original"),
        ((PUZZLE, "--profile", "missing.json"), "missing.json"),
        (("11" + "." * 14,), "no solution"),
    ],
)
def test_bad_input_ends_with_one_clear_line(
    hint: Hint, arguments: tuple[str, ...], complaint: str
) -> None:
    code, out, err = hint(*arguments)
    assert (code, out) == (1, "")
    assert err.startswith("hintwise: ")
    assert err.count("\n") == 1
    assert complaint in err


def test_a_step_that_fails_its_check_gives_no_hint(
    hint: Hint, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Doubter(Verifier):
        def check(self, *_: object, **settings: object) -> Verdict:
            return Verdict(refutes=False, minimal=None, superfluous=())

    monkeypatch.setattr("hintwise.guide.steps.workbench.Verifier", Doubter)
    code, out, err = hint(PUZZLE)
    assert (code, out) == (3, "")
    assert "internal error" in err


def test_a_step_that_is_not_proven_the_cheapest_says_so(
    hint: Hint, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = (Fact("r1c1", 1), Fact("r2c3", 3))
    step = Step(Fact("r1c2", 3), facts, ("row 2", "block 1"), {}, 6.0, False, 4.0)
    monkeypatch.setattr(Explainer, "optimal_step", lambda *_, **__: step)
    code, out, err = hint(PUZZLE, "--deadline", "0.5")
    assert (code, out) == (0, "1. Look at block 1.\n")
    assert "there may be an easier step" in err
