"""MACHOP's distance weights: which features seem to matter, or have hardly been explored."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from hintwise.elicit.query import Answer, FeaturePair

NEVER_DIFFERED = 1000.0
"""What the published runs gave a feature in which no answered pair had differed."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What answered pairs say of each feature.

    `differed` (the paper's N) counts the pairs that differ in it, `improved` those of them whose
    chosen step has less of it. Pairs without a preference count as asked only.
    """

    asked: int
    answered: int
    differed: Mapping[str, int]
    improved: Mapping[str, int]

    @classmethod
    def empty(cls, features: Iterable[str]) -> Tally:
        nothing = dict.fromkeys(features, 0)
        return cls(0, 0, nothing, nothing)

    def after(self, pair: FeaturePair, answer: Answer) -> Tally:
        chosen = pair.chosen(answer)
        if chosen is None:
            return Tally(self.asked + 1, self.answered, self.differed, self.improved)
        better, worse = chosen
        return Tally(
            self.asked + 1,
            self.answered + 1,
            {name: n + (better[name] != worse[name]) for name, n in self.differed.items()},
            {name: n + (better[name] < worse[name]) for name, n in self.improved.items()},
        )


Confidence = Callable[[Tally], dict[str, float]]
"""An upper confidence bound for each feature: infinite if it must be explored first."""


def paper_confidence(tally: Tally) -> dict[str, float]:
    """q + 2 sqrt(ln Q / N), with the Q queries asked so far; infinite at N = 0."""
    return {
        name: tally.improved[name] / n + 2 * math.sqrt(math.log(tally.asked) / n) if n else math.inf
        for name, n in tally.differed.items()
    }


def answered_confidence(tally: Tally) -> dict[str, float]:
    """The published runs on Sudoku: q + sqrt(2 ln(m + 1) / N), m queries answered."""
    return _published(tally, tally.answered)


def asked_confidence(tally: Tally) -> dict[str, float]:
    """The published runs on logic grids: as `answered_confidence`, m the number of this query."""
    return _published(tally, tally.asked + 1)


def _published(tally: Tally, m: int) -> dict[str, float]:
    return {
        name: (
            tally.improved[name] / n + math.sqrt(2 * math.log(m + 1) / n) if n else NEVER_DIFFERED
        )
        for name, n in tally.differed.items()
    }


CONFIDENCES: Mapping[str, Confidence] = {
    "paper": paper_confidence,
    "answered": answered_confidence,
    "asked": asked_confidence,
}
