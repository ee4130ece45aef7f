"""What is expected of a person's weights before their first answer."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hintwise.errors import InvalidValue, UnknownName

WIDE_SD = 3.2
"""Of the logarithm of a weight when nothing is known: that of 10^j with j from -2 to 2."""


@dataclass(frozen=True, eq=False)
class Prior:
    """A Gaussian over the logarithms θ of the weights, so that every weight is above zero.

    `provenance` says where it comes from.
    """

    features: tuple[str, ...]
    mean: NDArray[np.float64]
    covariance: NDArray[np.float64]
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        width = len(self.features)
        if self.mean.shape != (width,) or self.covariance.shape != (width, width):
            raise InvalidValue(
                f"a prior over {width} features has a mean of {self.mean.shape} and a covariance "
                f"of {self.covariance.shape}"
            )
        if not (np.isfinite(self.mean).all() and np.isfinite(self.covariance).all()):
            raise InvalidValue("a prior must be made of finite numbers")
        if not np.allclose(self.covariance, self.covariance.T):
            raise InvalidValue("the covariance of a prior must be symmetric")
        if np.linalg.eigvalsh(self.covariance).min() <= 0:
            raise InvalidValue("the covariance of a prior must be positive definite")

    @property
    def root(self) -> NDArray[np.float64]:
        """A matrix whose product with its transpose is the covariance."""
        root: NDArray[np.float64] = np.linalg.cholesky(self.covariance)
        return root

    def draw(self, count: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Samples of θ, one in each row."""
        samples: NDArray[np.float64] = (
            self.mean + rng.standard_normal((count, len(self.features))) @ self.root.T
        )
        return samples

    def over(self, features: Sequence[str]) -> Prior:
        """The same with its features in another order."""
        if set(features) != set(self.features):
            unknown = next(iter({*features} ^ {*self.features}))
            raise UnknownName("feature of the prior", unknown, self.features)
        order = [self.features.index(name) for name in features]
        covariance = self.covariance[np.ix_(order, order)]
        return Prior(tuple(features), self.mean[order], covariance, self.provenance)

    def as_json(self) -> dict[str, Any]:
        return {
            "features": list(self.features),
            "mean": [round(float(value), 4) for value in self.mean],
            "covariance": [[round(float(v), 4) for v in row] for row in self.covariance],
            "provenance": dict(self.provenance),
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Prior:
        """Read what `as_json` wrote."""
        try:
            features = tuple(map(str, document["features"]))
            mean = np.array(document["mean"], dtype=float)
            covariance = np.array(document["covariance"], dtype=float)
            provenance = dict(document.get("provenance", {}))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise InvalidValue(f"not a prior: {type(error).__name__} {error}") from None
        return cls(features, mean, covariance, provenance)


def wide_prior(features: Sequence[str]) -> Prior:
    """Nothing is known: every weight may be a thousand times another."""
    width = len(features)
    return Prior(
        tuple(features),
        np.zeros(width),
        WIDE_SD**2 * np.eye(width),
        {"kind": "wide"},
    )


STRUCTURAL_MEANS: Mapping[str, float] = {
    "constraint": math.log(4.0),
    "fact": 0.0,
    "other": math.log(2.0),
    "fact_again": math.log(0.25),
}
"""What a person pays for a constraint or a fact; more if it is far from the target.

"Facts from" a group of constraints count adjacent facts a second time, so they add little.
"""

STRUCTURAL_SD = 1.5


def structural_prior(features: Sequence[str]) -> Prior:
    """For a kind of problem of which no choices are known: what its features' names tell.

    Constraints are dearer than facts and others dearer than adjacent, by so little that a dozen
    answers overrule it.
    """
    means = [_structural_mean(name) for name in features]
    width = len(features)
    return Prior(
        tuple(features),
        np.array(means),
        STRUCTURAL_SD**2 * np.eye(width),
        {"kind": "structural"},
    )


def _structural_mean(feature: str) -> float:
    if "facts_from" in feature:
        return STRUCTURAL_MEANS["fact_again"]
    mean = STRUCTURAL_MEANS["fact" if "facts" in feature else "constraint"]
    return mean + (STRUCTURAL_MEANS["other"] if feature.startswith("other") else 0.0)
