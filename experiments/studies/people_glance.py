"""How much of an advantage is seen by who answers at random: judged on people left out.

    python -m experiments.studies.people_glance DIR/human_choices.json

Each person's prior is fitted on the others. Their first answers to one method's pairs are learned
from, and the trade-offs among the other method's foreseen from the same samples with each glance; 0
is blind. `chosen` takes for each person the glance with the least log-loss on all the others. (The
priors of these others have seen the person's choices; the glance has not.)
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.learners.population import fit_prior
from hintwise.elicit.learners.response import SIGNS, LogisticWithTies
from hintwise.elicit.query import Answer
from hintwise.people.choices import Choice, Choices
from hintwise.people.statistics import Summary

Array = NDArray[np.float64]

GLANCES = (0.0, 0.003, 0.007, 0.013, 0.03)
ANSWERS = (0, 10, 50)
RESPONSE = LogisticWithTies()


def scores(belief: BayesBelief, tested: Sequence[Choice]) -> Array:
    """For each glance, log-loss and accuracy on the trade-offs that the person decided."""
    decided = [c for c in tested if c.answer is not Answer.NONE and c.pair.is_trade_off]
    differences = np.array([c.pair.difference(belief.prior.features) for c in decided])
    signs = np.array([SIGNS[c.answer] for c in decided])
    # Seen from the chosen step, so that what is foreseen is the probability of the choice.
    advantages = np.exp(belief.samples) @ (differences * signs[:, None]).T
    chances = [RESPONSE.foreseen(advantages, glance).mean(axis=0) for glance in GLANCES]
    return np.array([(-np.log(chance).mean(), (chance > 0.5).mean()) for chance in chances])


def judged(choices: Choices) -> Iterator[tuple[str, int, Array]]:
    """The method tested on, after how many answers, and the scores, person by person."""
    for person in choices.people:
        others = [other.answered for other in choices.people if other is not person]
        prior = fit_prior(others, choices.features, RESPONSE, np.random.default_rng(0))
        for learned_on, tested_on in itertools.permutations(choices.methods, 2):
            belief = BayesBelief.starting(prior, RESPONSE, seed=0)
            asked = person.asked_by(learned_on)
            for count, until in itertools.pairwise((*ANSWERS, None)):
                assert count is not None  # it ends the last stretch only
                yield tested_on, count, scores(belief, person.asked_by(tested_on))
                for choice in asked[count:until] if until else ():
                    belief = belief.told(choice.pair, choice.answer)


def chosen(found: Array, losses: Array) -> Array:
    """Of the scores by person and glance, those with the glance that is best for the others."""
    best = [np.delete(losses, person, axis=0).mean(axis=0).argmin() for person in range(len(found))]
    return found[np.arange(len(found)), best]


def shown(values: Array) -> str:
    summary = Summary.of(values.tolist())
    return f"{summary.mean:+.3f} ± {summary.standard_error or 0:.3f}"


def report(choices: Choices) -> Iterator[str]:
    """Log-loss and accuracy when random answers are blind, and what each glance adds to them."""
    rows: dict[tuple[str, int], list[Array]] = {}
    for method, count, found in judged(choices):
        rows.setdefault((method, count), []).append(found)
    tables = {case: np.array(found) for case, found in rows.items()}
    losses = np.mean([table[:, :, 0] for table in tables.values()], axis=0)
    for (method, count), table in tables.items():
        blind = table[:, 0]
        yield f"{method} after {count}: {shown(blind[:, 0])}, {shown(blind[:, 1])}"
        by_name = {str(glance): table[:, k] for k, glance in enumerate(GLANCES) if glance}
        for name, found in (by_name | {"chosen": chosen(table, losses)}).items():
            more = found - blind
            yield f"  {name}: {shown(more[:, 0])}, {shown(more[:, 1])}"


def main(path: str) -> None:
    choices = Choices.read(Path(path).read_text(encoding="utf-8"))
    sys.stdout.writelines(f"{line}\n" for line in report(choices))


if __name__ == "__main__":
    main(*sys.argv[1:])
