"""What every way to select instances promises."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator

import pytest

from hintwise.elicit.instances import SELECTIONS, Course, Instances
from hintwise.elicit.progress import Inquiry
from hintwise.elicit.query import Answer, Query
from hintwise.elicit.settings import Settings
from hintwise.engine import Explainer, Limits
from hintwise.errors import NothingToExplain
from hintwise.puzzles import sudoku
from tests.elicit.made import COURSE, asked

pytestmark = pytest.mark.parametrize("selection", SELECTIONS)
PROBLEMS = tuple(map(sudoku, COURSE))


def visits(selection: str, count: int) -> Iterator[tuple[Instances, Query]]:
    """Places and the queries asked there, every other one without a preference."""
    inquiry = Inquiry(PROBLEMS, Settings(selection=selection, puzzle_order="listed"))
    progress = inquiry.start()
    for i in range(count):
        query = inquiry.query(progress)
        yield progress.instances, query
        progress = progress.after(query, Answer.NONE if i % 2 else Answer.B)


def test_a_query_is_about_one_of_the_states_offered_and_the_targets_are_not_known_yet(
    selection: str,
) -> None:
    for instances, query in visits(selection, 6):
        assert query.puzzle == instances.puzzle
        assert query.state.targets.isdisjoint(query.state.facts)
        explainer = Explainer(PROBLEMS[instances.puzzle])
        states = instances.states(explainer, Limits())
        assert query.state.facts in [state.facts for state in states]
        for state in states:
            assert state.targets
            assert state.targets <= explainer.state(state.facts).targets


def test_a_place_stays_what_it_is_when_the_next_one_is_taken(selection: str) -> None:
    places = [(instances, repr(instances)) for instances, _ in visits(selection, 7)]
    assert all(repr(place) == then for place, then in places)


def test_a_place_can_be_sent_to_another_process(selection: str) -> None:
    *_, (instances, _) = visits(selection, 3)
    assert pickle.loads(pickle.dumps(instances)) == instances


def test_a_place_is_found_again_from_json(selection: str) -> None:
    start, *_ = (instances for instances, _ in visits(selection, 1))
    for instances, _ in visits(selection, 7):
        record = json.loads(json.dumps(instances.as_json()))
        assert start.at(record, PROBLEMS) == instances


def test_the_same_seed_and_answers_lead_to_the_same_places(selection: str) -> None:
    settings = Settings(selection=selection, seed=5)
    assert asked(PROBLEMS, settings, [Answer.A] * 8) == asked(PROBLEMS, settings, [Answer.A] * 8)


def test_a_puzzle_without_anything_to_explain_is_refused(selection: str) -> None:
    solved = sudoku("1243341221344321")
    inquiry = Inquiry((solved,), Settings(selection=selection))
    (state, *_) = SELECTIONS[selection].start(Course(1), 0).states(Explainer(solved), Limits())
    assert not state.targets
    with pytest.raises(NothingToExplain):
        inquiry.query(inquiry.start())
