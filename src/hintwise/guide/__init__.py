"""What a person can ask for, once, for every front end: command line, notebook and web.

| question | answer |
|---|---|
| `read(text)`, `read_puzzle`, `read_all` | a `Position`: a `Puzzle`, and the person's own entries |
| `explain(position)` | `Explained` steps, each found when it is asked for |
| `hint(position, level)` | a `Hint`: the next step, given away rung by rung |
| `why(position, fact)` | a `Why`: the cheapest step to a fact, if it follows |
| `check(position)`, `check_many` | `Checked`: how many solutions, and which entries clash |
| `generate(recipe, batch)`, `grade(puzzle)` | `Generated` puzzles; a `Difficulty` |
| `teach(problems)` | a `Lesson`: a `Question` after the other, and what was `Learned` |
| `write(positions, form)` | the text of Sudokus in another form |

Texts and values go in; frozen values come out, each with one JSON form, `as_json`. Nothing here
reads files, prints, or keeps anything between two calls. Whatever takes long can be cancelled from
another thread (`cancel`, such as a `threading.Event`).

Every step that is returned has passed the independent verifier, or `FailedCheck` is raised. No
error and no answer about a mistake tells anything about the solution.
"""

from hintwise.elicit.profile import Profile
from hintwise.guide import notebook as notebook  # it says how values show themselves
from hintwise.guide.checking import Checked, check, check_many
from hintwise.guide.explaining import Explained, Explanation, Extent, Style, explain
from hintwise.guide.generating import (
    Batch,
    Generated,
    GridRecipe,
    PassedOver,
    SudokuRecipe,
    generate,
)
from hintwise.guide.grading import grade
from hintwise.guide.hinting import Hint, hint
from hintwise.guide.position import Position
from hintwise.guide.reading import read, read_all, read_puzzle
from hintwise.guide.reasons import Why, why
from hintwise.guide.teaching import Learned, Lesson, Question, teach
from hintwise.guide.writing import FORMS, write
from hintwise.puzzles.library import collection
from hintwise.puzzles.puzzle import Puzzle
from hintwise.workshop import Difficulty, GridShape

__all__ = [
    "FORMS",
    "Batch",
    "Checked",
    "Difficulty",
    "Explained",
    "Explanation",
    "Extent",
    "Generated",
    "GridRecipe",
    "GridShape",
    "Hint",
    "Learned",
    "Lesson",
    "PassedOver",
    "Position",
    "Profile",
    "Puzzle",
    "Question",
    "Style",
    "SudokuRecipe",
    "Why",
    "check",
    "check_many",
    "collection",
    "explain",
    "generate",
    "grade",
    "hint",
    "read",
    "read_all",
    "read_puzzle",
    "teach",
    "why",
    "write",
]
