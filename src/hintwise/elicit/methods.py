"""All query generators by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hintwise.elicit.questions.confidence import Confidence
from hintwise.elicit.questions.contrast import PAPER_METHODS, QueryGenerator
from hintwise.elicit.questions.informed import InformedQueries, best_of_two, information

Method = Callable[[Confidence, bool], QueryGenerator]
"""Makes a generator, for a confidence rule and whether to show minimal steps."""

INFORMED_METHODS: Mapping[str, Method] = {
    "bayes": lambda confidence, minimal: InformedQueries(best_of_two),
    "bayes_information": lambda confidence, minimal: InformedQueries(information),
}
"""Those that need the Bayesian learner."""

METHODS: Mapping[str, Method] = {**PAPER_METHODS, **INFORMED_METHODS}
