"""Feature schemes: which elements of a step count where, for a given target.

A feature is a non-negative integer sum over the elements of a step, and what an element adds may
depend on the fact that is derived. The general scheme reads everything off the variable-constraint
graph: a constraint is *adjacent* if it contains the explained variable, a fact if its variable
shares a constraint with it, else *other*. Sudoku's twelve features and the logic grid's twelve are
this scheme without the one feature that the paper leaves out.
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hintwise.errors import (
    InvalidValue,
    InvalidWeights,
    UnknownName,
    expect,
    is_whole_number,
    shown,
)
from hintwise.problem import (
    CONTRADICTION,
    Brief,
    Constraint,
    Counts,
    Element,
    Fact,
    FeatureScheme,
    Problem,
)

Weights = Mapping[str, float]
"""What each feature costs: a number above zero for every feature of a problem."""


@dataclass(frozen=True)
class GraphScheme:
    """Counts read off the variable-constraint graph; `without` drops features by name.

    For every constraint group g there are `adjacent_g`, `other_g` and `adjacent_facts_from_g`: the
    adjacent facts that share a constraint of group g with the target, whether or not that
    constraint is in the step. So one fact may count in several features. Facts about integers are
    told apart by whether they name the target's value, Boolean ones by whether they are positive;
    `variable ≠ value` counts as a negative fact. A bound is a fact of another value: that two
    bounds, or a bound and a value, have the same number says little. Facts of a kind that is
    `apart` (`negative_facts`) count as near or far, and not once more by group.
    """

    without: frozenset[str] = frozenset()
    apart: frozenset[str] = frozenset()

    def names(self, problem: Problem) -> tuple[str, ...]:
        """The features' names, in order."""
        groups = list(dict.fromkeys(map(_slug, problem.groups)))  # `Row` and `row` are one
        names = [f"{near}_{kind}" for near in _NEARNESS for kind in _fact_kinds(problem)]
        names += [f"{near}_{group}" for near in _NEARNESS for group in groups]
        names += [f"adjacent_facts_from_{group}" for group in groups]
        return tuple(name for name in names if name not in self.without)

    def counts(
        self, problem: Problem, targets: Sequence[Fact], elements: Sequence[Element]
    ) -> Counts:
        """What each element counts in each feature, for each target."""
        names = self.names(problem)
        column = {name: i for i, name in enumerate(names)}
        graph = _graph_of(problem)
        counts = np.zeros((len(targets), len(elements), len(names)), dtype=np.int16)
        # A step that breaks a rule derives nothing, so nothing is near to it.
        derives = np.array([t != CONTRADICTION for t in targets], dtype=bool)
        target_rows = graph.rows(t.variable for t in targets if t != CONTRADICTION)

        def near_by(adjacent: NDArray[np.bool_]) -> NDArray[np.bool_]:
            near = np.zeros(len(targets), dtype=bool)
            near[derives] = adjacent[target_rows]
            return near

        def count(where: NDArray[np.bool_], element: int, name: str) -> None:
            if name in column:
                counts[where, element, column[name]] = 1

        for index, element in enumerate(elements):
            if isinstance(element, Constraint):
                near = near_by(graph.contains[:, graph.constraint_index[element.name]])
                group = _slug(element.group)
                count(near, index, f"adjacent_{group}")
                count(~near, index, f"other_{group}")
                continue
            (row,) = graph.rows([element.variable])
            shared = {g: near_by(graph.adjacent[g][:, row]) for g in problem.groups}
            near = np.any(list(shared.values()), axis=0) if shared else np.zeros(len(targets), bool)
            same = np.array([name_same_value(t, element) for t in targets], dtype=bool) & derives
            kinds = _kinds_of(element, problem, same)
            for kind, among in kinds:
                count(near & among, index, f"adjacent_{kind}")
                count(~near & among, index, f"other_{kind}")
            if any(kind in self.apart for kind, _ in kinds):
                continue
            for group_name, shares in shared.items():
                count(shares, index, f"adjacent_facts_from_{_slug(group_name)}")
        return counts


@dataclass(frozen=True, repr=False)
class CountScheme(Brief):
    """Features given as functions of the derived fact and one element."""

    functions: Mapping[str, Callable[[Fact, Element], int]]

    def names(self, problem: Problem) -> tuple[str, ...]:
        """The features' names, in order."""
        return tuple(self.functions)

    def __post_init__(self) -> None:
        accepted = "a mapping from names to functions of the derived fact and an element"
        for name, function in expect(self.functions, Mapping, accepted).items():
            if not isinstance(name, str) or not callable(function):
                raise InvalidValue(
                    f"{shown(name)}: {shown(function)} is no feature; give {accepted}"
                )

    def counts(
        self, problem: Problem, targets: Sequence[Fact], elements: Sequence[Element]
    ) -> Counts:
        """What each element counts in each feature, for each target."""
        counts = np.zeros((len(targets), len(elements), len(self.functions)), dtype=np.int16)
        for f, (name, function) in enumerate(self.functions.items()):
            for t, target in enumerate(targets):
                for e, element in enumerate(elements):
                    counts[t, e, f] = _count(name, element, function(target, element))
        return counts


