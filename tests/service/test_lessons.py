"""Lessons over a store and workers: nothing is lost or doubled, whatever fails in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hintwise.errors import InvalidValue, Outdated, OutOfTime, UnknownStream
from hintwise.service.jobs import Busy, Figures, InlineJobs, Job, JobFailed
from hintwise.service.lessons import Lessons
from hintwise.store import Store, open_store

FOUR = "1.....3..4.....2"
FEATURES = 12

Scene = Callable[[Lessons, str], Awaitable[None]]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(f"sqlite:///{tmp_path}/test.db") as opened:
        yield opened


class Workers(InlineJobs):
    """Computes as usual; it counts urgent visits, and computes none while it has an `excuse`."""

    def __init__(self) -> None:
        super().__init__()
        self.urgent_visits = 0
        self.excuse: Exception | None = None

    async def run(self, job: Job) -> Any:
        if self.excuse is not None:
            raise self.excuse
        self.urgent_visits += job.task == "visit_lesson" and job.urgent
        return await super().run(job)

    def stream(self, job: Job) -> AsyncIterator[Any]:
        raise NotImplementedError

    def figures(self) -> Figures:
        return Figures()


def played(store: Store, workers: Workers, scene: Scene) -> str:
    """Play a scene with a new person, who is returned."""
    person, _ = store.new_person()

    async def play() -> None:
        lessons = Lessons(store, workers)
        try:
            await scene(lessons, person)
        finally:
            lessons.close()
            await workers.close()

    asyncio.run(play())
    return person


def kinds(store: Store, person: str, session: str) -> list[str]:
    return [event.kind for event in store.read(session, person)]


async def begun(lessons: Lessons, person: str, kind: str | None = None) -> dict[str, Any]:
    """A lesson about a small puzzle, or the person's own of a kind."""
    plan = await lessons.plan(person, kind, None if kind else [FOUR])
    return await (lessons.begin_main if kind else lessons.begin)(person, plan)


async def settled(lessons: Lessons) -> None:
    """Wait until what is looked ahead for is there."""
    await asyncio.gather(*lessons._foresight.under_way, return_exceptions=True)


def test_answers_lead_from_question_to_question_without_a_wait(store: Store) -> None:
    workers = Workers()

    async def scene(lessons: Lessons, person: str) -> None:
        shown = await begun(lessons, person)
        assert shown["question"]["number"] == 1
        assert shown["learned"]["expected"]
        assert set(shown["question"]["pictures"]) == {"a", "b"}
        for number, answer in enumerate(("a", "b", "none"), 1):
            await settled(lessons)
            before = workers.urgent_visits
            shown = await lessons.answer(person, shown["id"], number, answer, 1.5)
            assert (shown["answers"], shown["question"]["number"]) == (number, number + 1)
            assert workers.urgent_visits == before  # it had been computed ahead
        again = await lessons.state(person, shown["id"])
        assert again["question"]["a"] == shown["question"]["a"]
        assert kinds(store, person, shown["id"])[1:] == ["asked", "answered"] * 3 + ["asked"]
        assert store.read(shown["id"], person)[2].body == {"answer": "a", "seconds": 1.5}

    played(store, workers, scene)


@pytest.mark.parametrize("excuse", [Busy(1.0), OutOfTime("not yet"), JobFailed("it died")])
def test_an_answer_is_stored_even_if_no_question_can_follow(
    store: Store, excuse: Exception
) -> None:
    workers = Workers()

    async def scene(lessons: Lessons, person: str) -> None:
        session = (await begun(lessons, person))["id"]
        await settled(lessons)
        lessons.close()  # what was foreseen is lost, as when the server is started again
        workers.excuse = excuse
        shown = await lessons.answer(person, session, 1, "b")
        assert (shown["answers"], shown["question"]) == (1, None)
        assert kinds(store, person, session) == ["begun", "asked", "answered"]
        workers.excuse = None
        shown = await lessons.state(person, session)
        assert (shown["answers"], shown["question"]["number"]) == (1, 2)
        assert kinds(store, person, session)[-2:] == ["answered", "asked"]

    played(store, workers, scene)


def test_of_two_tabs_one_answers(store: Store) -> None:
    async def scene(lessons: Lessons, person: str) -> None:
        session = (await begun(lessons, person))["id"]
        answers = (lessons.answer(person, session, 1, answer) for answer in ("a", "b"))
        results = await asyncio.gather(*answers, return_exceptions=True)
        assert sorted(isinstance(result, Outdated) for result in results) == [False, True]
        assert kinds(store, person, session).count("answered") == 1
        assert kinds(store, person, session).count("asked") == 2

    played(store, Workers(), scene)


