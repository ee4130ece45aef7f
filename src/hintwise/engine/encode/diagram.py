"""Sums with a bound, as decision diagrams over the "at least" literals of their terms.

A node says "what is left of the sum stays within what is left of the bound". Bounds between which
that makes no difference share one node (Abío, Nieuwenhuis, Oliveras, Rodríguez-Carbonell and
Mayer-Eichberger, JAIR 2012), so that with the large coefficients first even sums like those of
SEND+MORE=MONEY stay thin. Unit propagation finds every bound that follows from the sum.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from hintwise.engine.encode.clauses import FALSE, IMPLIED, IMPLIES, TRUE, Clauses
from hintwise.engine.encode.integers import Integer


class TooWide(Exception):
    """The diagram would have more edges than allowed; never leaves the encoder."""


class Term:
    """One summand, read as a cost of zero or more: its possible costs, in increasing order."""

    def __init__(self, coefficient: int, integer: Integer) -> None:
        self._rising = coefficient > 0
        self._integer = integer
        domain = integer.domain
        self._values = list(domain if self._rising else reversed(domain))
        least = coefficient * self._values[0]
        self.costs = [coefficient * value - least for value in self._values]

    def reaches(self, i: int) -> int:
        """The literal of "costs at least `costs[i]`"."""
        if i == 0:
            return TRUE
        if i == len(self.costs):
            return FALSE
        if self._rising:
            return self._integer.at_least(self._values[i])
        return -self._integer.at_least(self._values[i] + 1)


@dataclass(slots=True, eq=False)
class _Node:
    """Stands for all bounds from `low` to `high`."""

    low: float
    high: float
    literal: int = 0
    """Known for the leaves from the start, else given when the node is written."""
    level: int = -1
    edges: list[tuple[int, int, _Node]] = field(default_factory=list)
    """From which place to which the costs of this level lead to which node."""


class Diagram:
    """The sum of the terms is at most `bound`, as nodes that are not written yet.

    Raises `TooWide` if it would take more than `most` edges.
    """

    def __init__(self, terms: Sequence[Term], bound: int, most: int) -> None:
        self._terms = terms
        self._left = most
        self._rest = [0] * (len(terms) + 1)
        for i in reversed(range(len(terms))):
            self._rest[i] = self._rest[i + 1] + terms[i].costs[-1]
        self._levels: list[tuple[list[float], list[_Node]]] = [([], []) for _ in terms]
        self._true = [_Node(rest, float("inf"), TRUE) for rest in self._rest]
        self._false = _Node(float("-inf"), -1, FALSE)
        self._inner: list[_Node] = []
        self._root = self._node(0, bound)

    def _node(self, level: int, bound: int) -> _Node:
        if bound >= self._rest[level]:
            return self._true[level]
        if bound < 0:
            return self._false
        lows, nodes = self._levels[level]
        place = bisect_right(lows, bound) - 1
        if place >= 0 and bound <= nodes[place].high:
            return nodes[place]
        node = self._leaf(bound) if level == len(self._terms) - 1 else self._branch(level, bound)
        lows.insert(place + 1, node.low)
        nodes.insert(place + 1, node)
        return node

    def _leaf(self, bound: int) -> _Node:
        term = self._terms[-1]
        above = bisect_right(term.costs, bound)
        return _Node(term.costs[above - 1], term.costs[above] - 1, -term.reaches(above))

    def _branch(self, level: int, bound: int) -> _Node:
        costs = self._terms[level].costs
        node = _Node(float("-inf"), float("inf"), level=level)
        first = 0
        while first < len(costs):
            child = self._node(level + 1, bound - costs[first])
            # The costs that leave a bound for which the child stands as well.
            last = bisect_right(costs, bound - child.low) - 1
            node.low = max(node.low, child.low + costs[last])
            node.high = min(node.high, child.high + costs[first])
            node.edges.append((first, last, child))
            first = last + 1
        self._left -= len(node.edges)
        if self._left < 0:
            raise TooWide
        if len(node.edges) == 1:
            return _Node(node.low, node.high, edges=node.edges)
        self._inner.append(node)
        return node

    def write(self, clauses: Clauses, way: int) -> int:
        """Write the clauses; returns the literal of the whole."""
        for node in self._inner:  # children come before their parents
            node.literal = clauses.new()
            term = self._terms[node.level]
            for first, last, child in node.edges:
                if way & IMPLIES:
                    clauses.add(-node.literal, -term.reaches(first), _literal(child))
                if way & IMPLIED:
                    clauses.add(node.literal, term.reaches(last + 1), -_literal(child))
        return _literal(self._root)


def _literal(node: _Node) -> int:
    """A node with one edge is the node it leads to."""
    while node.literal == 0:
        node = node.edges[0][2]
    return node.literal
