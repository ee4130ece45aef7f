"""From CPMpy expressions to clauses, once per problem.

CPMpy's own transformations do the reasoning about expressions; what is left (clauses and sums over
Booleans) is written out here, so that every SAT call afterwards talks to PySAT directly. Each
constraint gets a selector literal: assuming it switches the constraint on.
"""

from __future__ import annotations

import itertools
import re
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pindakaas
from cpmpy.exceptions import CPMpyException
from cpmpy.expressions.core import BoolVal, Comparison
from cpmpy.expressions.utils import is_any_list
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl, _IntVarImpl
from cpmpy.solvers.pindakaas import CPM_pindakaas
from cpmpy.transformations.get_variables import get_variables
from cpmpy.transformations.int2bool import IntVarEnc, IntVarEncDirect, IntVarEncLog

from hintwise.engine.counting import Permutation, implied_permutations
from hintwise.engine.limits import Clock, Limits
from hintwise.errors import UnsupportedExpression
from hintwise.problem import Constraint, Fact, Problem

Clause = list[int]

_PAIRWISE_LIMIT = 32
"""Up to this many literals "at most one" is written pair by pair: more clauses, but no auxiliary
variables, and unit propagation sees everything."""

_DIRECT_LIMIT = 100
"""Integers that no fact is about get one literal per value up to this size, else one per bit."""

_REMEMBERED = 8
"""How many encodings are kept for problems that share their rules."""


@dataclass(frozen=True, eq=False)
class Encoding:
    """Clauses of a problem's rules, with the literals that its elements are assumed by."""

    clauses: tuple[Clause, ...]
    size: int
    """The number of SAT variables."""
    values: dict[tuple[str, int], int]
    """The literal of each `variable = value`."""
    selectors: tuple[int, ...]
    """The literal that switches on each constraint, in the problem's order."""

    def literal(self, fact: Fact) -> int:
        literal = self.values[fact.variable, int(fact.value)]
        return literal if fact.equal else -literal


_recent: OrderedDict[tuple[int, ...], tuple[Problem, Encoding]] = OrderedDict()


def encode(problem: Problem, clock: Clock | None = None) -> Encoding:
    """Translate the rules of `problem` (its givens play no part) to clauses.

    Raises `Stopped` if the clock says so.

    Problems that share their rules, as all Sudokus of one shape do, share the result.
    """
    # The entry keeps its problem alive, so an id in the key cannot come to mean another object.
    key = (id(problem.variables), id(problem.constraints), *map(id, problem.hard))
    if key not in _recent:
        _recent[key] = problem, _Encoder(clock or Clock(Limits())).encode(problem)
        while len(_recent) > _REMEMBERED:
            _recent.popitem(last=False)
    _recent.move_to_end(key)
    return _recent[key][1]