def _count(name: str, element: Element, value: object) -> int:
    """What a feature function says of an element, if it is a count."""
    if isinstance(value, bool | np.bool_) or (isinstance(value, float) and value.is_integer()):
        value = int(value)
    if not is_whole_number(value) or not 0 <= value < 2**15:
        raise InvalidValue(
            f"feature {name!r} counts {element} as {shown(value)}; it must be a whole number, "
            f"from 0 to {2**15 - 1}"
        )
    return int(value)


_BY_GRAPH = GraphScheme()


def scheme_of(problem: Problem) -> FeatureScheme:
    """The problem's own scheme, or that of the graph."""
    return expect(problem, Problem, "a Problem").features or _BY_GRAPH


def feature_names(problem: Problem) -> tuple[str, ...]:
    """The names of a problem's features, in order."""
    return scheme_of(problem).names(problem)


def check_weights(
    weights: Mapping[str, Any], features: Sequence[str], source: str = "the weights"
) -> dict[str, float]:
    """One finite weight above zero for each feature, in their order; else raise `InvalidWeights`.

    >>> check_weights({"rows": 2}, ["rows", "columns"])
    Traceback (most recent call last):
    hintwise.errors.InvalidWeights: the weights: no weight for columns; each feature needs one
    """
    if not isinstance(weights, Mapping):
        raise InvalidWeights(f"{source} are {shown(weights)}; give a number for each feature")
    # A name with a typing error is missing as well: what was written says more.
    if unknown := [str(name) for name in weights if name not in features]:
        raise InvalidWeights(f"{source}: {UnknownName('feature', unknown[0], features)}")
    if missing := [name for name in features if name not in weights]:
        raise InvalidWeights(
            f"{source}: no weight for {', '.join(missing)}; each feature needs one"
        )
    if bad := [
        f"{name}={shown(value)}" for name, value in weights.items() if not is_above_zero(value)
    ]:
        raise InvalidWeights(
            f"{source}: a weight must be a finite number above 0, not {', '.join(bad)}"
        )
    return {name: float(weights[name]) for name in features}


def is_above_zero(value: object) -> bool:
    """Whether it is a finite number above zero; a Boolean is no number."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.number):
        return False
    return bool(0 < value <= sys.float_info.max)


_NEARNESS = ("adjacent", "other")


def _slug(group: str) -> str:
    return re.sub(r"\W+", "_", group.strip().lower())


def _fact_kinds(problem: Problem) -> list[str]:
    kinds: list[str] = []
    if any(not v.boolean for v in problem.variables):
        kinds += ["facts_same_value", "facts_other_value"]
    if booleans := any(v.boolean for v in problem.variables):
        kinds += ["positive_facts"]
    if booleans or problem.exclusions:
        kinds += ["negative_facts"]
    return kinds


def _kinds_of(
    fact: Fact, problem: Problem, same_value: NDArray[np.bool_]
) -> list[tuple[str, NDArray[np.bool_]]]:
    """The kinds a fact belongs to, each with the targets for which it does."""
    everywhere = np.ones_like(same_value)
    if not fact.positive:
        return [("negative_facts", everywhere)]
    if problem.variable(fact.variable).boolean:
        return [("positive_facts", everywhere)]
    return [("facts_same_value", same_value), ("facts_other_value", ~same_value)]


def name_same_value(one: Fact, other: Fact) -> bool:
    """Whether two facts are about the same value, as no bound is."""
    return one.value == other.value and not (one.is_bound or other.is_bound)


class _Graph:
    """The variable-constraint graph as matrices."""

    def __init__(self, problem: Problem) -> None:
        self._row = {v.name: i for i, v in enumerate(problem.variables)}
        self.constraint_index = {c.name: i for i, c in enumerate(problem.constraints)}
        self.contains = np.zeros((len(problem.variables), len(problem.constraints)), dtype=bool)
        for i, constraint in enumerate(problem.constraints):
            self.contains[self.rows(constraint.variables & self._row.keys()), i] = True
        self.adjacent: dict[str, NDArray[np.bool_]] = {}
        for group in problem.groups:
            members = [i for i, c in enumerate(problem.constraints) if c.group == group]
            part = self.contains[:, members].astype(np.float32)
            self.adjacent[group] = (part @ part.T) > 0

    def rows(self, names: Iterable[str]) -> list[int]:
        return [self._row[name] for name in names]


@functools.lru_cache(maxsize=16)
def _graph_of(problem: Problem) -> _Graph:
    """Kept, for what is inside steps is counted element by element: 4 ms each on a large grid."""
    return _Graph(problem)
