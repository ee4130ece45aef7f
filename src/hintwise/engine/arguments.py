"""What callers hand over, read and checked: errors name what was given and what is accepted."""

from __future__ import annotations

from collections.abc import Iterable

from hintwise.errors import InvalidValue, NothingToExplain, is_whole_number
from hintwise.problem import Fact, Problem, State, Step


def read_facts(problem: Problem, facts: object) -> list[Fact]:
    """One fact or several, each a `Fact` or the text of one."""
    if isinstance(facts, Fact | str):
        facts = [facts]
    if not isinstance(facts, Iterable):
        raise InvalidValue(f"{facts!r} are no facts; give a list of facts, or of texts like 'x=1'")
    return [problem.parse_fact(fact) for fact in facts]


def check_problem(problem: object) -> Problem:
    if not isinstance(problem, Problem):
        raise InvalidValue(
            f"a {type(problem).__name__} is not a problem; make one of a CPMpy model with "
            "from_cpmpy, of a Sudoku's text with sudoku"
        )
    return problem


def check_explainable(state: object) -> None:
    """That it is a state with something to explain, and not with what it knows already."""
    if not isinstance(state, State):
        raise InvalidValue(
            f"{state!r} is not a State; Explainer.state makes one of the facts that are known"
        )
    if not state.targets:
        raise NothingToExplain("every fact that follows is already known")
    if known_targets := state.targets & state.facts:
        named = ", ".join(sorted(map(str, known_targets)))
        raise InvalidValue(f"{named}: a fact that is known cannot be a target as well")


def check_step(step: object) -> Step:
    if not isinstance(step, Step):
        raise InvalidValue(f"{step!r} is not a Step; Explainer.optimal_step returns one")
    return step


def check_count(count: object, what: str, accepted: str) -> None:
    """That it is a whole number above zero."""
    if not (is_whole_number(count) and count >= 1):  # type: ignore[operator]
        raise InvalidValue(f"{what} is {count!r}; {accepted}")
