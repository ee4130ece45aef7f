"""How hard a step is, in a figure that means the same whatever the weights are.

A cost is a sum of weights, and these may be of any size: the same step may cost 6.2 under the
default weights and 0.04 under a profile. Its effort is its cost as a multiple of what an easy step
costs under the same weights. So an easy step has an effort of about 1, and one of 3 is three times
as hard.

Which steps are easy, the kind of problem says (`Kind.easy_steps`: the singles of a Sudoku, one clue
of a logic grid). Their lower quartile is taken: a person may find some of them much easier than
others, and then is shown those. In a model of somebody's own, an easy step has one rule and one
fact, both near what is derived, each at the mean weight of its sort.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from hintwise.features import Weights
from hintwise.problem import Kind

_EASY_SIZE = 2.0
"""Facts and rules of an easy step, where the kind does not say."""


Price = Callable[[Mapping[str, float]], float]
"""What a step with these features costs."""


def easy_cost(kind: Kind, weights: Weights, price: Price | None = None) -> float:
    """What an easy step of such a problem costs under these weights; above zero, as they are.

    With a `price`, that is what features cost, and no sum of the weights.

    >>> easy_cost(Kind("roster"), {"adjacent_rest": 2.0, "adjacent_facts_same_value": 0.5})
    2.5
    """
    if price is None:
        price = partial(_sum, weights)
    known = [step.features for step in kind.easy_steps if step.features.keys() <= weights.keys()]
    if known:
        return _lower_quartile([_finite(price(step)) for step in known])
    single = {name: price({name: 1}) for name in weights}
    near = [name for name in weights if name.startswith("adjacent_")]
    facts = [name for name in near if name.endswith("_facts") or "_facts_" in name]
    counted_twice = [name for name in facts if name.startswith("adjacent_facts_from_")]
    sorts = (
        [name for name in near if name not in facts],
        [name for name in facts if name not in counted_twice],
    )
    # A feature scheme of one's own may have names that say nothing: then one of each is easy.
    cost = sum(_mean([single[name] for name in names]) for names in sorts)
    return _finite(cost or _mean(list(single.values())))


def easy_size(kind: Kind) -> float:
    """How many facts and rules an easy step of such a problem has.

    >>> easy_size(Kind("roster"))
    2.0
    """
    return _lower_quartile([float(step.size) for step in kind.easy_steps] or [_EASY_SIZE])


def _sum(weights: Weights, features: Mapping[str, float]) -> float:
    return sum(weights[name] * count for name, count in features.items())


def _lower_quartile(values: Sequence[float]) -> float:
    """As `np.quantile` has it, in a hundredth of the time: every step found is measured by it."""
    ordered = sorted(values)
    place = 0.25 * (len(ordered) - 1)
    low = int(place)
    below, above = ordered[low], ordered[min(low + 1, len(ordered) - 1)]
    share = place - low
    if share < 0.5:
        return below + (above - below) * share
    return above - (above - below) * (1 - share)


def _mean(weights: Sequence[float]) -> float:
    # Divided before they are added: any weight may be close to the largest number there is.
    return sum(weight / len(weights) for weight in weights)


def _finite(cost: float) -> float:
    """The largest number there is for what lies above it: from infinite ones comes no quartile."""
    return min(cost, sys.float_info.max)
