"""What must hold of a plan as a whole, and of its puzzles."""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterator, Sequence
from datetime import date

from hintwise.elicit.fingerprint import fingerprint
from hintwise.elicit.methods import INFORMED_METHODS
from hintwise.engine import Explainer
from hintwise.errors import HintwiseError
from hintwise.features import feature_names
from hintwise.problem import Problem
from hintwise.puzzles.kinds import kind_called
from hintwise.puzzles.puzzle import Puzzle
from hintwise.render.table import counted
from hintwise.study.plan.tables import Mistakes
from hintwise.study.plan.values import ARMS, BASELINES, FORMS, PRACTICE, StudyPlan
from hintwise.toml_places import Path

APART = 5
"""At least so many questions lie between one that trains and its repeat."""

STAGES = ("consent", "demographics", "instructions", "break", "closing", "end")
"""Where people are besides the parts of a study."""

TAKEN = (PRACTICE, *BASELINES, *STAGES, "learned", "better", "dominated", "person")
"""Names that no arm may have: in tables they stand beside those of arms, for something else."""

_USES = ("train", "evaluate", "practice")

Found = Iterator[tuple[Path, str]]


def check_plan(plan: StudyPlan, mistakes: Mistakes, today: date | None = None) -> None:
    """Note all that does not go together."""
    for check in (
        _names,
        _forms,
        _puzzles_are_alike,
        _puzzles_have_a_use,
        _arms,
        _stop,
        _evaluations,
        _checks,
        _exclusion,
        _completion,
    ):
        for path, what in check(plan):
            mistakes.note(path, what)
    if today is not None and plan.closes is not None and plan.closes < today:
        mistakes.note(
            ("closes",), f"{plan.closes} is over in UTC; expected today, {today}, or later"
        )
    if not mistakes.found:  # it takes a while, and asks solvers about the puzzles
        for path, what in _puzzles_are_explainable(plan):
            mistakes.note(path, what)


def _names(plan: StudyPlan) -> Found:
    for place, arm in enumerate(plan.arms):
        if arm.name in TAKEN:
            what = f"expected another name: {arm.name!r} means something else in tables"
            yield ("arms", place, "name"), what
    for place, name in _repeated([arm.name for arm in plan.arms]):
        yield ("arms", place, "name"), f"{name!r} is there twice"


def _forms(plan: StudyPlan) -> Found:
    places = [(form, place) for form in FORMS for place in range(len(plan.form(form).fields))]
    names = [plan.form(form).fields[place].name for form, place in places]
    for place, name in _repeated(names):
        what = f"{name!r} is there twice; it is a column of the table of participants"
        yield (*places[place], "name"), what


def _puzzles_are_alike(plan: StudyPlan) -> Found:
    """They all are of one kind, and none is evaluated that was seen before."""
    first = plan.puzzles.train[0]
    seen: dict[str, str] = {}
    for use, place, puzzle in _puzzles(plan):
        path = ("puzzles", use, place)
        if puzzle.kind != first.kind:
            nouns = kind_called(puzzle.kind).noun, kind_called(first.kind).noun
            yield path, f"is a {nouns[0]}, but the first puzzle is a {nouns[1]}; expected one kind"
            continue
        if feature_names(puzzle.problem()) != feature_names(first.problem()):
            yield path, "has other features than the first puzzle; expected the same"
            continue
        same = fingerprint(puzzle.problem())
        if (before := seen.get(same)) is not None and "evaluate" in (use, before):
            yield path, _seen_before(use, before)
        elif before == use:
            yield path, "is there twice"
        seen.setdefault(same, use)


def _seen_before(use: str, before: str) -> str:
    if use == before:
        return "is there twice"
    other = before if use == "evaluate" else use
    return f"is among those to {other} and to evaluate; expected a puzzle that nobody has seen"


def _puzzles_have_a_use(plan: StudyPlan) -> Found:
    puzzles, questions = plan.puzzles, plan.questions
    if plan.evaluations and not puzzles.evaluate:
        yield ("puzzles", "evaluate"), "expected a puzzle or more: there are [[evaluations]]"
    if puzzles.evaluate and not plan.evaluations:
        yield ("puzzles", "evaluate"), "expected no puzzle: there are no [[evaluations]]"
    if questions.practice and not puzzles.practice:
        what = f"expected a puzzle or more: practice in [questions] is {questions.practice}"
        yield ("puzzles", "practice"), what
    if puzzles.practice and not questions.practice:
        yield ("puzzles", "practice"), "expected no puzzle: practice in [questions] is 0"


def _arms(plan: StudyPlan) -> Found:
    for place, arm in enumerate(plan.arms):
        try:
            arm.settings(plan.kind, node_limit=plan.questions.node_limit)
        except HintwiseError as error:
            yield ("arms", place), str(error)


