"""Simulated people in a study in memory that loses requests and replies."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path

import httpx
import pytest

from hintwise.errors import InvalidValue
from hintwise.study.rehearsal import line as lines
from hintwise.study.rehearsal.journal import Ending, Journal
from hintwise.study.rehearsal.mix import crowd
from hintwise.study.rehearsal.people import Manner, Tastes
from hintwise.study.rehearsal.running import Rehearsing
from hintwise.study.rehearsal.tally import Tally
from hintwise.study.rehearsal.walking import Surroundings
from tests.study.rehearsal.fake_study import QUESTIONS, FakeStudy

MIX = {Manner.PRIOR: 2, Manner.ORACLE: 1, Manner.CARELESS: 1, Manner.QUITTER: 3}
PEOPLE = 7
ABOUT = {"plan": "abc", "seed": 1}


def _rehearsing(file: Path, at_once: int = 3) -> Rehearsing:
    around = Surroundings(Tastes("sudoku"), Journal(file, ABOUT), Tally())
    return Rehearsing("small", crowd(PEOPLE, MIX, seed=1), at_once, around)


def _walk(study: FakeStudy, rehearsing: Rehearsing) -> None:
    async def walk() -> None:
        async with study.client() as client:
            await rehearsing.walk(client)

    asyncio.run(walk())


@pytest.fixture(autouse=True)
def _without_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "_AGAIN_S", 0.0)


def test_everybody_walks_to_the_end_they_are_meant_for(tmp_path: Path) -> None:
    study, rehearsing = FakeStudy(), _rehearsing(tmp_path / "people.jsonl")
    _walk(study, rehearsing)
    endings = Counter(rehearsing.around.journal.endings.values())
    # Four who stay, and of three who leave the one that comes back.
    assert endings == {Ending.COMPLETED: 5, Ending.WITHDREW: 1, Ending.LEFT: 1}
    assert study.withdrawn == 1
    tally = rehearsing.around.tally
    assert tally.errors == []
    assert tally.lost_connections == 0
    assert len(tally.waits) == sum(map(len, tally.answered.values()))
    complete = [deeds for _, deeds in study.export() if len(deeds) == 3 + QUESTIONS]
    assert len(complete) == 5


@pytest.mark.parametrize("seed", range(3))
def test_requests_and_replies_that_are_lost_change_nothing(tmp_path: Path, seed: int) -> None:
    quiet, troubled = FakeStudy(), FakeStudy(trouble=0.2, rng=random.Random(seed))
    first = _rehearsing(tmp_path / "quiet.jsonl")
    _walk(quiet, first)
    second = _rehearsing(tmp_path / "troubled.jsonl", at_once=7)
    _walk(troubled, second)
    assert second.around.tally.errors == []
    assert second.around.tally.lost_connections > 0
    assert troubled.export() == quiet.export()
    assert troubled.withdrawn == quiet.withdrawn
    assert second.around.journal.endings == first.around.journal.endings
    assert second.around.tally.answered == first.around.tally.answered


@pytest.mark.parametrize("requests", [3, 20, 60])
def test_an_interrupted_rehearsal_goes_on_where_it_was(tmp_path: Path, requests: int) -> None:
    whole, study = FakeStudy(), FakeStudy()
    _walk(whole, _rehearsing(tmp_path / "whole.jsonl"))
    file = tmp_path / "people.jsonl"
    for _ in range(100):
        if _walked_for(study, _rehearsing(file), requests):
            break
    assert study.export() == whole.export()
    assert study.withdrawn == whole.withdrawn


def _walked_for(study: FakeStudy, rehearsing: Rehearsing, requests: int) -> bool:
    """Interrupt after so many requests; whether all was done before."""
    left = requests

    async def answer(request: httpx.Request) -> httpx.Response:
        nonlocal left
        reply = await study._answer(request)
        left -= 1
        if not left:
            raise asyncio.CancelledError
        return reply

    async def walk() -> None:
        transport = httpx.MockTransport(answer)
        async with httpx.AsyncClient(transport=transport, base_url="http://study") as client:
            await rehearsing.walk(client)

    try:
        asyncio.run(walk())
    except asyncio.CancelledError:
        return False
    return True


def test_a_refusal_is_told_and_the_others_go_on(tmp_path: Path) -> None:
    study, rehearsing = FakeStudy(), _rehearsing(tmp_path / "people.jsonl")

    async def answer(request: httpx.Request) -> httpx.Response:
        if b'"q3"' in request.content and request.headers["authorization"].endswith("token-1"):
            return httpx.Response(422, json={"detail": "this question is odd"})
        return await study._answer(request)

    async def walk() -> None:
        transport = httpx.MockTransport(answer)
        async with httpx.AsyncClient(transport=transport, base_url="http://study") as client:
            await rehearsing.walk(client)

    asyncio.run(walk())
    (error,) = rehearsing.around.tally.errors
    assert "person 1" in error
    assert "this question is odd" in error
    endings = rehearsing.around.journal.endings
    assert endings[1] is Ending.GAVE_UP
    assert len(endings) == PEOPLE


def test_a_folder_of_another_rehearsal_is_refused(tmp_path: Path) -> None:
    Journal(tmp_path / "people.jsonl", ABOUT)
    with pytest.raises(InvalidValue, match="was begun with seed 1, not 2"):
        Journal(tmp_path / "people.jsonl", {**ABOUT, "seed": 2})


def test_a_line_that_was_cut_off_is_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "people.jsonl"
    journal = Journal(file, ABOUT)
    journal.note_token(1, "first")
    with file.open("a") as torn:
        torn.write('{"person": 2, "tok')
    journal = Journal(file, ABOUT)
    journal.note_token(3, "third")
    assert Journal(file, ABOUT).tokens == {1: "first", 3: "third"}
