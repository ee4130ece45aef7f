"""What is expected of a person's weights before their first answer."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.structure import GUESSED, sort_of
from hintwise.elicit.learners.transfer import CHANGE_SD, carried_over
from hintwise.errors import InvalidValue
from hintwise.features import is_above_zero
from hintwise.problem import Brief

WIDE_SD = 3.2
"""Of the logarithm of a weight when nothing is known: that of 10^j with j from -2 to 2."""

ANY = tuple(j * math.log(3) for j in range(-4, 5))
"""The logarithms of weights of which nothing is known: from 1/81 to 81, each three times another.

Where nothing is known it is as likely that a weight is among the largest or the least as that it is
about 1: with a Gaussian, however wide, both were held to be rare, and the regret of those who have
such weights was taken for less than it was.
"""

DRAWS = 10_000
"""For the mean of the weights: off by up to 3 % (standard error), and people differ by far more."""


def mean_shares(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean of the weights w = exp θ over samples of θ (rows), each scaled to a sum of 1."""
    weights = np.exp(samples - samples.max(axis=1, keepdims=True))
    shares: NDArray[np.float64] = (weights / weights.sum(axis=1, keepdims=True)).mean(axis=0)
    return shares


@dataclass(frozen=True, eq=False, repr=False)
class Prior(Brief):
    """A Gaussian over the logarithms θ of the weights, so that every weight is above zero.

    `provenance` says where it comes from. With `degrees` of freedom, above 2, it is Student's t
    with this mean and covariance: of few people it is not even known how much people differ, and
    somebody far from all of them is less of a surprise. With `levels`, every θ is one of these,
    each as likely as another, and mean and covariance are what follows from that.
    """

    features: tuple[str, ...]
    mean: NDArray[np.float64]
    covariance: NDArray[np.float64]
    provenance: Mapping[str, Any] = field(default_factory=dict)
    degrees: float | None = None
    levels: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        if self.degrees is not None and not 2 < self.degrees < math.inf:
            raise InvalidValue(
                f"a prior has {self.degrees} degrees of freedom; it must be a number above 2"
            )
        width = len(self.features)
        if not width or len(set(self.features)) < width:
            raise InvalidValue(
                f"a prior needs features, each of them once, not {', '.join(self.features) or 0}"
            )
        if self.mean.shape != (width,) or self.covariance.shape != (width, width):
            raise InvalidValue(
                f"a prior over {width} features has {width} means and {width} x {width} "
                f"covariances, not {_shown(self.mean.shape)} and {_shown(self.covariance.shape)}"
            )
        if not (np.isfinite(self.mean).all() and np.isfinite(self.covariance).all()):
            raise InvalidValue("a prior must be made of finite numbers")
        if not np.allclose(self.covariance, self.covariance.T):
            raise InvalidValue("the covariance of a prior must be symmetric")
        if (least := np.linalg.eigvalsh(self.covariance).min()) <= 0:
            raise InvalidValue(
                "the covariance of a prior must be positive definite; "
                f"its least eigenvalue is {least:.3g}"
            )
        if self.levels is not None:
            self._expect_moments_of(self.levels)

    def _expect_moments_of(self, levels: tuple[float, ...]) -> None:
        if self.degrees is not None or len(set(levels)) < 2:
            raise InvalidValue(
                "a prior with levels has two different ones at least, and no degrees of freedom; "
                f"levels are {', '.join(f'{level:g}' for level in levels) or 'none'}"
            )
        mean, variance = np.mean(levels), np.var(levels) * np.eye(len(self.features))
        if not (np.allclose(self.mean, mean) and np.allclose(self.covariance, variance)):
            raise InvalidValue(
                "the mean and the covariance of a prior with levels must be those of the levels: "
                f"{mean:.6g} for every feature, {np.var(levels):.6g} on the diagonal and else 0"
            )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Prior):
            return NotImplemented
        return (
            (self.features, self.provenance, self.degrees, self.levels)
            == (other.features, other.provenance, other.degrees, other.levels)
            and np.array_equal(self.mean, other.mean)
            and np.array_equal(self.covariance, other.covariance)
        )

    @property
    def root(self) -> NDArray[np.float64]:
        """A matrix whose product with its transpose is the covariance."""
        return np.asarray(np.linalg.cholesky(self.covariance), dtype=np.float64)

    @property
    def widened(self) -> Prior | None:
        """For somebody unlike the people it was made from: all is possible; None if it is here.

        What these people expect says nothing about somebody else, not even on average: around
        their mean, weights that are turned round would be next to impossible. Every weight is as
        likely to be near one of the `ANY` as near another; where these people's are on levels of
        their own, the weights between them are possible.
        """
        width = len(self.features)
        wide = WIDE_SD**2 * np.eye(width)
        if self.levels is not None:
            return Prior(self.features, self.mean, wide, self.provenance)
        if np.array_equal(self.covariance, wide):
            return None
        covariance = np.var(ANY) * np.eye(width)
        return Prior(self.features, np.zeros(width), covariance, self.provenance, levels=ANY)

    def draw(self, count: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Samples of θ, one in each row."""
        if self.levels is not None:
            return rng.choice(self.levels, (count, len(self.features)))
        away = rng.standard_normal((count, len(self.features))) @ self.root.T
        if self.degrees is not None:
            away *= np.sqrt((self.degrees - 2) / rng.chisquare(self.degrees, count))[:, None]
        samples: NDArray[np.float64] = self.mean + away
        return samples

    def stretches(
        self, samples: NDArray[np.float64], root: NDArray[np.float64], rng: np.random.Generator
    ) -> NDArray[np.float64] | float:
        """By what factor people like each sample differ more than the covariance says.

        A t is a Gaussian whose covariance is unknown by such a factor; `root` is that of this
        prior. It is drawn for each sample, as a column.
        """
        if self.degrees is None:
            return 1.0
        distance = (np.linalg.solve(root, (samples - self.mean).T) ** 2).sum(axis=0)
        distance *= self.degrees / (self.degrees - 2)
        precision = rng.gamma((self.degrees + len(self.mean)) / 2, 2 / (self.degrees + distance))
        factors: NDArray[np.float64] = np.sqrt((1 - 2 / self.degrees) / precision)[:, None]
        return factors

    @property
    def expected(self) -> dict[str, float]:
        """What each feature is expected to cost a person, rounded to two digits; 1 on average.

        That is the mean of the weights, which are scaled to the same sum for everybody. It is the
        same each time, and features that the prior does not tell apart get the same weight.
        """
        shares = mean_shares(self.draw(DRAWS, np.random.default_rng(0)))
        numbers = range(len(shares))
        alike = np.array([[self._treats_alike(i, j) for j in numbers] for i in numbers])
        weights = len(shares) * (alike @ shares) / alike.sum(axis=1)
        return {name: float(f"{w:.2g}") for name, w in zip(self.features, weights, strict=True)}

    def _treats_alike(self, first: int, second: int) -> bool:
        """Whether two features can change places and the prior stays as it is."""
        if self.mean[first] != self.mean[second]:
            return False
        order = np.arange(len(self.features))
        order[[first, second]] = second, first
        return np.array_equal(self.mean[order], self.mean) and np.array_equal(
            self.covariance[np.ix_(order, order)], self.covariance
        )

    def over(self, features: Sequence[str]) -> Prior:
        """The same with its features in another order."""
        if missing := [name for name in features if name not in self.features]:
            raise InvalidValue(f"the prior knows nothing about {', '.join(missing)}")
        if unknown := [name for name in self.features if name not in features]:
            raise InvalidValue(
                f"the prior is over unknown features {', '.join(unknown)} "
                f"(known: {', '.join(features)})"
            )
        order = [self.features.index(name) for name in features]
        return dataclasses.replace(
            self,
            features=tuple(features),
            mean=self.mean[order],
            covariance=self.covariance[np.ix_(order, order)],
        )

    def around(self, weights: Mapping[str, float]) -> Prior:
        """For somebody of whom these weights are said, if that is half as doubtful as this prior.

        Weights mean the same times any factor; they get the level of this prior.
        """
        logarithms = np.log([weights[name] for name in self.features])
        mean = logarithms - logarithms.mean() + self.mean.mean()
        provenance = {"around": dict(weights), **self.provenance}
        return dataclasses.replace(
            self, mean=mean, covariance=self.covariance / 4, provenance=provenance, levels=None
        )

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/files.md has every key."""
        return {
            "features": list(self.features),
            "mean": self.mean.tolist(),
            "covariance": self.covariance.tolist(),
            **({} if self.degrees is None else {"degrees": self.degrees}),
            **({} if self.levels is None else {"levels": list(self.levels)}),
            "provenance": dict(self.provenance),
        }

    @classmethod
    def from_json(cls, document: Any) -> Prior:
        """The prior of which `as_json` is the document; anything else is refused."""
        try:
            features, provenance = list(document["features"]), dict(document["provenance"])
            mean = np.array(document["mean"], dtype=np.float64)
            covariance = np.array(document["covariance"], dtype=np.float64)
            degrees = document.get("degrees")
            degrees = None if degrees is None else float(degrees)
            levels = document.get("levels")
            levels = None if levels is None else tuple(map(float, levels))
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
            raise InvalidValue(
                'a prior must be {"features": […], "mean": [one number for each], '
                '"covariance": [as many rows of as many numbers], "provenance": {…}}'
            ) from None
        return cls(tuple(map(str, features)), mean, covariance, provenance, degrees, levels)

    @classmethod
    def read(cls, text: str, source: str = "the prior") -> Prior:
        """Read what `write` wrote."""
        try:
            return cls.from_json(json.loads(text))
        except InvalidValue as error:
            raise InvalidValue(f"{source}: {error}") from None
        except (ValueError, RecursionError) as error:  # also for a number of endless digits
            raise InvalidValue(f"{source} is not JSON: {error}") from None

    def write(self) -> str:
        """The text of a prior file, a line for each row of the covariance."""
        document = self.as_json()
        rows = ",\n".join(f"    {json.dumps(row)}" for row in document.pop("covariance"))
        lines = [f'  "{name}": {json.dumps(value)}' for name, value in document.items()]
        lines.insert(2, f'  "covariance": [\n{rows}\n  ]')
        return "{\n" + ",\n".join(lines) + "\n}\n"


def _shown(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape)) or "a single number"


