"""All that is public, in one place; `hintwise` hands it on."""

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
from hintwise.elicit.questions.informed import BestOfTwo, LeastRegret, MostInformative
from hintwise.elicit.session import Session
from hintwise.elicit.settings import Settings, preset, settings_for
from hintwise.elicit.users import SimulatedUser, draw_weights
from hintwise.engine import (
    AnyOf,
    AtLeast,
    AtMost,
    Contrast,
    Cost,
    Curve,
    CurvedCost,
    Explainer,
    Limits,
    Together,
    differs_from,
    not_dominated_by,
)
from hintwise.engine.inside import refutation
from hintwise.engine.verify import Verdict, Verifier
from hintwise.errors import HintwiseError
from hintwise.evaluate import OptimalSequence, Regret
from hintwise.features import CountScheme, GraphScheme, feature_names
from hintwise.guide import ModelPuzzle, Position, Puzzle
from hintwise.guide import notebook as notebook  # it says how values show themselves
from hintwise.guide.checking import Checked, check
from hintwise.guide.explaining import Explained, Explanation, Extent, Style, explain
from hintwise.guide.generating import (
    Batch,
    Generated,
    GridRecipe,
    GridShape,
    PassedOver,
    SudokuRecipe,
    generate,
)
from hintwise.guide.grading import grade
from hintwise.guide.hinting import Hint, hint
from hintwise.guide.reading import read, read_all, read_model
from hintwise.guide.reasons import Why, why
from hintwise.guide.solving import Solved, solve
from hintwise.guide.teaching import Learned, Lesson, Question, teach
from hintwise.guide.writing import write
from hintwise.problem import (
    Board,
    Cage,
    Constraint,
    Fact,
    FeatureScheme,
    Inside,
    Kind,
    Problem,
    Seen,
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
from hintwise.workshop import Difficulty, Report, check_problem

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
    "Curve",
    "CurvedCost",
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
    "Inside",
    "Kind",
    "Learned",
    "LearnedWeights",
    "LeastRegret",
    "Lesson",
    "Limits",
    "Machop",
    "ModelPuzzle",
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
    "Seen",
    "Session",
    "Settings",
    "SimulatedUser",
    "Solved",
    "Staircase",
    "State",
    "Step",
    "Style",
    "SudokuRecipe",
    "SudokuText",
    "SumCage",
    "Together",
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
    "read_model",
    "read_sudoku",
    "refutation",
    "settings_for",
    "solve",
    "step_text",
    "sudoku",
    "teach",
    "why",
    "write",
]
