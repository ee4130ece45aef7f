"""Participations over a store and workers: nothing is lost or doubled, whatever fails."""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from hintwise.errors import InvalidValue, NotAdmitted, Outdated, UnknownStream
from hintwise.service.jobs import Busy, InlineJobs, Job, JobFailed
from hintwise.service.study import participations
from hintwise.service.study.attendance import IDLE_S, KEPT, Attendances
from hintwise.service.study.participations import Participations, Stuck, enrolment
from hintwise.service.study.waits import LONGEST_S, Waits
from hintwise.store import Store
from hintwise.store.studies import Newcomer, NewStudy, Participant
from tests.service.study.visiting import deed_for, learned
from tests.store.conftest import store as store
from tests.store.conftest import used_postgres_store as used_postgres_store
from tests.study.made_plans import small_plan

Document = dict[str, Any]
Scene = Callable[[Participations, Participant], Awaitable[None]]


class Workers(InlineJobs):
    """Computes as usual; it counts visits, and is busy or fails when told so."""

    def __init__(self) -> None:
        super().__init__(tasks_module="tests.service.study.visiting")
        self.urgent, self.ahead = 0, 0
        self.trouble: Exception | None = None

    async def run(self, job: Job) -> Any:
        if self.trouble is not None:
            raise self.trouble
        self.urgent += job.urgent
        self.ahead += not job.urgent
        return await super().run(job)


def played(store: Store, workers: Workers, scene: Scene) -> Participant:
    """Play a scene with somebody who has just joined a new study, and who is returned."""
    name = open_study(store)

    async def play() -> Participant:
        service = Participations(store, workers)
        try:
            joined = await service.join(name, Newcomer())
            await scene(service, joined.participant)
        finally:
            service.close()
            await workers.close()
        return joined.participant

    return asyncio.run(play())


def open_study(store: Store) -> str:
    name, plan = f"study-{secrets.token_hex(4)}", small_plan()
    store.studies.open(NewStudy(name, plan.as_json(), plan.hash, people=plan.people))
    return name


def events_of(store: Store, participant: Participant) -> list[Document]:
    found = store.read(participant.stream_id, participant.person_id)
    return [{"kind": one.kind, "id": one.id, "body": one.body} for one in found]


async def settled(service: Participations) -> None:
    """Wait until what is looked ahead for is there."""
    await asyncio.gather(*service._foresight.under_way, return_exceptions=True)


async def until(service: Participations, participant: Participant, stage: str) -> Document:
    """Do what is to be done until that stage."""
    shown = await service.go_on(participant)
    while shown["stage"] != stage:
        shown = await service.do(participant, deed_for(shown), shown["position"])
    return shown


def check_whole(events: list[Document]) -> None:
    """Each question once with its answer, asked for after what had been learned until then."""
    ids = [event["id"] for event in events]
    assert len(set(ids)) == len(ids)
    for place, event in enumerate(events):
        if event["kind"] == "asked":
            assert event["body"]["query"]["after"] == learned(events[:place]), event["id"]
        if event["kind"] == "answered":
            assert f"asked:{event['body']['key']}" in ids[:place]


def test_somebody_goes_through_everything_without_a_wait(store: Store) -> None:
    workers = Workers()

    async def scene(service: Participations, person: Participant) -> None:
        shown = await service.go_on(person)
        sides = itertools.cycle(("left", "right", "none"))
        waited_for = []
        while shown["stage"] != "end":
            await settled(service)
            before = workers.urgent
            shown_before = shown["stage"]
            shown = await service.do(person, deed_for(shown, next(sides)), shown["position"])
            waited_for += [shown_before] if workers.urgent > before else []
        assert shown["end"] == {"code": "DONE"}
        assert set(waited_for) == {"consent", "form"}  # whose answers nobody can know before

    person = played(store, workers, scene)
    events = events_of(store, person)
    check_whole(events)
    assert events[-1]["id"] == "completed"
    assert Counter(event["kind"] for event in events)["answered"] == small_plan_questions()
    (participant,) = store.studies.participants(person.study)
    assert participant.status == "completed"


