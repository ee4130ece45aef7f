"""What a person can ask for, once, for every front end: command line, notebook and web.

| question | answer | module |
|---|---|---|
| `read`, `read_puzzle`, `read_all` | a `Position`: a `Puzzle` and own entries | `reading` |
| `read_model` | a `Position` in a model that code has built | `reading` |
| `explain` | `Explained` steps, each found when it is asked for | `explaining` |
| `hint` | a `Hint`: the next step, given away rung by rung | `hinting` |
| `why` | a `Why`: the cheapest step to a fact, if it follows | `reasons` |
| `view` | a `View`: how a puzzle is drawn | `viewing` |
| `retrace` | how far a person got before a mistake, `Retraced` | `checking.retracing` |
| `solve` | a `Solved`: the solution, or what all have in common | `solving` |
| `check`, `check_many` | `Checked`: how many solutions, and which entries clash | `checking` |
| `generate` | `Generated` puzzles of a grade | `generating` |
| `grade` | a `Difficulty` | `grading` |
| `teach` | a `Lesson`: one `Question` after the other, and what was `Learned` | `teaching` |
| `write` | the text of Sudokus in another form | `writing` |

Each question has a module of its own, so that a front end loads what it asks and no more; what they
share is here. Texts and values go in; frozen values come out, each with one JSON form, `as_json`.
Nothing here reads files, prints, or keeps anything between two calls; whoever asks often about a
puzzle keeps `Workbenches` and hands them over. Whatever takes long can be
cancelled from another thread (`cancel`, such as a `threading.Event`).

Every step that is returned has passed the independent verifier, or `FailedCheck` is raised. No
error and no answer about a mistake tells anything about the solution.
"""

from hintwise.elicit.profile import Profile
from hintwise.guide.position import Position
from hintwise.puzzles.library import collection
from hintwise.puzzles.model_puzzle import ModelPuzzle
from hintwise.puzzles.puzzle import Puzzle

__all__ = ["ModelPuzzle", "Position", "Profile", "Puzzle", "collection"]
