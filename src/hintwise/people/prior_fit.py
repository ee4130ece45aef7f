"""A prior fitted on the choices in files, with where it comes from, and as a table."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from hintwise.elicit.learners.population import fit_prior
from hintwise.elicit.learners.prior import Prior
from hintwise.elicit.learners.response import RESPONSES
from hintwise.people.choices import Choices
from hintwise.people.merging import merged
from hintwise.render.table import Table, number

SEED = 0
NOTES = (
    "weight: what the feature costs a typical person, as a share of the dearest.",
    "spread: for two people out of three it is at most this many times more or less.",
)


def fit(studies: Sequence[tuple[str, Choices]], response: str, lapse: float) -> Prior:
    """What the choices of one study or more let us expect of the next person; the same each time.

    Each study comes with what it is called; `response` is a name of `RESPONSES`.
    """
    choices = merged(studies)
    model = RESPONSES[response](lapse)
    people = [person.answered for person in choices.people]
    fitted = fit_prior(people, choices.features, model, np.random.default_rng(SEED))
    how = {**_sources(studies), "response": repr(model), "seed": SEED}
    return dataclasses.replace(fitted, provenance={**fitted.provenance, **how})


def _sources(studies: Sequence[tuple[str, Choices]]) -> dict[str, Any]:
    if len(studies) == 1:
        return {"choices_file": studies[0][0]}
    return {
        "choices_files": [
            {
                "file": source,
                "people": len(study.people),
                "choices": sum(len(person.answered) for person in study.people),
            }
            for source, study in studies
        ]
    }


def prior_table(fitted: Prior) -> Table:
    """The features of a prior in words, the dearest first."""
    weights = np.exp(fitted.mean - fitted.mean.max())
    factors = np.exp(np.sqrt(np.diag(fitted.covariance)))
    rows = sorted(zip(fitted.features, weights, factors, strict=True), key=lambda row: -row[1])
    people, choices = fitted.provenance["people"], fitted.provenance["choices"]
    return Table(
        f"Prior fitted on {choices} choices of {people} {'person' if people == 1 else 'people'}",
        ("feature", "weight", "spread"),
        tuple((name, number(weight), f"× {factor:.1f}") for name, weight, factor in rows),
        NOTES,
    )
