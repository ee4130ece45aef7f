"""`hintwise replay`, called as a user calls it."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hintwise.cli import main
from hintwise.elicit.learners.prior import wide_prior
from tests.people.made_choices import made_choices
from tests.reference import human_choices

Replay = Callable[..., tuple[int, str, str]]
PAIRS = [(1, 0, 0, 2, "a"), (0, 2, 3, 0, "b"), (1, 0, 2, 0, "none")]


@pytest.fixture
def replay(capsys: pytest.CaptureFixture[str]) -> Replay:
    """Runs `hintwise replay`; gives exit code, stdout and stderr."""

    def run(*arguments: object) -> tuple[int, str, str]:
        code = main(["replay", *map(str, arguments)])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run


@pytest.fixture
def choices(tmp_path: Path) -> Path:
    """Two people, asked by two methods."""
    file = tmp_path / "choices.json"
    person = {"machop": PAIRS, "mine": PAIRS[::-1]}
    file.write_text(made_choices(person, person).write(), encoding="utf-8")
    return file


def test_the_tables_name_people_pairs_and_every_learner(replay: Replay, choices: Path) -> None:
    code, out, err = replay(choices)
    assert (code, err) == (0, "")
    assert "people: 2, pairs: 12, without a preference: 4, methods: machop, mine" in out
    assert "Accuracy on pairs of mine (all of them trade-offs), in the order asked" in out
    assert "after answers to pairs of machop" in out
    for learner in ("perceptron", "ones", "fewest", "first"):
        assert out.count(f"\n{learner} ") == 4
    assert out.count("\nbayes ") == 8  # it alone gives probabilities, so log-loss as well
    assert out.count("Log-loss") == 4
    assert "Reliability of bayes" in out
    assert "0.8–0.9" in out


def test_json_has_a_row_for_each_learner_method_and_number_of_answers(
    replay: Replay, choices: Path
) -> None:
    code, out, err = replay(choices, "--learner", "ones", "--answers", 2, "--answers", 0, "--json")
    assert (code, err) == (0, "")
    document: dict[str, Any] = json.loads(out)
    assert (document["people"], document["pairs"], document["without_preference"]) == (2, 12, 4)
    assert [(r["tested_on"], r["answers"], r["until"]) for r in document["in_order"]] == [
        *[("machop", 0, 2), ("machop", 2, 3), ("machop", 0, 3)],
        *[("mine", 0, 2), ("mine", 2, 3), ("mine", 0, 3)],
    ]
    row = document["across"][0]
    assert (row["predictor"], row["learned_on"], row["tested_on"]) == ("ones", "machop", "mine")
    assert row["all_pairs"]["pairs"] == 4
    # 1 against 2, a chosen; 2 against 3, b chosen.
    assert row["all_pairs"]["accuracy"]["mean"] == 0.5
    assert row["all_pairs"]["accuracy"]["standard_error"] == 0.0
    assert row["all_pairs"]["log_loss"] is None


def test_the_perceptron_follows_its_options(replay: Replay, choices: Path) -> None:
    options = ["--learner", "perceptron", "--normalisation", "none", "--learning-rate", 10]
    settings = json.loads(replay(choices, *options, "--json")[1])["assumptions"]["perceptron"]
    assert (settings["normalisation"], settings["rate"]) == ("none", 10.0)
    record = json.loads(replay(choices, "--preset", "published", "--json")[1])
    settings = record["assumptions"]["perceptron"]
    assert settings["normalised_objective"] is True


def test_bayes_follows_its_options(replay: Replay, choices: Path) -> None:
    prior = choices.with_name("prior.json")
    assert main(["prior", "fit", str(choices), "--out", str(prior)]) == 0
    options = ["--learner", "bayes", "--prior", prior, "--response", "logistic", "--lapse", 0.1]
    _, out, _ = replay(choices, *options, "--json")
    document = json.loads(out.splitlines()[-1])
    assumed = document["assumptions"]["bayes"]
    assert (assumed["response"], assumed["lapse"]) == ("logistic", 0.1)
    assert assumed["prior"] == json.loads(prior.read_text(encoding="utf-8"))
    assert sum(part["pairs"] for part in document["reliability"]) == 8
    assert {part["predictor"] for part in document["reliability"]} == {"bayes"}


@pytest.mark.parametrize(
    ("options", "assumed"),
    [
        (["--costs", "curves"], {"costs": "curves"}),
        (["--exponent", 0.5], {"exponent": 0.5}),
        (["--own-lapse"], {"own_lapse": True}),
    ],
)
def test_bayes_can_assume_otherwise(
    replay: Replay, choices: Path, options: list[object], assumed: dict[str, object]
) -> None:
    prior = choices.with_name("prior.json")
    prior.write_text(wide_prior(("facts", "rows")).write(), encoding="utf-8")
    fixed = ["--learner", "bayes", "--prior", prior, "--json"]
    sums, others = (
        json.loads(replay(choices, *fixed, *more)[1].splitlines()[-1]) for more in ([], options)
    )
    bayes = sums["assumptions"]["bayes"]
    assert others["assumptions"]["bayes"] == {**bayes, **assumed}
    assert others["across"] != sums["across"]


def test_a_prior_that_does_not_fit_is_refused(replay: Replay, choices: Path) -> None:
    file = choices.with_name("prior.json")
    prior = wide_prior(["facts", "clues"])
    for text, complaint in (("{}", "a prior must be"), (prior.write(), "knows nothing about rows")):
        file.write_text(text, encoding="utf-8")
        code, out, err = replay(choices, "--prior", file)
        assert (code, out, err.count("\n")) == (1, "", 1)
        assert complaint in err


def test_at_a_terminal_a_bar_for_each_learner_counts_the_people(
    replay: Replay, choices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # a terminal, for all that the progress bar can see
    code, out, err = replay(choices, "--learner", "ones", "--learner", "first", "--json")
    assert code == 0
    assert json.loads(out)["people"] == 2
    for learner in ("ones", "first"):
        assert learner in err
    assert err.count("2/2") >= 2


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_a_picture_is_drawn(replay: Replay, choices: Path, suffix: str) -> None:
    pytest.importorskip("matplotlib")
    picture = choices.with_suffix(suffix)
    code, _, err = replay(choices, "--out", picture)
    assert (code, err) == (0, f"written to {picture}\n")
    start = picture.read_bytes()[:200]
    assert start.startswith(b"\x89PNG") if suffix == ".png" else b"<?xml" in start


def test_without_matplotlib_a_picture_is_refused_with_what_to_install(
    replay: Replay, choices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    code, out, err = replay(choices, "--out", choices.with_suffix(".svg"))
    assert (code, out) == (2, "")
    assert "--out needs matplotlib, not installed: pip install 'hintwise[experiments]'" in err
    assert replay(choices)[0] == 0


def test_a_picture_of_one_method_is_refused(replay: Replay, choices: Path) -> None:
    choices.write_text(made_choices({"machop": PAIRS}).write(), encoding="utf-8")
    code, _, err = replay(choices, "--out", choices.with_suffix(".svg"))
    assert (code, "the picture compares two" in err) == (1, True)
    assert replay(choices)[0] == 0


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (None, "choices.json: no such file of choices"),
        ("{}", 'the document is {}; it must be {"features": …, "people": …}'),
        ("\x00", "is not JSON"),
        ('{"features": ["x"], "people": [{"person": 3, "m": [1]}]}', "person 3, m, pair 1 is 1"),
    ],
)
def test_a_bad_file_is_one_line_and_exit_code_1(
    replay: Replay, choices: Path, text: str | None, complaint: str
) -> None:
    choices.unlink()
    if text is not None:
        choices.write_text(text, encoding="utf-8")
    code, out, err = replay(choices)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert complaint in err


@pytest.mark.parametrize(
    ("options", "code", "complaint"),
    [
        (["--learner", "nobody"], 2, "'perceptron'"),
        (["--answers", "-1"], 2, "--answers"),
        (["--out", "picture.gif"], 2, "must end in one of .svg, .png"),
        (["--out", "no/such/folder/x.svg"], 1, "no folder"),
        (["--learning-rate", "0"], 1, "learning rate is 0.0"),
        (["--normalisation", "nadir"], 1, "needs the puzzles"),
        (["--prior", "nowhere.json"], 1, "nowhere.json: no such file of a prior"),
        (["--lapse", "-0.1"], 1, "lapse is -0.1"),
        (["--exponent", "0"], 1, "exponent is 0.0"),
        (["--costs", "squares"], 2, "'curves'"),
        (["--costs", "curves", "--exponent", "2"], 1, "take the costs 'sums'"),
    ],
)
def test_bad_options_are_refused(
    replay: Replay, choices: Path, options: list[str], code: int, complaint: str
) -> None:
    got, out, err = replay(choices, *options)
    assert (got, out) == (code, "")
    assert complaint in err


def test_people_without_any_pair_give_no_figures_and_no_mishap(
    replay: Replay, choices: Path
) -> None:
    for made in (made_choices({}), made_choices({"machop": []})):
        choices.write_text(made.write(), encoding="utf-8")
        code, out, _ = replay(choices)
        assert (code, "people: 1, pairs: 0" in out) == (0, True)
        assert replay(choices, "--json")[0] == 0


def test_the_published_choices_are_replayed(replay: Replay) -> None:
    code, out, err = replay(human_choices(), "--learner", "perceptron")
    assert (code, err) == (0, "")
    assert "people: 15, pairs: 1499, without a preference: 207" in out
    assert "0.570 ± 0.010   0.592 ± 0.016   0.612 ± 0.010   0.640 ± 0.016   0.703 ± 0.032" in out
