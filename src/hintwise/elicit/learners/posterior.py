"""What the answers left of the uncertainty about a person's weights, for a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.errors import InvalidValue


@dataclass(frozen=True, slots=True)
class Posterior:
    """Mean and covariance of the logarithms θ of the weights, over so many samples."""

    features: tuple[str, ...] = field(repr=False)
    mean: tuple[float, ...] = field(repr=False)
    covariance: tuple[tuple[float, ...], ...] = field(repr=False)
    samples: int

    def __post_init__(self) -> None:
        width = len(self.features)
        if len(self.mean) != width or [len(row) for row in self.covariance] != [width] * width:
            raise InvalidValue(
                f"a posterior over {width} features has {width} means and {width} x {width} "
                f"covariances, not {len(self.mean)} and rows of "
                f"{', '.join(str(len(row)) for row in self.covariance) or 'nothing'}"
            )
        covariance = np.array(self.covariance)
        if not (np.isfinite(self.mean).all() and np.isfinite(covariance).all()):
            raise InvalidValue("a posterior must be made of finite numbers")
        if not np.allclose(covariance, covariance.T) or (np.diagonal(covariance) < 0).any():
            raise InvalidValue(
                "the covariance of a posterior must be symmetric, with no number below zero on "
                "the diagonal"
            )
        if self.samples < 1:
            raise InvalidValue(f"a posterior is over one sample or more, not {self.samples}")

    @classmethod
    def of(cls, belief: BayesBelief) -> Posterior:
        """What is believed now."""
        samples = belief.samples
        covariance = np.atleast_2d(np.cov(samples, rowvar=False))
        return cls(
            belief.prior.features,
            tuple(samples.mean(axis=0).tolist()),
            tuple(map(tuple, covariance.tolist())),
            len(samples),
        )

    def over(self, features: Sequence[str]) -> Posterior:
        """The same with its features in another order."""
        if sorted(features) != sorted(self.features):
            raise InvalidValue(
                f"the posterior is over {', '.join(self.features)}; it must be over "
                f"{', '.join(features)}"
            )
        order = [self.features.index(name) for name in features]
        return Posterior(
            tuple(features),
            tuple(self.mean[i] for i in order),
            tuple(tuple(self.covariance[i][j] for j in order) for i in order),
            self.samples,
        )

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/files.md has every key."""
        return {
            "features": list(self.features),
            "mean": list(self.mean),
            "covariance": [list(row) for row in self.covariance],
            "samples": self.samples,
        }

    @classmethod
    def from_json(cls, document: Any) -> Posterior:
        """The posterior of which `as_json` is the document; anything else is refused."""
        try:
            return cls(
                tuple(map(str, document["features"])),
                tuple(map(float, document["mean"])),
                tuple(tuple(map(float, row)) for row in document["covariance"]),
                int(document["samples"]),
            )
        except InvalidValue:
            raise
        except (KeyError, OverflowError, TypeError, ValueError):
            raise InvalidValue(
                'a posterior must be {"features": […], "mean": [one number for each], '
                '"covariance": [as many rows of as many numbers], "samples": how many}'
            ) from None
