"""What would somebody who computes without end have learned from the same answers?

    python -m experiments.studies.ideal PLAN RESULTS [--after N] [--above REGRET]

PLAN is a file, and RESULTS what `hintwise experiment run PLAN` wrote. A line for each run with a
Bayesian learner, a prior that has levels, and more regret than REGRET after N answers: how many of
these were slips, the regret as it was, and that of the same estimate from many more samples of the
posterior. Runs that were taken up from compact files are left out: their questions are not known.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.bayes import LEAST_SHARE, Bayes
from hintwise.elicit.learners.estimate import ESTIMATES
from hintwise.elicit.learners.prior import PRIORS, Prior
from hintwise.elicit.learners.response import SIGNS, Response
from hintwise.elicit.learners.sampling import Chains, Samples, level_by_level
from hintwise.elicit.query import Answer
from hintwise.experiments.sources import PuzzleSources
from hintwise.experiments.sweep.plan import read_plan
from hintwise.experiments.sweep.results import Results
from hintwise.experiments.sweep.task import QueryRecord, RunTask
from hintwise.limits import Limits

SAMPLES = 2048
SWEEPS = 3

Array = NDArray[np.float64]


class Answers(NamedTuple):
    """Of a run, as far as they are learned from."""

    steps: Array
    """The features of a and b of each question: answers x 2 x features."""
    signs: Array
    """1 for a, -1 for b, 0 for no preference."""

    @classmethod
    def of(cls, queries: tuple[QueryRecord, ...], features: tuple[str, ...]) -> Answers:
        steps = [[[each[name] for name in features] for each in (q.a, q.b)] for q in queries]
        signs = [SIGNS[Answer(query.answer)] for query in queries]
        return cls(np.array(steps, dtype=float), np.array(signs))

    def slips(self, weights: Array) -> int:
        """How many name the step that is the dearer one."""
        return int((self.signs * (self._differences @ weights) < 0).sum())

    def likelihood(self, samples: Samples, response: Response) -> Array:
        """Of each answer (columns) under each sample."""
        return response.likelihood(np.exp(samples) @ self._differences.T, self.signs)

    @property
    def _differences(self) -> Array:
        differences: Array = self.steps[:, 1] - self.steps[:, 0]
        return differences


def posterior(answers: Answers, prior: Prior, response: Response, seed: int) -> Samples:
    """Samples that took in one answer after the other, as the learner's do."""
    levels = prior.levels or ()
    rng = np.random.default_rng(seed)
    samples = prior.draw(SAMPLES, rng)
    for count in range(1, len(answers.signs) + 1):
        told = Answers(answers.steps[:count], answers.signs[:count])
        last = Answers(told.steps[-1:], told.signs[-1:])

        def log_likelihood(tried: Samples, chains: Chains, told: Answers = told) -> Array:
            total: Array = np.log(told.likelihood(tried, response)).sum(axis=1)
            return total

        likely = last.likelihood(samples, response)[:, 0]
        samples = samples[rng.choice(SAMPLES, SAMPLES, p=likely / likely.sum())]
        samples = level_by_level(samples, levels, log_likelihood, rounds=SWEEPS, rng=rng)
    return samples


class Compared(NamedTuple):
    slips: int
    actual: float
    ideal: float


def compared(
    task: RunTask, learner: Bayes, queries: tuple[QueryRecord, ...], actual: float
) -> Compared:
    """A run with what more computing makes of its answers."""
    true_weights = task.sequence.true_weights
    features = tuple(true_weights)
    answers = Answers.of(queries, features)
    prior = prior_of(learner, task)
    samples = posterior(answers, prior, learner.response_model, task.settings.seed)
    weights = ESTIMATES[learner.estimate](samples, answers.steps)
    floored = np.maximum(weights, LEAST_SHARE * weights.max()).tolist()
    limits = Limits(nodes=task.sequence.node_limit, compiled=True)
    ideal = task.sequence.compute().regret(dict(zip(features, floored, strict=True)), limits=limits)
    slips = answers.slips(np.array(list(true_weights.values())))
    return Compared(slips, actual, ideal.mean)


def prior_of(learner: Bayes, task: RunTask) -> Prior:
    features = tuple(task.sequence.true_weights)
    if isinstance(learner.prior, Prior):
        return learner.prior.over(features)
    return PRIORS[learner.prior](task.sequence.judged_on.kind.name, features)


def runs(plan: Path, file: Path, after: int, above: float) -> Iterator[tuple[str, Compared]]:
    """Those that can be compared and have a regret above this, each with its name."""
    sources = PuzzleSources.found()
    with Results(file) as results:
        for cell in read_plan(plan.read_text(encoding="utf-8"), sources).cells(sources):
            found, learner = results.run(cell.task.key), cell.task.settings.learner
            if found is None or len(found.queries) < after:
                continue
            if not isinstance(learner, Bayes) or prior_of(learner, cell.task).levels is None:
                continue
            regrets = {each.queries: each.regret for each in found.evaluations}
            if regrets.get(after, 0.0) > above:
                name = f"{cell.problem}, {cell.user}, run {cell.run}"
                yield name, compared(cell.task, learner, found.queries[:after], regrets[after])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("plan", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--after", type=int, default=20, help="answers")
    parser.add_argument("--above", type=float, default=0.0, help="only runs of more regret")
    given = parser.parse_args()
    found = []
    for name, each in runs(given.plan, given.results, given.after, given.above):
        found.append(each)
        print(f"{name}: {each.slips} slips, {each.actual:.3f}, ideal {each.ideal:.3f}", flush=True)
    if not found:
        print("no run of this plan that can be compared has so much regret after so many answers")
    else:
        _, actual, ideal = np.mean(found, axis=0)
        print(f"mean of {len(found)}: {actual:.3f}, ideal {ideal:.3f}")


if __name__ == "__main__":
    main()
