"""hintwise explains what follows from a constraint model, one provably cheapest step at a time.

    explainer = hintwise.Explainer(hintwise.sudoku(line))
    for step in explainer.sequence():
        print(hintwise.step_text(explainer.problem, step))

This module is the public surface; everything it does not name is private and may change. The clue
kinds of logic grids live in `hintwise.puzzles`, the error tree in `hintwise.errors`.
"""

from hintwise.engine import (
    AnyOf,
    AtLeast,
    AtMost,
    Contrast,
    Cost,
    Explainer,
    Limits,
    differs_from,
    not_dominated_by,
)
from hintwise.engine.verify import Verdict, Verifier
from hintwise.errors import HintwiseError
from hintwise.features import CountScheme, FeatureScheme, feature_names, register_features
from hintwise.problem import Constraint, Fact, Problem, State, Step, Variable
from hintwise.puzzles import Clue, Rule, from_cpmpy, logic_grid, sudoku
from hintwise.render.page import Walkthrough
from hintwise.render.picture import Picture, picture
from hintwise.render.words import step_text

__all__ = [
    "AnyOf",
    "AtLeast",
    "AtMost",
    "Clue",
    "Constraint",
    "Contrast",
    "Cost",
    "CountScheme",
    "Explainer",
    "Fact",
    "FeatureScheme",
    "HintwiseError",
    "Limits",
    "Picture",
    "Problem",
    "Rule",
    "State",
    "Step",
    "Variable",
    "Verdict",
    "Verifier",
    "Walkthrough",
    "differs_from",
    "feature_names",
    "from_cpmpy",
    "logic_grid",
    "not_dominated_by",
    "picture",
    "register_features",
    "step_text",
    "sudoku",
]
