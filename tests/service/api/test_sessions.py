"""Sessions over the wire; what is learned has its own tests."""

from __future__ import annotations

import httpx
import pytest

from tests.service.api.asked import FOUR, Json, problem_of

pytestmark = pytest.mark.anyio


async def begun(client: httpx.AsyncClient) -> Json:
    """A session about a small puzzle, whose questions are there at once."""
    answer = await client.post("/sessions", json={"puzzles": [FOUR]})
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


async def answered(client: httpx.AsyncClient, session: Json, answer: str = "a") -> Json:
    given = {"question": session["question"]["number"], "answer": answer, "seconds": 3.5}
    after = await client.post(f"/sessions/{session['id']}/answers", json=given)
    assert after.status_code == 200, after.text
    found: Json = after.json()
    return found


async def test_a_session_makes_a_person(browser: httpx.AsyncClient) -> None:
    session = await begun(browser)
    assert "hintwise" in browser.cookies
    again = (await browser.get(f"/sessions/{session['id']}")).json()
    assert again["question"] == session["question"]
    (line,) = (await browser.get("/sessions")).json()
    assert (line["id"], line["label"]) == (session["id"], None)


async def test_a_session_that_is_refused_makes_nobody(browser: httpx.AsyncClient) -> None:
    answer = await browser.post("/sessions", json={"puzzles": ["12"]})
    assert answer.status_code == 422
    assert "set-cookie" not in answer.headers


async def test_an_answer_brings_the_next_question(client: httpx.AsyncClient) -> None:
    session = await begun(client)
    after = await answered(client, session)
    assert after["answers"] == 1
    assert after["question"]["number"] == 2
    back = await client.post(f"/sessions/{session['id']}/undo")
    assert back.json()["answers"] == 0
    assert back.json()["question"]["number"] == 1


async def test_the_second_of_two_tabs_learns_what_is_there_now(client: httpx.AsyncClient) -> None:
    session = await begun(client)
    after = await answered(client, session)
    given = {"question": 1, "answer": "b"}
    answer = await client.post(f"/sessions/{session['id']}/answers", json=given)
    assert answer.status_code == 409
    document = problem_of(answer)
    assert document["type"] == "urn:hintwise:problem:outdated"
    assert document["session"]["question"] == after["question"]
    assert document["session"]["answers"] == 1


async def test_questions_are_asked_in_the_language_of_the_reader(
    client: httpx.AsyncClient,
) -> None:
    session = await begun(client)
    german = await client.get(f"/sessions/{session['id']}", params={"language": "de"})
    assert german.json()["question"]["heading"].startswith("Frage 1")
    english = await client.get(
        f"/sessions/{session['id']}", headers={"Accept-Language": "fr, en;q=0.5"}
    )
    assert english.json()["question"]["heading"].startswith("Question 1")


async def test_what_cannot_be_done_is_said(client: httpx.AsyncClient) -> None:
    session = await begun(client)
    undone = await client.post(f"/sessions/{session['id']}/undo")
    assert undone.status_code == 422
    problem_of(undone)
    wrong = await client.post(f"/sessions/{session['id']}/corrections", json={"number": 99})
    assert wrong.status_code == 422
    unknown = {"a": {"beauty": 1}, "b": {"beauty": 2}, "answer": "b"}
    seen = await client.post(f"/sessions/{session['id']}/observations", json=unknown)
    assert seen.status_code == 422


@pytest.mark.slow  # the practice puzzles are 9x9
async def test_another_hint_is_an_observation_of_my_own_session(
    browser: httpx.AsyncClient,
) -> None:
    asked = {"puzzle": FOUR, "level": 4}
    told = (await browser.post("/hint", json=asked)).json()["step"]
    other_than = {**asked, "other_than": [told["derived"]]}
    other = (await browser.post("/hint", json=other_than)).json()["step"]
    assert other["derived"] != told["derived"]
    seen = {"a": told["features"], "b": other["features"], "answer": "b"}
    answer = await browser.post("/sessions/main/sudoku/observations", json=seen)
    assert answer.status_code == 200, answer.text
    assert answer.json()["observations"] == 1
    mine = (await browser.get("/profiles/sudoku")).json()
    assert (mine["expected"], mine["answers"]) == (False, 0)
    (line,) = (await browser.get("/sessions")).json()
    assert line["label"] == "main:sudoku"
    hint = {"puzzle": FOUR, "level": 4, "profile": "mine"}
    assert (await browser.post("/hint", json=hint)).json()["step"]["cost"] > 0
    assert (await browser.post("/sessions/main/sudoku")).json()["id"] == line["id"]


@pytest.mark.slow  # another one
async def test_a_profile_goes_from_one_person_to_another(
    client: httpx.AsyncClient, browser: httpx.AsyncClient
) -> None:
    session = await begun(client)
    profile = (await client.get(f"/sessions/{session['id']}/profile")).json()
    taken = await browser.put("/profiles/sudoku", json=profile)
    assert taken.status_code == 200, taken.text
    assert taken.json()["weights"].keys() == profile["weights"].keys()
    assert [line["label"] for line in (await browser.get("/sessions")).json()] == ["main:sudoku"]


async def test_a_profile_is_a_file(client: httpx.AsyncClient) -> None:
    session = await begun(client)
    answer = await client.get(f"/sessions/{session['id']}/profile")
    assert "attachment" in answer.headers["content-disposition"]
    assert answer.json()["problem"] == "sudoku"
    assert answer.json()["weights"].keys() == session["weights"].keys()
    refused = await client.put("/profiles/logic_grid", json=answer.json())
    assert refused.status_code == 422
    assert problem_of(refused)["type"] == "urn:hintwise:problem:invalid-weights"


async def test_before_any_answer_the_profile_is_what_earlier_people_chose(
    browser: httpx.AsyncClient,
) -> None:
    found = (await browser.get("/profiles/sudoku")).json()
    assert (found["expected"], found["answers"], found["learned"]) == (True, 0, None)
    assert set(found["weights"]) > {"adjacent_row"}
    assert (await browser.get("/profiles/chess")).status_code == 422


async def test_hints_may_follow_a_session(client: httpx.AsyncClient) -> None:
    session = await begun(client)
    asked = {"puzzle": FOUR, "level": 4}
    plain = await client.post("/hint", json={**asked, "weights": session["weights"]})
    answer = await client.post("/hint", json={**asked, "session": session["id"]})
    assert answer.json()["step"]["cost"] == plain.json()["step"]["cost"]


@pytest.mark.parametrize("body", [{}, {"kind": "sudoku", "puzzles": [FOUR]}, {"puzzles": []}])
async def test_a_session_is_about_one_thing(client: httpx.AsyncClient, body: Json) -> None:
    assert (await client.post("/sessions", json=body)).status_code == 422


async def test_a_session_that_is_deleted_is_gone(client: httpx.AsyncClient) -> None:
    session = await begun(client)
    assert (await client.delete(f"/sessions/{session['id']}")).status_code == 204
    assert (await client.get(f"/sessions/{session['id']}")).status_code == 404
