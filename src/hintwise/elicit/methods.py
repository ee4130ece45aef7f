"""Question rules and learners by name, and the pairings of both that are called methods."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from hintwise.elicit.learners.bayes import Bayes
from hintwise.elicit.learners.perceptron import Perceptron
from hintwise.elicit.questions.contrast import (
    ChoicePerceptron,
    LearnedWeights,
    Machop,
    NonDominated,
)
from hintwise.elicit.questions.informed import BestOfTwo, LeastRegret, MostInformative

QUESTIONS: Mapping[str, type[Any]] = {
    rule.rule: rule
    for rule in (
        ChoicePerceptron,
        NonDominated,
        LearnedWeights,
        Machop,
        BestOfTwo,
        LeastRegret,
        MostInformative,
    )
}
"""The question rules by name; the options of each are its fields."""

LEARNERS: Mapping[str, type[Any]] = {"perceptron": Perceptron, "bayes": Bayes}
"""The learners by name; the options of each are its fields."""


class Pairing(NamedTuple):
    """A question rule with the learner and the selection of instances that usually go with it."""

    rule: str
    learner: str
    selection: str


PAPER_METHODS: Mapping[str, Pairing] = {
    name: Pairing(name, "perceptron", "online")
    for name in ("choice_perceptron", "non_dominated", "learned_weights", "machop")
}
"""They go through a puzzle fact by fact, and a perceptron learns from the answers."""

INFORMED_METHODS: Mapping[str, Pairing] = {
    "bayes": Pairing("best_of_two", "bayes", "active"),
    "bayes_regret": Pairing("least_regret", "bayes", "active"),
    "bayes_information": Pairing("most_informative", "bayes", "active"),
}
"""Those whose questions need the Bayesian learner."""

METHODS: Mapping[str, Pairing] = {**PAPER_METHODS, **INFORMED_METHODS}
