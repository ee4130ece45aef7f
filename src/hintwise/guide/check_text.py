"""What `check` says about a puzzle, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hintwise.problem import Problem
from hintwise.render.words.check import conflict_text, difference_text
from hintwise.render.words.steps import enumerate_words, rule_text
from hintwise.workshop import ClueRemarks, Report

_CELLS = {"sudoku": ("cell", "cells"), "logic_grid": ("link", "links")}


def report_lines(report: Report) -> Iterator[str]:
    """A sentence about the solutions, then about the entries, then remarks on the clues."""
    yield solutions_text(report)
    if report.entries:
        yield _entries_text(report)
    if report.clues is not None:
        yield from _remarks(report.problem, report.clues, proper=report.proper)


def solutions_text(report: Report) -> str:
    """How many solutions there are; without any the conflict, with several how two differ."""
    if report.proper:
        return "One solution."
    if not report.solutions:
        if not report.exhaustive:
            return (
                "Not decided: time was up before a solution was found; allow more with --deadline."
            )
        return f"No solution{_because(report)}."
    if report.solutions == 1:
        return "At least one solution; time was up before another one was ruled out."
    differing = ""
    if report.difference is not None:
        difference = report.difference
        differing = f": {difference_text(report.problem, difference.variable, difference.values)}"
    count = f"{report.solutions}" if report.exhaustive else f"{report.solutions} or more"
    return f"Several solutions ({count}){differing}."


def _entries_text(report: Report) -> str:
    count = len(report.entries)
    entries = "entry" if count == 1 else f"{count} entries"
    if not report.solutions:
        return f"Your {entries} cannot be judged: the puzzle itself is wrong."
    if report.entries_fit is None:
        return f"Your {entries} could not be judged in time; allow more with --deadline."
    if not report.entries_fit:
        return f"There is a mistake{_because(report)}."
    fit = "fits" if count == 1 else "fit"
    one, many = _CELLS.get(report.problem.kind.name, ("variable", "variables"))
    left = f"{report.left} {one if report.left == 1 else many} left" if report.left else "all done"
    return f"No mistake: your {entries} {fit}, {left}."


def _because(report: Report) -> str:
    conflict = report.conflict
    if conflict is None:
        return ""
    clash = conflict_text(
        report.problem, report.clashing_givens, report.clashing_entries, conflict.constraints
    )
    doubt = "" if conflict.smallest else " (time was up: there may be a smaller clash)"
    return f": {clash}{doubt}"


def _remarks(problem: Problem, clues: ClueRemarks, *, proper: bool) -> Iterator[str]:
    if clues.unused_values:
        yield f"In no clue: {enumerate_words(clues.unused_values)}."
    if clues.redundant is None and proper:
        yield "Whether a clue is redundant was not decided in time; allow more with --deadline."
    for name in clues.redundant or ():
        yield f"Redundant: {name}, {rule_text(problem, name)}, follows from the others."
    if clues.redundant and len(clues.redundant) > 1:
        yield _together_text(clues.redundant, clues.droppable)


def _together_text(redundant: Sequence[str], droppable: Sequence[str]) -> str:
    if len(droppable) == len(redundant):
        return "They can all be left out together."
    kept_out = enumerate_words(droppable)
    return f"They cannot all be left out together: without {kept_out}, the others are needed."
