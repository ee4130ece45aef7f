"""Questions about a position, over the wire."""

from __future__ import annotations

import json

import httpx
import pytest

from hintwise import guide
from hintwise.guide.explaining import Extent, explain
from hintwise.guide.hinting import hint
from hintwise.guide.reading import read
from tests.service.api.asked import FOUR, Json, problem_of

pytestmark = pytest.mark.anyio


def events_of(text: str) -> list[tuple[str, Json]]:
    """The server-sent events in a text."""
    found = []
    for block in text.strip().split("\n\n"):
        name, data = block.split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


async def test_a_hint_is_what_the_guide_says(browser: httpx.AsyncClient) -> None:
    answer = await browser.post("/hint", json={"puzzle": FOUR, "entries": ["r1c2=3"], "level": 2})
    assert answer.status_code == 200
    expected = hint(read(FOUR, known=["r1c2=3"]), 2).as_json()
    assert answer.json()["hints"] == expected["hints"]
    assert "step" not in answer.json()


async def test_a_position_may_be_sent_as_it_was_read(browser: httpx.AsyncClient) -> None:
    position = (await browser.post("/puzzles/read", json={"text": FOUR})).json()["position"]
    answer = await browser.post("/hint", json={**position, "level": 4})
    expected = hint(read(FOUR), 4).as_json()["step"]
    assert answer.json()["step"]["derived"] == expected["derived"]


async def test_weights_change_what_is_told_first(browser: httpx.AsyncClient) -> None:
    problem = read(FOUR).problem
    weights = dict(guide.Profile.expected(problem).weights)
    plain = await browser.post("/hint", json={"puzzle": FOUR, "level": 4, "weights": weights})
    dear = {**weights, **{name: 1000.0 for name in weights if "block" in name}}
    other = await browser.post("/hint", json={"puzzle": FOUR, "level": 4, "weights": dear})
    assert plain.json()["step"]["cost"] < other.json()["step"]["cost"]


async def test_why_not_is_answered_without_the_solution(browser: httpx.AsyncClient) -> None:
    answer = await browser.post("/why", json={"puzzle": FOUR, "fact": "r1c2=4"})
    assert answer.json()["follows"] is False
    assert answer.json()["step"]["derived"] == "r1c2≠4"


async def test_steps_come_as_server_sent_events(browser: httpx.AsyncClient) -> None:
    answer = await browser.post("/explain", json={"puzzle": FOUR, "steps": 2})
    assert answer.headers["content-type"].startswith("text/event-stream")
    (_, first), (_, second), (last, done) = events_of(answer.text)
    expected = explain(read(FOUR), Extent(steps=2))
    assert [first["text"], second["text"]] == [step.text for step in expected]
    assert (last, done) == ("done", {"steps": 2})


async def test_a_problem_before_the_first_step_has_a_status(browser: httpx.AsyncClient) -> None:
    answer = await browser.post("/explain", json={"puzzle": "11..............", "steps": 2})
    assert answer.status_code == 422
    assert problem_of(answer)["type"] == "urn:hintwise:problem:unsatisfiable"


async def test_a_check_says_where_only_if_asked(browser: httpx.AsyncClient) -> None:
    wrong = {"puzzle": FOUR, "entries": ["r1c3=1"]}
    quiet = (await browser.post("/check", json=wrong)).json()
    told = (await browser.post("/check", json={**wrong, "where": True})).json()
    assert quiet["sound"] is told["sound"] is False
    assert "r1c1=1" not in quiet["text"]
    assert "r1c1=1" in told["text"]


async def test_what_is_no_puzzle_is_told_as_the_guide_tells_it(browser: httpx.AsyncClient) -> None:
    answer = await browser.post("/hint", json={"puzzle": "frist-light"})
    assert answer.status_code == 422
    document = problem_of(answer)
    assert document["type"] == "urn:hintwise:problem:unknown-puzzle"
    assert "did you mean 'first-light'?" in document["detail"]


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({}, "body.puzzle"),
        ({"puzzle": FOUR, "level": 6}, "body.level"),
        ({"puzzle": FOUR, "level": "1"}, "body.level"),
        ({"puzzle": FOUR, "levle": 1}, "body.levle"),
        ({"puzzle": FOUR, "deadline_s": 1e9}, "body.deadline_s"),
        ({"puzzle": FOUR, "entries": ["r1c1=1"] * 3001}, "body.entries"),
        ({"puzzle": "x" * 200_001}, "body.puzzle"),
        ({"puzzle": FOUR, "weights": {"adjacent_row": 1}, "profile": "mine"}, "body"),
    ],
)
async def test_a_request_of_another_form_is_told_where(
    browser: httpx.AsyncClient, body: Json, where: str
) -> None:
    answer = await browser.post("/hint", json=body)
    assert answer.status_code == 422
    document = problem_of(answer)
    assert document["type"] == "urn:hintwise:problem:invalid-request"
    assert document["detail"].startswith(f"{where}: ")
