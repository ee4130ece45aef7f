"""What is known about a person's preferences, as sentences."""

from __future__ import annotations

from hintwise.problem import Problem
from hintwise.render.words.language import DEFAULT, Language
from hintwise.render.words.steps import wording_of
from hintwise.render.words.wording import Wording

_MANY = 99


def preference_text(
    problem: Problem,
    dearer: tuple[str, str],
    cheaper: tuple[str, str],
    times: float,
    *,
    expected: bool = False,
    language: str = DEFAULT,
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
    wording = wording_of(problem, language)
    (more, which_more), (less, which_less) = (_noun(wording, *k) for k in (dearer, cheaper))
    say, count = wording.language.say, _shown(wording.language, times)
    match dearer, cheaper:
        case ("constraints", ""), ("facts", ""):
            what = say("preference.few_rules", rules=more, times=count)
        case ("facts", ""), ("constraints", ""):
            what = say("preference.few_facts", rules=less, times=count)
        case _:
            if more == less and which_more:
                more = say("preference.those")
            liked, disliked = (
                say(which, noun=noun) if which else noun
                for which, noun in ((which_less, less), (which_more, more))
            )
            what = say("preference.better", liked=liked, disliked=disliked, times=count)
    return say(f"preference.{'expected' if expected else 'known'}", what=what)


def _noun(wording: Wording, kind: str, group: str) -> tuple[str, str]:
    """What elements of a kind are called, in the plural, and the template for which of these."""
    say = wording.language.say
    if group:
        named = wording.kind(group)
        # A name that a modeller chose may be anything, and is quoted.
        is_quoted = named == say("text.quoted", text=group)
        return (say("preference.group", group=named) if is_quoted else named), ""
    which = f"preference.{kind.replace(' ', '_')}" if " " in kind else ""
    if "facts" in kind:
        return say("preference.facts"), which
    if not wording.short_rules:
        return say("preference.rules"), which
    names = [wording.kind(group) for group in wording.problem.groups]
    rules = wording.language.all_of(names) if names else say("preference.rules")
    return rules, "preference.near_units" if kind == "near constraints" else which


def _shown(language: Language, times: float) -> str:
    """
    >>> from hintwise.render.words.language import find_language
    >>> [_shown(find_language("en"), times) for times in (1.26, 3.0, 23.4, 1e6)]
    ['1.3', '3', '23', 'more than 99']
    """
    if times < _MANY + 0.5:
        return language.number(times, ".2g")
    return language.say("preference.more_than", times=_MANY)
