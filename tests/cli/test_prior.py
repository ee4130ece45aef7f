"""`hintwise prior`, called as a user calls it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hintwise.cli import main
from hintwise.elicit.learners.prior import Prior, shipped_prior
from hintwise.elicit.learners.response import Logistic
from tests.people.made_choices import made_choices
from tests.reference import human_choices

Fit = Callable[..., tuple[int, str, str]]
DEAR_ROWS = {"mine": [(3, 0, 0, 1, "a"), (0, 1, 3, 0, "b"), (1, 0, 2, 0, "none")] * 3}


@pytest.fixture
def fit(capsys: pytest.CaptureFixture[str]) -> Fit:
    """Runs `hintwise prior fit`; gives exit code, stdout and stderr."""

    def run(*arguments: object) -> tuple[int, str, str]:
        code = main(["prior", "fit", *map(str, arguments)])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run


@pytest.fixture
def choices(tmp_path: Path) -> Path:
    """Two people to whom a row is dearer than three facts."""
    file = tmp_path / "choices.json"
    file.write_text(made_choices(DEAR_ROWS, DEAR_ROWS).write(), encoding="utf-8")
    return file


def test_the_dearest_feature_comes_first_with_weight_1(fit: Fit, choices: Path) -> None:
    code, out, err = fit(choices)
    assert (code, err) == (0, "")
    assert "Prior fitted on 18 choices of 2 people" in out
    lines = [line.split() for line in out.splitlines()]
    (rows,) = (line for line in lines if line[:1] == ["rows"])
    (facts,) = (line for line in lines if line[:1] == ["facts"])
    assert rows[1] == "1.000"
    assert 0 < float(facts[1]) < 1
    assert float(rows[-1]) > 1
    assert "as a share of the dearest" in out


def test_the_file_is_the_json_document_and_says_how_it_was_fitted(fit: Fit, choices: Path) -> None:
    file = choices.with_name("prior.json")
    code, out, err = fit(choices, "--out", file, "--json")
    assert (code, err) == (0, f"written to {file}\n")
    prior = Prior.read(file.read_text(encoding="utf-8"))
    assert json.loads(out) == prior.as_json()
    assert prior.features == ("facts", "rows")
    assert prior.provenance == {
        "kind": "population",
        "people": 2,
        "choices": 18,
        "choices_file": "choices.json",
        "response": "LogisticWithTies(lapse=0.2, tie=2.0)",
        "seed": 0,
    }


def test_without_ties_only_answers_with_a_preference_count(fit: Fit, choices: Path) -> None:
    options = ["--response", "logistic", "--lapse", 0.1, "--json"]
    provenance = json.loads(fit(choices, *options)[1])["provenance"]
    assert provenance["choices"] == 12
    assert provenance["response"] == str(Logistic(lapse=0.1))


@pytest.mark.parametrize(
    ("options", "code", "complaint"),
    [
        (["--lapse", "1"], 1, "lapse is 1.0; it must be a share from 0 to less than 1"),
        (["--response", "probit"], 2, "'logistic', 'ties'"),
        (["--out", "no/such/folder/x.json"], 1, "no folder"),
    ],
)
def test_bad_options_are_refused(
    fit: Fit, choices: Path, options: list[str], code: int, complaint: str
) -> None:
    got, out, err = fit(choices, *options)
    assert (got, out) == (code, "")
    assert complaint in err


def test_a_file_without_a_preference_is_refused_in_one_line(fit: Fit, choices: Path) -> None:
    choices.write_text(made_choices({"mine": [(1, 0, 2, 0, "none")]}).write(), encoding="utf-8")
    code, out, err = fit(choices, "--response", "logistic")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "no choice to fit a prior on; people: 1, with a preference: 0" in err


def test_several_studies_are_merged_and_named(fit: Fit, choices: Path, tmp_path: Path) -> None:
    export = tmp_path / "export"
    export.mkdir()
    later = made_choices(DEAR_ROWS, DEAR_ROWS, {"mine": [(3, 0, 0, 1, "a")]})
    (export / "choices.json").write_text(later.write(), encoding="utf-8")
    code, out, _ = fit(choices, export, "--json")
    assert code == 0
    provenance = json.loads(out)["provenance"]
    assert (provenance["people"], provenance["choices"]) == (3, 19)  # two of them are in both
    assert provenance["choices_files"] == [
        {"file": "choices.json", "people": 2, "choices": 18},
        {"file": "export/choices.json", "people": 3, "choices": 19},
    ]


@pytest.mark.slow
def test_the_shipped_prior_is_one_that_the_published_choices_speak_for(fit: Fit) -> None:
    """It was fitted by expectation maximisation, of which it keeps the costs of steps."""
    code, out, _ = fit(human_choices(), "--json")
    assert code == 0
    fitted = Prior.from_json(json.loads(out))
    shipped = shipped_prior("sudoku", fitted.features)
    spread = np.sqrt(np.diag(fitted.covariance))
    assert (np.abs(shipped.mean - fitted.mean) < spread).all()
    assert shipped.provenance == fitted.provenance
