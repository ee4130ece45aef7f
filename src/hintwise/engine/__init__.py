"""Optimal steps, proven."""

from hintwise.engine.conflict import Conflict, smallest_conflict
from hintwise.engine.curves.cost import Curve, CurvedCost, Together
from hintwise.engine.explainer import Explainer
from hintwise.engine.search.conditions import AnyOf, AtLeast, AtMost, differs_from, not_dominated_by
from hintwise.engine.search.objective import Contrast, Cost
from hintwise.engine.solutions import Solutions
from hintwise.limits import Limits

__all__ = [
    "AnyOf",
    "AtLeast",
    "AtMost",
    "Conflict",
    "Contrast",
    "Cost",
    "Curve",
    "CurvedCost",
    "Explainer",
    "Limits",
    "Solutions",
    "Together",
    "differs_from",
    "not_dominated_by",
    "smallest_conflict",
]
