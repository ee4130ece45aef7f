"""How the steps of a logic grid are told: together, what holds first, and no more than needed."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from hintwise.engine.verify import Verifier
from hintwise.errors import InvalidValue
from hintwise.guide.explaining import Explained, Extent, Style, explain
from hintwise.guide.hinting import hint
from hintwise.guide.reading import read
from hintwise.guide.steps.grids import link_in_sight, widened
from hintwise.problem import Fact, Problem, Step

WINDOWS = (Path(__file__).parents[2] / "docs/examples/windows.toml").read_text()
QUESTION = """
[question]
text = "Who grows clover, and where?"
ask = ["clover in neighbour", "clover in floor"]
"""
GRIDS = {"windows": WINDOWS, "asking": WINDOWS + QUESTION, "soup-kitchen": "soup-kitchen"}


@functools.cache
def told(name: str, extent: Extent = Extent(), order: str = "natural") -> tuple[Explained, ...]:
    return tuple(explain(read(GRIDS[name]), extent, Style(order=order)))


def facts_of(step: Step) -> tuple[Fact, ...]:
    return step.derived, *step.taken_along


def check_sequence(problem: Problem, steps: tuple[Explained, ...]) -> set[Fact]:
    """That each step follows from what is given or was derived before it; what is known then."""
    known, verifier = set(problem.givens), Verifier(problem)
    for one in steps:
        assert set(one.step.facts) <= known
        assert known.isdisjoint(facts_of(one.step))
        verdict = verifier.check(one.step, one.state, minimal=True)
        assert verdict.refutes
        assert not verdict.unknown
        known.update(facts_of(one.step))
    return known


@pytest.mark.parametrize("order", ["natural", "cheapest"])
def test_every_step_that_is_told_together_follows_and_all_is_told(order: str) -> None:
    steps = told("windows", order=order)
    start = steps[0].state
    assert check_sequence(start.problem, steps) == start.facts | start.targets
    alone = list(explain(read(WINDOWS), style=Style(order=order, take_along=False)))
    assert len(steps) < len(alone) == len(start.targets)
    assert all(one.step.taken_along == () for one in alone)


@pytest.mark.slow
def test_every_step_of_a_larger_grid_follows() -> None:
    steps = told("soup-kitchen")
    start = steps[0].state
    assert check_sequence(start.problem, steps) == start.facts | start.targets


@pytest.mark.parametrize("order", ["natural", "cheapest"])
def test_a_link_that_holds_leads_what_is_told_with_it(order: str) -> None:
    steps = [one.step for one in told("windows", order=order)]
    mixed = [step for step in steps if any(fact.leads for fact in step.taken_along)]
    assert all(step.derived.leads for step in mixed)
    assert all(step.optimal or step.optimum is not None for step in steps)


def test_a_link_in_sight_is_told_before_what_does_not_hold() -> None:
    steps = told("windows")
    for one in steps:
        assert link_in_sight(one.step, one.state, lambda step: step.cost) == one.step
    places = {fact: n for n, one in enumerate(steps) for fact in facts_of(one.step)}
    for n, one in enumerate(steps):
        if one.pattern == "already taken":
            assert all(places[fact] < n for fact in one.step.facts)


def test_what_a_link_rules_out_is_told_once_for_row_and_column() -> None:
    used: list[Fact] = []
    for one in told("windows"):
        if one.pattern == "already taken":
            used += one.step.facts
            assert widened(one.step, one.state) == one.step
    assert used
    assert len(used) == len(set(used))


def test_a_widened_step_keeps_the_cost_of_the_cheapest_to_what_it_derives() -> None:
    cheapest = explain(read(WINDOWS), style=Style(take_along=False))
    single = {one.step.derived: one.step for one in cheapest}
    for one in told("windows", order="cheapest"):
        if one.pattern in ("already taken", "same thing") and one.step.derived in single:
            assert one.step.cost == pytest.approx(single[one.step.derived].cost)


def test_steps_end_with_the_answer_to_the_question_unless_all_are_wanted() -> None:
    steps = told("asking")
    end = steps[-1].state.after(steps[-1].step)
    question = end.problem.question
    assert question is not None
    answers = ["neighbour Jon = flower clover", "flower clover = floor 3"]
    assert [str(fact) for fact in question.answers(end.facts)] == answers
    assert len(question.answers(steps[-1].state.facts)) < len(answers)
    assert len(steps) < len(told("asking", Extent(whole=True))) == len(told("windows"))


@pytest.mark.parametrize("name", ["windows", "asking"])
def test_only_what_the_answer_needs_is_a_sequence_that_holds(name: str) -> None:
    steps = told(name, Extent(only_needed=True))
    problem = steps[0].state.problem
    known = check_sequence(problem, steps)
    whole = told(name)
    assert len(steps) <= len(whole)
    assert sum(len(facts_of(one.step)) for one in steps) < sum(
        len(facts_of(one.step)) for one in whole
    )
    if problem.question is not None:
        assert problem.question.answers(known)
        used = {fact for one in steps for fact in one.step.facts}
        answers = set(problem.question.answers(known))
        for one in steps:
            needless = {*facts_of(one.step)} - used - answers
            assert needless <= {one.step.derived}
            assert all(fact.leads for fact in needless)


def test_only_what_is_needed_cannot_be_counted_beforehand() -> None:
    with pytest.raises(InvalidValue, match="leave out steps and top"):
        Extent(steps=2, only_needed=True)


def test_a_hint_tells_all_that_has_the_same_reason() -> None:
    found = hint(read(WINDOWS), 4)
    assert found.step is not None
    assert len(found.step.step.taken_along) > 1
    assert "For the same reason" in found.hints[-1]
