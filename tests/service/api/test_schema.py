"""The API fuzzed from its own description: no 5xx, and nothing that it does not describe."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from hintwise.service.app import create_app
from hintwise.service.jobs import InlineJobs
from hintwise.store import open_store
from tests.service.api.asked import FOUR, PATH, settings_in
from tests.service.api.server import serving
from tests.service.study.asked import open_study
from tests.study.made_plans import changed, small_plan

EXAMPLES = int(os.environ.get("HINTWISE_FUZZ_EXAMPLES", "4"))
"""For each operation, once valid and once not; by hand there have been a hundred."""

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    unsupported_method,
]

TEXTS = [FOUR, "12343412214.432.", "................", "11..............", "no-such-name"]
SECONDS = 0.5
"""What a request may take here, whatever it asks for."""

DOCUMENT = create_app(settings_in(Path("nowhere"))).openapi()
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
OPERATIONS = [one.ok() for one in SCHEMA.get_all_operations()]

STUDY = "fuzzed"
OF_RESEARCHERS = ("/overview", "/quota", "/closing", "/arms/{arm}", "/invitations", "/export")
THOUGHTFUL = ("/puzzles/generate", "/sessions", "/sessions/main/{kind}", "/profiles/{kind}")
"""Where one answer may take a second or more."""


def tried() -> Iterator[Any]:
    """Each operation with what it takes, and with what it does not, if it takes anything."""
    positive, negative = schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE
    for operation in OPERATIONS:
        takes = operation.body or operation.path_parameters or operation.query
        slow = operation.path.endswith(THOUGHTFUL) and operation.method != "get"
        marks = [pytest.mark.slow] if slow else []
        for mode in (positive, negative) if takes else (positive,):
            name = f"{operation.label} {mode.name.lower()}"
            yield pytest.param(operation, mode, id=name, marks=marks)


class Server:
    """A running server, and a person on it with a game and a session; and a study."""

    def __init__(
        self, url: str, client: httpx.Client, session: requests.Session, researcher: str
    ) -> None:
        self.url = url
        self.researcher = {"Authorization": f"Bearer {researcher}"}
        self.client = client
        self.session = session
        self.headers = self.somebody()
        game = {"position": {"puzzle": FOUR}}
        answer = self.client.post("/games", json=game, headers=self.headers)
        session = self.client.post("/sessions", json={"puzzles": [FOUR]}, headers=self.headers)
        self.ids = {
            "game": answer.json()["id"],
            "session": session.json()["id"],
            "name": STUDY,
            "arm": "machop",
        }

    def shown_to(self, path: str) -> dict[str, str]:
        """What is shown at an address: whoever leaves there is somebody new."""
        if path.endswith(OF_RESEARCHERS):
            return self.researcher
        if "/studies/" in path:
            return self.participant()
        return self.somebody() if path == f"{PATH}/me" else self.headers

    def participant(self) -> dict[str, str]:
        """What somebody shows who has just joined the study."""
        joined = self.client.post(f"/studies/{STUDY}/participants", json={})
        assert joined.status_code == 201, joined.text
        return {"Authorization": f"Bearer {joined.json()['token']}"}

    def somebody(self) -> dict[str, str]:
        """What a new person shows."""
        return {"Authorization": f"Bearer {self.client.post('/people').json()['token']}"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    chosen = settings_in(tmp_path_factory.mktemp("fuzzed"))
    with (
        open_store(chosen.database) as store,
        serving(create_app(chosen, store=store, jobs=InlineJobs())) as url,
        httpx.Client(base_url=f"{url}{PATH}", timeout=60) as client,
        requests.Session() as session,
    ):
        researcher = open_study(store, changed(small_plan(), people=10_000), STUDY)
        yield Server(url, client, session, researcher)


def meant(case: Any, server: Server, text: str | None) -> None:
    """With a `text`, make the request one about something that is there."""
    if isinstance(case.body, dict) and case.operation.path.endswith(DEADLINED):
        case.body["deadline_s"] = SECONDS
    if isinstance(case.body, dict) and case.operation.path.endswith("/generate"):
        case.body.update({"kind": "sudoku", "size": 4} if text else {})
    if text is None:
        return
    for name, known in server.ids.items():
        if case.path_parameters and name in case.path_parameters:
            case.path_parameters[name] = known
    for body in (case.body, case.body.get("position") if isinstance(case.body, dict) else None):
        if isinstance(body, dict) and isinstance(body.get("puzzle"), str):
            body.update(puzzle=text, kind=None, entries=[])


DEADLINED = (
    "/hint",
    "/why",
    "/explain",
    "/check",
    "/view",
    "/retrace",
    "/grade",
    "/generate",
    "/walkthroughs",
)


@pytest.mark.parametrize(("operation", "mode"), list(tried()))
def test_whatever_is_sent_is_answered_as_described(
    server: Server, operation: Any, mode: schemathesis.GenerationMode
) -> None:
    cases = operation.as_strategy(generation_mode=mode)

    @given(cases, st.none() | st.sampled_from(TEXTS))
    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def sent(case: Any, text: str | None) -> None:
        meant(case, server, text)
        shown = server.shown_to(case.operation.path)
        answer = case.call(server.url, server.session, headers=shown, timeout=60)
        case.validate_response(answer, checks=CHECKS)
        assert b"Traceback" not in answer.content

    sent()
