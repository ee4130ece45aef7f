"""What workers can be asked to compute, by name."""

from collections.abc import Mapping

from hintwise.service.jobs.tasks.context import Task
from hintwise.service.jobs.tasks.lessons import (
    begin_lesson,
    profile_of_lesson,
    take_in_lesson,
    visit_lesson,
    warm_up_lesson,
)
from hintwise.service.jobs.tasks.puzzles import check, generate, grade
from hintwise.service.jobs.tasks.steps import explain, hint, prepare, why
from hintwise.service.jobs.tasks.study import visit_study, warm_up_study
from hintwise.service.jobs.tasks.views import read, retrace, view, walkthrough

TASKS: Mapping[str, Task] = {
    "prepare": prepare,
    "read": read,
    "check": check,
    "grade": grade,
    "generate": generate,
    "hint": hint,
    "why": why,
    "explain": explain,
    "view": view,
    "retrace": retrace,
    "walkthrough": walkthrough,
    "begin_lesson": begin_lesson,
    "take_in_lesson": take_in_lesson,
    "visit_lesson": visit_lesson,
    "profile_of_lesson": profile_of_lesson,
    "warm_up_lesson": warm_up_lesson,
    "visit_study": visit_study,
    "warm_up_study": warm_up_study,
}
