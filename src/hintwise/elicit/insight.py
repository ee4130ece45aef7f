"""What the samples of the Bayesian learner say about a person, in figures."""

from __future__ import annotations

import functools
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.learners.sampling import Samples
from hintwise.elicit.query import FeaturePair
from hintwise.features import feature_names, name_same_value, scheme_of
from hintwise.problem import Constraint, Element, Fact, Problem, State

Array = NDArray[np.float64]

SURE = 0.9
"""From this probability on, something counts as known about a person."""
LEAST_TIMES = 1.25
"""What costs less than so many times as much as something else is not worth telling."""
AT_MOST = 4
"""Insights: who is told more remembers none."""

MOST_TARGETS = 60
"""Of a large problem this many facts are looked at, evenly spread, to see what elements cost."""


class Interval(NamedTuple):
    """A mean, and between what bounds the value lies with a probability of 80 %."""

    mean: float
    low: float
    high: float


def shares(belief: BayesBelief) -> dict[str, Interval]:
    """Each feature's share of the sum of all weights, the largest first."""
    weights = _weights(belief.samples)
    parts = weights / weights.sum(axis=1, keepdims=True)
    figures = np.column_stack([parts.mean(axis=0), *np.quantile(parts, [0.1, 0.9], axis=0)])
    named = zip(belief.prior.features, itertools.starmap(Interval, figures.tolist()), strict=True)
    return dict(sorted(named, key=lambda item: -item[1].mean))


class ElementKind(NamedTuple):
    """Elements of steps that are spoken of together: a row of `KINDS`, or of one group of it."""

    name: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class Insight:
    """One kind of elements costs a person `times` as much as another one, most likely.

    `certainty` is the probability that it costs more at all. It was `expected` if the prior was
    as sure before the first answer.
    """

    dearer: ElementKind
    cheaper: ElementKind
    times: float
    certainty: float
    expected: bool


def insights(belief: BayesBelief, state: State) -> list[Insight]:
    """What is sure about a person who solves this problem, the strongest first.

    At most one for each row of `_TOPICS`: which of its kinds differ most in what an element costs.
    Only elements are compared that are alike in the rest, as near rules with near facts.
    """
    looks = _looks(state)
    now = _log_costs(belief.samples, looks)
    drawn = belief.prior.draw(len(belief.samples), np.random.default_rng(belief.seed))
    before = _log_costs(drawn, looks)
    found = []
    for alike, kinds in _topics(state.problem):
        sure = []
        for one, other in itertools.combinations(kinds, 2):
            if (ratios := _log_ratios(now, one, other, alike)) is None:
                continue
            expected = _log_ratios(before, one, other, alike)
            assert expected is not None  # of the same looks
            if (insight := _insight(one, other, ratios, expected)) is not None:
                sure.append(insight)
        found += sorted(sure, key=lambda insight: -insight.times)[:1]
    return sorted(found, key=lambda insight: -insight.times)[:AT_MOST]


_ELEMENTS = 6
"""So many elements of a kind are weighed against as many of another one, to contradict."""


def contradiction(insight: Insight, state: State) -> FeaturePair:
    """Two steps that differ in what an insight compares: to whom it does not apply, they are alike.

    Step a has a few elements of the dearer kind, b as many of the cheaper one.
    """
    looks = _looks(state)
    kinds = {insight.dearer, insight.cheaper}
    alike = next(alike for alike, known in _topics(state.problem) if kinds <= {*known})
    sides = [_by(alike, looks, kind) for kind in (insight.dearer, insight.cheaper)]
    shared = [value for value in sides[0] if value in sides[1]]
    features = feature_names(state.problem)
    a, b = (np.mean([side[value] for value in shared], axis=0) * _ELEMENTS for side in sides)
    one, other = (
        dict(zip(features, np.rint(side).astype(int).tolist(), strict=True)) for side in (a, b)
    )
    return FeaturePair(one, other)


class _Look(NamedTuple):
    """How an element of a step looks from the derived fact."""

    group: str | None
    """Of a constraint; a fact has none."""
    near: bool
    manner: str = ""
    """Of a fact."""


KINDS: Mapping[str, Callable[[_Look], bool]] = {
    "constraints": lambda look: look.group is not None,
    "near constraints": lambda look: look.group is not None and look.near,
    "far constraints": lambda look: look.group is not None and not look.near,
    "facts": lambda look: look.group is None,
    "near facts": lambda look: look.group is None and look.near,
    "far facts": lambda look: look.group is None and not look.near,
    "facts that hold": lambda look: look.manner == "holds",
    "facts that fail": lambda look: look.manner == "fails",
    "facts of the value": lambda look: look.manner == "same value",
    "facts of other values": lambda look: look.manner == "other value",
}
"""What an insight may be about."""

