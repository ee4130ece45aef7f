"""`hintwise simulate`, called as a user calls it, on 4x4 Sudokus."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hintwise.cli import main
from hintwise.cli.commands import simulate as simulate_module
from hintwise.experiments.sweep.simulation import Evaluation, Exchange, Simulation
from hintwise.experiments.trial import TrialPuzzles
from hintwise.features import feature_names
from hintwise.puzzles import sudoku

TRAINING = sudoku("1.....3..4.....2")
JUDGED_ON = sudoku(".2.....14.....3.")
FEATURES = feature_names(TRAINING)
Simulate = Callable[..., tuple[int, str, str]]


@pytest.fixture
def simulate(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Simulate:
    """Runs `hintwise simulate` on tiny puzzles; gives exit code, stdout and stderr."""
    puzzles = TrialPuzzles({"tiny": TRAINING}, ("small", JUDGED_ON))
    monkeypatch.setattr(simulate_module, "find_puzzles", lambda kind, folder: puzzles)

    def run(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        chosen = arguments if "--method" in arguments else ("--method", "machop", *arguments)
        code = main(["simulate", "--problem", "sudoku", *chosen])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run


def oracle_file(folder: Path, **changes: float) -> str:
    file = folder / "oracle.json"
    weights = {**dict.fromkeys(FEATURES, 1.0), **changes}
    file.write_text(json.dumps({"problem": "sudoku", "weights": weights}), encoding="utf-8")
    return str(file)


def without_seconds(document: Any) -> Any:
    for query in document["queries"]:
        for timed in (query, query["a"], query["b"]):
            assert timed.pop("seconds") > 0
    return document


def test_json_holds_every_query_and_the_regret_curve(simulate: Simulate) -> None:
    code, out, err = simulate("--queries", "5", "--every", "2", "--seed", "3", "--json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert [query["number"] for query in document["queries"]] == [1, 2, 3, 4, 5]
    for query in document["queries"]:
        assert query["answer"] in {"a", "b", "none"}
        assert query["puzzle"] == 0
        assert query["fallback"] == "nothing"
        for step in (query["a"], query["b"]):
            assert set(step["features"]) == set(FEATURES)
            assert step["derived"].startswith("r")
            assert step["optimal"]
        assert query["a"]["features"] != query["b"]["features"]
    assert [number for number, _ in document["regret"]] == [0, 2, 4, 5]
    assert all(regret >= 0 for _, regret in document["regret"])
    assert all(document["regret_proven"])
    assert document["settings"]["questions"]["rule"] == "machop"
    assert set(document["oracle"].values()) <= {0.01, 0.1, 1.0, 10.0, 100.0}
    assert document["puzzles"] == ["tiny"]
    assert document["evaluated_on"] == "small"


def test_a_seed_gives_the_same_run_again_and_another_seed_another(simulate: Simulate) -> None:
    def run(seed: str) -> Any:
        _, out, _ = simulate("--queries", "4", "--seed", seed, "--json")
        return without_seconds(json.loads(out))

    assert run("1") == run("1")
    assert run("1")["oracle"] != run("2")["oracle"]


def test_all_ones_is_without_regret_for_a_user_who_wants_just_that(
    simulate: Simulate, tmp_path: Path
) -> None:
    _, out, _ = simulate("--queries", "1", "--oracle", oracle_file(tmp_path), "--json")
    document = json.loads(out)
    assert document["oracle"] == dict.fromkeys(FEATURES, 1.0)
    assert document["regret"][0] == [0, 0.0]


def test_the_settings_are_the_presets_with_what_was_asked_for(simulate: Simulate) -> None:
    _, out, _ = simulate(
        *("--method", "non_dominated", "--preset", "published", "--queries", "1", "--json"),
        *("--normalisation", "cumulative", "--selection", "offline_ses", "--learning-rate", "0.5"),
    )
    settings = json.loads(out)["settings"]
    assert settings["questions"] == {"rule": "non_dominated", "minimal": False}
    assert settings["learner"]["normalisation"] == "cumulative"
    assert settings["selection"] == "offline_ses"
    assert settings["learner"]["rate"] == 0.5
    assert settings["learner"]["floor"] == 1e-3
    assert settings["puzzle_order"] == "listed"


def test_a_table_shows_the_curve(simulate: Simulate) -> None:
    code, out, _ = simulate("--queries", "4", "--every", "2")
    assert code == 0
    assert "machop, trained on tiny, evaluated on small" in out
    rows = [line.split("│")[1].strip() for line in out.splitlines() if line.startswith("│")]
    assert rows == ["0", "2", "4"]


def test_ctrl_c_prints_what_is_there(simulate: Simulate, monkeypatch: pytest.MonkeyPatch) -> None:
    whole_run = Simulation.run

    def interrupted(self: Simulation, cancel: Any) -> Iterator[Exchange | Evaluation]:
        for result in whole_run(self, cancel):
            yield result
            if isinstance(result, Exchange) and result.query.number == 3:
                raise KeyboardInterrupt

    monkeypatch.setattr(Simulation, "run", interrupted)
    code, out, _ = simulate("--queries", "9", "--every", "2", "--json")
    assert code == 130
    document = json.loads(out)
    assert len(document["queries"]) == 3
    assert [number for number, _ in document["regret"]] == [0, 2]


@pytest.mark.parametrize(
    ("arguments", "code", "named"),
    [
        (("--method", "magic"), 2, "learned_weights"),
        (("--preset", "best"), 2, "published"),
        (("--queries", "0"), 2, "--queries"),
        (("--learning-rate", "-1"), 1, "learning rate is -1.0"),
        (("--oracle", "nowhere.json"), 1, "nowhere.json"),
    ],
)
def test_what_is_not_known_is_refused_with_what_is(
    simulate: Simulate, arguments: tuple[str, ...], code: int, named: str
) -> None:
    found, out, err = simulate(*arguments)
    assert (found, out) == (code, "")
    assert named in err


def test_an_oracle_with_a_bad_weight_is_refused(simulate: Simulate, tmp_path: Path) -> None:
    code, out, err = simulate("--oracle", oracle_file(tmp_path, adjacent_row=-2.0), "--json")
    assert (code, out) == (1, "")
    assert "adjacent_row=-2.0" in err


def test_a_folder_without_the_data_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code = main(
        ["simulate", "--problem", "sudoku", "--method", "machop", "--reference", str(tmp_path)]
    )
    assert code == 1
    assert "not the reference folder" in capsys.readouterr().err