def wide_prior(features: Sequence[str]) -> Prior:
    """Nothing is known: every weight may be a thousand times another."""
    width = len(features)
    return Prior(tuple(features), np.zeros(width), WIDE_SD**2 * np.eye(width), {"kind": "wide"})


POWERS = tuple(j * math.log(10) for j in range(-2, 3))
"""The logarithms of the weights that the paper's simulated users have."""


def powers_prior(features: Sequence[str]) -> Prior:
    """How the paper draws its users: every weight is a power of ten from 0.01 to 100."""
    width = len(features)
    mean, covariance = np.full(width, np.mean(POWERS)), np.var(POWERS) * np.eye(width)
    return Prior(tuple(features), mean, covariance, {"kind": "powers"}, levels=POWERS)


STRUCTURAL_SD = 1.5


def structural_prior(features: Sequence[str]) -> Prior:
    """For a kind of problem of which no choices are known: what its features' names tell.

    Constraints are dearer than facts and others dearer than adjacent, by so little that a dozen
    answers overrule it.
    """
    means = [GUESSED[sort_of(name)] for name in features]
    width = len(features)
    return Prior(
        tuple(features), np.array(means), STRUCTURAL_SD**2 * np.eye(width), {"kind": "structural"}
    )


MARKS: Mapping[str, float] = {
    "adjacent_negative_facts": 0.2,
    "other_negative_facts": 0.3,
}
"""What a crossed-out candidate is expected to cost, beside a digit near the derived one.

It is on the board to be seen, and eight of them in a cell are seen at a glance. At a fifth, a unit
counts like a dozen of them: a naked pair costs less than a triple, and either less than an X-wing.
At a tenth steps were the same for the most part, and of the 72 of one hard puzzle 8 instead of none
were not proven in 5 s.
"""

