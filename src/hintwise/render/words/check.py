"""What a check found, as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from hintwise.problem import Fact, Problem
from hintwise.render.words.language import DEFAULT
from hintwise.render.words.steps import wording_of
from hintwise.render.words.wording import Wording


def conflict_text(
    problem: Problem,
    givens: Sequence[Fact],
    entries: Sequence[Fact],
    constraints: Sequence[str],
    language: str = DEFAULT,
) -> str:
    """Which facts and rules clash; where there are `entries`, they are "your" own.

    >>> from hintwise.puzzles import sudoku
    >>> problem = sudoku(".5....5.." + "." * 72)
    >>> conflict_text(problem, problem.givens, (), ["row 1"])
    'r1c2=5 and r1c7=5 clash with row 1'
    """
    wording = wording_of(problem, language)
    say_counted = wording.language.say_counted
    facts = _facts(wording, givens, entries)
    rules = wording.language.all_of(map(wording.rule, constraints)) if constraints else ""
    count = len(givens) + len(entries)
    if facts and rules:
        if not wording.short_rules:
            # Whole sentences, which need something to lead up to them.
            rules = say_counted("check.these_rules", len(constraints), rules=rules)
        return say_counted("check.clash", count, facts=facts, rules=rules)
    if facts:
        return say_counted("check.facts_alone", count, facts=facts)
    if rules:
        return say_counted("check.rules_alone", len(constraints), rules=rules)
    return wording.language.say("check.nothing_alone")


def _facts(wording: Wording, givens: Sequence[Fact], entries: Sequence[Fact]) -> str:
    """The facts of a conflict, by whose they are; nothing if there are none."""
    listed = [
        (form, len(facts), wording.language.all_of(map(wording.written, facts)))
        for form, facts in (("entered", entries), ("given", givens))
        if facts
    ]
    if not entries:
        return "".join(facts for _, _, facts in listed)
    return wording.language.all_of(
        wording.language.say_counted(f"check.{form}", count, facts=facts)
        for form, count, facts in listed
    )


def difference_text(
    problem: Problem, variable: str, values: Sequence[int], language: str = DEFAULT
) -> str:
    """How two solutions differ.

    >>> from hintwise.puzzles import sudoku
    >>> difference_text(sudoku("." * 16), "r1c3", (3, 4))
    'r1c3 can be 3 or 4'
    """
    spoken = wording_of(problem, language).language
    if problem.variable(variable).boolean:
        return spoken.say("check.can_be_true_or_not", variable=variable)
    return spoken.say("check.can_be", variable=variable, values=spoken.any_of(map(str, values)))
