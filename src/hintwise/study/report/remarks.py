"""What must be said beside the figures of a report: what they rest on, and what is missing."""

from __future__ import annotations

from collections.abc import Iterator

from hintwise.study.export.answers import SEPARATOR
from hintwise.study.export.conduct import REASONS
from hintwise.study.export.reading import Export
from hintwise.study.report.findings import Findings
from hintwise.study.report.flow import Flow
from hintwise.study.report.selection import analysed

ENOUGH_PEOPLE = 5
"""With fewer, not even all people agreeing would make a one-sided signed-rank test significant."""

NOT_DRAWN = {
    "flow": "",
    "preferences": "The plan compares arms with each other only; see the table.",
    "training": "Nobody who is analysed had a preference in a training question.",
    "learners": "There is nothing that learners could be tested on: no arm's answers beside those "
    "of another arm, and no evaluation pairs.",
}
"""What is said in place of a figure."""


def remarks(export: Export, flow: Flow, found: Findings) -> Iterator[str]:
    """What a reader must know before believing the figures."""
    if export.study["rehearsal"]:
        yield "A rehearsal: all people are simulated, and nothing here says anything about people."
    yield (
        f"{_people(flow.analysed)} analysed of {flow.completed} who completed the study; "
        f"{_taught(export)}."
    )
    if flow.completed < int(export.study["quota"]):
        yield (
            f"This is preliminary: {flow.completed} of {export.study['quota']} people have "
            "completed the study."
        )
    if not found.people:
        yield "Nobody is left to analyse, so there are no figures about answers."
        return
    yield from _too_few(export, found)


def _taught(export: Export) -> str:
    """By how many arms those were who are analysed; somebody may have come after one was closed."""
    plan = export.plan
    if plan.design == "between":
        return "everybody was taught by one arm"
    people = analysed(export).participants
    whole = sum(len(row["order"].split(SEPARATOR)) == len(plan.arms) for row in people)
    if whole == len(people):
        return "everybody went through all arms"
    return f"{whole} of them went through all arms, others without those that had been closed"


def _too_few(export: Export, found: Findings) -> Iterator[str]:
    plan = export.plan
    if found.people == 1:
        yield "With one person there is no standard deviation, and no test."
    elif found.people < ENOUGH_PEOPLE:
        yield (
            f"With fewer than {ENOUGH_PEOPLE} people no test can be significant, so none is made."
        )
    if len(plan.arms) == 1:
        yield "The study has one arm, so there is no other to compare it with."
    if not plan.evaluations:
        yield "The plan has no evaluation: what was learned was not shown to anybody."
    if found.retest is None:
        yield "Without repeats it is not known how far people agree with themselves."


def provenance(export: Export) -> Iterator[str]:
    """Where the figures come from."""
    study, plan = export.study, export.plan
    yield f"Study {plan.name}, plan {plan.hash}."
    first, last = study["first_day"], study["last_day"]
    if first is not None:
        yield f"Answers of {first}." if first == last else f"Answers from {first} to {last}."
    versions = ", ".join(f"{name} {' and '.join(n)}" for name, n in study["versions"].items())
    if versions:
        yield f"Versions: {versions}."
    if study["closed_arms"]:
        yield f"Closed before the end: {', '.join(study['closed_arms'])}."
    rules = [
        f"{REASONS[name]} ({name} = {value:g})"
        for name, value in plan.exclusion.as_json().items()
        if value is not None
    ]
    yield f"The plan excludes who {'; '.join(rules)}." if rules else "The plan excludes nobody."
    yield "Every answer is in answers.csv of the export; codebook.md says what its columns hold."


def _people(count: int) -> str:
    return "1 person" if count == 1 else f"{count} people"
