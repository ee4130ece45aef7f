"""All that can be said of the variables of a problem, as elements of steps.

An `Explainer` speaks of what follows from its problem. Inside a step, other things are said: what a
variable is not, what would follow from an assumption that is wrong, and that a rule is broken.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.encode import encode
from hintwise.engine.numbering import step_of
from hintwise.engine.search.correction import SearchSpace
from hintwise.engine.search.objective import LinearPieces
from hintwise.engine.search.optimum import Pursuit, Question
from hintwise.engine.search.pool import Pool
from hintwise.engine.search.shrinking import minimal_result
from hintwise.engine.solvers.minisat import Minisat
from hintwise.engine.solvers.oracle import Oracle
from hintwise.engine.solvers.second_solver import SecondSolver
from hintwise.features import scheme_of
from hintwise.limits import Clock, Limits
from hintwise.problem import CONTRADICTION, MANY_VALUES, Constraint, Element, Fact, Problem, Step


class Grounds:
    """Facts and constraints of one problem by their numbers, and searches among them.

    Facts come first, `CONTRADICTION` last of them, then the constraints. Those that `mentioned`
    speaks of are among them whatever their form.
    """

    def __init__(self, problem: Problem, mentioned: Iterable[Fact], clock: Clock) -> None:
        self.problem = problem
        encoding = encode(problem, clock)
        said = dict.fromkeys([*facts_said(problem), *mentioned])
        for contradiction in (CONTRADICTION, CONTRADICTION.negation):
            said.pop(contradiction, None)
        self.facts: list[Fact] = [*said, CONTRADICTION]
        self.elements: list[Element] = [*self.facts, *problem.constraints]
        self.contradiction = len(said)
        nothing = encoding.new_variable()
        second = SecondSolver(problem, encoding)
        second.name_facts(said)
        second.pass_over(nothing)
        self.literals = [*map(encoding.literal, said), nothing, *encoding.selectors]
        self.oracle = Oracle(encoding, second=second, clock=clock)
        self.oracle.add_clause([nothing, -nothing])  # so that every model has a value for it
        self.oracle.name_elements(self.literals, ())
        self.pool = Pool(len(self.elements))
        self._scheme = scheme_of(problem)
        self.features = self._scheme.names(problem)
        self._kept_counts: dict[int, NDArray[np.int16]] = {}

    @cached_property
    def number(self) -> Mapping[Fact, int]:
        return {fact: i for i, fact in enumerate(self.facts)}

    @cached_property
    def _constraint_number(self) -> Mapping[str, int]:
        first = len(self.facts)
        return {c.name: first + i for i, c in enumerate(self.problem.constraints)}

    @cached_property
    def _of_literal(self) -> Mapping[int, int]:
        """The number of the fact that a literal says."""
        return {lit: i for i, lit in enumerate(self.literals[: self.contradiction])}

    @cached_property
    def about(self) -> Mapping[str, Sequence[int]]:
        """The facts about each variable."""
        numbers: dict[str, list[int]] = {}
        for i, fact in enumerate(self.facts[:-1]):
            numbers.setdefault(fact.variable, []).append(i)
        return numbers

    def rules(self, names: Iterable[str]) -> list[int]:
        return [self._constraint_number[self.problem.constraint(name).name] for name in names]

    def elements_of(self, step: Step) -> list[int]:
        return [*(self.number[fact] for fact in step.facts), *self.rules(step.constraints)]

    def constraint(self, number: int) -> Constraint:
        constraint = self.elements[number]
        assert isinstance(constraint, Constraint)
        return constraint

    def propagated(
        self, elements: Iterable[int], *, denied: int | None = None
    ) -> list[Fact] | None:
        """What follows from elements by unit propagation, rule by rule; None where that clashes.

        And from denying a fact, if there is one to be denied.
        """
        literals = [self.literals[element] for element in elements]
        if denied is not None:
            literals.append(-self.literals[denied])
        consistent, implied = self._rule_by_rule.propagate(literals)
        if not consistent:
            return None
        return [self.facts[self._of_literal[lit]] for lit in implied if lit in self._of_literal]

    @cached_property
    def _rule_by_rule(self) -> Minisat:
        """A solver for propagation alone, without clauses that stand for several rules at once.

        The encoding has some (see `encode.counting`) so that searches end sooner; nobody sees them.
        """
        selectors = {-literal for literal in self.literals[len(self.facts) :]}
        own = [clause for clause in self.oracle.encoding.clauses if _few_of(clause, selectors)]
        solver = Minisat()
        solver.load(own, len(own), Clock(Limits()))
        return solver

    def can_hold(self, elements: Iterable[int]) -> bool:
        """Whether there is an assignment in which all of them hold."""
        return self.oracle.solve([self.literals[element] for element in elements])

    def cheapest(
        self,
        elements: Sequence[int],
        targets: Iterable[int],
        pieces: LinearPieces,
        anchor: Fact,
        clock: Clock,
        without: Sequence[Sequence[int]] = (),
    ) -> Step:
        """The cheapest step to one of the targets; out of time, the best one known.

        What breaks a rule counts relative to `anchor`. No step contains a set in `without`.
        """
        space = self._space(sorted(elements), sorted(targets), anchor)
        # What is not among the elements cannot be used anyway.
        here = [some for some in without if set(some) <= set(elements)]
        left_out = [(target, some) for target in targets for some in here]
        pursuit = Pursuit(Question(space, pieces, left_out), oracle=self.oracle, pool=self.pool)
        result = pursuit.best(clock)
        return step_of(space, result, pieces, self.elements, clock)

    def minimal_cost(
        self,
        elements: Sequence[int],
        target: int,
        pieces: LinearPieces,
        anchor: Fact,
        clock: Clock,
    ) -> float:
        """What a step costs that needs each of its elements, dearer ones left out first.

        Searches begin with it. Infinity if it would follow from a clash only.
        """
        space = self._space(sorted(elements), [target], anchor)
        found = minimal_result(space, pieces, oracle=self.oracle, pool=self.pool, clock=clock)
        self.oracle.watch(clock)
        if found is None:
            return math.inf
        chosen = space.columns[found.chosen]
        if target != self.contradiction and not self.can_hold(chosen.tolist()):
            return math.inf
        core = np.zeros(len(self.elements), dtype=bool)
        core[chosen] = True
        self.pool.remember([], [(target, core)])
        return found.value

    def costs(
        self, elements: Sequence[int], anchor: Fact, pieces: LinearPieces
    ) -> Mapping[int, float]:
        """What each element adds to the cost of a step to `anchor`."""
        space = self._space(elements, [self.contradiction], anchor)
        return {e: float(pieces.values(space.counts[0][i])) for i, e in enumerate(elements)}

    def as_counted(self, step: Step, pieces: LinearPieces, anchor: Fact) -> Step:
        """The step with its features and its cost as they are counted here."""
        space = self._space(self.elements_of(step), [self.number[step.derived]], anchor)
        counts = space.counts[0].sum(axis=0)
        features = {name: int(n) for name, n in zip(self.features, counts, strict=False)}
        return replace(step, features=features, cost=pieces.cost(features, len(step)))

    def _space(self, columns: Sequence[int], targets: Sequence[int], anchor: Fact) -> SearchSpace:
        told = (anchor if t == self.contradiction else self.facts[t] for t in targets)
        rows = [self._row[self._counted_as(fact)] for fact in told]
        if unknown := [element for element in columns if element not in self._kept_counts]:
            self._count(unknown)
        counts = np.stack([self._kept_counts[element][rows] for element in columns], axis=1)
        return SearchSpace(np.array(columns, dtype=np.intp), np.array(targets), counts)

    def _counted_as(self, fact: Fact) -> Fact:
        """The fact that it costs as much as: what a variable is not costs like what one is.

        Unless the features know such facts.
        """
        if fact.relation == "≠" and not self.problem.exclusions:
            return Fact(fact.variable, fact.value)
        return fact

    @cached_property
    def _row(self) -> Mapping[Fact, int]:
        counted = dict.fromkeys(map(self._counted_as, self.facts))
        return {fact: row for row, fact in enumerate(counted)}

    def _count(self, numbers: Sequence[int]) -> None:
        """Keep what elements add to each feature, and to the size, of a step to each fact."""
        elements = [self.elements[i] for i in numbers]
        counted = [self._counted_as(e) if isinstance(e, Fact) else e for e in elements]
        counts = self._scheme.counts(self.problem, list(self._row), counted)
        size = np.ones((*counts.shape[:2], 1), dtype=np.int16)
        with_size = np.concatenate([counts, size], axis=2)
        self._kept_counts.update((n, with_size[:, i]) for i, n in enumerate(numbers))


def facts_said(problem: Problem) -> Iterator[Fact]:
    """What may be said of variables with few values: each value that they have, or have not."""
    for relation in ("=", "≠"):
        for variable in problem.variables:
            if variable.boolean:
                yield Fact(variable.name, relation == "=")
            elif variable.size <= MANY_VALUES:
                yield from (Fact(variable.name, value, relation) for value in variable.domain)


def _few_of(clause: Sequence[int], selectors: Collection[int]) -> bool:
    return sum(literal in selectors for literal in clause) < 2
