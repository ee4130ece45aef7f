"""From a problem to its encoding, once per problem.

Each constraint gets a selector literal: assuming it switches the constraint on.
"""

from __future__ import annotations

import gc
import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from cpmpy.exceptions import CPMpyException
from cpmpy.expressions.core import BoolVal
from cpmpy.expressions.utils import is_any_list
from cpmpy.expressions.variables import _BoolVarImpl, _IntVarImpl
from cpmpy.transformations.get_variables import get_variables

from hintwise.engine.encode.clauses import Clause, Clauses
from hintwise.engine.encode.counting import Permutation, implied_permutations
from hintwise.engine.encode.encoding import Encoding
from hintwise.engine.encode.integers import Integer
from hintwise.engine.encode.translate import Translator
from hintwise.errors import HintwiseError, UnsupportedExpression
from hintwise.limits import Clock
from hintwise.problem import Constraint, Problem

CPMPY_FAILURES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    CPMpyException,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What CPMpy raises for expressions that it did not expect."""

_REMEMBERED = 8
"""How many encodings are kept for problems that share their rules."""

_MOST_REMEMBERED = 1_000_000
"""How many clauses the encodings that are kept may have together, the latest one aside."""

_recent: OrderedDict[tuple[int, ...], tuple[Problem, Encoding]] = OrderedDict()


def encode(problem: Problem, clock: Clock | None = None) -> Encoding:
    """Translate the rules of `problem` (its givens play no part) to clauses.

    Problems that share their rules, as all Sudokus of one shape do, get copies of one result: it
    does not depend on which facts were asked for elsewhere. Raises `Stopped` when `clock` says so,
    and `UnsupportedExpression` if a constraint has no translation or one that would not fit.
    """
    # The entry keeps its problem alive, so an id in the key cannot come to mean another object.
    key = (id(problem.variables), id(problem.constraints), *map(id, problem.hard))
    if key not in _recent:
        with _without_collection():
            _recent[key] = problem, _Encoder(clock).encode(problem)
        _forget()
    _recent.move_to_end(key)
    return _recent[key][1].copy()


@contextmanager
def _without_collection() -> Iterator[None]:
    """Keep Python from looking for cycles, again and again, among clauses that have none.

    Rows and columns of a 25x25 Sudoku took 0.15 s instead of 0.4 s, and no pause above 30 ms.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _forget() -> None:
    """Drop the oldest encodings while they are too many or too large; the latest one stays."""
    while len(_recent) > 1:
        clauses = sum(len(encoding.clauses) for _, encoding in list(_recent.values())[:-1])
        if len(_recent) <= _REMEMBERED and clauses <= _MOST_REMEMBERED:
            return
        _recent.popitem(last=False)


class _Encoder:
    """Encodes one problem."""

    def __init__(self, clock: Clock | None) -> None:
        self._clauses = Clauses()
        self._clauses.clock = clock
        self._translator = Translator(self._clauses)
        self._permutations: list[Permutation] = []
        self._cells: dict[str, Integer] = {}

    def encode(self, problem: Problem) -> Encoding:
        found = list(self._variables_found(problem))
        variables = self._fact_variables(problem)
        self._other_integers(found)
        for expression in problem.hard:
            self._post(expression, [], "a hard constraint")
        selectors = [self._constraint(c) for c in problem.constraints]
        for clause in self._counting_clauses():
            self._clauses.add(*clause)
        self._clauses.clock, self._clauses.where = None, "a fact"
        return Encoding(self._clauses, variables, selectors)

    def _fact_variables(self, problem: Problem) -> dict[str, Integer]:
        variables: dict[str, Integer] = {}
        for variable in problem.variables:
            x = variable.expression
            self._clauses.where = f"the domain of {variable.name}"
            if variable.boolean:
                literal = self._translator.boolean(x)
                variables[variable.name] = Integer.of_literal(self._clauses, literal)
            else:
                variables[variable.name] = self._translator.declare(
                    x, _gapless(variable.domain), facts=True
                )
        return variables

    def _variables_found(self, problem: Problem) -> Iterator[Any]:
        """All variables, expression by expression; CPMpy is kept from using their names again."""
        for expression in [*(v.expression for v in problem.variables), *_expressions(problem)]:
            self._clauses.expect(0)
            for x in get_variables(expression):
                _reserve_name(x)
                yield x

    def _other_integers(self, found: Iterable[Any]) -> None:
        """Encode what constraints share, so that its domain does not hang on any one of them."""
        for x in found:
            if type(x) is _IntVarImpl and x.name not in self._translator.integers:
                self._clauses.where = f"the domain of {x.name}"
                self._translator.declare(x, range(x.lb, x.ub + 1), facts=False)

    def _constraint(self, constraint: Constraint) -> int:
        literal = self._clauses.new()
        self._post(constraint.expression, [-literal], f"constraint {constraint.name!r}")
        for part in _conjuncts(constraint.expression):
            if (values := _values_of_permutation(part)) is not None:
                cells = {x.name: self._integer(x) for x in part.args}
                self._cells.update(cells)
                self._permutations.append(
                    Permutation(literal, constraint.group, frozenset(cells), values)
                )
        return literal

    def _post(self, expression: Any, unless: list[int], where: str) -> None:
        self._clauses.where = where
        self._clauses.expect(0)
        try:
            for part in _conjuncts(expression):
                self._translator.post(part, unless)
        except HintwiseError:
            raise
        except CPMPY_FAILURES as error:
            raise UnsupportedExpression(
                f"{where} has no translation to clauses: {expression} ({error})"
            ) from error

    def _integer(self, x: Any) -> Integer:
        return next(iter(self._translator.integers[x.name].terms))

    def _counting_clauses(self) -> Iterator[Clause]:
        """That each value of a permutation is somewhere: implied, but slow to find out."""
        known = [([p.selector], p) for p in self._permutations]
        for selectors, permutation in [*known, *implied_permutations(self._permutations)]:
            unless = [-s for s in selectors]
            cells = [self._cells[name] for name in sorted(permutation.cells)]
            for value in permutation.values:
                yield [*unless, *(x.is_value(value) for x in cells)]


def _gapless(domain: Sequence[int]) -> Sequence[int]:
    """The same values in increasing order, as a range if they have no gaps."""
    if isinstance(domain, range) and domain.step == 1:
        return domain
    values = tuple(sorted(domain))
    whole = range(values[0], values[-1] + 1)
    return whole if len(whole) == len(values) else values


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


def _values_of_permutation(expression: Any) -> tuple[int, ...] | None:
    """The values of an AllDifferent that uses up all the values its variables have."""
    if getattr(expression, "name", "") != "alldifferent" or not expression.args:
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


def _reserve_name(x: Any) -> None:
    """Keep CPMpy from naming an auxiliary variable like this one.

    CPMpy numbers unnamed variables BV0, IV0, …; in a worker process its counters start anew while
    the problem that was sent there brings such names along.
    """
    for prefix, implementation in (("BV", _BoolVarImpl), ("IV", _IntVarImpl)):
        if match := re.fullmatch(rf"{prefix}(\d+)", str(x.name)):
            implementation.counter = max(implementation.counter, int(match[1]) + 1)
