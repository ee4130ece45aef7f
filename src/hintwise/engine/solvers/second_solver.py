"""A second solver for questions on which the SAT solver would work for ever.

Resolution cannot count: that ten nurses have not the hours for a week's shifts, or that eleven
pigeons do not fit into ten holes, takes it exponentially long, and OR-Tools some hundredths of a
second. What is assumed in a question (facts, constraints, negated facts) is said in the problem's
own expressions; the answer comes back as literals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hintwise.engine.encode import Encoding
from hintwise.engine.solvers.expressions import Expressions
from hintwise.limits import Clock
from hintwise.problem import Assignment, Fact, Problem


class SecondSolver:
    """Answers questions about one problem that are put in the literals of its encoding."""

    def __init__(self, problem: Problem, encoding: Encoding) -> None:
        self._problem = problem
        self._encoding = encoding
        self._facts: dict[int, Fact] = {}
        constraints = zip(encoding.selectors, problem.constraints, strict=True)
        self._rules = {selector: c.expression for selector, c in constraints}
        self._ruled_out: dict[int, Sequence[Sequence[Fact]]] = {}
        self._idle: set[int] = set()
        self._made: Expressions | None = None

    def name_facts(self, facts: Iterable[Fact]) -> None:
        """Understand the literals of these facts, and their negations."""
        self._facts.update((self._encoding.literal(fact), fact) for fact in facts)

    def rule_out(self, literal: int, solutions: Sequence[Sequence[Fact]]) -> None:
        """Understand a literal that says: no solution that is in this list, by now or later."""
        self._ruled_out[literal] = solutions

    def forget(self, literal: int) -> None:
        """Rule nothing out by this literal any more."""
        del self._ruled_out[literal]

    def pass_over(self, literal: int) -> None:
        """Understand a literal that no clause speaks about."""
        self._idle |= {literal, -literal}

    def understands(self, assumptions: Iterable[int]) -> bool:
        """Whether the question can be put to this solver."""
        return all(
            a in self._rules
            or a in self._facts
            or -a in self._facts
            or a in self._ruled_out
            or a in self._idle
            for a in assumptions
        )

    def model(self, assumptions: Sequence[int], clock: Clock, effort: float) -> list[int] | None:
        """Literals of values for all fact variables, None if the assumptions clash.

        Raises `Unanswered` when so much effort was in vain, and `Stopped`.
        """
        model = [self._expression(a) for a in assumptions if a not in self._idle]
        solution = self._expressions.hard_solution(model, clock, effort)
        return None if solution is None else self._literals(solution)

    def core(self, assumptions: Sequence[int], clock: Clock) -> list[int]:
        """Some of the assumptions, which clash, that already do."""
        said = [a for a in assumptions if a not in self._idle]
        core = self._expressions.core([self._expression(a) for a in said], clock)
        return [said[i] for i in core]

    def differing(
        self, assumptions: Sequence[int], facts: Iterable[Fact], clock: Clock, effort: float
    ) -> list[int] | None:
        """As `model`, for a solution in which one of the facts fails; None if all follow."""
        model = [self._expression(a) for a in assumptions]
        solution = self._expressions.differing_solution(model, facts, clock, effort)
        return None if solution is None else self._literals(solution)

    @property
    def _expressions(self) -> Expressions:
        if self._made is None:  # for most problems it never is
            self._made = Expressions(self._problem)
        return self._made

    def _expression(self, literal: int) -> Any:
        if literal in self._rules:
            return self._rules[literal]
        if literal in self._ruled_out:
            return [self._expressions.one_fails(facts) for facts in self._ruled_out[literal]]
        if literal in self._facts:
            return self._expressions.fact(self._facts[literal])
        return self._expressions.negation(self._facts[-literal])

    def _literals(self, solution: Assignment) -> list[int]:
        problem = self._problem
        facts = (problem.fact(name, value) for name, value in solution.items())
        return [self._encoding.literal(fact) for fact in facts]