class _Encoder:
    """Collects clauses; CPMpy variables are told apart by name, as CPMpy does."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._integers: dict[str, IntVarEnc] = {}
        self._clauses: list[Clause] = []
        self._numbers: dict[str, int] = {}
        self._size = 0
        self._permutations: list[Permutation] = []
        self._cells: dict[str, Any] = {}

    def encode(self, problem: Problem) -> Encoding:
        _reserve_names(problem)
        values = self._fact_variables(problem)
        self._other_integers(problem)
        for expression in problem.hard:
            self._post(expression, [], "a hard constraint")
        selectors = tuple(self._constraint(c) for c in problem.constraints)
        self._clauses.extend(self._counting_clauses())
        return Encoding(tuple(self._clauses), self._size, values, selectors)

    def _fact_variables(self, problem: Problem) -> dict[tuple[str, int], int]:
        values: dict[tuple[str, int], int] = {}
        for variable in problem.variables:
            x = variable.expression
            if variable.boolean:
                literal = self._literal(x)
                values[variable.name, 1], values[variable.name, 0] = literal, -literal
                continue
            # One literal per value, whatever encoding CPMpy would have picked: facts need them.
            direct = self._integer(x, IntVarEncDirect(x))
            for value in range(x.lb, x.ub + 1):
                if value in variable.domain:
                    values[variable.name, value] = self._literal(direct.eq(value))
                else:
                    self._clauses.append([-self._literal(direct.eq(value))])
        return values

    def _other_integers(self, problem: Problem) -> None:
        """Encode what constraints share, so that its domain does not hang on any one of them."""
        for x in get_variables(_expressions(problem)):
            if type(x) is _IntVarImpl and x.name not in self._integers:
                small = x.ub - x.lb < _DIRECT_LIMIT
                self._integer(x, IntVarEncDirect(x) if small else IntVarEncLog(x))

    def _integer(self, x: Any, encoding: Any) -> Any:
        self._integers[x.name] = encoding
        for constraint in encoding.encode_domain_constraint():
            self._write(constraint, [], f"the domain of {x.name}")
        return encoding

    def _constraint(self, constraint: Constraint) -> int:
        literal = self._new()
        self._clock.check()
        for part in _conjuncts(constraint.expression):
            if self._is_plain_all_different(part):
                self._all_different(part, literal)
            elif _is_clause(part):
                # Written as it is: a logic grid has thousands, and a transformer for each of them
                # took four fifths of the time to encode a grid of 6 x 8.
                self._write(part, [literal], constraint.name)
            else:
                self._post(part, [literal], f"constraint {constraint.name!r}")
            if (values := _values_of_permutation(part)) is not None:
                cells = {x.name: x for x in part.args}
                self._cells.update(cells)
                self._permutations.append(
                    Permutation(literal, constraint.group, frozenset(cells), values)
                )
        return literal

    def _counting_clauses(self) -> Iterable[Clause]:
        """That each value of a permutation is somewhere: implied, but slow to find out."""
        known = [([p.selector], p) for p in self._permutations]
        for selectors, permutation in [*known, *implied_permutations(self._permutations)]:
            unless = [-s for s in selectors]
            cells = [self._cells[name] for name in sorted(permutation.cells)]
            for value in permutation.values:
                yield [*unless, *(self._equality(x, value) for x in cells)]

    def _is_plain_all_different(self, part: Any) -> bool:
        if getattr(part, "name", "") != "alldifferent" or len(part.args) > _PAIRWISE_LIMIT:
            return False
        return all(
            type(x) is _IntVarImpl and isinstance(self._integers[x.name], IntVarEncDirect)
            for x in part.args
        )

    def _all_different(self, part: Any, selector: int) -> None:
        """Each value at most once: what CPMpy's transformations give, in a tenth of the time."""
        for value in {v for x in part.args for v in range(x.lb, x.ub + 1)}:
            holders = [x for x in part.args if x.lb <= value <= x.ub]
            self._at_most_one([self._equality(x, value) for x in holders], [-selector])

    def _at_most_one(self, literals: list[int], unless: list[int]) -> None:
        pairs = itertools.combinations(literals, 2)
        self._clauses.extend([*unless, -a, -b] for a, b in pairs)

    def _equality(self, x: Any, value: int) -> int:
        direct: Any = self._integers[x.name]
        return self._literal(direct.eq(value))

    def _post(self, expression: Any, conditions: list[int], where: str) -> None:
        """Write an expression, implied by `conditions`, with all that CPMpy adds to define it.

        What it adds is not always a definition that can be satisfied either way (the order of a
        Circuit is not), so it must be switched off with the expression; and therefore it must not
        be shared with another one: each expression gets a transformer of its own.
        """
        self._clock.check()
        transformer = CPM_pindakaas()
        transformer.ivarmap = dict(self._integers)
        try:
            flat = transformer.transform(expression)
        except (CPMpyException, NotImplementedError, ValueError, TypeError) as error:
            raise UnsupportedExpression(
                f"{where} has no translation to clauses: {expression} ({error})"
            ) from error
        for part in flat:
            self._write(part, conditions, where)

    def _write(self, part: Any, conditions: list[int], where: str) -> None:
        """Write one flat constraint, implied by `conditions`."""
        unless = [-c for c in conditions]
        if isinstance(part, BoolVal):
            if not part.value():
                self._clauses.append(unless)
        elif isinstance(part, _BoolVarImpl):
            self._clauses.append([*unless, self._literal(part)])
        elif part.name == "or":
            self._clauses.append([*unless, *map(self._literal, part.args)])
        elif part.name == "->":
            condition, consequence = part.args
            self._write(consequence, [*conditions, self._literal(condition)], where)
        elif isinstance(part, Comparison):
            self._sum(part, conditions, where)
        else:
            raise UnsupportedExpression(f"{where} has no translation to clauses: {part}")

    def _sum(self, comparison: Any, conditions: list[int], where: str) -> None:
        left, bound = comparison.args
        if isinstance(left, _BoolVarImpl):
            coefficients, terms = [1], [left]
        elif left.name == "sum":
            coefficients, terms = [1] * len(left.args), left.args
        elif left.name == "wsum":
            coefficients, terms = left.args
        else:
            raise UnsupportedExpression(f"{where} has no translation to clauses: {comparison}")
        literals = [self._literal(t) for t in terms]
        unless = [-c for c in conditions]
        if all(c == 1 for c in coefficients) and bound == 1 and len(literals) <= _PAIRWISE_LIMIT:
            if comparison.name in (">=", "=="):
                self._clauses.append([*unless, *literals])
            if comparison.name in ("<=", "=="):
                self._at_most_one(literals, unless)
            return
        self._pseudo_boolean(list(zip(coefficients, literals, strict=True)), comparison, conditions)

    def _pseudo_boolean(
        self, terms: Sequence[tuple[int, int]], comparison: Any, conditions: list[int]
    ) -> None:
        formula = pindakaas.CNF()
        ours: dict[str, int] = {}
        theirs: dict[int, Any] = {}
        for number in dict.fromkeys(abs(x) for x in [*(lit for _, lit in terms), *conditions]):
            theirs[number] = formula.new_var()
            ours[str(theirs[number])] = number

        def lit(literal: int) -> Any:
            return theirs[literal] if literal > 0 else ~theirs[-literal]

        total = sum(int(c) * lit(literal) for c, literal in terms)
        bound = int(comparison.args[1])
        relation = {"<=": total <= bound, ">=": total >= bound, "==": total == bound}
        try:
            formula.add_encoding(relation[comparison.name], conditions=[lit(c) for c in conditions])
        except pindakaas.Unsatisfiable:
            self._clauses.append([-c for c in conditions])
            return
        for clause in formula.clauses():
            written = []
            for literal in clause:
                name = str(literal.var())
                if name not in ours:
                    ours[name] = self._new()
                written.append(-ours[name] if literal.is_negated() else ours[name])
            self._clauses.append(written)

    def _literal(self, term: Any) -> int:
        if isinstance(term, NegBoolView):
            return -self._literal(term._bv)
        if term.name not in self._numbers:
            self._numbers[term.name] = self._new()
        return self._numbers[term.name]

    def _new(self) -> int:
        self._size += 1
        return self._size


