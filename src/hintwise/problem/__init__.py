"""The values everything else speaks about: facts, constraints, problems, states, steps.

All are frozen. A problem holds its CPMpy expressions as opaque objects: only the puzzle builders
write them and only the engine's encoder and verifier read them; a fingerprint takes them as text.
"""

from hintwise.problem.brief import Brief
from hintwise.problem.facts import (
    MANY_VALUES,
    Assignment,
    Constraint,
    Element,
    Fact,
    Reading,
    Variable,
    read_relation,
)
from hintwise.problem.html import as_html
from hintwise.problem.kind import EasyStep, Kind
from hintwise.problem.layout import Board, Cage, Cell, Layout, Place, Staircase, Table, Value
from hintwise.problem.model import Counts, FeatureScheme, Neighbours, Problem, Proposal
from hintwise.problem.question import PuzzleQuestion
from hintwise.problem.reading import squeezed
from hintwise.problem.steps import CONTRADICTION, Inside, Seen, State, Step

__all__ = [
    "CONTRADICTION",
    "MANY_VALUES",
    "Assignment",
    "Board",
    "Brief",
    "Cage",
    "Cell",
    "Constraint",
    "Counts",
    "EasyStep",
    "Element",
    "Fact",
    "FeatureScheme",
    "Inside",
    "Kind",
    "Layout",
    "Neighbours",
    "Place",
    "Problem",
    "Proposal",
    "PuzzleQuestion",
    "Reading",
    "Seen",
    "Staircase",
    "State",
    "Step",
    "Table",
    "Value",
    "Variable",
    "as_html",
    "read_relation",
    "squeezed",
]