_DIGIT = "adjacent_facts_other_value"


def prior_with_marks(fitted: Prior) -> Prior:
    """The same for digits, and what `MARKS` says of crossed-out candidates, which nobody chose."""
    new = [name for name in MARKS if name not in fitted.features]
    digit = fitted.features.index(_DIGIT)
    # The mean of a weight lies above its median, and it is the means that are compared.
    mean_of_log = fitted.mean[digit] + (fitted.covariance[digit, digit] - STRUCTURAL_SD**2) / 2
    means = [mean_of_log + math.log(MARKS[name]) for name in new]
    width = len(fitted.features)
    covariance = STRUCTURAL_SD**2 * np.eye(width + len(new))
    covariance[:width, :width] = fitted.covariance
    mean = np.concatenate([fitted.mean, means])
    return dataclasses.replace(
        fitted, features=(*fitted.features, *new), mean=mean, covariance=covariance
    )


def weights_with_marks(weights: Mapping[str, Any], features: Sequence[str]) -> dict[str, Any]:
    """Weights for digits alone, or with pencil marks, as weights for these features.

    Whoever was asked about the one has said nothing else about the other.
    """
    adapted = {name: w for name, w in weights.items() if name in features or name not in MARKS}
    digit: Any = weights.get(_DIGIT)
    for name in MARKS:
        if name in features and name not in weights and is_above_zero(digit):
            adapted[name] = MARKS[name] * digit
    return adapted


