"""hintwise explains what follows from a constraint model, one provably cheapest step at a time.

    explainer = hintwise.Explainer(hintwise.sudoku(line))
    for step in explainer.sequence():
        print(hintwise.step_text(explainer.problem, step))

and learns what a person finds easy: `Session` asks which of two steps reads better.

This module is the public surface; everything it does not name is private and may change. The clue
kinds of logic grids live in `hintwise.puzzles`, the generators in `hintwise.workshop`, the error
tree in `hintwise.errors`.
"""

from hintwise.elicit import (
    Answer,
    Bayes,
    BestOfTwo,
    ChoicePerceptron,
    Event,
    LearnedWeights,
    Machop,
    MostInformative,
    NonDominated,
    Perceptron,
    Posterior,
    Prior,
    Profile,
    Query,
    QueryWorkers,
    Session,
    Settings,
    SimulatedUser,
    draw_weights,
    preset,
    settings_for,
)
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
from hintwise.evaluate import OptimalSequence, Regret
from hintwise.features import CountScheme, GraphScheme, feature_names
from hintwise.problem import (
    Board,
    Cage,
    Constraint,
    Fact,
    FeatureScheme,
    Kind,
    Problem,
    Staircase,
    State,
    Step,
    Variable,
)
from hintwise.puzzles import (
    Clue,
    Rule,
    from_cpmpy,
    logic_grid,
    read_logic_grid,
    read_sudoku,
    sudoku,
)
from hintwise.render.page.walkthrough import Walkthrough
from hintwise.render.picture import Picture, picture
from hintwise.render.words.hints import hint_ladder
from hintwise.render.words.steps import step_text
from hintwise.workshop import check

__all__ = [
    "Answer",
    "AnyOf",
    "AtLeast",
    "AtMost",
    "Bayes",
    "BestOfTwo",
    "Board",
    "Cage",
    "ChoicePerceptron",
    "Clue",
    "Constraint",
    "Contrast",
    "Cost",
    "CountScheme",
    "Event",
    "Explainer",
    "Fact",
    "FeatureScheme",
    "GraphScheme",
    "HintwiseError",
    "Kind",
    "LearnedWeights",
    "Limits",
    "Machop",
    "MostInformative",
    "NonDominated",
    "OptimalSequence",
    "Perceptron",
    "Picture",
    "Posterior",
    "Prior",
    "Problem",
    "Profile",
    "Query",
    "QueryWorkers",
    "Regret",
    "Rule",
    "Session",
    "Settings",
    "SimulatedUser",
    "Staircase",
    "State",
    "Step",
    "Variable",
    "Verdict",
    "Verifier",
    "Walkthrough",
    "check",
    "differs_from",
    "draw_weights",
    "feature_names",
    "from_cpmpy",
    "hint_ladder",
    "logic_grid",
    "not_dominated_by",
    "picture",
    "preset",
    "read_logic_grid",
    "read_sudoku",
    "settings_for",
    "step_text",
    "sudoku",
]
