"""Sums in binary: the last resort, small for any coefficients and domains."""

from __future__ import annotations

from collections.abc import Iterable

from hintwise.engine.encode.clauses import FALSE, TRUE, Bits, Clauses


def add_up(clauses: Clauses, weighted: Iterable[tuple[int, int]]) -> Bits:
    """The sum of positive weights over the literals that hold, in bits.

    Three literals of one weight become one of it and one of twice the weight, as in Eén and
    Sörensson (JSAT 2006).
    """
    columns: list[list[int]] = []
    for weight, literal in weighted:
        for i in range(weight.bit_length()):
            if weight >> i & 1 and literal != FALSE:
                while len(columns) <= i:
                    columns.append([])
                columns[i].append(literal)
    clauses.expect(14 * sum(map(len, columns)))
    total = []
    i = 0
    while i < len(columns):
        column = columns[i]
        if len(column) > 1 and i + 1 == len(columns):
            columns.append([])
        # First in, first out: a balanced tree rather than a chain.
        place = 0
        while len(column) - place >= 3:
            one, two, three = column[place : place + 3]
            place += 3
            column.append(clauses.odd(clauses.odd(one, two), three))
            columns[i + 1].append(_majority(clauses, one, two, three))
        if len(column) - place == 2:
            one, two = column[place:]
            total.append(clauses.odd(one, two))
            columns[i + 1].append(clauses.both((one, two)))
        else:
            total.append(column[place] if len(column) > place else FALSE)
        i += 1
    while total and total[-1] == FALSE:
        total.pop()
    return Bits(clauses, total)


def _majority(clauses: Clauses, one: int, two: int, three: int) -> int:
    for constant, a, b in ((one, two, three), (two, one, three), (three, one, two)):
        if constant == TRUE:
            return clauses.some((a, b))
        if constant == FALSE:
            return clauses.both((a, b))
    gate = clauses.new()
    for a, b in ((one, two), (one, three), (two, three)):
        clauses.add(gate, -a, -b)
        clauses.add(-gate, a, b)
    return gate
