"""`hintwise study run`, `invite`, `status` and `erase`, called as a researcher calls them."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from hintwise.cli import main
from hintwise.service.study.participations import enrolment
from hintwise.store import open_store
from hintwise.store.studies import Newcomer, NewStudy
from tests.study.made_plans import PLAN, small_plan

Study = Callable[..., tuple[int, str, str]]
PID = "5f1ehazelnut"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'study.db'}"


@pytest.fixture
def study(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> Study:
    """Runs `hintwise study` beside a plan and its database; gives exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HINTWISE_DATABASE_URL", url)
    (tmp_path / "small.toml").write_text(PLAN, encoding="utf-8")

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["study", *arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run


@pytest.fixture
def joined(url: str) -> str:
    """The study has been opened, and two have joined; gives its name."""
    plan = small_plan()
    with open_store(url) as store:
        store.studies.open(NewStudy(plan.name, plan.as_json(), plan.hash, plan.people))
        for ids in ({"PROLIFIC_PID": PID, "SESSION_ID": "1"}, {}):
            store.studies.join(plan.name, Newcomer(external=ids), enrolment)
    return plan.name


@pytest.mark.slow
def test_a_study_is_run_ended_and_goes_on(tmp_path: Path, url: str) -> None:
    (tmp_path / "small.toml").write_text(PLAN, encoding="utf-8")
    code = "import sys; from hintwise.cli import main; sys.exit(main(sys.argv[1:]))"
    options = ["--port", "0", "--database", url, "--workers", "1", "--by-invitation"]
    command = [sys.executable, "-c", code, "study", "run", "small.toml", *options]
    researchers = []
    for start in range(2):
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path
        ) as process:
            assert process.stdout is not None
            try:
                said = "".join(process.stdout.readline() for _ in range(5))
                assert f"small, plan {small_plan().hash[:12]}" in said
                assert f"{start} have joined, 4 are wanted" in said
                page, researcher = re.findall(r"http://127\.0\.0\.1:\S+", said)
                host, _, token = researcher.partition("/study/small/researcher#")
                assert page == f"{host}/study/small"
                researchers.append(token)
                api = f"{host}/api/v1/studies/small"
                shown = {"Authorization": f"Bearer {token}"}
                invited = httpx.post(f"{api}/invitations", json={"count": 1}, headers=shown)
                guest = {"invitation": invited.json()["invitations"][0]}
                assert httpx.post(f"{api}/participants", json=guest).status_code == 201
                for known in researchers:
                    answer = httpx.get(
                        f"{api}/overview", headers={"Authorization": f"Bearer {known}"}
                    )
                    assert answer.json()["counts"]["joined"] == start + 1
            finally:
                process.send_signal(signal.SIGINT)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(20)
                process.kill()
            assert token not in process.stderr.read() if process.stderr else True


def test_another_plan_is_refused_once_somebody_has_joined(study: Study, joined: str) -> None:
    Path("small.toml").write_text(PLAN.replace("seed = 3", "seed = 4"), encoding="utf-8")
    code, out, err = study("run", "small.toml", "--port", "0", "--workers", "1")
    assert (code, out) == (1, "")
    hashes = re.findall(r"[0-9a-f]{64}", err)
    assert hashes[0] == small_plan().hash
    assert len(set(hashes)) == 2
    assert "2 have joined" in err


def test_no_study_is_opened_whose_consent_text_has_places_to_fill_in(
    study: Study, tmp_path: Path
) -> None:
    text = PLAN.replace("Do you agree?", "Do you agree to what [NAMES] want?")
    Path("small.toml").write_text(text, encoding="utf-8")
    code, out, err = study("run", "small.toml", "--port", "0", "--workers", "1")
    assert (code, out) == (1, "")
    assert "text in [consent] still has places to fill in: [NAMES]" in err
    assert "--unfinished" in err
    assert not (tmp_path / "study.db").exists()


def test_what_is_noted_of_a_plan_is_noted_when_it_is_run(study: Study, joined: str) -> None:
    text = PLAN.replace("Do you agree?", "Do you agree to what [NAMES] want?")
    Path("small.toml").write_text(text, encoding="utf-8")
    code, _, err = study("run", "small.toml", "--port", "0", "--workers", "1", "--unfinished")
    assert code == 1  # for two have joined with another plan
    assert "note: text in [consent] still has places to fill in: [NAMES]" in err


def test_links_for_one_person_each_are_printed(study: Study, joined: str, url: str) -> None:
    code, out, _ = study("invite", "small.toml", "--count", "3")
    assert code == 0
    links = out.split()
    assert len(set(links)) == 3
    assert all(link.startswith("http://127.0.0.1:8000/study/small#") for link in links)
    code, out, _ = study("invite", joined, "--public-url", "https://example.org")
    assert out.startswith("https://example.org/study/small#")
    with open_store(url) as store:
        token = links[0].partition("#")[2]
        guest = store.studies.join(joined, Newcomer(invitation=token), enrolment)
        assert guest.participant.number == 3


def test_the_status_tells_how_it_goes(study: Study, joined: str) -> None:
    code, out, _ = study("status", "small.toml")
    assert code == 0
    assert "open; 0 completed of 4 wanted, 2 active, 0 stopped, 0 withdrawn, 0 declined" in out
    assert re.search(r"order-1 +machop, perceptron +1 +1", out)
    assert PID not in out
    code, out, _ = study("status", joined, "--json")
    assert json.loads(out)["counts"]["joined"] == 2


def test_a_person_or_a_whole_study_can_be_erased(study: Study, joined: str, url: str) -> None:
    code, out, _ = study("erase", joined, "--prolific-pid", PID, "--yes")
    assert (code, out) == (0, "deleted: everything of participant 1 of the study 'small'\n")
    code, _, err = study("erase", joined, "--prolific-pid", PID, "--yes")
    assert code == 1
    assert "nobody in the study" in err
    assert "0 stopped, 0 withdrawn, 1 declined" in study("status", joined)[1]
    code, out, _ = study("erase", joined, "--yes")
    assert out == "deleted: the study 'small' and everything of 1 people\n"
    code, _, err = study("status", joined)
    assert code == 1
    assert "no study 'small' (it has: none)" in err


def test_nothing_is_made_by_looking(study: Study, tmp_path: Path) -> None:
    code, _, err = study("status", "small.toml")
    assert code == 1
    assert "there is no database" in err
    assert not (tmp_path / "study.db").exists()
    Path("other.toml").write_text("title = 1", encoding="utf-8")
    assert "no `name`" in study("status", "other.toml")[2]
