"""The plan of a study: one file that says all that its participants go through."""

from hintwise.study.plan.forms import Field as Field
from hintwise.study.plan.forms import Form as Form
from hintwise.study.plan.paper import PAPER_PLAN as PAPER_PLAN
from hintwise.study.plan.reading import read_plan as read_plan
from hintwise.study.plan.values import Arm as Arm
from hintwise.study.plan.values import Cell as Cell
from hintwise.study.plan.values import Checks as Checks
from hintwise.study.plan.values import Completion as Completion
from hintwise.study.plan.values import Evaluation as Evaluation
from hintwise.study.plan.values import Exclusion as Exclusion
from hintwise.study.plan.values import PlannedPuzzles as PlannedPuzzles
from hintwise.study.plan.values import Questions as Questions
from hintwise.study.plan.values import StudyPlan as StudyPlan
