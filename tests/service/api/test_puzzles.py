"""Puzzles over the wire."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from hintwise.guide import collection
from tests.service.api.asked import FOUR, HOST, Json, problem_of

pytestmark = pytest.mark.anyio


async def test_the_library_is_listed_by_kind_and_grade(browser: httpx.AsyncClient) -> None:
    everything = (await browser.get("/library")).json()
    assert everything == [puzzle.as_json() for puzzle in collection().values()]
    some = (await browser.get("/library", params={"kind": "sudoku", "grade": "easy"})).json()
    assert some
    assert {(one["kind"], one["grade"]) for one in some} == {("sudoku", "easy")}
    answer = await browser.get("/library", params={"kind": "chess"})
    assert problem_of(answer)["detail"].startswith("query.kind: ")


@pytest.mark.parametrize("name", ["first-light", "town-band"])
async def test_a_name_of_the_library_is_read(browser: httpx.AsyncClient, name: str) -> None:
    found = (await browser.post("/puzzles/read", json={"text": name})).json()
    assert found["position"]["kind"] == found["view"]["kind"] == collection()[name].kind
    assert found["count"] == 1


async def test_one_of_several_puzzles_is_read(browser: httpx.AsyncClient) -> None:
    text = f"{FOUR}\n2.....3..4.....1\n"
    found = (await browser.post("/puzzles/read", json={"text": text, "number": 2})).json()
    assert (found["position"]["puzzle"], found["count"]) == ("2.....3..4.....1", 2)
    answer = await browser.post("/puzzles/read", json={"text": text, "number": 3})
    assert "number is 3" in problem_of(answer)["detail"]


async def test_the_same_seed_draws_the_same_puzzle(browser: httpx.AsyncClient) -> None:
    asked = {"kind": "sudoku", "size": 4, "seed": 5}
    first, second = [(await browser.post("/puzzles/generate", json=asked)).json() for _ in range(2)]
    assert first["position"] == second["position"]
    assert first["seed"] == 5
    assert first["difficulty"]["grade"] == "easy"


async def test_without_a_seed_the_answer_says_which_was_used(browser: httpx.AsyncClient) -> None:
    drawn = (await browser.post("/puzzles/generate", json={"size": 4})).json()
    again = await browser.post("/puzzles/generate", json={"size": 4, "seed": drawn["seed"]})
    assert again.json()["position"] == drawn["position"]


@pytest.mark.parametrize(
    "asked",
    [
        {"kind": "sudoku", "size": 5},
        {"kind": "sudoku", "categories": 3},
        {"kind": "logic_grid", "size": 4},
        {"kind": "killer_sudoku"},
    ],
)
async def test_what_is_not_drawn_is_said(browser: httpx.AsyncClient, asked: Json) -> None:
    answer = await browser.post("/puzzles/generate", json=asked)
    assert answer.status_code == 422
    problem_of(answer)


async def test_a_puzzle_is_graded_in_words(browser: httpx.AsyncClient) -> None:
    graded = (await browser.post("/puzzles/grade", json={"puzzle": "12343412214.432."})).json()
    assert graded["difficulty"]["grade"] == "easy"
    assert graded["text"] == "easy, 13 points"


async def test_a_walkthrough_is_shared_until_it_is_not(client: httpx.AsyncClient) -> None:
    answer = await client.post("/walkthroughs", json={"puzzle": "12343412214.432."})
    assert answer.status_code == 201, answer.text
    page = answer.json()
    assert page["url"] == f"/w/{page['id']}"
    assert (await client.delete(f"/walkthroughs/{page['id']}")).status_code == 204
    assert (await client.delete(f"/walkthroughs/{page['id']}")).status_code == 404


async def test_a_walkthrough_ends_with_the_answer_unless_all_is_wanted(
    client: httpx.AsyncClient,
) -> None:
    grid = Path(__file__).parents[3] / "docs" / "examples" / "windows.toml"
    question = '[question]\ntext = "Who grows clover?"\nask = "clover in neighbour"\n'
    asked = {"puzzle": f"{grid.read_text(encoding='utf-8')}\n{question}", "order": "natural"}
    steps = {}
    for name in ("whole", "only_needed", ""):
        shared = await client.post("/walkthroughs", json=asked | ({name: True} if name else {}))
        assert shared.status_code == 201, shared.text
        page = await client.get(f"{HOST}{shared.json()['url']}/page")
        steps[name] = page.text.count('<section class="step"')
    assert steps == {"whole": 14, "": 10, "only_needed": 10}


async def test_a_way_back_ends_before_the_mistake(browser: httpx.AsyncClient) -> None:
    history = [[], ["r1c2=3"], ["r1c2=3", "r1c3=4"], ["r1c2=3", "r1c3=4", "r1c4=2"]]
    answer = await browser.post("/retrace", json={"puzzle": FOUR, "history": history})
    assert answer.json() == {"kept": 1}
