"""What follows from a problem: its implied facts, and the oracle that numbers them.

If there are several solutions, only the facts common to all of them can be explained. With one
solution these are all its assignments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from hintwise.engine.conflict import minimal_conflict
from hintwise.engine.encode import Encoding, encode
from hintwise.engine.oracle import Mask, Oracle
from hintwise.engine.solutions import decode
from hintwise.errors import NotImplied, Unsatisfiable
from hintwise.problem import Assignment, Fact, Problem


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

    def fresh(self) -> Implied:
        """The same with an oracle that was asked nothing yet."""
        twin = replace(self, oracle=Oracle(self.encoding, self.oracle.effort))
        twin.name_elements()
        return twin

    def name_elements(self) -> None:
        """Tell the oracle the elements, and which solution to stay close to."""
        literals = [*map(self.encoding.literal, self.facts), *self.encoding.selectors]
        self.oracle.name_elements(literals, self.model)

    def counter_example(self, fact: Fact, known: Iterable[Fact] | None = None) -> Assignment | None:
        """A solution in which `fact` does not hold, or None if it follows.

        The givens hold in it, or in their place `known`.
        """
        facts = self.problem.givens if known is None else known
        held = [*self.encoding.selectors, *(self.encoding.literal(f) for f in facts)]
        if not self.oracle.solve([*held, -self.encoding.literal(fact)]):
            return None
        return decode(self.problem, self.encoding, self.oracle.model())

    def neighbouring_masks(self) -> Iterator[Mask]:
        """Masks of the assignments that the problem knows to be close to its solution."""
        if self.problem.neighbours is None:
            return
        for assignment in self.problem.neighbours(self.solution):
            literals = [self.encoding.values[name, int(v)] for name, v in assignment.items()]
            mask = self.oracle.mask_of(literals)
            if mask is not None:
                yield mask


def find_implied(problem: Problem) -> Implied:
    """Solve the problem and find what all its solutions share.

    Raises `Unsatisfiable`, with a minimal conflict, if there is no solution.
    """
    encoding = encode(problem)
    oracle = Oracle(encoding)
    rules = _rules(problem, encoding)
    if not oracle.solve(rules):
        conflict = minimal_conflict(problem, problem.givens)
        assert conflict is not None  # the same question was just answered
        raise Unsatisfiable(map(str, conflict.facts), conflict.constraints)
    model = oracle.model()
    solution = decode(problem, encoding, model)
    facts = _backbone(list(_facts_of(problem, solution)), rules, encoding, oracle)
    implied = Implied(problem, tuple(facts), solution, oracle, encoding, model)
    implied.name_elements()
    return implied


def not_implied(fact: Fact, solution: Assignment) -> NotImplied:
    """The error that `fact` does not follow, since it fails in `solution`."""
    # The variable in question goes first: messages show only the first few.
    first = {name: value for name, value in solution.items() if name == fact.variable}
    return NotImplied(str(fact), {**first, **solution})


def _rules(problem: Problem, encoding: Encoding) -> list[int]:
    return [*encoding.selectors, *(encoding.literal(f) for f in problem.givens)]


def _facts_of(problem: Problem, solution: Assignment) -> Iterable[Fact]:
    """The facts that hold in one solution."""
    for variable in problem.variables:
        value = solution[variable.name]
        yield problem.fact(variable.name, value)
        if problem.exclusions and not variable.boolean:
            for other in variable.domain:
                if other != value:
                    yield Fact(variable.name, other, equal=False)


def _backbone(
    facts: list[Fact], rules: list[int], encoding: Encoding, oracle: Oracle
) -> list[Fact]:
    """Those of the facts that hold in every solution.

    Invariant: a fact that left `open_facts` without being implied fails in some solution seen.
    """
    implied = set()
    open_facts = {encoding.literal(f): f for f in facts}
    while open_facts:
        literal, fact = open_facts.popitem()
        if not oracle.solve([*rules, -literal]):
            implied.add(fact)
            continue
        model = oracle.model()
        open_facts = {lit: f for lit, f in open_facts.items() if model[abs(lit) - 1] == lit}
    return [f for f in facts if f in implied]
