"""What an answer is worth, given what steps cost under each sample of what is possible."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.response import Response

Array = NDArray[np.float64]

MOST_REGRET = 40.0
"""No step counts as more times too dear than this: else the few possible weightings under which
something is next to free decide what is asked."""


def excess(costs: Array, most: float) -> Array:
    """By what share each step (columns) costs more than the best one, by sample; at most `most`."""
    least = costs.min(axis=1, keepdims=True)
    ratio = np.divide(costs, least, out=np.full_like(costs, most + 1), where=least > 0)
    excess: Array = np.where(costs > 0, np.minimum(ratio - 1, most), 0.0)
    return excess


def entropy(probability: Array) -> Array:
    """Of yes or no, in nats."""
    p = np.clip(probability, 1e-12, 1 - 1e-12)
    entropy: Array = -p * np.log(p) - (1 - p) * np.log(1 - p)
    return entropy


def cost_of_mistakes(everywhere: Sequence[Array]) -> Array:
    """What it costs to take one sample (columns) for the truth where it is another (rows).

    `everywhere` has what steps cost in each state; the best step of the one is picked there.
    """
    regrets = [excess(each, MOST_REGRET)[:, each.argmin(axis=1)] for each in everywhere]
    mistakes: Array = np.sum(regrets, axis=0)
    return mistakes


def likelihoods(costs: Array, response: Response) -> Array:
    """Of each answer (first) under each sample, to each pair of steps (last)."""
    first, second = np.triu_indices(costs.shape[1], k=1)
    advantage = costs[:, second] - costs[:, first]
    signs = (1.0, -1.0, 0.0) if response.uses_ties else (1.0, -1.0)
    return np.array([response.likelihood(advantage, np.full_like(advantage, s)) for s in signs])


def saving(mistakes: Array, answers: Array) -> Array:
    """By how much less mistakes cost after the answer, for each pair of steps."""
    left = (answers * (mistakes @ answers)).sum(axis=1) / answers.sum(axis=1)
    saving: Array = mistakes.mean() - left.sum(axis=0) / len(mistakes)
    return saving


def information(answers: Array) -> Array:
    """What the answer tells about the weights, in nats, for each pair of steps."""
    expected = answers.mean(axis=1)
    certain = (answers * np.log(answers)).mean(axis=1)
    information: Array = (certain - expected * np.log(expected)).sum(axis=0)
    return information


def by_pair(values: Array, steps: int) -> Array:
    """A symmetric table of values in the order of `likelihoods`."""
    table = np.zeros((steps, steps))
    table[np.triu_indices(steps, k=1)] = values
    return table + table.T