def test_nothing_is_done_twice_to_a_lesson_that_has_gone_on(store: Store) -> None:
    async def scene(lessons: Lessons, person: str) -> None:
        first = await begun(lessons, person)
        session = first["id"]
        second = await lessons.answer(person, session, 1, "a", at=first["position"])
        third = await lessons.answer(person, session, 2, "a", at=second["position"])
        undone = await lessons.undo(person, session, at=third["position"])
        assert undone["answers"] == 1
        for repeated in (
            lessons.undo(person, session, at=third["position"]),
            lessons.correct(person, session, 0, at=third["position"]),
            # Question 2 is open again, but it is not this one that the other tab shows.
            lessons.answer(person, session, 2, "b", at=second["position"]),
        ):
            with pytest.raises(Outdated):
                await repeated
        assert (await lessons.state(person, session))["answers"] == 1

    played(store, Workers(), scene)


def test_undo_asks_the_same_question_again(store: Store) -> None:
    async def scene(lessons: Lessons, person: str) -> None:
        first = await begun(lessons, person)
        session = first["id"]
        with pytest.raises(InvalidValue, match="no answer has been given"):
            await lessons.undo(person, session)
        await lessons.answer(person, session, 1, "a")
        shown = await lessons.undo(person, session)
        assert shown["answers"] == 0
        assert shown["question"]["a"] == first["question"]["a"]
        shown = await lessons.answer(person, session, 1, "b")
        assert shown["question"]["number"] == 2

    played(store, Workers(), scene)


def test_what_is_passed_over_in_play_changes_the_weights(store: Store) -> None:
    async def scene(lessons: Lessons, person: str) -> None:
        shown = await begun(lessons, person, "killer_sudoku")
        assert await lessons.weights(person, "killer_sudoku") is None
        assert await lessons.weights(person, "sudoku") is None
        features = dict.fromkeys(shown["weights"], 0)
        first = next(iter(features))
        shown = await lessons.observe(person, shown["id"], {**features, first: 4}, features, "a")
        assert (shown["answers"], shown["observations"]) == (0, 1)
        assert shown["question"]["number"] == 1
        weights = await lessons.weights(person, "killer_sudoku")
        assert weights is not None
        with pytest.raises(InvalidValue, match="other features"):
            await lessons.observe(person, shown["id"], {"nothing": 1}, {"nothing": 2}, "a")
        assert kinds(store, person, shown["id"]) == ["begun", "asked", "observed"]

    played(store, Workers(), scene)


def test_a_lesson_is_the_same_without_what_was_kept_and_in_another_language(store: Store) -> None:
    async def scene(lessons: Lessons, person: str) -> None:
        session = (await begun(lessons, person))["id"]
        shown = await lessons.answer(person, session, 1, "b")
        store.keep(session, "visit", 1, {"visited": 0, "state": None, "cache": None})
        again = await lessons.state(person, session)
        assert again["weights"] == shown["weights"]
        assert again["question"]["b"]["text"] == shown["question"]["b"]["text"]
        german = await lessons.state(person, session, "de")
        assert german["question"]["b"]["derived"] == shown["question"]["b"]["derived"]
        assert german["question"]["b"]["text"] != shown["question"]["b"]["text"]
        assert kinds(store, person, session) == ["begun", "asked", "answered", "asked"]

    played(store, Workers(), scene)


def test_a_profile_can_be_taken_along(store: Store) -> None:
    async def scene(lessons: Lessons, person: str) -> None:
        session = (await begun(lessons, person, "killer_sudoku"))["id"]
        shown = await lessons.answer(person, session, 1, "b")
        text = await lessons.profile_text(person, session)
        other, _ = store.new_person()
        for _ in range(2):  # also in place of the one that it has
            plan = await lessons.plan_of(other, "killer_sudoku", text)
            taken = await lessons.replace_main(other, plan)
        assert len(store.streams(other, "lesson")) == 1
        assert taken["answers"] == 1
        assert await lessons.weights(other, "killer_sudoku") == shown["weights"]

    played(store, Workers(), scene)


def test_a_strangers_lesson_is_unknown(store: Store) -> None:
    async def scene(lessons: Lessons, person: str) -> None:
        session = (await begun(lessons, person))["id"]
        stranger, _ = store.new_person()
        for deed in (
            lessons.state(stranger, session),
            lessons.answer(stranger, session, 1, "a"),
            lessons.undo(stranger, session),
            lessons.correct(stranger, session, 0),
            lessons.profile_text(stranger, session),
        ):
            with pytest.raises(UnknownStream):
                await deed

    played(store, Workers(), scene)
