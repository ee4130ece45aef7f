"""`hintwise study export`, `verify` and `report`, called as a researcher calls them."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from hintwise.cli import main
from hintwise.store import open_store
from hintwise.store.events import NewEvent
from hintwise.store.studies import Newcomer, NewStudy
from hintwise.store.studies.study import Enrolment
from hintwise.study.export import Standing, export
from hintwise.study.export.names import person_name
from tests.study.asking.made import PLAN, whole_walk
from tests.study.made_people import made_participations
from tests.study.made_plans import small_plan

Run = Callable[..., tuple[int, str, str]]
PERSON = person_name(PLAN.hash, 1)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command; gives exit code, stdout and stderr."""

    def run(*arguments: object) -> tuple[int, str, str]:
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run


@pytest.fixture
def database(tmp_path: Path) -> str:
    """In which somebody has gone through all of a small study."""
    url = f"sqlite:///{tmp_path / 'study.db'}"
    first, *rest = [NewEvent(e["kind"], e["body"], e["id"]) for e in whole_walk()[0]]
    external = {"PROLIFIC_PID": "5f1ehazelnut", "SESSION_ID": "1"}
    with open_store(url) as store:
        store.studies.open(NewStudy(PLAN.name, PLAN.as_json(), PLAN.hash, PLAN.people))
        joined = store.studies.join(
            PLAN.name, Newcomer(external=external), lambda *_: Enrolment("order-1", [first])
        )
        store.studies.append(joined.participant, 1, rest)
    return url


@pytest.fixture
def exported(database: str, tmp_path: Path, run: Run) -> Path:
    folder = tmp_path / "export"
    code, _, _ = run("study", "export", PLAN.name, "--database", database, "--out", folder)
    assert code == 0
    return folder


@pytest.fixture
def made_export(tmp_path: Path) -> Path:
    """Of people whose questions are made up."""
    folder = tmp_path / "made"
    folder.mkdir()
    files = export(small_plan(), made_participations(small_plan(), 6), Standing(withdrawn=1))
    for name, text in files.items():
        (folder / name).write_bytes(text.encode())
    return folder


def test_an_export_says_how_many_there_are_and_where_it_is(
    database: str, tmp_path: Path, run: Run
) -> None:
    where = ("--database", database, "--out", tmp_path / "here")
    code, out, err = run("study", "export", PLAN.name, *where)
    assert (code, err) == (0, f"written to {tmp_path / 'here'}\n")
    assert out == "joined: 1, declined: 0, withdrawn: 0, consented: 1, completed: 1, excluded: 0\n"
    code, out, _ = run("study", "export", PLAN.name, *where, "--json")
    document = json.loads(out)
    assert document["study"] == PLAN.name
    assert sorted(file.name for file in (tmp_path / "here").iterdir()) == document["files"]


def test_an_export_has_nothing_that_tells_who_people_are(exported: Path, database: str) -> None:
    whole = "".join(file.read_text(encoding="utf-8") for file in exported.iterdir())
    assert "hazelnut" not in whole
    with open_store(database) as store:
        ((participant, _),) = store.studies.participations(PLAN.name)
    assert participant.person_id not in whole
    assert participant.stream_id not in whole


def test_payments_go_elsewhere(database: str, tmp_path: Path, run: Run) -> None:
    where = ("study", "export", PLAN.name, "--database", database, "--out", tmp_path / "here")
    code, _, err = run(*where, "--payments", tmp_path / "here" / "payments.csv")
    assert code == 1
    assert "must not tell who people are" in err
    assert run(*where, "--payments", tmp_path / "payments.csv")[0] == 0
    text = (tmp_path / "payments.csv").read_bytes().decode()
    assert text == "PROLIFIC_PID,SESSION_ID,completed\r\n5f1ehazelnut,1,true\r\n"
    assert PERSON not in text


def test_every_question_comes_out_again(exported: Path, run: Run) -> None:
    code, out, err = run("study", "verify", exported)
    asked = sum(event["kind"] == "asked" for event in whole_walk()[0])
    assert (code, out) == (0, f"{asked} questions of 1 person: all as recorded\n"), err


def test_a_question_that_was_changed_is_found(exported: Path, run: Run) -> None:
    file = exported / "sessions.json"
    document = json.loads(file.read_text(encoding="utf-8"))
    events = document["participations"][0]["events"]
    changed = next(event for event in events if event["id"] == "asked:machop:train:3")
    changed["body"]["swapped"] = not changed["body"]["swapped"]
    file.write_text(json.dumps(document), encoding="utf-8")
    study = json.loads((exported / "study.json").read_text(encoding="utf-8"))
    study["versions"]["hintwise"] = ["0.0.1"]
    (exported / "study.json").write_text(json.dumps(study), encoding="utf-8")
    code, out, err = run("study", "verify", exported)
    assert code == 1
    assert f"{PERSON}: swapped of asked:machop:train:3 is recorded as" in out
    assert err.startswith("asked with hintwise 0.0.1, and now with ")
    code, out, _ = run("study", "verify", exported, "--json")
    assert code == 1
    assert json.loads(out)["differences"][0]["part"] == "swapped"


def test_other_commands_read_the_files(made_export: Path, tmp_path: Path, run: Run) -> None:
    assert run("study", "statistics", made_export / "evaluation.csv")[0] == 0
    code, out, _ = run("replay", made_export / "choices.json", "--learner", "ones")
    assert (code, "people: 6, pairs: 96" in out) == (0, True)
    assert (
        run("prior", "fit", made_export / "choices.json", "--out", tmp_path / "prior.json")[0] == 0
    )


def test_a_report_is_printed_and_written(made_export: Path, tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "report"
    few = ("--learner", "ones")
    code, out, err = run("study", "report", made_export, "--out", folder, *few)
    assert (code, err) == (0, f"written to {folder}\n")
    assert "people analysed of 6 who completed the study" in out
    assert "What people preferred, %: the smallest step or what an arm had learned" in out
    assert "Cliff's delta" in out
    assert (folder / "flow.png").read_bytes().startswith(b"\x89PNG")
    assert (folder / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    code, out, _ = run("study", "report", made_export, "--json", *few)
    assert json.loads(out) == json.loads((folder / "report.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("inside", ["", "small/"])
def test_a_zip_file_is_read_like_a_folder(
    made_export: Path, tmp_path: Path, run: Run, inside: str
) -> None:
    archive = tmp_path / "export.zip"
    with zipfile.ZipFile(archive, "w") as zipped:
        for file in made_export.iterdir():
            zipped.write(file, f"{inside}{file.name}")
    few = ("--learner", "ones", "--json")
    from_zip, from_folder = (run("study", "report", e, *few) for e in (archive, made_export))
    assert from_zip == from_folder


def test_what_is_no_export_is_refused(tmp_path: Path, run: Run) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.zip").write_text("?", encoding="utf-8")
    for name, message in (
        ("nowhere", "no such folder or zip file of an export"),
        ("empty", "has no study.json"),
        ("text.zip", "is no folder and no zip file of an export"),
    ):
        code, _, err = run("study", "report", tmp_path / name)
        assert code == 1
        assert message in err


def test_a_study_that_is_not_there_is_named(tmp_path: Path, run: Run) -> None:
    where = ("--database", f"sqlite:///{tmp_path / 'none.db'}", "--out", tmp_path / "here")
    code, _, err = run("study", "export", "nowhere", *where)
    assert code == 1
    assert "there is no database" in err
