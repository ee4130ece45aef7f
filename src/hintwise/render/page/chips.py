"""What a step uses, as chips: each leads to the cells that it is about, and to where it comes from.

A chip has the same `data-part` as its shape on the picture (see `linked_svg`), and the page's
script lights up both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hintwise.problem import Board, Fact, Step
from hintwise.render.marks import Marks
from hintwise.render.page.frame import escaped
from hintwise.render.svg.legend import letters_of
from hintwise.render.words.wording import Wording

MOST = 8
"""More chips than this are folded away."""


def fact_chips(wording: Wording, step: Step, origin: Mapping[Fact, int]) -> str:
    """The used facts; those that an earlier step derived lead to it."""
    places = {name: n for n, name in enumerate(dict.fromkeys(f.variable for f in step.facts))}
    chips = [
        f'<li data-part="f{places[fact.variable]}">{_fact(wording, fact, origin.get(fact))}</li>'
        for fact in step.facts
    ]
    return listed(wording, "facts", wording.language.say("page.facts"), chips)


def rule_chips(wording: Wording, step: Step, *, without: str = "") -> str:
    """The used rules but for those of one group, which stand elsewhere."""
    letters = rule_letters(wording, step)
    chips = [
        f'<li data-part="r{n}">{letters[name]}{escaped(wording.rule(name))}</li>'
        for n, name in enumerate(step.constraints)
        if not without or wording.problem.constraint(name).group != without
    ]
    return listed(wording, "rules", wording.language.say("page.rules"), chips)


def rule_letters(wording: Wording, step: Step) -> Mapping[str, str]:
    """The letter of each used rule on its plate; none on a board, which has none either."""
    if isinstance(wording.problem.layout, Board):
        return dict.fromkeys(step.constraints, "")
    letters = letters_of(Marks.of(wording.problem, (), step))
    return {name: f'<b class="plate">{letter}</b> ' for name, letter in letters.items()}


def listed(wording: Wording, look: str, title: str, chips: Sequence[str]) -> str:
    """A list with its title, all but the first few of many folded away; nothing if it is empty."""
    if not chips:
        return ""
    # One more takes no more room than saying that there is one more.
    shown = chips if len(chips) <= MOST + 1 else chips[:MOST]
    text = f'<h3>{escaped(title)}</h3><ul class="chips {look}">{"".join(shown)}</ul>'
    if rest := chips[len(shown) :]:
        more = escaped(wording.language.say("page.more", count=len(rest)))
        items = "".join(rest)
        folded = f'<summary>{more}</summary><ul class="chips {look}">{items}</ul>'
        text += f'<details class="more">{folded}</details>'
    return f'<div class="parts">{text}</div>'


def _fact(wording: Wording, fact: Fact, origin: int | None) -> str:
    text = escaped(wording.facts((fact,)))
    if origin is None:
        return text
    step = escaped(wording.language.say("page.origin", number=origin))
    return f'<a href="#step-{origin}">{text} <small>{step}</small></a>'