def _conjuncts(expression: Any) -> Iterable[Any]:
    """The parts of a unit that all must hold: a (nested) list, or an `and`."""
    if is_any_list(expression):
        for part in expression:
            yield from _conjuncts(part)
    elif getattr(expression, "name", "") == "and":
        for part in expression.args:
            yield from _conjuncts(part)
    elif isinstance(expression, bool):
        yield BoolVal(expression)
    else:
        yield expression


def _is_clause(expression: Any) -> bool:
    if getattr(expression, "name", "") == "or":
        return all(isinstance(literal, _BoolVarImpl) for literal in expression.args)
    return isinstance(expression, _BoolVarImpl)


def _values_of_permutation(expression: Any) -> tuple[int, ...] | None:
    """The values of an AllDifferent that uses up all the values its variables have."""
    if getattr(expression, "name", "") != "alldifferent":
        return None
    if not all(type(x) is _IntVarImpl for x in expression.args):
        return None
    domains = {(x.lb, x.ub) for x in expression.args}
    low, high = min(domains)
    if len(domains) > 1 or high - low + 1 != len({x.name for x in expression.args}):
        return None
    return tuple(range(low, high + 1))


def _expressions(problem: Problem) -> list[Any]:
    return [*(c.expression for c in problem.constraints), *problem.hard]


def _reserve_names(problem: Problem) -> None:
    """Keep CPMpy from naming its auxiliary variables like ours.

    CPMpy numbers unnamed variables BV0, IV0, …; in a worker process its counters start anew while
    the problem that was sent there brings such names along.
    """
    for x in get_variables([*_expressions(problem), *(v.expression for v in problem.variables)]):
        for prefix, implementation in (("BV", _BoolVarImpl), ("IV", _IntVarImpl)):
            if match := re.fullmatch(rf"{prefix}(\d+)", str(x.name)):
                implementation.counter = max(implementation.counter, int(match[1]) + 1)
