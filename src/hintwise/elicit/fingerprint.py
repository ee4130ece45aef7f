"""A short name for a puzzle, the same in every process."""

from __future__ import annotations

import functools
import hashlib
import itertools
import re
from collections import defaultdict

from hintwise.problem import MANY_VALUES, Problem, Variable


@functools.lru_cache(maxsize=64)
def fingerprint(problem: Problem) -> str:
    """A short text that tells a puzzle from others: the same for the same rules and givens."""
    parts = [problem.kind.name, *(f"{v.name} {_values(v)}" for v in problem.variables)]
    for c in problem.constraints:
        parts += [f"{c.group} {c.name} {c.description} {c.expression}", *sorted(c.variables)]
    parts += [*map(str, problem.hard), *sorted(map(str, problem.givens))]
    if problem.consequences is not None:  # other facts, so other steps
        parts.append("exclusions")
    text = _renumbered("\n".join(parts))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _values(variable: Variable) -> str:
    """The domain, listed unless that is long: the same whether it is kept as a range or not."""
    return str(tuple(variable.domain) if variable.size <= MANY_VALUES else variable.domain)


def _renumbered(text: str) -> str:
    """With numbers of its own in the names that CPMpy gives to variables without one.

    CPMpy counts all variables of a process, so the same model has other names in another one.

    >>> _renumbered("IV7 != IV12, IV12 > 3, BV0")
    'IV0 != IV1, IV1 > 3, BV2'
    """
    numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)
    return re.sub(r"\b([IB]V)\d+\b", lambda name: f"{name[1]}{numbers[name[0]]}", text)
