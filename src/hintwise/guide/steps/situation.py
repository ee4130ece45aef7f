"""A position with the engine that explains it."""

from __future__ import annotations

from collections.abc import Sequence

from hintwise.engine import Explainer
from hintwise.errors import InvalidValue, NothingToExplain, NotImplied, WrongEntry
from hintwise.guide.position import Position
from hintwise.guide.steps.workbench import Workbenches, bench_for
from hintwise.limits import Clock, Limits
from hintwise.problem import Fact, State


class Situation:
    """What is known in a position, and what follows from it.

    A mistake is reported without a word about the solution. With `benches`, what the puzzle's last
    question needed is used again.
    """

    def __init__(
        self, position: Position, limits: Limits = Limits(), benches: Workbenches | None = None
    ) -> None:
        clock = Clock(limits)
        bench = bench_for(benches, position, limits)
        self.explainer = bench.explainer
        self.verifier = bench.verifier
        self.state = _state(self.explainer, position, limits.for_start())
        self.left: Limits = clock.left()
        """What is left for the first step."""

    @property
    def several_solutions(self) -> bool:
        return settled_targets(self.state) < open_variables(self.state)

    def narrowed(self, targets: Sequence[str]) -> State:
        """The state with only these targets, as a person writes them; with all if none is given.

        Raises `NothingToExplain` if one is known already.
        """
        if not targets:
            return self.state
        facts = [self.explainer.target(text, limits=self.left.for_start()) for text in targets]
        if known := [fact for fact in facts if fact in self.state.facts]:
            how = "given" if set(known) <= set(self.state.problem.givens) else "known"
            listed = ", ".join(map(str, known))
            raise NothingToExplain(f"{listed} is {how}: there is nothing to explain")
        return self.state.only(facts)


def settled_targets(state: State) -> int:
    """How many variables have a value that follows and is not known yet."""
    return len({fact.variable for fact in state.targets if fact.settles})


def open_variables(state: State) -> int:
    """How many cells or links are open; with several solutions there are fewer targets."""
    known = {fact.variable for fact in state.facts if fact.settles}
    return len(state.problem.variables) - len(known)


def _state(explainer: Explainer, position: Position, limits: Limits) -> State:
    start = explainer.start
    implied = start.facts | start.targets
    settled = {fact.variable: fact.value for fact in implied if fact.settles}
    for entry in position.entries:
        if entry.variable in settled:
            if not entry.holds_in(settled):
                raise WrongEntry
        elif entry not in implied and not _follows(explainer, entry, limits):
            raise InvalidValue(
                f"the puzzle has several solutions, and not all of them have {entry}"
            )
    # What a cell is not, or at least, though right, serves only where such facts are explained.
    return explainer.state(entry for entry in position.entries if entry in implied)


def _follows(explainer: Explainer, fact: Fact, limits: Limits) -> bool:
    """Whether a fact holds in every solution, be it one that is explained or not."""
    try:
        explainer.target(str(fact), limits=limits)
    except NotImplied:
        return False
    except InvalidValue:
        return True
    return True
