"""How people answer at random, sampled together with what they are like: judged on who is left out.

    python -m experiments.studies.people_lapses DIR/human_choices.json

For each person, lapse, ties and glance of the others are sampled or kept, and the person's
trade-offs foreseen before the first answer, with people drawn from the sampled populations. Unlike
in the learner, nobody is unlike all others, and what is sampled serves to learn and to foresee.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.population import MOVES, Population
from hintwise.elicit.learners.response import SIGNS
from hintwise.elicit.learners.sampling import slices
from hintwise.elicit.query import Answer
from hintwise.people.choices import Choice, Choices, Person
from hintwise.people.statistics import Summary

Array = NDArray[np.float64]

ROUNDS, IGNORED, POPULATIONS, DRAWN = 180, 60, 8, 4
STEPS: Mapping[str, Sequence[float]] = {
    "as they are": (0.0, 0.0, 0.0),
    "lapse and ties sampled": (0.25, 0.15, 0.0),
    "glance sampled as well": (0.25, 0.15, 0.3),
}
"""How far lapse (its logit), ties and glance (their logarithms) are moved in one try."""
START = (0.2, 2.0, 0.007)
BLIND = (0.2, 2.0, 0.0)


def likelihood(advantage: Array, sign: Array, habits: Array) -> Array:
    """Of the answers, row by row for its lapse, ties and glance."""
    lapse, tie, glance = habits.T[:, :, None]
    looked = _davidson(advantage, sign, tie)
    glanced = _davidson(glance * advantage, sign, np.ones_like(tie))
    total: Array = (1 - lapse) * looked + lapse * glanced
    return total


def _davidson(advantage: Array, sign: Array, tie: Array) -> Array:
    half = np.clip(advantage, -30, 30) / 2
    total = np.exp(half) + np.exp(-half) + tie
    chosen: Array = np.where(sign == 0, tie, np.exp(half * sign)) / total
    return chosen


@dataclass(frozen=True)
class Answers:
    """Everybody's, padded to as many; padding counts 0."""

    differences: Array
    signs: Array
    counted: Array

    @classmethod
    def of(cls, people: Sequence[Person], features: Sequence[str]) -> Answers:
        most = max(len(person.answered) for person in people)
        differences = np.zeros((len(people), len(features), most))
        signs, counted = np.zeros((2, len(people), most))
        for number, person in enumerate(people):
            for place, (pair, answer) in enumerate(person.answered):
                differences[number, :, place] = pair.difference(features)
                signs[number, place], counted[number, place] = SIGNS[answer], 1
        return cls(differences, signs, counted)

    def log_likelihood(self, samples: Array, whose: NDArray[np.intp], habits: Array) -> Array:
        advantages = (np.exp(samples)[:, None, :] @ self.differences[whose])[:, 0]
        found = np.log(likelihood(advantages, self.signs[whose], habits)) * self.counted[whose]
        total: Array = found.sum(axis=1)
        return total


def moved(habits: Array, steps: Sequence[float], rng: np.random.Generator) -> Array:
    logit = np.log(habits[:, 0] / (1 - habits[:, 0])) + steps[0] * rng.standard_normal(len(habits))
    factors = np.exp(np.array(steps[1:]) * rng.standard_normal((len(habits), 2)))
    return np.column_stack([1 / (1 + np.exp(-logit)), habits[:, 1:] * factors])


def sampled(
    people: Sequence[Person], features: Sequence[str], steps: Sequence[float]
) -> tuple[Array, Array]:
    """People like these, drawn from the populations found, and how each of them answers."""
    rng = np.random.default_rng(0)
    answers, count = Answers.of(people, features), len(people)
    habits = np.tile(START if steps[2] else BLIND, (POPULATIONS, 1))
    populations = [Population.guessed(features)] * POPULATIONS
    shape = POPULATIONS, count, len(features)
    samples: Array = populations[0].mean + 0.25 * rng.standard_normal(shape)
    whose = np.tile(np.arange(count), POPULATIONS)
    drawn: list[Array] = []
    answering: list[Array] = []

    def log_likelihood(tried: Array, chains: NDArray[np.intp]) -> Array:
        return answers.log_likelihood(tried, chains % count, habits[chains // count])

    for number in range(ROUNDS):
        roots = np.linalg.cholesky(np.array([p.covariance for p in populations]))

        def ellipses(tried: Array, roots: Array = roots) -> Array:
            return (rng.standard_normal(shape) @ roots.transpose(0, 2, 1)).reshape(tried.shape)

        means = np.repeat([p.mean for p in populations], count, axis=0)
        flat = samples.reshape(means.shape)
        flat = slices(flat, means, ellipses, log_likelihood, rounds=MOVES, rng=rng)
        samples = flat.reshape(shape)
        populations = [p.given(own, rng) for p, own in zip(populations, samples, strict=True)]
        for _ in range(3 if any(steps) else 0):
            tried = moved(habits, steps, rng)
            better = _fit(answers, flat, whose, tried) - _fit(answers, flat, whose, habits)
            accepted = np.log(rng.random(POPULATIONS)) < better
            habits = np.where(accepted[:, None], tried, habits)
        if number >= IGNORED:
            for population, own in zip(populations, habits, strict=True):
                root = np.linalg.cholesky(population.covariance)
                away = rng.standard_normal((DRAWN, len(features))) @ root.T
                drawn.append(population.mean + away)
                answering.append(np.tile(own, (DRAWN, 1)))
    return np.concatenate(drawn), np.concatenate(answering)


def _fit(answers: Answers, flat: Array, whose: NDArray[np.intp], habits: Array) -> Array:
    """The log-posterior of each population's habits; a lapse is uniform beforehand."""
    each = np.repeat(habits, len(whose) // POPULATIONS, axis=0)
    total = answers.log_likelihood(flat, whose, each).reshape(POPULATIONS, -1).sum(axis=1)
    posterior: Array = total + np.log(habits[:, 0] * (1 - habits[:, 0]))
    return posterior


def loss(drawn: Array, habits: Array, tested: Sequence[Choice], features: Sequence[str]) -> float:
    decided = [c for c in tested if c.answer is not Answer.NONE and c.pair.is_trade_off]
    chosen = np.array([c.pair.difference(features) * SIGNS[c.answer] for c in decided])
    advantages = np.exp(drawn) @ chosen.T
    one = np.ones_like(advantages)
    a, b = likelihood(advantages, one, habits), likelihood(advantages, -one, habits)
    return float(-np.log((a / (a + b)).mean(axis=0)).mean())


def report(choices: Choices) -> Iterator[str]:
    """Log-loss before the first answer, by method, then what each change adds to it."""
    features, first = choices.features, np.zeros(0)
    for name, steps in STEPS.items():
        losses, found = [], []
        for person in choices.people:
            others = [other for other in choices.people if other is not person]
            drawn, habits = sampled(others, features, steps)
            losses.append(
                [loss(drawn, habits, person.asked_by(m), features) for m in choices.methods]
            )
            found.append(habits.mean(axis=0))
        table = np.array(losses)
        first = first if len(first) else table
        for number, method in enumerate(choices.methods):
            value = Summary.of(table[:, number])
            more = Summary.of(table[:, number] - first[:, number])
            change = f"{more.mean:+.3f} ± {more.standard_error or 0:.3f}"
            yield f"{name}, {method}: {value.mean:.3f} ({change})"
        low, high = np.min(found, axis=0).round(4), np.max(found, axis=0).round(4)
        yield f"  lapse, ties, glance from {low} to {high}"


def main(path: str) -> None:
    choices = Choices.read(Path(path).read_text(encoding="utf-8"))
    for line in report(choices):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
