"""Upper bounds of the features, by which the perceptron divides to bring them to one scale.

A normalisation is a frozen value that starts with bounds for each feature and sees every pair that
was shown. Lower bounds are 0. Before the first pair all bounds are 1, unless they are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from hintwise.elicit.query import FeaturePair

Bounds = Mapping[str, float]


class Normalisation(Protocol):
    """Bounds that may change with each pair shown."""

    @property
    def bounds(self) -> Bounds:
        """An upper bound above zero for each feature."""

    def after(self, pair: FeaturePair) -> Normalisation:
        """The normalisation once this pair has been shown."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """The same bounds for ever: all ones, or the nadir's."""

    bounds: Bounds

    def after(self, pair: FeaturePair) -> Fixed:
        return self


@dataclass(frozen=True, slots=True)
class Cumulative:
    """The largest values that any pair so far has shown."""

    bounds: Bounds

    def after(self, pair: FeaturePair) -> Cumulative:
        largest = _largest_of_pair(pair)
        return Cumulative({name: max(bound, largest[name]) for name, bound in self.bounds.items()})


@dataclass(frozen=True, slots=True)
class Local:
    """The larger values of the last pair, 1 where both are 0."""

    bounds: Bounds

    def after(self, pair: FeaturePair) -> Local:
        return Local({name: n or 1.0 for name, n in _largest_of_pair(pair).items()})


def _largest_of_pair(pair: FeaturePair) -> dict[str, float]:
    return {name: float(max(n, pair.b[name])) for name, n in pair.a.items()}


def _ones(features: Iterable[str]) -> Bounds:
    return dict.fromkeys(features, 1.0)


Largest = Callable[[], Mapping[str, int]]
"""The largest value of each feature over all puzzles; called only where it is needed."""

NORMALISATIONS: Mapping[str, Callable[[Iterable[str], Largest], Normalisation]] = {
    "none": lambda features, largest: Fixed(_ones(features)),
    "nadir": lambda features, largest: Fixed({name: n or 1.0 for name, n in largest().items()}),
    "cumulative": lambda features, largest: Cumulative(_ones(features)),
    "local": lambda features, largest: Local(_ones(features)),
}
"""How each normalisation starts."""
