"""How much of an answer is learned of somebody who is like people known before."""

from __future__ import annotations

from hintwise.elicit.learners.prior import Prior

TRUST = 0.7
"""The power of each answer's likelihood, where a prior was fitted on people.

People are not what a response model says, and ten answers about much the same trade-off tell less
than ten about different ones. Taken at their word, answers narrow down too much: people's choices
are foreseen less well (`experiments.studies.people_trust`). A power below 1 is the usual remedy for
a model that is wrong (Grünwald and van Ommen, "Inconsistency of Bayesian inference for misspecified
linear models, and a proposal for repairing it", Bayesian Analysis 2017).
"""


def trust_of(prior: Prior) -> float:
    """1 unless the prior was fitted on people: elsewhere nobody has measured it.

    Simulated users answer just as the learner takes them to. Of somebody unlike a prior's people
    everything is learned too: they are found by what they answer, and by little else.
    """
    return 1.0 if prior.degrees is None else TRUST
