"""Hints that give away a little more each time."""

from __future__ import annotations

from hintwise.errors import expect
from hintwise.problem import Problem, Step
from hintwise.render.words.inside import inside_lines
from hintwise.render.words.language import DEFAULT
from hintwise.render.words.steps import wording_of

LEVELS = 5
"""Where to look, which kind of rule, which facts and rules, the deduction, what is inside it."""

DEDUCTION = 4
"""The level from which on all is given away."""


def hint_ladder(problem: Problem, step: Step, language: str = DEFAULT) -> tuple[str, ...]:
    """The step as hints, from a nudge to the whole deduction and, if known, what is inside it.

    The first says where to look and the second what kind of reasoning it takes: neither names the
    derived variable or any value. The third lists the facts and rules to use. The fourth says what
    follows.
    """
    wording = wording_of(problem, language)
    expect(step, Step, "a Step")
    named = wording.named(step)
    groups = dict.fromkeys(problem.constraint(name).group for name in step.constraints)
    if named is not None:
        kind = wording.language.say("hint.pattern", pattern=named.pattern)
    elif groups:
        kinds = wording.language.all_of(map(wording.kind, groups))
        kind = wording.language.say("hint.kinds", kinds=kinds)
    else:
        kind = wording.language.say("hint.no_kinds")
    ladder = (wording.place(step).text, kind, wording.about("hint", step), wording.step(step))
    inside = "\n".join(inside_lines(step, wording))
    return (*ladder, inside) if inside else ladder
