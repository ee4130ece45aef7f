"""CPMpy's global constraints: some written directly, the others by CPMpy's decompositions.

A decomposition is used only where it adds nothing that could fail when the constraint does not
hold; its arguments are translated first, once, and in the constraint's own Boolean context.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

import cpmpy as cp
import numpy as np
from cpmpy.expressions.core import BoolVal, Expression
from cpmpy.expressions.utils import STAR, is_any_list
from cpmpy.expressions.variables import _NumVarImpl

from hintwise.engine.encode.clauses import IMPLIES, TRUE, flip
from hintwise.engine.encode.linear import Linear
from hintwise.engine.encode.relations import State

if TYPE_CHECKING:
    from hintwise.engine.encode.translate import Guards, Translator

_DEAD = object()
"""The state of a walk that no rule leads on from."""

_DECOMPOSED = frozenset(
    {
        "alldifferent_except_n",
        "alldifferent_except_0",
        "allequal",
        "allequal_except_n",
        "cumulative",
        "cumulative_optional",
        "reservoir",
        "reservoir_optional",
        "no_overlap",
        "no_overlap_optional",
        "precedence",
        "gcc",
        "increasing",
        "decreasing",
        "strictly_increasing",
        "strictly_decreasing",
        "lex_chain_less",
        "lex_chain_lesseq",
    }
)


class GlobalConstraints:
    """Translates global constraints to literals."""

    def __init__(self, translator: Translator) -> None:
        self._translator = translator
        self._atoms = itertools.count()
        self._direct: dict[str, Callable[[Any, int, Guards], int]] = {
            "alldifferent": self._all_different,
            "circuit": self._circuit,
            "inverse": self._inverse,
            "table": self._table,
            "short_table": self._table,
            "negative_table": lambda e, way, g: -self._table(e, flip(way), g),
            "regular": self._regular,
            "mdd": self._mdd,
            "ite": self._if_then_else,
            "indomain": self._in_domain,
            "xor": self._xor,
            "lex_less": lambda e, way, g: self._lexicographic(e, way, g, strict=True),
            "lex_lesseq": lambda e, way, g: self._lexicographic(e, way, g, strict=False),
        }

    def literal(self, expression: Any, way: int) -> int:
        """A literal of a global constraint."""
        guards: Guards = []
        clauses = self._translator.clauses
        if expression.name in self._direct:
            literal = self._direct[expression.name](expression, way, guards)
        elif expression.name in _DECOMPOSED:
            parts = self._parts(expression, guards)
            literal = clauses.both([self._translator.literal(part, way) for part in parts], way)
        else:
            raise self._translator.unsupported(expression)
        return clauses.both([literal, *guards], way) if guards else literal

    def post(self, expression: Any, unless: Sequence[int]) -> bool:
        """Write what is best written without a literal of its own; says whether it was."""
        guards: Guards = []
        translator = self._translator
        name = getattr(expression, "name", "")
        if name == "alldifferent":
            numbers = translator.all_numbers(expression.args, guards)
            translator.relations.post_all_different(numbers, unless)
        elif name in _DECOMPOSED:
            for part in self._parts(expression, guards):
                translator.post(part, unless)
        else:
            return False
        for guard in guards:
            translator.clauses.add(*unless, guard)
        return True

    def _parts(self, expression: Any, guards: Guards) -> list[Any]:
        """The constraints that a global constraint is made of."""
        atomic = self._atomic(expression.args, guards)
        twin = copy(expression)
        twin.update_args(tuple(atomic))
        parts, defining = twin.decompose()
        if defining:
            raise self._translator.unsupported(expression)
        if expression.name == "no_overlap_optional":
            # CPMpy's decomposition leaves out what its `value` says.
            duration, present = atomic[1], atomic[-1]
            parts += [~_boolean(p) | (d >= 0) for d, p in zip(duration, present, strict=True)]
        return list(parts)

    def _atomic(self, arguments: Any, guards: Guards) -> Any:
        """The same with a variable in place of each number that is computed."""
        if is_any_list(arguments):
            return [self._atomic(argument, guards) for argument in arguments]
        if not isinstance(arguments, Expression) or isinstance(arguments, (_NumVarImpl, BoolVal)):
            return arguments.item() if isinstance(arguments, np.generic) else arguments
        if arguments.is_bool():
            atom = cp.boolvar(name=f"hintwise truth {next(self._atoms)}")
            self._translator.booleans[atom.name] = self._translator.literal(arguments)
            return atom
        linear = self._translator.number(arguments, guards)
        if not linear.terms:
            return linear.constant
        atom = cp.intvar(linear.low, linear.high, name=f"hintwise number {next(self._atoms)}")
        self._translator.integers[atom.name] = linear
        return atom

    def _all_different(self, expression: Any, way: int, guards: Guards) -> int:
        numbers = self._translator.all_numbers(expression.args, guards)
        return self._translator.relations.all_different(numbers, way)

    def _table(self, expression: Any, way: int, guards: Guards) -> int:
        array, table = expression.args
        numbers = self._translator.all_numbers(array, guards)
        self._translator.clauses.expect(len(table))
        rows = ([None if value == STAR else int(value) for value in row] for row in np.array(table))
        return self._translator.relations.table(numbers, rows, way)

    def _in_domain(self, expression: Any, way: int, guards: Guards) -> int:
        number, values = expression.args
        wanted = (int(value) for value in values)
        linear = self._translator.number(number, guards)
        return self._translator.relations.is_among(linear, wanted, way)

    def _if_then_else(self, expression: Any, way: int, guards: Guards) -> int:
        condition, yes, no = expression.args
        clauses, literal = self._translator.clauses, self._translator.literal
        chosen = literal(condition)
        first = clauses.some((-chosen, literal(yes, way)), way)
        return clauses.both((first, clauses.some((chosen, literal(no, way)), way)), way)

    def _xor(self, expression: Any, way: int, guards: Guards) -> int:
        parity = -TRUE
        for argument in expression.args:
            parity = self._translator.clauses.odd(parity, self._translator.literal(argument))
        return parity

    def _lexicographic(self, expression: Any, way: int, guards: Guards, *, strict: bool) -> int:
        """The lists from the last place to the first: less here, or not more and less later."""
        clauses, sums = self._translator.clauses, self._translator.sums
        left, right = (self._translator.all_numbers(part, guards) for part in expression.args)
        literal = -TRUE if strict else TRUE
        for one, two in reversed(list(zip(left, right, strict=True))):
            difference = one.plus(two, -1)
            less = sums.at_most(difference, -1, way)
            later = clauses.both((sums.at_most(difference, 0, way), literal), way)
            literal = clauses.some((less, later), way)
        return literal

    def _inverse(self, expression: Any, way: int, guards: Guards) -> int:
        """Where one list says j at place i, the other says i at place j."""
        clauses, sums = self._translator.clauses, self._translator.sums
        there, back = (self._translator.all_numbers(part, guards) for part in expression.args)
        places = range(len(there))
        parts = []
        for i in places:
            for numbers in (there, back):
                inside = [-sums.at_most(numbers[i], -1), sums.at_most(numbers[i], len(there) - 1)]
                parts += inside
            for j in places:
                one = sums.equal(there[i].plus(Linear(-j, {})))
                two = sums.equal(back[j].plus(Linear(-i, {})))
                parts.append(-clauses.odd(one, two))
        return clauses.both(parts, way)

    def _circuit(self, expression: Any, way: int, guards: Guards) -> int:
        """A walk from place 0 that comes back after as many steps as there are places, no sooner.

        It then visits each place once: had it met another twice, it would never come back.
        """
        translator = self._translator
        clauses = translator.clauses
        numbers = translator.all_numbers(expression.args, guards)
        count = len(numbers)
        next_places = [translator.sums.integer(number) for number in numbers]
        clauses.expect(count**3)

        def moves(state: State) -> Iterable[tuple[list[int], State]]:
            if not isinstance(state, int):
                return [([], _DEAD)]
            integer = next_places[state]
            inside = [([integer.is_value(j)], j) for j in range(count)]
            outside = [([-integer.at_least(0)], _DEAD), ([integer.at_least(count)], _DEAD)]
            return [*inside, *outside]

        layers = translator.relations.walk(0, [moves] * count)
        home = [layer.get(0, -TRUE) for layer in layers]
        literal = clauses.both([home[-1], *(-literal for literal in home[1:-1])], way)
        if way == IMPLIES:
            # Implied, and found late by the walk.
            translator.relations.post_all_different(numbers, [-literal])
        return literal

    def _regular(self, expression: Any, way: int, guards: Guards) -> int:
        array, _, start, accepting = expression.args
        after: dict[State, dict[int, State]] = {}
        for (state, value), reached in expression.trans_dict.items():
            after.setdefault(state, {})[int(value)] = reached
        return self._accepted(array, after, start, accepting.__contains__, way, guards)

    def _mdd(self, expression: Any, way: int, guards: Guards) -> int:
        (array,) = expression.args
        after = {state: dict(edges) for state, edges in expression.mapping.items()}
        return self._accepted(array, after, expression.root_node, lambda _: True, way, guards)

    def _accepted(
        self,
        array: Iterable[Any],
        after: dict[Any, dict[int, Any]],
        start: Any,
        accepts: Callable[[Any], bool],
        way: int,
        guards: Guards,
    ) -> int:
        """A literal of "the values lead through the states to one that is accepted"."""
        translator = self._translator
        numbers = translator.all_numbers(array, guards)
        integers = [translator.sums.integer(number) for number in numbers]
        translator.clauses.expect(sum(x.size for x in integers) * (len(after) + 1))

        def step(integer: Any) -> Callable[[State], Iterable[tuple[list[int], State]]]:
            def moves(state: State) -> Iterable[tuple[list[int], State]]:
                known = after.get(state, {})
                if state is _DEAD or not known:
                    return [([], _DEAD)]
                return [([integer.is_value(v)], known.get(v, _DEAD)) for v in integer.domain]

            return moves

        last = translator.relations.walk(start, [step(x) for x in integers])[-1]
        good = [literal for state, literal in last.items() if state is not _DEAD and accepts(state)]
        # Just one of the last states is reached, so each half of "one of these" binds the literal.
        return translator.clauses.some(good, way)


def _boolean(expression: Any) -> Any:
    return expression if isinstance(expression, Expression) else BoolVal(bool(expression))