def test_versions_are_recorded_once_where_others_begin_to_compute(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(service: Participations, person: Participant) -> None:
        shown = await until(service, person, "question")
        await settled(service)
        monkeypatch.setattr(participations, "engine_versions", lambda: {"hintwise": "99"})
        while shown["stage"] != "end":
            shown = await service.do(person, deed_for(shown), shown["position"])

    events = events_of(store, played(store, Workers(), scene))
    check_whole(events)
    place = [event["id"] for event in events].index("upgraded:1")
    assert events[place]["body"] == {"versions": {"hintwise": "99"}}
    assert [event["kind"] for event in events[place - 1 : place + 2]] == [
        "read",
        "upgraded",
        "asked",
    ]
    assert sum(event["kind"] == "upgraded" for event in events) == 1


def small_plan_questions() -> int:
    return 1 + 2 * (8 + 2 + 1 + 1) + 3


def test_what_nothing_is_learned_from_is_looked_ahead_of_once(store: Store) -> None:
    workers = Workers()

    async def scene(service: Participations, person: Participant) -> None:
        shown, jobs = await until(service, person, "question"), {}
        while shown["stage"] != "end":
            workers.ahead = 0
            shown = await service.do(person, deed_for(shown, "right"), shown["position"])
            await settled(service)
            if shown["stage"] == "question":
                jobs[events_of(store, person)[-1]["body"]["purpose"]] = workers.ahead
        assert jobs == {"train": 3, "dominated": 1, "repeat": 1, "evaluate": 1}

    check_whole(events_of(store, played(store, workers, scene)))


def test_reading_stores_and_computes_nothing(store: Store) -> None:
    workers = Workers()

    async def scene(service: Participations, person: Participant) -> None:
        shown = await service.state(person)
        assert (shown["stage"], shown["position"]) == ("waiting", 1)
        assert workers.urgent == workers.ahead == 0
        await until(service, person, "question")
        await settled(service)
        kept, events = store.kept(person.stream_id, KEPT), events_of(store, person)
        done = workers.urgent, workers.ahead
        for _ in range(3):
            assert (await service.state(person))["stage"] == "question"
        assert (store.kept(person.stream_id, KEPT), events_of(store, person)) == (kept, events)
        assert (workers.urgent, workers.ahead) == done

    played(store, workers, scene)


def test_an_answer_is_stored_even_if_nothing_can_follow_yet(store: Store) -> None:
    workers = Workers()

    async def scene(service: Participations, person: Participant) -> None:
        shown = await until(service, person, "question")
        service.close()  # what was foreseen is lost, as when the server is started again
        for trouble in (Busy(1.0), JobFailed("its worker was ended")):
            workers.trouble = trouble
            waiting = await service.do(person, deed_for(shown), shown["position"])
            assert (waiting["stage"], "question" in waiting) == ("waiting", False)
            assert events_of(store, person)[-1]["kind"] == "answered"
            assert await service.state(person) == await service.go_on(person) == waiting
            workers.trouble = None
            shown = await until(service, person, "question")
            service.close()

    check_whole(events_of(store, played(store, workers, scene)))


def test_a_defect_is_told_and_not_waited_for(store: Store) -> None:
    workers = Workers()

    async def scene(service: Participations, person: Participant) -> None:
        for defect in (JobFailed("a defect", by_task=True), InvalidValue("no such step")):
            workers.trouble = defect
            with pytest.raises(Stuck):
                await service.go_on(person)
            assert service.stuck(person.study) == [person.number]
        workers.trouble = None
        assert (await service.go_on(person))["stage"] == "consent"
        assert service.stuck(person.study) == []

    played(store, workers, scene)


def test_of_two_tabs_with_different_answers_the_first_counts(store: Store) -> None:
    async def scene(service: Participations, person: Participant) -> None:
        shown = await until(service, person, "question")
        for ready in (True, False) * 3:
            if ready:
                await settled(service)
            else:
                service.close()
            deeds = [deed_for(shown, side) for side in ("left", "right", "none")]
            found = await asyncio.gather(
                *(service.do(person, deed, shown["position"]) for deed in deeds),
                return_exceptions=True,
            )
            late = [one for one in found if isinstance(one, BaseException)]
            assert all(isinstance(one, Outdated) for one in late)
            assert len(late) == 2
            shown = await until(service, person, "question")

    check_whole(events_of(store, played(store, Workers(), scene)))


def test_the_same_sent_again_and_again_changes_nothing(store: Store) -> None:
    async def scene(service: Participations, person: Participant) -> None:
        shown = await service.go_on(person)
        while shown["stage"] != "end":
            deed, at = deed_for(shown), shown["position"]
            slower = {**deed, "seconds": 9.0} if deed["kind"] == "answered" else deed
            found = await asyncio.gather(
                *(service.do(person, each, at) for each in (deed, deed, slower))
            )
            shown = found[0]
            assert {one["position"] for one in found} == {shown["position"]}
            assert await service.do(person, deed, at) == shown
            if shown["position"] > 20:
                break

    check_whole(events_of(store, played(store, Workers(), scene)))


def test_what_is_not_open_or_wrong_is_refused(store: Store) -> None:
    async def scene(service: Participations, person: Participant) -> None:
        shown = await service.go_on(person)
        with pytest.raises(Outdated):
            await service.do(person, {"kind": "read", "name": "instructions"})
        with pytest.raises(Outdated):
            await service.do(person, deed_for(shown), shown["position"] - 1)
        await service.do(person, deed_for(shown), shown["position"])
        form = {"kind": "filled", "name": "demographics", "answers": {"age": 3}}
        with pytest.raises(InvalidValue, match="age is 3"):
            await service.do(person, form)
        shown = await until(service, person, "question")
        with pytest.raises(InvalidValue, match="no question 'q7'"):
            await service.do(person, {**deed_for(shown), "key": "q7"})
        assert (await service.state(person))["position"] == shown["position"]

    played(store, Workers(), scene)


def test_another_server_goes_on_with_the_same_question(store: Store) -> None:
    workers = Workers()

    async def scene(service: Participations, person: Participant) -> None:
        shown = await until(service, person, "question")
        other = Participations(store, workers)
        assert await other.state(person) == shown
        other.close()
        store.keep(person.stream_id, KEPT, shown["position"], {})  # as if it had been dropped
        other = Participations(store, workers)
        assert (await other.state(person))["stage"] == "waiting"
        assert await other.go_on(person) == shown
        other.close()

    check_whole(events_of(store, played(store, workers, scene)))


def test_several_servers_take_turns(store: Store) -> None:
    workers = Workers()

    async def scene(service: Participations, person: Participant) -> None:
        servers = itertools.cycle((service, Participations(store, workers), service))
        shown = await service.go_on(person)
        while shown["stage"] != "end":
            server = next(servers)
            assert await server.state(person) == shown
            shown = await server.do(person, deed_for(shown), shown["position"])

    check_whole(events_of(store, played(store, workers, scene)))


def test_only_so_many_participations_are_at_hand(store: Store) -> None:
    name = open_study(store)
    people = [store.studies.join(name, Newcomer(), enrolment).participant for _ in range(4)]
    attendances = Attendances(store, most=2)
    for person in people * 2:
        assert attendances.read(person).participant.number == person.number
    assert list(attendances._recent) == [person.stream_id for person in people[-2:]]


def test_of_who_has_withdrawn_nothing_comes_back_to_what_is_at_hand(store: Store) -> None:
    name = open_study(store)
    person = store.studies.join(name, Newcomer(), enrolment).participant
    attendances = Attendances(store)
    under_way = attendances.read(person)
    store.studies.withdraw(person)
    attendances.forget(person.stream_id)
    attendances._remember(under_way)
    assert not attendances._recent


def test_who_was_not_looked_at_for_long_is_not_at_hand(store: Store) -> None:
    name, clock = open_study(store), iter((0.0, 1.0, IDLE_S + 0.5))
    people = [store.studies.join(name, Newcomer(), enrolment).participant for _ in range(3)]
    attendances = Attendances(store, clock=clock.__next__)
    for person in people:
        attendances.read(person)
    assert list(attendances._recent) == [person.stream_id for person in people[1:]]


def test_who_withdraws_is_gone_whatever_was_under_way(store: Store) -> None:
    async def scene(service: Participations, person: Participant) -> None:
        shown = await until(service, person, "question")
        assert service._foresight.under_way
        answering = service.do(person, deed_for(shown), shown["position"])
        await asyncio.gather(answering, service.withdraw(person), return_exceptions=True)
        await service.withdraw(person)
        for deed in (service.state(person), service.go_on(person), service.do(person, {})):
            with pytest.raises(UnknownStream):
                await deed

    person = played(store, Workers(), scene)
    assert store.kept(person.stream_id, KEPT) is None
    assert store.studies.known(person.study).withdrawn == {person.cell: 1}


def test_nobody_is_given_a_closed_arm(store: Store) -> None:
    name = open_study(store)

    async def scene(service: Participations, person: Participant) -> None:
        store.studies.set_arm_closed(name, "machop", True)
        joined = await service.join(name, Newcomer())
        assert events_of(store, joined.participant)[0]["body"]["order"] == ["perceptron"]
        store.studies.set_arm_closed(name, "perceptron", True)
        with pytest.raises(NotAdmitted, match="all arms"):
            await service.join(name, Newcomer())

    played(store, Workers(), scene)


def test_waits_are_counted(store: Store) -> None:
    async def scene(service: Participations, person: Participant) -> None:
        assert service.waits(person.study).count == 0
        await until(service, person, "question")
        assert service.waits(person.study).count == 4
        assert service.waits("another").count == 0

    played(store, Workers(), scene)


def test_a_wait_goes_on_while_somebody_asks_again(store: Store) -> None:
    name = open_study(store)
    person = store.studies.join(name, Newcomer(), enrolment).participant
    times = iter([0.0, 4.0, 9.0, 20.0, 20.0 + LONGEST_S + 1, 20.0 + LONGEST_S + 3])
    waits = Waits(clock=lambda: next(times))
    waits.go_on(person, waits.begin(person))
    waits.end(person, waits.begin(person))
    assert (waits.of(name).count, waits.of(name).total_s) == (1, 9.0)
    waits.go_on(person, waits.begin(person))
    waits.end(person, waits.begin(person))  # after a long while: they were not there
    assert (waits.of(name).count, waits.of(name).total_s) == (2, 11.0)
