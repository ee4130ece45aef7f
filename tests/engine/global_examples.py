"""Examples of every global constraint and function of CPMpy, and places an expression may stand in.

Each example uses a few of the variables handed to it, small enough to go through all assignments.
Among the values are such as an example says nothing about: outside an array, a divisor of zero, a
letter that no transition of an automaton reads.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import cpmpy as cp
import numpy as np
from cpmpy.expressions import globalconstraints, globalfunctions
from cpmpy.expressions.core import Expression
from cpmpy.expressions.globalfunctions import NDElement

NO_EXAMPLE = {
    "GlobalConstraint",  # the bases of all others
    "GlobalFunction",
    "DirectConstraint",  # only one solver knows what it means: refused, see test_cpmpy_model
}


def all_globals() -> set[type]:
    """The classes of CPMpy's global constraints and functions, whatever this version has."""
    return {
        kind
        for module in (globalconstraints, globalfunctions)
        for name, kind in inspect.getmembers(module, inspect.isclass)
        if kind.__module__ == module.__name__
        and issubclass(kind, Expression)
        and name not in NO_EXAMPLE
    }


@dataclass(frozen=True)
class Variables:
    """What examples are made of: `x` from 0 to 2, `s` from -2 to 2, and Booleans."""

    x: Any = field(default_factory=lambda: cp.intvar(0, 2, shape=3, name="x"))
    s: Any = field(default_factory=lambda: cp.intvar(-2, 2, shape=2, name="s"))
    b: Any = field(default_factory=lambda: cp.boolvar(shape=2, name="b"))
    p: Any = field(default_factory=lambda: cp.boolvar(name="p"))
    """Two more that only contexts speak about."""
    q: Any = field(default_factory=lambda: cp.boolvar(name="q"))


Build = Callable[[Variables], Any]

_WORD = [("a", 0, "a"), ("a", 1, "b"), ("b", 0, "a")]
"""Transitions that say nothing about the value 2, nor about a second 1 in a row."""
_DIAGRAM = [("r", 0, "a"), ("r", 1, "b"), ("a", 1, "t"), ("b", 0, "t")]
_GRID = np.array([[1, 0], [2, 1]])

