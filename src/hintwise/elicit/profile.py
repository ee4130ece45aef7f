"""Profiles: learned weights in a file, with where they come from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.learners.posterior import Posterior
from hintwise.elicit.learners.prior import Prior, shipped_prior, weights_with_marks
from hintwise.errors import InvalidValue, InvalidWeights
from hintwise.features import check_weights, feature_names
from hintwise.problem import Brief, Problem

if TYPE_CHECKING:  # `of` takes one, but a profile is read without
    from hintwise.elicit.session import Session


@dataclass(frozen=True, slots=True, repr=False)
class Profile(Brief):
    """Weights for one kind of problem; `provenance` says how they were found.

    The file is `{"problem": "sudoku", "weights": {"adjacent_row": 1.0, …}, "provenance": {…}}`; a
    weights file is the same without provenance. What the Bayesian learner found also has its
    `posterior` and the `prior` that it began with.
    """

    problem: str
    weights: Mapping[str, float]
    provenance: Mapping[str, Any] = field(default_factory=dict)
    posterior: Posterior | None = None
    prior: Prior | None = None

    @classmethod
    def of(cls, session: Session) -> Profile:
        """What a session has learned so far, with all that it was learned from."""
        kind, belief = session.problems[0].kind.name, session.belief
        provenance = {"hintwise": version("hintwise"), "session": session.as_json()}
        if not isinstance(belief, BayesBelief):
            return cls(kind, session.weights, provenance)
        return cls(kind, session.weights, provenance, Posterior.of(belief), belief.prior)

    @classmethod
    def expected(cls, problem: Problem) -> Profile:
        """Of somebody who has not been asked: the mean of the prior that comes with hintwise."""
        features = feature_names(problem)
        prior = shipped_prior(problem.kind.name, features)
        return cls(problem.kind.name, prior.expected, {"prior": dict(prior.provenance)})

    @classmethod
    def read(cls, text: str, problem: Problem, source: str = "the profile") -> Profile:
        """The profile in `text` if it fits the problem, with a weight for every feature."""
        try:
            document: Any = json.loads(text)
        except (ValueError, RecursionError) as error:  # also for a number of endless digits
            raise InvalidWeights(f"{source} is not JSON: {error}") from None
        if not isinstance(document, dict) or not isinstance(document.get("weights"), dict):
            raise InvalidWeights(
                f'{source} must be {{"problem": "{problem.kind}", "weights": {{…}}}}'
            )
        if document.get("problem") != problem.kind.name:
            raise InvalidWeights(
                f"{source} holds weights for {document.get('problem')!r}, "
                f"this is a {problem.kind.name!r}"
            )
        features = feature_names(problem)
        adapted = weights_with_marks(document["weights"], features)
        weights = check_weights(adapted, features, source)
        provenance = document.get("provenance", {})
        posterior, prior = document.get("posterior"), document.get("prior")
        if adapted.keys() != document["weights"].keys():  # of steps of another kind
            posterior = prior = None
        try:
            return cls(
                problem.kind.name,
                weights,
                provenance if isinstance(provenance, dict) else {},
                None if posterior is None else Posterior.from_json(posterior).over(features),
                None if prior is None else Prior.from_json(prior).over(features),
            )
        except InvalidValue as error:
            raise InvalidWeights(f"{source}: {error}") from None

    def write(self) -> str:
        """The text of a profile file."""
        document: dict[str, Any] = {"problem": self.problem, "weights": dict(self.weights)}
        if self.posterior is not None:
            document["posterior"] = self.posterior.as_json()
        if self.prior is not None:
            document["prior"] = self.prior.as_json()
        # On a line of its own: a session in it is long, and for nobody to read.
        provenance = json.dumps(dict(self.provenance), ensure_ascii=False)
        text = json.dumps(document, indent=2, ensure_ascii=False).removesuffix("\n}")
        return f'{text},\n  "provenance": {provenance}\n}}\n'
