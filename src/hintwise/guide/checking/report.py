"""What `check` says about a puzzle, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hintwise.render.words.check import conflict_text, difference_text
from hintwise.render.words.language import DEFAULT, find_language
from hintwise.render.words.steps import wording_of
from hintwise.render.words.wording import Wording
from hintwise.workshop import ClueRemarks, Report


def report_lines(report: Report, language: str = DEFAULT) -> Iterator[str]:
    """A sentence about the solutions, then about the entries, then remarks on the clues."""
    yield solutions_text(report, language)
    if report.entries:
        yield _entries_text(report, language)
    if report.clues is not None:
        wording = wording_of(report.problem, language)
        yield from _remarks(wording, report.clues, proper=report.proper)


def solutions_text(report: Report, language: str = DEFAULT) -> str:
    """How many solutions there are; without any the conflict, with several how two differ."""
    say = find_language(language).say
    if report.proper:
        return say("check.unique")
    if not report.solutions:
        return (
            _because(report, "check.none", language)
            if report.exhaustive
            else say("check.undecided")
        )
    if report.solutions == 1:
        return say("check.at_least_one")
    count = (
        str(report.solutions) if report.exhaustive else say("check.or_more", count=report.solutions)
    )
    if (differing := report.difference) is None:
        return say("check.several", count=count)
    difference = difference_text(report.problem, differing.variable, differing.values, language)
    return say("check.several_differing", count=count, difference=difference)


def verdict_text(report: Report, language: str = DEFAULT) -> str:
    """What to count a puzzle among, after its number: `with one solution`."""
    if report.entries_fit is False:
        verdict = "mistake"
    elif report.sound:
        verdict = "one"
    elif report.solutions > 1:
        verdict = "several"
    else:
        verdict = "none" if report.exhaustive and not report.solutions else "undecided"
    return find_language(language).say(f"check.verdict.{verdict}")


def _entries_text(report: Report, language: str) -> str:
    count = len(report.entries)
    wording = wording_of(report.problem, language)
    say_counted = wording.language.say_counted
    if not report.solutions:
        return say_counted("check.entries_in_vain", count)
    if report.entries_fit is None:
        return say_counted("check.entries_undecided", count)
    if place := report.crossed_out_in:
        return wording.language.say("check.mistake_crossed", unit=wording.rule(place))
    if not report.entries_fit:
        return _because(report, "check.mistake", language)
    left = wording.language.say("check.done")
    if report.left:
        cells = wording.open_variables(report.left)
        left = wording.language.say("check.left", count=report.left, cells=cells)
    return say_counted("check.entries_fit", count, left=left)


def _because(report: Report, key: str, language: str) -> str:
    """That something is wrong, and what clashes, if that is known."""
    say, conflict = find_language(language).say, report.conflict
    if conflict is None:
        return say(key)
    clash = conflict_text(
        report.problem,
        report.clashing_givens,
        report.clashing_entries,
        conflict.constraints,
        language,
    )
    if not conflict.smallest:
        clash = say("check.perhaps_smaller", clash=clash)
    return say(f"{key}_because", clash=clash)


def _remarks(wording: Wording, clues: ClueRemarks, *, proper: bool) -> Iterator[str]:
    say, all_of = wording.language.say, wording.language.all_of
    if clues.other_reading:
        yield say("check.other_reading", readings=all_of(_readings(wording, clues.other_reading)))
    if clues.unused_values:
        yield say("check.unused", values=all_of(clues.unused_values))
    if clues.redundant is None and proper:
        yield say("check.redundant_undecided")
    for name in clues.redundant or ():
        yield say("check.redundant", name=wording.label(name), clue=wording.rule(name))
    if clues.redundant and len(clues.redundant) > 1:
        if len(clues.droppable) == len(clues.redundant):
            yield say("check.all_can_go")
        else:
            yield say("check.not_all_can_go", clues=all_of(map(wording.label, clues.droppable)))


def _readings(wording: Wording, names: Iterable[str]) -> Iterator[str]:
    for name in names:
        reading = wording.problem.constraint(name).reading
        if reading is not None:
            yield wording.language.say(
                "check.read_as", name=wording.label(name), rule=reading.other_text
            )