_TOPICS: Sequence[tuple[str, tuple[str, str]]] = (
    ("near", ("constraints", "facts")),
    ("group", ("near constraints", "far constraints")),
    ("manner", ("near facts", "far facts")),
    ("near", ("facts that hold", "facts that fail")),
    ("near", ("facts of the value", "facts of other values")),
)
"""What is compared, each with that in which elements must be alike."""


def _topics(problem: Problem) -> Iterator[tuple[str, list[ElementKind]]]:
    for alike, names in _TOPICS:
        yield alike, [ElementKind(name) for name in names]
    yield "near", [ElementKind("constraints", group) for group in problem.groups]


def _looks(state: State) -> Mapping[_Look, Array]:
    """What an element adds to each feature on average, by how it looks.

    Elements that count nowhere are left out: nothing is learned about them.
    """
    return _looks_of(state.problem, state.facts | state.targets)


@functools.lru_cache(maxsize=64)
def _looks_of(problem: Problem, implied: frozenset[Fact]) -> Mapping[_Look, Array]:
    """The same for all states of a problem, in which the same follows: it takes 20 ms."""
    facts = sorted(implied)
    targets = [fact for fact in facts if fact not in problem.givens]
    targets = targets[:: -(-len(targets) // MOST_TARGETS) or 1]
    elements: list[Element] = [*facts, *problem.constraints]
    counts = scheme_of(problem).counts(problem, targets, elements)
    neighbours = _neighbours(problem)
    sums: defaultdict[_Look, Array] = defaultdict(lambda: np.zeros(counts.shape[2]))
    numbers: defaultdict[_Look, int] = defaultdict(int)
    for t, target in enumerate(targets):
        for e, element in enumerate(elements):
            if isinstance(element, Fact) and element.variable == target.variable:
                continue
            look = _look(element, target, problem, neighbours)
            sums[look] += counts[t, e]
            numbers[look] += 1
    return {look: total / numbers[look] for look, total in sums.items() if total.any()}


def _look(
    element: Element, target: Fact, problem: Problem, neighbours: Mapping[str, set[str]]
) -> _Look:
    if isinstance(element, Constraint):
        return _Look(element.group, target.variable in element.variables)
    near = element.variable in neighbours[target.variable]
    if not element.positive:
        return _Look(None, near, "fails")
    if problem.variable(element.variable).boolean:
        return _Look(None, near, "holds")
    return _Look(None, near, "same value" if name_same_value(element, target) else "other value")


def _neighbours(problem: Problem) -> Mapping[str, set[str]]:
    """The variables that share a constraint with each variable."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for constraint in problem.constraints:
        for variable in constraint.variables:
            found[variable] |= constraint.variables
    return found


def _weights(samples: Samples) -> Array:
    """Up to a factor for each sample, which no share or ratio depends on."""
    weights: Array = np.exp(samples - samples.max(axis=1, keepdims=True))
    return weights


def _log_costs(samples: Samples, looks: Mapping[_Look, Array]) -> dict[_Look, Array]:
    weights = _weights(samples)
    return {look: np.log(weights @ counts) for look, counts in looks.items()}


def _log_ratios(
    log_costs: Mapping[_Look, Array], one: ElementKind, other: ElementKind, alike: str
) -> Array | None:
    """How many times as much the one costs, as a logarithm for each sample; None if unknown."""
    sides = [_by(alike, log_costs, kind) for kind in (one, other)]
    shared = [value for value in sides[0] if value in sides[1]]
    if not shared:
        return None
    ratios: Array = np.mean([sides[0][value] - sides[1][value] for value in shared], axis=0)
    return ratios


def _by(attribute: str, log_costs: Mapping[_Look, Array], kind: ElementKind) -> dict[object, Array]:
    """The mean over the looks of a kind, for each value of the attribute."""
    found: defaultdict[object, list[Array]] = defaultdict(list)
    for look, costs in log_costs.items():
        if KINDS[kind.name](look) and kind.group in ("", look.group):
            found[getattr(look, attribute)].append(costs)
    return {value: np.mean(costs, axis=0) for value, costs in found.items()}


def _insight(
    one: ElementKind, other: ElementKind, ratios: Array, expected: Array
) -> Insight | None:
    """The insight that these logarithms of ratios give, if it is sure enough to be told."""
    middle = float(np.median(ratios))
    sign = 1.0 if middle > 0 else -1.0
    certainty = float((sign * ratios > 0).mean())
    times = float(np.exp(abs(middle)))
    if certainty < SURE or times < LEAST_TIMES:
        return None
    dearer, cheaper = (one, other) if middle > 0 else (other, one)
    was_sure = float((sign * expected > 0).mean()) >= SURE
    return Insight(dearer, cheaper, times, certainty, was_sure)