def _stop(plan: StudyPlan) -> Found:
    questions = plan.questions
    place = ("questions", "least")
    if questions.stop == "fixed":
        if questions.least is not None:
            yield place, 'expected only with stop = "enough"; leave it out'
        return
    if questions.least is None:
        yield (
            place,
            'is missing; with stop = "enough", it says how many questions there are at least',
        )
    elif questions.least > questions.train:
        yield place, f"expected at most train, {questions.train}, not {questions.least}"
    for number, arm in enumerate(plan.arms):
        if arm.method not in INFORMED_METHODS:
            accepted = ", ".join(INFORMED_METHODS)
            what = f'{arm.method!r} cannot tell when it has enough; with stop = "enough", accepted'
            yield ("arms", number, "method"), f"{what} are {accepted}"


def _evaluations(plan: StudyPlan) -> Found:
    questions = plan.questions
    for number, evaluation in enumerate(plan.evaluations):
        after = ("evaluations", number, "after")
        if evaluation.after > questions.train:
            what = f"expected at most {questions.train}, which is train in [questions]"
            yield after, f"{what}, not {evaluation.after}"
        elif questions.of_everybody < evaluation.after < questions.train:
            what = f"expected at most {questions.of_everybody}, which is least in [questions]"
            yield after, f"{what}, or {questions.train} for the end of an arm, whenever that is"
        if evaluation.against == ARMS:
            yield from _arms_against_each_other(plan, number)
    keys = [(evaluation.after, evaluation.against) for evaluation in plan.evaluations]
    for number, _ in _repeated(keys):
        twice = plan.evaluations[number]
        what = f"there are two after {twice.after} against {twice.against!r}"
        yield ("evaluations", number), what


def _arms_against_each_other(plan: StudyPlan, number: int) -> Found:
    against = ("evaluations", number, "against")
    if plan.design != "within":
        yield (
            against,
            "'arms' needs people who go through several; with design = \"within\" they do",
        )
    elif len(plan.arms) < 2:
        yield against, "'arms' needs two [[arms]] or more, not 1"
    if plan.evaluations[number].after < plan.questions.train:
        what = f"arms are compared once they are done: expected {plan.questions.train}"
        yield ("evaluations", number, "after"), f"{what}, not {plan.evaluations[number].after}"


def _checks(plan: StudyPlan) -> Found:
    checks, asked = plan.checks, plan.questions.of_everybody
    room = max(0, asked - APART)
    if checks.repeats + checks.dominated > room:
        key = "repeats" if checks.repeats else "dominated"
        given = f"{checks.dominated} dominated and {counted(checks.repeats, 'repeat')}"
        what = f"expected at most {counted(room, 'check')}, not {given}"
        why = f"{counted(asked, 'question')}, and no check after the first {APART} of them"
        yield ("checks", key), f"{what}: there are {why}"


def _exclusion(plan: StudyPlan) -> Found:
    checks, exclusion = plan.checks, plan.exclusion
    arms = len(plan.cells[0].order)
    failures = exclusion.dominated_failures
    if failures is not None and failures > (most := checks.dominated * arms):
        asked = f"{checks.dominated} in each of {arms} arms" if arms > 1 else str(checks.dominated)
        what = f"expected at most {most}, the dominated pairs that somebody is asked ({asked})"
        yield ("exclusion", "dominated_failures"), f"{what}, not {failures}"
    if exclusion.least_agreement is not None and not checks.repeats:
        yield ("exclusion", "least_agreement"), "expected only with repeats in [checks]"


def _completion(plan: StudyPlan) -> Found:
    url, code = plan.completion.url, plan.completion.code
    if url is not None and "{code}" in url and code is None:
        yield ("completion", "url"), f"{url!r} holds {{code}}, but there is no code in [completion]"


def _puzzles_are_explainable(plan: StudyPlan) -> Found:
    states = 0
    for use, place, puzzle in _puzzles(plan):
        path = ("puzzles", use, place)
        try:
            steps = _steps_of(puzzle.problem())
        except HintwiseError as error:
            yield path, str(error)
            continue
        if not steps:
            yield path, "nothing is left to explain, or nothing follows from what is given"
        states += steps if use == "evaluate" else 0
    for number, evaluation in enumerate(plan.evaluations):
        if evaluation.pairs > states:
            what = f"expected at most {states}, the steps through the puzzles to evaluate on"
            yield ("evaluations", number, "pairs"), f"{what}, not {evaluation.pairs}"


@functools.lru_cache(maxsize=256)
def _steps_of(problem: Problem) -> int:
    """How many facts follow, each by a step; `Unsatisfiable` if there is no solution."""
    return len(Explainer(problem).start.targets)


def _puzzles(plan: StudyPlan) -> Iterator[tuple[str, int, Puzzle]]:
    for use in _USES:
        for place, puzzle in enumerate(getattr(plan.puzzles, use)):
            yield use, place, puzzle


def _repeated(names: Sequence[Hashable]) -> Iterator[tuple[int, Hashable]]:
    """Where a name stands that was there before."""
    seen: set[Hashable] = set()
    for place, name in enumerate(names):
        if name in seen:
            yield place, name
        seen.add(name)