def _file(kind: str) -> Traversable:
    return files("hintwise.elicit.learners").joinpath("priors", f"{kind}.json")


def _fitted(kind: str) -> Prior:
    """The prior that comes with hintwise for a kind of which choices of people are known."""
    return Prior.read(_file(kind).read_text(encoding="utf-8"), f"{kind}.json")


def shipped_prior(kind: str, features: Sequence[str]) -> Prior:
    """The prior that comes with hintwise for problems of a kind with these features.

    Where no choices of people are known, the structural one.
    """
    if _file(kind).is_file():
        fitted = _fitted(kind)
        if set(features) - set(fitted.features) == set(MARKS):
            fitted = prior_with_marks(fitted)
        if set(fitted.features) == set(features):
            return fitted.over(features)
    return structural_prior(features)


def transferred_prior(fitted: Prior, features: Sequence[str]) -> Prior:
    """For features of another kind of problem than the one that this prior was fitted on."""
    mean, covariance = carried_over(fitted.features, fitted.mean, fitted.covariance, features)
    discount = round(CHANGE_SD, 4)
    provenance = {"kind": "transferred", "discount": discount, "from": dict(fitted.provenance)}
    return Prior(tuple(features), mean, covariance, provenance, fitted.degrees)


_ASKED = "sudoku"
"""The kind of problem about which people were asked."""

PRIORS: Mapping[str, Callable[[str, Sequence[str]], Prior]] = {
    "shipped": shipped_prior,
    "structural": lambda kind, features: structural_prior(features),
    "transferred": lambda kind, features: transferred_prior(_fitted(_ASKED), features),
    "wide": lambda kind, features: wide_prior(features),
    "powers": lambda kind, features: powers_prior(features),
}
"""The priors by name, for a kind of problem and its features."""
