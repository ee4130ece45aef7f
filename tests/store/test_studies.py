"""What the store promises of studies, on SQLite and on PostgreSQL."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update

from hintwise.errors import (
    InvalidValue,
    NotAdmitted,
    Outdated,
    UnknownName,
    UnknownStream,
    UnknownStudy,
)
from hintwise.store import NewEvent, Store
from hintwise.store.events import as_utc
from hintwise.store.people import MOST_TOKENS
from hintwise.store.studies import (
    Enrolment,
    Joined,
    Newcomer,
    NewStudy,
    Participant,
    Study,
)
from hintwise.store.studies.joining import invitation_hash
from hintwise.store.studies.participants import hash_of
from hintwise.store.studies.studies import MOST_RESEARCHERS
from hintwise.store.studies.study import STREAM, label_of
from hintwise.store.tables import metadata, streams
from hintwise.study import events as study_events

CELLS = ("one", "two", "three")
PLAN = {"arms": [{"name": "machop"}, {"name": "bayes"}], "text": "whatever a plan says"}


def enrol(study: Study, number: int, counts: Mapping[str, int]) -> Enrolment:
    cell = min(CELLS, key=lambda name: counts.get(name, 0))
    joined = NewEvent("joined", {"number": number, "cell": cell}, id="joined")
    return Enrolment(cell, [joined])


@pytest.fixture
def name(store: Store) -> str:
    """A study for many; others may be in the same database."""
    found = f"study-{secrets.token_hex(4)}"
    store.studies.open(NewStudy(found, PLAN, "aaa", people=100))
    return found


def join(store: Store, name: str, newcomer: Newcomer | None = None) -> Joined:
    return store.studies.join(name, newcomer or Newcomer(), enrol)


def complete(store: Store, participant: Participant) -> None:
    store.studies.append(participant, 1, [NewEvent("completed", id="completed")])


def make_stale(store: Store, participant: Participant) -> None:
    """As if they had not been there for two days."""
    then = as_utc(datetime.now(UTC) - timedelta(hours=48))
    own = update(streams).where(streams.c.id == participant.stream_id)
    with store.database.writing() as connection:
        connection.execute(own.values(changed_at=then))


def refused(store: Store, name: str, newcomer: Newcomer | None = None) -> str:
    """The reason why somebody new may not join."""
    with pytest.raises(NotAdmitted) as error:
        join(store, name, newcomer)
    return error.value.reason


# Studies


def test_a_study_is_found_by_its_name_as_it_was_opened(store: Store, name: str) -> None:
    found = store.studies.find(name)
    assert found is not None
    assert (found.plan, found.hash, found.people, found.closes) == (PLAN, "aaa", 100, None)
    assert not found.closed
    assert found.arrivals == 0
    assert name in [study.name for study in store.studies.all()]
    for unknown in ("nothing-like-it", "\x00", "../.."):
        assert store.studies.find(unknown) is None
        with pytest.raises(UnknownStudy):
            store.studies.participants(unknown)


def test_the_same_plan_goes_on_and_what_was_changed_stays(store: Store, name: str) -> None:
    join(store, name)
    store.studies.set_quota(name, 7)
    again = store.studies.open(NewStudy(name, PLAN, "aaa", people=100))
    assert (again.people, again.arrivals) == (7, 1)


def test_another_plan_is_taken_until_somebody_has_joined(store: Store, name: str) -> None:
    changed = NewStudy(name, {**PLAN, "text": "other"}, "bbb", people=3)
    assert store.studies.open(changed).hash == "bbb"
    join(store, name)
    with pytest.raises(InvalidValue, match=r"plan bbb, and 1 have joined.*this plan is ccc"):
        store.studies.open(replace(changed, hash="ccc"))
    assert store.studies.known(name).plan["text"] == "other"


def test_another_plan_leaves_who_may_come_as_it_was_set(store: Store, name: str) -> None:
    store.studies.set_by_invitation(name, True)
    store.studies.set_closed(name, True)
    for arm in ("machop", "bayes"):
        store.studies.set_arm_closed(name, arm, True)
    found = store.studies.open(NewStudy(name, {"arms": [{"name": "bayes"}]}, "bbb", people=3))
    assert (found.by_invitation, found.closed, found.closed_arms) == (True, True, ("bayes",))
    assert found.people == 3


def test_nobody_joins_a_rehearsal_by_mistake(store: Store, name: str) -> None:
    rehearsal = NewStudy(name, PLAN, "aaa", people=3, rehearsal=True)
    assert store.studies.open(rehearsal).rehearsal
    join(store, name)
    with pytest.raises(InvalidValue, match=r"is a rehearsal.*another database"):
        store.studies.open(replace(rehearsal, rehearsal=False))


@pytest.mark.parametrize("wrong", ["", "a b", "ä", "-a", "a/b", "x" * 61])
def test_a_name_that_cannot_be_in_a_link_is_refused(wrong: str) -> None:
    with pytest.raises(InvalidValue, match="no name of a study"):
        NewStudy(wrong, PLAN, "aaa", people=1)


def test_an_arm_that_the_plan_does_not_have_cannot_be_closed(store: Store, name: str) -> None:
    for arm, closed in (("bayes", True), ("machop", True), ("machop", True), ("bayes", False)):
        store.studies.set_arm_closed(name, arm, closed)
    assert store.studies.known(name).closed_arms == ("machop",)
    with pytest.raises(UnknownName, match="machop, bayes"):
        store.studies.set_arm_closed(name, "smallest", True)


# Researchers


def test_a_researcher_is_known_by_a_token_of_this_study_only(store: Store, name: str) -> None:
    token = store.studies.new_researcher(name)
    assert store.studies.is_researcher(name, token)
    for wrong in ("", "x" * 43, token[:-1], token.swapcase()):
        assert not store.studies.is_researcher(name, wrong)
    assert not store.studies.is_researcher("another", token)
    assert store.person_of(token) is None
    assert store.studies.participant_of(name, token) is None


def test_the_tokens_of_the_last_starts_stay_valid(store: Store, name: str) -> None:
    tokens = [store.studies.new_researcher(name) for _ in range(MOST_RESEARCHERS + 2)]
    assert sum(store.studies.is_researcher(name, token) for token in tokens) == MOST_RESEARCHERS
    assert store.studies.is_researcher(name, tokens[-1])


# Joining


def test_whoever_joins_has_a_number_a_cell_a_stream_and_a_token(store: Store, name: str) -> None:
    first, second = join(store, name), join(store, name)
    assert [one.participant.number for one in (first, second)] == [1, 2]
    assert [one.participant.cell for one in (first, second)] == ["one", "two"]
    known = store.studies.participant_of(name, second.token)
    assert known == second.participant
    (event,) = store.read(known.stream_id, known.person_id)
    assert (event.id, event.body) == ("joined", {"number": 2, "cell": "two"})
    assert store.streams(known.person_id, STREAM)[0].label == label_of(name)
    assert (STREAM, label_of("x")) == (study_events.STREAM, study_events.label_of("x"))


def test_a_participant_is_no_player_and_a_player_no_participant(store: Store, name: str) -> None:
    joined = join(store, name)
    assert store.person_of(joined.token) is None
    _, player = store.new_person()
    assert store.studies.participant_of(name, player) is None
    assert store.studies.participant_of("another", joined.token) is None


def test_the_same_ids_from_elsewhere_come_back_to_the_same_participation(
    store: Store, name: str
) -> None:
    ids = {"PROLIFIC_PID": "5f1e", "STUDY_ID": "s", "SESSION_ID": "8a"}
    first = join(store, name, Newcomer(external=ids))
    again = join(store, name, Newcomer(external=ids))
    assert again.returned
    assert again.participant == first.participant
    assert again.token != first.token
    assert store.studies.participant_of(name, first.token) is not None
    assert first.participant.external == ids
    for other in ({"PROLIFIC_PID": "5f1f"}, {"SESSION_ID": "8a"}, {"SESSION_ID": "8a"}):
        assert not join(store, name, Newcomer(external=other)).returned


def test_a_person_of_a_panel_takes_part_once_and_keeps_the_newest_session(
    store: Store, name: str
) -> None:
    ids = {"PROLIFIC_PID": "5f1e", "STUDY_ID": "s", "SESSION_ID": "8a"}
    join(store, name, Newcomer(external=ids))
    later = {**ids, "SESSION_ID": "8b"}
    for given in (later, {"PROLIFIC_PID": "5f1e"}):
        again = join(store, name, Newcomer(external=given))
        assert (again.returned, again.participant.number) == (True, 1)
        assert again.participant.external == later
    assert [one.external for one in store.studies.participants(name)] == [later]
    store.studies.open(NewStudy(f"{name}-2", PLAN, "aaa", people=1))
    assert not join(store, f"{name}-2", Newcomer(external=ids)).returned


def test_ids_from_elsewhere_are_not_in_the_events(store: Store, name: str) -> None:
    join(store, name, Newcomer(external={"PROLIFIC_PID": "5f1ehazelnut", "SESSION_ID": "8"}))
    assert "hazelnut" not in str([events for _, events in store.studies.participations(name)])


def test_a_wish_to_join_is_granted_once(store: Store, name: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda _: join(store, name, Newcomer("click-1")), range(6)))
    assert {one.participant.number for one in found} == {1}
    assert [one.returned for one in found].count(False) == 1
    assert store.studies.known(name).arrivals == 1


def test_an_invitation_lets_one_person_in_and_back(store: Store, name: str) -> None:
    store.studies.set_by_invitation(name, True)
    assert refused(store, name) == "invitation-needed"
    assert refused(store, name, Newcomer(invitation="x" * 43)) == "invitation-used"
    one, other = store.studies.invite(name, 2)
    with ThreadPoolExecutor(4) as pool:
        guests = list(pool.map(lambda _: join(store, name, Newcomer(invitation=one)), range(4)))
    assert {guest.participant.number for guest in guests} == {1}
    assert join(store, name, Newcomer(invitation=other)).participant.number == 2
    store.studies.withdraw(guests[0].participant)
    assert refused(store, name, Newcomer(invitation=one)) == "invitation-used"


def test_an_invitation_is_one_to_its_own_study(store: Store, name: str) -> None:
    (token,) = store.studies.invite(name, 1)
    store.studies.open(NewStudy(f"{name}-2", PLAN, "aaa", people=1))
    assert refused(store, f"{name}-2", Newcomer(invitation=token)) == "invitation-used"
    for count in (0, 1001):
        with pytest.raises(InvalidValue, match="1 to 1000 at once"):
            store.studies.invite(name, count)


def test_many_who_join_at_once_are_spread_evenly_and_never_more_than_wanted(
    store: Store, name: str
) -> None:
    store.studies.set_quota(name, 12)

    def try_to_join(_: int) -> Joined | str:
        try:
            return join(store, name)
        except NotAdmitted as error:
            return error.reason

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(try_to_join, range(20)))
    let_in = [one.participant for one in found if isinstance(one, Joined)]
    assert Counter(one for one in found if isinstance(one, str)) == {"quota": 8}
    assert sorted(one.number for one in let_in) == list(range(1, 13))
    assert Counter(one.cell for one in let_in) == dict.fromkeys(CELLS, 4)


def test_a_study_that_is_closed_full_or_over_lets_nobody_new_in(store: Store, name: str) -> None:
    studies = store.studies
    inside = join(store, name, Newcomer("inside"))
    studies.set_closed(name, True)
    assert (refused(store, name), studies.admission(name).status) == ("closed", "closed")
    studies.set_closed(name, False)
    studies.set_closing_day(name, "2020-01-31")
    assert (refused(store, name), studies.admission(name).status) == ("date", "closed")
    assert join(store, name, Newcomer("inside")).participant.number == inside.participant.number
    studies.set_closing_day(name, datetime.now(UTC).date().isoformat())
    assert studies.admission(name).status == "open"
    studies.set_quota(name, 1)
    assert (refused(store, name), studies.admission(name).status) == ("quota", "full")
    with pytest.raises(InvalidValue, match="2027-03-31"):
        studies.set_closing_day(name, "2027-02-30")
    with pytest.raises(InvalidValue, match="whole number from 1"):
        studies.set_quota(name, 0)


def test_who_has_stopped_makes_room_and_may_still_come_back(store: Store, name: str) -> None:
    store.studies.set_quota(name, 2)
    gone, done = join(store, name, Newcomer("gone")), join(store, name)
    complete(store, done.participant)
    make_stale(store, gone.participant)
    make_stale(store, done.participant)
    statuses = [one.status for one in store.studies.participants(name)]
    assert statuses == ["stale", "completed"]
    # Their cell has the fewest again.
    assert join(store, name).participant.cell == gone.participant.cell
    assert refused(store, name) == "quota"
    back = join(store, name, Newcomer("gone"))
    assert back.returned
    store.studies.append(back.participant, 1, [NewEvent("consented", id="consented")])
    statuses = [one.status for one in store.studies.participants(name)]
    assert statuses == ["active", "completed", "active"]


def test_of_many_tokens_the_oldest_go_but_not_the_one_in_use(store: Store, name: str) -> None:
    joined = join(store, name)
    tokens = [store.studies.new_token(joined.participant, joined.token) for _ in range(15)]
    valid = [one for one in tokens if store.studies.participant_of(name, one)]
    assert valid == tokens[-(MOST_TOKENS - 1) :]
    assert store.studies.participant_of(name, joined.token)


# What they did


def test_an_answer_is_stored_once_whoever_else_tries(store: Store, name: str) -> None:
    participant = join(store, name).participant

    def answer(side: str) -> str:
        event = NewEvent("answered", {"side": side}, id="answered:machop:train:1")
        try:
            store.studies.append(participant, 1, [event])
        except Outdated:
            return "late"
        return "stored"

    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(answer, ["left", "right"] * 3))
    assert Counter(found) == {"stored": 1, "late": 5}
    assert len(store.read(participant.stream_id, participant.person_id)) == 2
    repeated = NewEvent("answered", {"side": "left"}, id="answered:machop:train:1")
    for position in (1, 2):
        with pytest.raises(Outdated):
            store.studies.append(participant, position, [repeated])


def test_participations_come_in_order_with_all_events(store: Store, name: str) -> None:
    people = [join(store, name).participant for _ in range(3)]
    complete(store, people[1])
    found = list(store.studies.participations(name))
    assert [one.number for one, _ in found] == [1, 2, 3]
    assert [event["id"] for event in found[1][1]] == ["joined", "completed"]
    assert set(found[0][1][0]) == {"id", "kind", "body", "at"}


def test_who_withdraws_while_participations_are_read_is_left_out(store: Store, name: str) -> None:
    people = [join(store, name).participant for _ in range(3)]
    found = store.studies.participations(name)
    first, _ = next(found)
    store.studies.withdraw(people[1])
    assert [first.number, *(one.number for one, _ in found)] == [1, 3]


def test_answers_are_read_without_the_questions_that_are_no_checks(store: Store, name: str) -> None:
    participant = join(store, name).participant
    keys = ["machop:train:1", "machop:dominated:1", "machop:repeat:1"]
    events = [
        NewEvent(kind, {"key": key}, id=f"{kind}:{key}")
        for key in keys
        for kind in ("asked", "answered")
    ]
    store.studies.append(participant, 1, events)
    found = [event["id"] for event in store.studies.answers(name)[1]]
    assert found == [
        "joined",
        *(event.id for event in events if event.id != "asked:machop:train:1"),
    ]
    with pytest.raises(UnknownStudy):
        store.studies.answers("nothing-like-it")


# Leaving


def test_who_leaves_before_they_agreed_has_declined(store: Store, name: str) -> None:
    people = [join(store, name).participant for _ in range(3)]
    store.studies.append(people[1], 1, [NewEvent("consented", id="consented")])
    for one in people:
        store.studies.withdraw(one)
    study = store.studies.known(name)
    assert (study.declined, study.withdrawn) == ({"one": 1, "three": 1}, {"two": 1})


def test_who_withdraws_leaves_a_count(store: Store, name: str) -> None:
    first, second = join(store, name), join(store, name)
    store.studies.append(first.participant, 1, [NewEvent("consented", id="consented")])
    assert store.studies.withdraw(first.participant)
    assert not store.studies.withdraw(first.participant)
    study = store.studies.known(name)
    assert (study.withdrawn, study.arrivals) == ({"one": 1}, 2)
    assert store.studies.participant_of(name, first.token) is None
    with pytest.raises(UnknownStream):
        store.studies.append(first.participant, 1, [])
    assert [one.number for one in store.studies.participants(name)] == [2]
    assert second.participant.number == 2
    assert join(store, name).participant.number == 3  # no number is given twice


def test_no_row_of_whoever_withdraws_is_left_in_any_table(store: Store, name: str) -> None:
    (invitation,) = store.studies.invite(name, 1)
    ids = {"PROLIFIC_PID": f"pid{name}", "STUDY_ID": f"sid{name}", "SESSION_ID": f"ses{name}"}
    joined = join(store, name, Newcomer(f"click-{name}", invitation, ids))
    gone = joined.participant
    store.studies.append(gone, 1, [NewEvent("filled", {"answers": {"job": f"job{name}"}})])
    store.keep(gone.stream_id, "study-visit-1", 2, {"state": f"state{name}"})
    link = store.studies.new_token(gone, joined.token)
    traces = [
        *(f"{word}{name}" for word in ("pid", "sid", "ses", "click-", "job", "state")),
        *(gone.person_id, gone.stream_id, hash_of(joined.token), hash_of(link)),
        invitation_hash(invitation),
    ]
    assert [trace for trace in traces if trace not in everything(store)] == []
    store.studies.withdraw(gone)
    assert [trace for trace in traces if trace in everything(store)] == []


def everything(store: Store) -> str:
    """All rows of all tables."""
    with store.database.reading() as connection:
        return "".join(str(connection.execute(select(t)).all()) for t in metadata.sorted_tables)


def test_an_erased_study_is_gone_with_everybody(store: Store, name: str) -> None:
    people = [join(store, name) for _ in range(2)]
    token = store.studies.new_researcher(name)
    store.studies.invite(name, 3)
    player, _ = store.new_person()
    assert store.studies.erase(name) == 2
    assert store.studies.find(name) is None
    assert not store.studies.is_researcher(name, token)
    for one in people:
        assert store.streams(one.participant.person_id, STREAM) == []
    assert store.begin(player, "game", [])
    with pytest.raises(UnknownStudy):
        store.studies.erase(name)
