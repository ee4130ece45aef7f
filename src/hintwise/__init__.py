"""hintwise explains what follows from a constraint model, one provably cheapest step at a time.

    for explained in hintwise.explain(hintwise.read(text)):
        print(explained.text)

`read` takes a puzzle in any form; `hint`, `why` and `check` answer questions about where a person
is in it. `Explainer` does so for any constraint model, with all that the engine can do. `Session`
learns what a person finds easy: it asks which of two steps reads better.

This module is the public surface; everything it does not name is private and may change. The clue
kinds of logic grids live in `hintwise.puzzles`, the generators in `hintwise.workshop`, the error
tree in `hintwise.errors`.
"""

from hintwise.elicit.journal import Event
from hintwise.elicit.learners.bayes import Bayes
from hintwise.elicit.learners.perceptron import Perceptron
from hintwise.elicit.learners.posterior import Posterior
from hintwise.elicit.learners.prior import Prior
from hintwise.elicit.look_ahead import QueryWorkers
from hintwise.elicit.profile import Profile
from hintwise.elicit.query import Answer, Query
from hintwise.elicit.questions.contrast import (
    ChoicePerceptron,
    LearnedWeights,
    Machop,
    NonDominated,
)
from hintwise.elicit.questions.informed import BestOfTwo, MostInformative
from hintwise.elicit.session import Session
from hintwise.elicit.settings import Settings, preset, settings_for
from hintwise.elicit.users import SimulatedUser, draw_weights
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
from hintwise.guide import (
    Batch,
    Checked,
    Difficulty,
    Explained,
    Explanation,
    Extent,
    Generated,
    GridRecipe,
    GridShape,
    Hint,
    Learned,
    Lesson,
    PassedOver,
    Position,
    Puzzle,
    Question,
    Style,
    SudokuRecipe,
    Why,
    check,
    explain,
    generate,
    grade,
    hint,
    read,
    read_all,
    teach,
    why,
    write,
)
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
    SumCage,
    from_cpmpy,
    killer_sudoku,
    logic_grid,
    read_logic_grid,
    read_sudoku,
    sudoku,
)
from hintwise.puzzles.sudoku.text import SudokuText
from hintwise.render.page.walkthrough import Walkthrough
from hintwise.render.picture import Picture, picture
from hintwise.render.words.hints import hint_ladder
from hintwise.render.words.steps import step_text
from hintwise.workshop import Report, check_problem

__all__ = [
    "Answer",
    "AnyOf",
    "AtLeast",
    "AtMost",
    "Batch",
    "Bayes",
    "BestOfTwo",
    "Board",
    "Cage",
    "Checked",
    "ChoicePerceptron",
    "Clue",
    "Constraint",
    "Contrast",
    "Cost",
    "CountScheme",
    "Difficulty",
    "Event",
    "Explained",
    "Explainer",
    "Explanation",
    "Extent",
    "Fact",
    "FeatureScheme",
    "Generated",
    "GraphScheme",
    "GridRecipe",
    "GridShape",
    "Hint",
    "HintwiseError",
    "Kind",
    "Learned",
    "LearnedWeights",
    "Lesson",
    "Limits",
    "Machop",
    "MostInformative",
    "NonDominated",
    "OptimalSequence",
    "PassedOver",
    "Perceptron",
    "Picture",
    "Position",
    "Posterior",
    "Prior",
    "Problem",
    "Profile",
    "Puzzle",
    "Query",
    "QueryWorkers",
    "Question",
    "Regret",
    "Report",
    "Rule",
    "Session",
    "Settings",
    "SimulatedUser",
    "Staircase",
    "State",
    "Step",
    "Style",
    "SudokuRecipe",
    "SudokuText",
    "SumCage",
    "Variable",
    "Verdict",
    "Verifier",
    "Walkthrough",
    "Why",
    "check",
    "check_problem",
    "differs_from",
    "draw_weights",
    "explain",
    "feature_names",
    "from_cpmpy",
    "generate",
    "grade",
    "hint",
    "hint_ladder",
    "killer_sudoku",
    "logic_grid",
    "not_dominated_by",
    "picture",
    "preset",
    "read",
    "read_all",
    "read_logic_grid",
    "read_sudoku",
    "settings_for",
    "step_text",
    "sudoku",
    "teach",
    "why",
    "write",
]
