"""What a step must satisfy besides being cheap: bounds on its counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hintwise.errors import InvalidValue, expect, is_whole_number, shown
from hintwise.problem import Brief, Step

_LARGEST_COUNT = 10**9


@dataclass(frozen=True)
class AtMost:
    """The step's count of `feature` is at most `count`."""

    feature: str
    count: int

    def __post_init__(self) -> None:
        _check_bound(self)

    def holds(self, features: Mapping[str, int]) -> bool:
        """Whether a step with these features meets it."""
        return features[self.feature] <= self.count


@dataclass(frozen=True)
class AtLeast:
    """The step's count of `feature` is at least `count` (with useless elements, if need be)."""

    feature: str
    count: int

    def __post_init__(self) -> None:
        _check_bound(self)

    def holds(self, features: Mapping[str, int]) -> bool:
        """Whether a step with these features meets it."""
        return features[self.feature] >= self.count


@dataclass(frozen=True, repr=False)
class AnyOf(Brief):
    """At least one of the bounds holds; among them may be others of this kind."""

    bounds: tuple[AtMost | AtLeast, ...]

    def __post_init__(self) -> None:
        flat: list[AtMost | AtLeast] = []
        for bound in conditions(self.bounds):
            flat += bound.bounds if isinstance(bound, AnyOf) else (bound,)
        object.__setattr__(self, "bounds", tuple(flat))

    def holds(self, features: Mapping[str, int]) -> bool:
        """Whether a step with these features meets it."""
        return any(bound.holds(features) for bound in self.bounds)


Condition = AtMost | AtLeast | AnyOf


def conditions(where: Any) -> tuple[Condition, ...]:
    """One condition or several, each checked to be one."""
    if isinstance(where, Condition):
        return (where,)
    accepted = "AtMost(feature, count), AtLeast(feature, count) or AnyOf((…)), or a list of them"
    several = expect(where, Iterable, accepted)
    return tuple(expect(condition, Condition, accepted) for condition in several)


def _check_bound(bound: AtMost | AtLeast) -> None:
    expect(bound.feature, str, "the name of a feature")
    if not (is_whole_number(bound.count) and abs(bound.count) <= _LARGEST_COUNT):
        raise InvalidValue(
            f"the bound on {bound.feature} is {shown(bound.count)}; it must be a whole number "
            f"between -{_LARGEST_COUNT} and {_LARGEST_COUNT}"
        )


def _counts(features: Mapping[str, int] | Step) -> Mapping[str, int]:
    """The feature values of a step, or those given, which must be counts."""
    counts = features.features if isinstance(features, Step) else features
    for name, count in expect(counts, Mapping, "a Step, or its features").items():
        if not is_whole_number(count):
            raise InvalidValue(f"{name} is {shown(count)}; a count is a whole number")
    return counts


def not_dominated_by(features: Mapping[str, int] | Step) -> AnyOf:
    """Some count is smaller: then it is not a foregone conclusion which of two steps is better."""
    features = _counts(features)
    return AnyOf(tuple(AtMost(name, n - 1) for name, n in features.items() if n > 0))


def differs_from(features: Mapping[str, int] | Step) -> AnyOf:
    """Some count is another one."""
    features = _counts(features)
    smaller = not_dominated_by(features).bounds
    return AnyOf((*smaller, *(AtLeast(name, n + 1) for name, n in features.items())))
