"""What follows from a problem: its implied facts, and the oracle that numbers them.

If there are several solutions, only the facts common to all of them can be explained. With one
solution these are all its assignments. Of a variable in which solutions differ, bounds may be left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeGuard

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.conflict import no_solution
from hintwise.engine.encode import Encoding, encode
from hintwise.engine.narrowing import not_explained, only_bound, tightest_bounds
from hintwise.engine.solvers.expressions import Unanswered
from hintwise.engine.solvers.oracle import Mask, Oracle
from hintwise.engine.solvers.questions import Undecided
from hintwise.engine.solvers.second_solver import SecondSolver
from hintwise.errors import NotImplied, OutOfTime
from hintwise.limits import Clock, Limits, Stopped
from hintwise.problem import Assignment, Fact, Problem

_HARD_FACTS = 3
"""So many facts may be hard to decide one by one before the rest is asked about at once."""


@dataclass(frozen=True, eq=False)
class Implied:
    """A problem with its implied facts, one solution, and an oracle over its elements.

    Elements are numbered facts first, then constraints.
    """

    problem: Problem
    facts: tuple[Fact, ...]
    solution: Assignment
    oracle: Oracle
    encoding: Encoding
    model: list[int]
    """The literals of the solution."""

    @cached_property
    def number(self) -> dict[Fact, int]:
        """The numbers of the facts."""
        return {fact: i for i, fact in enumerate(self.facts)}

    def fresh(self) -> Implied:
        """The same with an oracle that was asked nothing yet."""
        oracle = Oracle(self.encoding, self.oracle.effort, second=self.oracle.second, only_own=True)
        twin = replace(self, oracle=oracle)
        twin.name_elements()
        return twin

    def naming(self, facts: Iterable[Fact]) -> Implied:
        """The same with further facts as elements, whether they are implied or not."""
        encoding = self.encoding.copy()
        named = (*self.facts, *facts)
        second = SecondSolver(self.problem, encoding)
        second.name_facts((*self.problem.givens, *named))
        oracle = Oracle(encoding, self.oracle.effort, second=second)
        twin = replace(self, facts=named, encoding=encoding, oracle=oracle)
        twin.name_elements()
        return twin

    def name_elements(self) -> None:
        """Tell the oracle the elements, and which solution to stay close to."""
        literals = [*map(self.encoding.literal, self.facts), *self.encoding.selectors]
        self.oracle.name_elements(literals, self.model)

    @contextmanager
    def watched(self, limits: Limits) -> Iterator[None]:
        """Answer the questions of the block within limits; raises `OutOfTime`."""
        self.oracle.watch(Clock(limits))
        try:
            yield
        except Stopped:
            raise OutOfTime("stopped before it was known what follows; allow more time") from None
        finally:
            self.oracle.watch(None)

    def target(self, text: str | Fact) -> Fact:
        """The implied fact that a person means by `r7c7=6`, or by the variable alone, `r7c7`."""
        problem = self.problem
        if not isinstance(text, str):
            return self.check(problem.parse_fact(text))
        variable = problem.find_variable(text)
        is_fact = any(sign in text for sign in "=≠≥≤<>") or text.strip().lower().startswith("not ")
        if variable is None and not is_fact:
            variable = problem.variable(text)
        if variable is None or variable.boolean:
            return self.check(problem.parse_fact(text))
        fact = problem.fact(variable.name, self.solution[variable.name])
        if fact in self.number:
            return fact
        return only_bound(variable.name, frozenset(self.facts) - frozenset(problem.givens))

    def check(self, fact: Fact) -> Fact:
        """Return `fact` if it is implied, and a fact that is explained, else raise."""
        self.problem.check(fact)
        if fact in self.number:
            return fact
        solution = self.counter_example(fact)
        if solution is None:
            raise not_explained(self.problem, fact, self.facts)
        raise not_implied(fact, solution)

    def counter_example(self, fact: Fact, known: Iterable[Fact] | None = None) -> Assignment | None:
        """A solution in which `fact` does not hold, or None if it follows.

        The givens hold in it, or in their place `known`.
        """
        facts = self.problem.givens if known is None else known
        held = [*self.encoding.selectors, *(self.encoding.literal(f) for f in facts)]
        denied = -self.encoding.literal(fact)
        self.oracle.only_own = False
        if not self.oracle.solve([*held, denied]):
            return None
        return self.encoding.decode(self.oracle.model())

    def neighbouring_masks(self) -> Iterator[Mask]:
        """Masks of the assignments that the problem knows to be close to its solution.

        Where one is interrupted, the iterator goes on with the next.
        """
        if self.problem.neighbours is None:
            return iter(())
        # No generator: an exception would be the end of it.
        masks = map(self._mask_of, self.problem.neighbours(self.solution))
        return filter(_is_known, masks)

    def _mask_of(self, assignment: Assignment) -> Mask | None:
        # Most values are the solution's: looking them up anew took a tenth of the time.
        usual, solution = self._solution_literals, self.solution
        literals = [
            usual[name] if v == solution[name] else self.encoding.is_value(name, int(v))
            for name, v in assignment.items()
        ]
        return self.oracle.mask_of(literals)

    @cached_property
    def _solution_literals(self) -> dict[str, int]:
        return {name: self.encoding.is_value(name, int(v)) for name, v in self.solution.items()}


def _is_known(mask: Mask | None) -> TypeGuard[Mask]:
    return mask is not None


def find_implied(problem: Problem, clock: Clock) -> Implied:
    """Solve the problem and find what all its solutions share.

    Raises `Unsatisfiable`, with a conflict, if there is no solution, and `OutOfTime`.
    """
    done = "its rules were written as clauses"
    try:
        encoding = encode(problem, clock)
        second = SecondSolver(problem, encoding)
        second.name_facts(problem.givens)
        oracle = Oracle(encoding, second=second, clock=clock)
        oracle.watch(clock)
        done = "it was known whether it has a solution"
        rules = _rules(problem, encoding)
        if not oracle.solve(rules):
            raise no_solution(problem, clock)
        model = oracle.model()
        solution = encoding.decode(model)
        done = "all that follows from it was known"
        candidates = list(_facts_of(problem, solution))
        second.name_facts(candidates)
        facts = _backbone(candidates, rules, oracle, second, clock)
        facts += tightest_bounds(problem, facts, rules, encoding, oracle)
    except Stopped:
        raise OutOfTime(
            f"{problem!r}: stopped before {done}; allow more time, or state it with fewer or "
            "simpler constraints"
        ) from None
    oracle.watch(None)
    # Given facts may say less than what follows.
    facts = list(dict.fromkeys([*facts, *_explained_givens(problem)]))
    implied = Implied(problem, tuple(facts), solution, oracle, encoding, model)
    implied.name_elements()
    encoding.settle()
    return implied


def largest_counts(implied: Implied, counts: NDArray[np.int16]) -> NDArray[np.int64]:
    """The largest value of each feature over all steps for one fact from all other variables."""
    given = {fact.variable for fact in implied.problem.givens}
    largest = np.zeros(counts.shape[2], dtype=np.int64)
    constraints = range(len(implied.facts), counts.shape[1])
    for target, fact in enumerate(implied.facts):
        others = [i for i, f in enumerate(implied.facts) if f.variable != fact.variable]
        others += constraints
        follows = fact.variable not in given
        if follows or implied.oracle.refuting_core(target, others) is not None:
            largest = np.maximum(largest, counts[target, others].sum(0))
    return largest


def not_implied(fact: Fact, solution: Assignment) -> NotImplied:
    """The error that `fact` does not follow, since it fails in `solution`."""
    # The variable in question goes first: messages show only the first few.
    first = {name: value for name, value in solution.items() if name == fact.variable}
    return NotImplied(str(fact), {**first, **solution})


def _rules(problem: Problem, encoding: Encoding) -> list[int]:
    return [*encoding.selectors, *(encoding.literal(f) for f in problem.givens)]


def _explained_givens(problem: Problem) -> Iterable[Fact]:
    for given in problem.givens:
        if problem.explains(problem.variable(given.variable), given.relation):
            yield given


def _facts_of(problem: Problem, solution: Assignment) -> Iterable[Fact]:
    """The facts that hold in one solution."""
    for variable in problem.variables:
        value = solution[variable.name]
        yield problem.fact(variable.name, value)
        if problem.explains(variable, "≠"):
            for other in variable.domain:
                if other != value:
                    yield Fact(variable.name, other, "≠")


def _backbone(
    facts: list[Fact], rules: list[int], oracle: Oracle, second: SecondSolver, clock: Clock
) -> list[Fact]:
    """Those of the facts that hold in every solution.

    Invariant: a fact that left `open_facts` without being implied fails in some solution seen.
    """
    literals = {oracle.encoding.literal(f): f for f in facts}
    implied = oracle.propagate(rules) & literals.keys()
    open_facts = dict.fromkeys(lit for lit in literals if lit not in implied)
    # The first model that refutes one fact should refute as many others as it can.
    oracle.prefer([-lit for lit in open_facts])
    patience = _HARD_FACTS
    while open_facts and patience:
        literal, _ = open_facts.popitem()
        try:
            if not oracle.solve([*rules, -literal], hard=False):
                implied.add(literal)
                continue
        except Undecided:
            open_facts = {literal: None, **open_facts}  # asked again last
            patience -= 1
            continue
        holds = set(oracle.model())
        open_facts = {lit: None for lit in open_facts if lit in holds}
    implied |= _hard_backbone(
        {lit: literals[lit] for lit in open_facts}, [*rules, *sorted(implied)], second, clock
    )
    return [f for f in facts if oracle.encoding.literal(f) in implied]


def _hard_backbone(
    open_facts: dict[int, Fact], rules: list[int], second: SecondSolver, clock: Clock
) -> set[int]:
    """The literals of those that hold in every solution, where single questions are too hard.

    One question about all of them ("does any fail in some solution?") is hardly harder.
    """
    effort = 0.2
    while open_facts:
        try:
            values = second.differing(rules, open_facts.values(), clock, effort)
        except Unanswered:
            effort *= 10
            continue
        if values is None:
            break
        holds = set(values)
        open_facts = {lit: f for lit, f in open_facts.items() if lit in holds}
    return set(open_facts)
