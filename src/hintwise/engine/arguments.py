"""What callers hand over, read and checked: errors name what was given and what is accepted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hintwise.errors import (
    InvalidValue,
    NothingToExplain,
    expect,
    expect_several,
    is_whole_number,
    shown,
)
from hintwise.problem import Fact, Problem, State, Step


def read_facts(problem: Problem, facts: Any) -> list[Fact]:
    """One fact or several, each a `Fact` or the text of one."""
    if isinstance(facts, Fact | str):
        facts = [facts]
    accepted = "a list of facts, or of texts like 'x=1'"
    return [problem.parse_fact(fact) for fact in expect(facts, Iterable, accepted)]


def known_facts(problem: Problem, facts: str | Iterable[Fact | str]) -> frozenset[Fact]:
    """The givens and these facts, with their consequences."""
    return problem.with_consequences((*problem.givens, *read_facts(problem, facts)))


def read_names(names: Any, what: str) -> list[str]:
    """Names of constraints and the like: several, even if there is only one."""
    accepted = f"a list of names of {what}"
    return [expect(name, str, accepted) for name in expect_several(names, accepted)]


def check_problem(problem: object) -> Problem:
    if not isinstance(problem, Problem):
        raise InvalidValue(
            f"a {type(problem).__name__} is not a problem; make one of a CPMpy model with "
            "from_cpmpy, of a Sudoku's text with sudoku"
        )
    return problem


def check_state(state: State) -> State:
    accepted = "a State: Explainer.state makes one of the facts that are known"
    return expect(state, State, accepted)


def check_explainable(state: State) -> None:
    """That it is a state with something to explain, and not with what it knows already."""
    state = check_state(state)
    if not state.targets:
        raise NothingToExplain("every fact that follows is already known")
    if known_targets := state.targets & state.facts:
        named = ", ".join(sorted(map(str, known_targets)))
        raise InvalidValue(f"{named}: a fact that is known cannot be a target as well")


def check_step(step: Step) -> Step:
    return expect(step, Step, "a Step: Explainer.optimal_step returns one")


def check_count(count: object, what: str, least: int, most: int = 10**9) -> None:
    """That it is a whole number in this range."""
    if not (is_whole_number(count) and least <= count <= most):
        raise InvalidValue(f"{what} is {shown(count)}; it must be at least {least}")
