"""Orders of puzzles and of facts."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hintwise.elicit.instances import NARROWED, OFFERED, SELECTIONS, Course
from hintwise.elicit.query import Answer
from hintwise.elicit.session import Session
from hintwise.elicit.settings import settings_for
from hintwise.engine import Cost, Explainer, Limits
from hintwise.problem import Fact
from hintwise.puzzles import sudoku
from tests.elicit.made import COURSE, answered

PROBLEMS = tuple(map(sudoku, COURSE))
FACTS = (5, 6, 8)  # to explain in each puzzle


def test_listed_puzzles_come_in_their_order_again_and_again() -> None:
    assert [Course(3).puzzle(turn) for turn in range(7)] == [0, 1, 2, 0, 1, 2, 0]


@given(count=st.integers(2, 9), seed=st.integers(0, 10**6))
def test_a_random_puzzle_is_never_the_one_before(count: int, seed: int) -> None:
    puzzles = [Course(count, seed).puzzle(turn) for turn in range(20)]
    assert all(0 <= puzzle < count for puzzle in puzzles)
    assert all(one != other for one, other in itertools.pairwise(puzzles))
    assert puzzles == [Course(count, seed).puzzle(turn) for turn in range(20)]


def test_every_other_puzzle_is_as_likely() -> None:
    first = Counter(Course(4, seed).puzzle(0) for seed in range(800))
    then = Counter(
        Course(4, seed).puzzle(1) for seed in range(800) if Course(4, seed).puzzle(0) == 0
    )
    assert set(first) == {0, 1, 2, 3}
    assert min(first.values()) > 150
    assert set(then) == {1, 2, 3}
    assert min(then.values()) > 40


def test_a_single_puzzle_follows_itself() -> None:
    assert [Course(1, 5).puzzle(turn) for turn in range(3)] == [0, 0, 0]


@pytest.mark.parametrize("selection", ["online", "offline_random", "offline_ses"])
def test_a_session_goes_through_listed_puzzles_fact_by_fact(selection: str) -> None:
    listed = settings_for("machop", selection=selection, puzzle_order="listed")
    session = Session.of(PROBLEMS, listed)
    queries = answered(session, ["a", "b", "none"] * 7)
    expected = [i for i, facts in enumerate(FACTS) for _ in range(facts)] + [0, 0]
    assert [query.puzzle for query in queries] == expected
    assert [query.number for query in queries] == list(range(1, 22))


def test_a_session_goes_on_with_a_random_other_puzzle() -> None:
    session = Session.of(PROBLEMS, settings_for("machop", selection="offline_random", seed=3))
    puzzles = [query.puzzle for query in answered(session, ["a"] * 20)]
    runs = [puzzles[0], *(b for a, b in itertools.pairwise(puzzles) if a != b)]
    assert len(runs) >= 3
    assert runs == [Course(3, 3).puzzle(turn) for turn in range(len(runs))]


def test_seeds_give_different_orders() -> None:
    def facts(seed: int) -> list[Fact]:
        chosen = settings_for("machop", selection="offline_random", seed=seed)
        session = Session.of(PROBLEMS[2:], chosen)
        return [query.a.derived for query in answered(session, ["a"] * 8)]

    orders = {tuple(facts(seed)) for seed in range(4)}
    assert len(orders) > 1
    assert all(len(set(order)) == 8 for order in orders)


@pytest.mark.parametrize("answer", Answer)
def test_online_the_fact_that_the_updated_weights_rank_better_is_added(answer: Answer) -> None:
    session = Session.of(PROBLEMS[2:], settings_for("machop", minimal_steps=False))
    for _ in range(5):
        query = session.ask()
        session.tell(answer)
        cost = Cost(session.weights)
        first = cost.value(query.a.features) < cost.value(query.b.features)
        added = query.a.derived if first else query.b.derived
        assert session.ask().state.facts == query.state.facts | {added}


def test_offline_the_set_fact_is_added_whatever_the_answer_and_the_second_step() -> None:
    problem = PROBLEMS[2]
    for selection in ("offline_random", "offline_ses"):
        ends = []
        for answer in Answer:
            session = Session.of([problem], settings_for("machop", selection=selection, seed=1))
            queries = answered(session, [answer] * 8)
            ends.append([query.a.derived for query in queries])
        assert ends[0] == ends[1] == ends[2]
        assert set(ends[0]) == Explainer(problem).start.targets


def test_offline_ses_follows_the_sequence_of_smallest_steps() -> None:
    problem = PROBLEMS[1]
    session = Session.of([problem], settings_for("machop", selection="offline_ses"))
    sizes = [
        len(Explainer(problem).smallest_step(query.state.only([query.a.derived])))
        for query in answered(session, ["b"] * 6)
    ]
    assert sizes == [len(step) for step in Explainer(problem).smallest_sequence()]


@pytest.mark.parametrize("selection", ["online", "offline_random", "offline_ses"])
def test_every_fact_of_a_puzzle_is_added_once_and_then_another_puzzle_follows(
    selection: str,
) -> None:
    listed = settings_for("machop", selection=selection, puzzle_order="listed")
    session = Session.of(PROBLEMS, listed)
    queries = answered(session, ["b", "none"] * 5 + ["b"])
    found = [query.state.found for query in queries]
    assert [len(facts) for facts in found] == [*range(5), *range(6)]
    assert all(a <= b for puzzle in (found[:5], found[5:]) for a, b in itertools.pairwise(puzzle))


@pytest.mark.parametrize(("selection", "times"), [("active_facts", 1), ("active_many", 2)])
def test_the_last_states_offered_have_a_single_fact_to_explain(selection: str, times: int) -> None:
    explainer = Explainer(PROBLEMS[2], verify=False)
    place = SELECTIONS[selection].start(Course(1), seed=4)
    targets = set()
    for _ in range(6):
        states = place.states(explainer, Limits())
        assert len(states) == times * (OFFERED + NARROWED)
        for state in states[: times * OFFERED]:
            assert state == explainer.state(state.found)
        for state in states[times * OFFERED :]:
            assert len(state.targets) == 1
            assert state.targets <= explainer.state(state.found).targets
            targets |= state.targets
        place = place.at({"turn": place.as_json()["turn"] + 1}, PROBLEMS[2:])
    assert len(targets) > 3
