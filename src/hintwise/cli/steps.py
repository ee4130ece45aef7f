"""What the commands that show steps share: targets, the verifier's word, and waiting."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from rich.console import Console

from hintwise.engine import Explainer
from hintwise.engine.verify import Verdict, Verifier
from hintwise.errors import FailedCheck, NothingToExplain
from hintwise.problem import State, Step


def verdict_on(step: Step, verifier: Verifier, *, minimal: bool) -> Verdict:
    """The verifier's verdict; a step that it rejects raises, so that nobody sees it."""
    verdict = verifier.check(step, minimal=minimal)
    if not verdict.refutes:
        raise FailedCheck(f"{step.derived} does not follow from {_elements(step)}")
    return verdict


def narrowed(explainer: Explainer, state: State, targets: Sequence[str]) -> State:
    """The state with only these targets, each as a person writes it; all of them if none is given.

    Raises `NothingToExplain` if one is known already.
    """
    if not targets:
        return state
    facts = [explainer.target(text) for text in targets]
    if known := [str(fact) for fact in facts if fact in state.facts]:
        raise NothingToExplain(f"{', '.join(known)} is given: there is nothing to explain")
    return state.only(facts)


def open_cells(state: State) -> int:
    """How many cells or links are open; with several solutions there are fewer targets."""
    known = {fact.variable for fact in state.facts if fact.equal}
    return len(state.problem.variables) - len(known)


def spinner(console: Console, what: str) -> AbstractContextManager[object]:
    """Nothing unless a person is looking at stderr. Print only once it has gone."""
    return console.status(f"{what} …") if console.is_terminal else nullcontext()


def _elements(step: Step) -> str:
    return ", ".join([*map(str, step.facts), *step.constraints]) or "nothing"
