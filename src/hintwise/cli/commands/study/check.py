"""`hintwise study check`: what a plan means, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from hintwise.cli.commands.study.plans import plan_argument, read_plan_file
from hintwise.cli.errors import echo, echo_json
from hintwise.cli.options import json_option
from hintwise.errors import InvalidPlan
from hintwise.render.table import counted
from hintwise.study.outline import Outline, outline
from hintwise.study.plan import StudyPlan

_AGAINST = {
    "smallest": "learned steps against the smallest",
    "prior": "learned steps against those for somebody unknown",
    "arms": "steps of each two arms against each other",
}


@click.command()
@plan_argument
@json_option
def check(file: Path, as_json: bool) -> int:
    """Say what the participants of the study in PLAN go through, or all that is wrong with it.

    The exit code is 1 if something is wrong. Nothing is started.
    """
    try:
        found = outline(read_plan_file(file))
    except InvalidPlan as error:
        if not as_json:
            raise
        echo_json({"mistakes": list(error.mistakes)})
        return 1
    if as_json:
        echo_json({**found.as_json(), "mistakes": []})
        return 0
    for line in _lines(found):
        echo(line)
    for note in found.notes:
        click.echo(f"note: {note}", err=True)
    return 0


def _lines(found: Outline) -> Iterator[str]:
    plan = found.plan
    low, high = found.minutes
    asked = f"{found.fewest} to {found.questions}" if found.fewest < found.questions else None
    yield f"{plan.title} ({plan.name})"
    yield ""
    yield f"Each participant compares {asked or found.questions} pairs of steps"
    yield f"in about {low} to {high} minutes:"
    for count, what in _course(plan):
        yield f"{count:>6}  {what}" if count else f"        {what}"
    yield ""
    closing = "" if plan.closes is None else f" until the end of {plan.closes} (UTC)"
    yield f"{counted(plan.people, 'participant')}{closing}, balanced over:"
    for cell, people in zip(plan.cells, found.people, strict=True):
        order = "" if plan.design == "between" else f": {', then '.join(cell.order)}"
        yield f"{people:>6}  {cell.name}{order}"
    yield ""
    yield f"plan {plan.hash}"


def _course(plan: StudyPlan) -> Iterator[tuple[int, str]]:
    """What comes in which order, with the number of pairs where there are any."""
    questions, checks = plan.questions, plan.checks
    yield 0, "consent"
    yield from _form(plan, "demographics")
    yield 0, "instructions"
    if questions.practice:
        yield questions.practice, "to get used to it"
    arms = len(plan.cells[0].order)
    yield 0, f"each of {arms} arms:" if arms > 1 else "an arm:"
    early = "" if questions.least is None else f" (from {questions.least} on until it has enough)"
    yield questions.train, f"  that it learns from{early}"
    if checks.dominated:
        yield checks.dominated, "  in which one step has more of everything (a check)"
    if checks.repeats:
        yield checks.repeats, "  asked before, with sides swapped (a check)"
    for evaluation in plan.evaluations:
        if evaluation.against != "arms":
            at_end = questions.least is not None and evaluation.after == questions.train
            when = "at its end" if at_end else f"after {evaluation.after}"
            yield evaluation.pairs, f"  {_AGAINST[evaluation.against]}, {when}"
    for evaluation in plan.evaluations:
        if evaluation.against == "arms":
            yield evaluation.pairs * arms * (arms - 1) // 2, _AGAINST["arms"]
    yield from _form(plan, "closing")
    completion = plan.completion
    link = "" if completion.link is None else f", and the way to {completion.link}"
    yield 0, "the end" if completion.code is None else f"the code {completion.code}{link}"


def _form(plan: StudyPlan, name: str) -> Iterator[tuple[int, str]]:
    if fields := plan.form(name).fields:
        yield 0, f"a form: {', '.join(field.name for field in fields)}"
