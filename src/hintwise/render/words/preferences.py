"""What is known about a person's preferences, as sentences."""

from __future__ import annotations

from collections.abc import Mapping

from hintwise.problem import Problem
from hintwise.render.words.steps import wording_of
from hintwise.render.words.wording import Wording

NOUNS: Mapping[str, tuple[str, str]] = {
    "constraints": ("{rules}", ""),
    "near constraints": ("{rules}", "{through}"),
    "far constraints": ("{rules}", "elsewhere"),
    "facts": ("facts", ""),
    "near facts": ("facts", "close to the derived one"),
    "far facts": ("facts", "elsewhere"),
    "facts that hold": ("facts", "that hold"),
    "facts that fail": ("facts", "that are ruled out"),
    "facts of the value": ("facts", "with the derived value"),
    "facts of other values": ("facts", "with another value"),
}
"""What the kinds of elements are called: a noun, and which of these."""

_MANY = 99


def preference_text(
    problem: Problem,
    dearer: tuple[str, str],
    cheaper: tuple[str, str],
    times: float,
    *,
    expected: bool = False,
) -> str:
    """That somebody likes one kind of elements better than a dearer one, and by how much.

    A kind is its name, and a group of constraints or nothing. What was `expected` of anybody says
    so.

    >>> from hintwise.puzzles import sudoku
    >>> problem = sudoku("." * 81)
    >>> preference_text(problem, ("constraints", "col"), ("constraints", "row"), 2.04)
    'You like rows better than columns, which count 2 times as much.'
    >>> preference_text(problem, ("facts", ""), ("constraints", ""), 2.5, expected=True)
    'As expected, you like steps with few facts, even if they need more rows, columns and blocks: \
a fact counts like 2.5 of these.'
    """
    wording = wording_of(problem)
    (more, which_more), (less, which_less) = (_noun(wording, *k) for k in (dearer, cheaper))
    count = _shown(times)
    match dearer, cheaper:
        case ("constraints", ""), ("facts", ""):
            text = f"steps with few {more}, even if they need more facts: each counts like {count}"
            text += " facts"
        case ("facts", ""), ("constraints", ""):
            text = f"steps with few facts, even if they need more {less}: a fact counts like"
            text += f" {count} of these"
        case _:
            others = "those" if more == less and which_more else more
            liked, disliked = f"{less} {which_less}".strip(), f"{others} {which_more}".strip()
            text = f"{liked} better than {disliked}, which count {count} times as much"
    return f"{'As expected, you' if expected else 'You'} like {text}."


def _noun(wording: Wording, kind: str, group: str) -> tuple[str, str]:
    """What elements of a kind are called, in the plural, and which of these are meant."""
    if group:
        named = wording.kind(group)
        # A name that a modeller chose may be anything, and is quoted.
        is_quoted = named == wording.language.say("text.quoted", text=group)
        return (f"{named} rules" if is_quoted else named), ""
    names = [wording.kind(group) for group in wording.problem.groups]
    rules = wording.language.all_of(names) if wording.short_rules and names else "rules"
    through = "through the derived cell" if wording.short_rules else "about the derived fact"
    noun, which = NOUNS[kind]
    return noun.format(rules=rules), which.format(through=through)


def _shown(times: float) -> str:
    """
    >>> [_shown(times) for times in (1.26, 3.0, 23.4, 1e6)]
    ['1.3', '3', '23', 'more than 99']
    """
    return f"{times:.2g}" if times < _MANY + 0.5 else f"more than {_MANY}"
