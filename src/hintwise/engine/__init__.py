"""Optimal steps, proven."""

from hintwise.engine.explainer import Explainer
from hintwise.engine.limits import Limits
from hintwise.engine.objective import (
    AnyOf,
    AtLeast,
    AtMost,
    Contrast,
    Cost,
    differs_from,
    not_dominated_by,
)

__all__ = [
    "AnyOf",
    "AtLeast",
    "AtMost",
    "Contrast",
    "Cost",
    "Explainer",
    "Limits",
    "differs_from",
    "not_dominated_by",
]
