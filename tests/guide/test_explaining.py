"""Explaining a position: lazily, verified, and as JSON that leads back."""

from __future__ import annotations

import contextlib
import itertools
import json
from collections.abc import Callable
from typing import Any

import pytest

from hintwise.engine.step_search import StepSearch
from hintwise.engine.verify import Verdict, Verifier
from hintwise.errors import FailedCheck, InvalidValue, NothingToExplain, NotImplied, OutOfTime
from hintwise.guide.explaining import Explained, Extent, Style, explain
from hintwise.guide.hinting import hint
from hintwise.guide.reading import read
from hintwise.guide.reasons import why
from hintwise.problem import State, Step

FOUR = "1.....3..4.....2"


class Doubter(Verifier):
    """A verifier that rejects everything."""

    def check(self, *_: object, **settings: object) -> Verdict:
        return Verdict(refutes=False)


def first(text: str, **style: Any) -> Explained:
    return next(iter(explain(read(text), style=Style(**style))))


@pytest.mark.parametrize("text", [FOUR, "kites"])
def test_a_step_survives_as_json(text: str) -> None:
    for explained in explain(read(text)):
        record = json.loads(json.dumps(explained.as_json()))
        problem = explained.state.problem
        assert Step.from_json(record, problem) == explained.step
        assert State.from_json(explained.state.as_json(), problem) == explained.state
        assert record["text"] == explained.text


def test_steps_are_found_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    step = StepSearch.__call__

    def counted(*arguments: object, **options: object) -> Step:
        found.append(1)
        return step(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(StepSearch, "__call__", counted)
    explanation = explain(read(FOUR))
    assert explanation.wanted == FOUR.count(".")
    assert not found
    list(itertools.islice(explanation, 2))
    assert len(found) == 2


def test_a_step_has_the_name_of_its_pattern_if_it_has_one() -> None:
    assert first(FOUR).pattern == "hidden single"
    assert first(FOUR, language="de").pattern == "versteckter Einer"
    hard = [explained.pattern for explained in explain(read("hard-1"), Extent(steps=3))]
    assert all(pattern is None or pattern for pattern in hard)


def test_minimality_is_checked_only_if_asked_for() -> None:
    assert first(FOUR).verdict is None
    checked = first(FOUR, check_minimal=True)
    assert checked.as_json()["verified"] == {"refutes": True, "minimal": True}


def test_the_persons_own_entries_may_be_used() -> None:
    position = read(FOUR, known=["r1c2=3"])
    (step,) = explain(position, Extent(targets=("r1c3",)))
    assert step.state.found == set(position.entries)
    with pytest.raises(NothingToExplain, match="r1c2=3 is known"):
        explain(position, Extent(targets=("r1c2",)))


def test_top_gives_steps_of_one_state_and_smallest_the_fewest_elements() -> None:
    steps = list(explain(read(FOUR), Extent(top=3)))
    assert len({step.state for step in steps}) == 1
    smallest = first(FOUR, smallest=True).step
    assert smallest.cost == len(smallest)


def test_weights_decide_what_a_step_costs() -> None:
    weights = dict.fromkeys(first(FOUR).step.features, 2.0)
    step = first(FOUR, weights=weights).step
    assert step.cost == 2 * sum(step.features.values())


@pytest.mark.parametrize(
    "ask",
    [
        lambda: list(explain(read(FOUR))),
        lambda: hint(read(FOUR)),
        lambda: why(read(FOUR), "r1c2=3"),
    ],
    ids=["explain", "hint", "why"],
)
def test_a_step_that_fails_its_check_never_leaves(
    monkeypatch: pytest.MonkeyPatch, ask: Callable[[], object]
) -> None:
    monkeypatch.setattr("hintwise.guide.steps.workbench.Verifier", Doubter)
    with pytest.raises(FailedCheck):
        ask()


class Cancelled:
    """Set from the first time on that anybody looks."""

    looked_at = False

    def is_set(self) -> bool:
        self.looked_at = True
        return True


def test_a_search_can_be_cancelled() -> None:
    cancel = Cancelled()
    with contextlib.suppress(OutOfTime):
        (found,) = explain(read("hard-1"), Extent(steps=1), cancel=cancel)
        assert not found.step.optimal
    assert cancel.looked_at


def test_a_target_that_does_not_follow_is_named_at_once() -> None:
    with pytest.raises(NotImplied, match=r"^r1c2=4 does not follow from the problem$"):
        explain(read(FOUR), Extent(targets=("r1c2=4",)))


def test_a_wrong_entry_is_a_mistake() -> None:
    with pytest.raises(InvalidValue, match="there is a mistake"):
        explain(read(FOUR, known=["r1c2=4"]))


@pytest.mark.parametrize(
    ("extent", "style"),
    [({"top": 1, "steps": 1}, {}), ({"steps": 0}, {}), ({"top": 2}, {"smallest": True})],
)
def test_what_does_not_go_together_is_refused(
    extent: dict[str, int], style: dict[str, bool]
) -> None:
    with pytest.raises(InvalidValue):
        explain(read(FOUR), Extent(**extent), Style(**style))  # type: ignore[arg-type]