CONSTRAINTS: dict[str, Build] = {
    "all different": lambda v: cp.AllDifferent(v.x),
    "all different, of expressions": lambda v: cp.AllDifferent([v.x[0], v.x[1] + 1, 2 * v.x[2]]),
    "all different, of a partial one": lambda v: cp.AllDifferent([2 // v.x[0], v.x[1], 1]),
    "all different except 0": lambda v: cp.AllDifferentExcept0(v.x),
    "all different except some": lambda v: cp.AllDifferentExceptN(v.x, [1, 2]),
    "all equal": lambda v: cp.AllEqual(v.x),
    "all equal except one": lambda v: cp.AllEqualExceptN(v.x, 1),
    "circuit of two": lambda v: cp.Circuit(v.x[0], v.x[1]),
    "circuit": lambda v: cp.Circuit(v.x),
    "circuit, out of range": lambda v: cp.Circuit([v.s[0], v.s[1], v.x[0]]),
    "circuit, of expressions": lambda v: cp.Circuit([v.x[0] + v.x[1], v.x[2], 0]),
    "cumulative": lambda v: cp.Cumulative(v.x, [1, 2, 1], demand=[1, 1, 2], capacity=2),
    "cumulative, with ends": lambda v: cp.Cumulative(
        [v.x[0], v.x[1]], [1, 2], [v.x[2], v.x[1] + 2], [1, 2], 2
    ),
    "cumulative, of variables": lambda v: cp.Cumulative(
        [0, 1], [v.x[0], 1], demand=[v.x[1], 1], capacity=v.x[2]
    ),
    "cumulative, negative": lambda v: cp.Cumulative([0, 0], [v.s[0], 1], demand=[1, 1], capacity=1),
    "cumulative, optional": lambda v: cp.CumulativeOptional(
        [v.x[0], v.x[1]], [2, 1], demand=[1, 1], capacity=1, is_present=v.b
    ),
    "decreasing": lambda v: cp.Decreasing(v.x),
    "strictly decreasing": lambda v: cp.DecreasingStrict(v.x),
    "global cardinality": lambda v: cp.GlobalCardinalityCount(v.x, [0, 2], [1, 1]),
    "global cardinality, counted": lambda v: cp.GlobalCardinalityCount(
        [v.x[0], v.x[1]], [1, 5], [v.x[2], v.b[0]]
    ),
    "global cardinality, closed": lambda v: cp.GlobalCardinalityCount(
        v.x, [0, 1], [v.b[0], 2], closed=True
    ),
    "if then else": lambda v: cp.IfThenElse(v.b[0], v.x[0] < v.x[1], v.x[1] < v.x[2]),
    "if then else, of partial ones": lambda v: cp.IfThenElse(
        v.x[0] // v.x[1] == 1, v.b[0], v.x[0] % v.x[2] == 0
    ),
    "in a domain": lambda v: cp.InDomain(v.x[0], [0, 2, 7]),
    "in a domain, of an expression": lambda v: cp.InDomain(v.s[0] - v.s[1], [-3, 0, 1]),
    "in a domain, of a partial one": lambda v: cp.InDomain(v.s[0] // v.s[1], [-1, 0]),
    "increasing": lambda v: cp.Increasing(v.x),
    "strictly increasing": lambda v: cp.IncreasingStrict(v.x),
    "inverse": lambda v: cp.Inverse([v.x[0], v.x[1], 2], [1, v.x[2], 2]),
    "inverse, out of range": lambda v: cp.Inverse([v.x[0], v.s[0]], [v.x[1], 0]),
    "lexicographic chain": lambda v: cp.LexChainLess([[v.x[0], v.b[0]], [v.x[1], 1], [2, v.b[1]]]),
    "lexicographic chain or equal": lambda v: cp.LexChainLessEq(
        [[v.x[0], v.b[0]], [v.x[1], 1], [2, v.b[1]]]
    ),
    "lexicographic": lambda v: cp.LexLess([v.x[0], v.x[1]], [v.x[1], v.x[2]]),
    "lexicographic or equal": lambda v: cp.LexLessEq([v.x[0], v.x[1]], [v.x[2], v.x[0]]),
    "decision diagram": lambda v: cp.MDD([v.x[0], v.x[1]], _DIAGRAM),
    "decision diagram, as it is": lambda v: cp.MDD([v.x[0], v.x[1]], _DIAGRAM, reduce=False),
    "decision diagram, with a dead end": lambda v: cp.MDD(
        [v.x[0], v.x[1]], [*_DIAGRAM, ("r", 2, "c")]
    ),
    "decision diagram, with an unreachable node": lambda v: cp.MDD(
        [v.x[0], v.x[1]], [*_DIAGRAM, ("u", 0, "t")]
    ),
    "negative table": lambda v: cp.NegativeTable([v.x[0], v.x[1]], [(0, 1), (2, 2), (1, 5)]),
    "no overlap": lambda v: cp.NoOverlap(v.x, [1, 1, 2]),
    "no overlap, with ends": lambda v: cp.NoOverlap([v.x[0], 1], [v.x[1], 1], [v.x[2], v.b[0] + 1]),
    "no overlap, negative": lambda v: cp.NoOverlap([v.s[0], 0], [v.s[1], 1]),
    "no overlap, optional": lambda v: cp.NoOverlapOptional(
        [v.x[0], v.x[1]], [2, 1], is_present=v.b
    ),
    "precedence": lambda v: cp.Precedence(v.x, [1, 2]),
    "precedence of three": lambda v: cp.Precedence(v.x, [2, 0, 1]),
    "regular": lambda v: cp.Regular(v.x, _WORD, "a", ["a"]),
    "regular, complete": lambda v: cp.Regular(
        [v.b[0] + 0, v.b[1] + 0], [*_WORD, ("b", 1, "b")], "a", ["b"]
    ),
    "regular, negative": lambda v: cp.Regular(
        v.s, [("a", -1, "b"), ("b", 2, "a"), ("a", 0, "a")], "a", ["a", "b"]
    ),
    "reservoir": lambda v: cp.Reservoir(v.x, [1, -1, 1], 0, 1),
    "reservoir, optional": lambda v: cp.ReservoirOptional([v.x[0], v.x[1]], [1, -1], 0, 1, v.b),
    "short table": lambda v: cp.ShortTable(v.x, [(0, "*", 2), ("*", 1, 1)]),
    "table": lambda v: cp.Table([v.x[0], v.x[1]], [(0, 1), (2, 2), (1, 5)]),
    "table, of expressions": lambda v: cp.Table([v.s[0] + v.s[1], v.s[0]], [(-1, 1), (2, 2)]),
    "table, out of range": lambda v: cp.Table([v.x[0], v.x[1]], [(4, 1), (3, 2)]),
    "xor": lambda v: cp.Xor([v.b[0], v.b[1], v.x[0] == 1]),
}

FUNCTIONS: dict[str, Build] = {
    "abs": lambda v: cp.Abs(v.s[0]),
    "abs of a difference": lambda v: abs(v.s[0] - v.s[1]),
    "among": lambda v: cp.Among(v.x, [0, 2]),
    "count": lambda v: cp.Count(v.x, 1),
    "count, of a variable": lambda v: cp.Count([v.x[0], v.x[1], 1], v.x[2]),
    "division": lambda v: v.s[0] // v.s[1],
    "division, by zero": lambda v: v.x[0] // 0,
    "division, of a constant": lambda v: 2 // v.x[0],
    "element": lambda v: cp.Element([2, 0, 1], v.x[0]),
    "element, out of range": lambda v: cp.Element([v.x[0], 1], v.s[0]),
    "element, of Booleans": lambda v: cp.Element([v.b[0], v.b[1]], v.x[0]),
    "max": lambda v: cp.Maximum([v.x[0], v.x[1], v.x[2] - 1]),
    "min": lambda v: cp.Minimum([v.s[0], v.s[1], 1]),
    "modulo": lambda v: v.s[0] % v.s[1],
    "modulo, of a constant": lambda v: 3 % v.x[0],
    "product": lambda v: v.s[0] * v.s[1],
    "product of three": lambda v: v.x[0] * v.x[1] * v.x[2],
    "product with a Boolean": lambda v: v.b[0] * v.s[0],
    "element of two indices": lambda v: NDElement(_GRID, [v.x[0], v.s[0]]),
    "number of values": lambda v: cp.NValue(v.x),
    "number of values except one": lambda v: cp.NValueExcept(v.x, 1),
    "square": lambda v: v.s[0] ** 2,
    "cube": lambda v: cp.Power(v.s[0], 3),
    "power of zero": lambda v: v.s[0] ** 0,
    "a sum": lambda v: v.x[0] + v.x[1] - v.x[2],
    "a weighted sum": lambda v: 3 * v.s[0] - 2 * v.s[1] + 4 * v.b[0],
    "minus": lambda v: -v.s[0],
    "a quotient of a product": lambda v: (v.s[0] * v.s[1]) // v.x[0],
    "a remainder of an element": lambda v: cp.Element([3, 1], v.x[0]) % v.x[1],
    "the larger of two counts": lambda v: cp.max([cp.Count(v.x, 0), cp.Count(v.x, 1)]),
}

COMPARISONS: dict[str, Callable[[Any], Any]] = {
    "is 1": lambda f: f == 1,
    "is not 1": lambda f: f != 1,
    "at least 1": lambda f: f >= 1,
    "less than 1": lambda f: f < 1,
}


def examples() -> Iterator[tuple[str, Build]]:
    """Every constraint, and every function compared in each way."""
    yield from CONSTRAINTS.items()
    for name, function in FUNCTIONS.items():
        for relation in COMPARISONS:
            yield f"{name} {relation}", _compared(function, COMPARISONS[relation])


def _compared(function: Build, relation: Callable[[Any], Any]) -> Build:
    return lambda v: relation(function(v))


Context = Callable[[Callable[[], Any], Variables], Any]

CONTEXTS: dict[str, Context] = {
    "plain": lambda g, v: g(),
    "negated": lambda g, v: ~g(),
    "twice negated": lambda g, v: ~(~g() & v.p) & v.p,
    "implied": lambda g, v: v.p.implies(g()),
    "implied by a negation": lambda g, v: (~v.p).implies(g()),
    "implied by a comparison": lambda g, v: (v.p + v.q == 1).implies(g()),
    "negated and implied": lambda g, v: v.p.implies(~g()),
    "implies": lambda g, v: g().implies(v.p),
    "negated and implies": lambda g, v: (~g()).implies(v.p),
    "equals": lambda g, v: v.p == g(),
    "differs from": lambda g, v: v.p != g(),
    "negation of equals": lambda g, v: ~(g() == v.p),
    "in a disjunction": lambda g, v: g() | v.p,
    "negated in a disjunction": lambda g, v: v.p | ~g() | v.q,
    "in a conjunction in a disjunction": lambda g, v: (g() & v.p) | v.q,
    "in a negated conjunction": lambda g, v: ~(g() & v.p),
    "in a negated disjunction": lambda g, v: ~(g() | v.p),
    "in an exclusive disjunction": lambda g, v: cp.Xor([g(), v.p]),
    "as a number in a sum": lambda g, v: g() + v.p + v.q == 2,
    "as a number with a weight": lambda g, v: 2 * g() - 3 * v.p <= 0,
    "in an implication in an equivalence": lambda g, v: v.p == v.q.implies(g()),
    "chosen": lambda g, v: cp.IfThenElse(v.p, g(), ~g()),
    "twice, once negated": lambda g, v: v.p.implies(g()) & (~v.p).implies(~g()),
    "twice, equal": lambda g, v: g() == g(),
    "in a count": lambda g, v: cp.Count([g(), v.p, v.q], 1) >= 2,
}
