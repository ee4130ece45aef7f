"""The steps of a walkthrough: each a picture, and all that there is to say about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hintwise.problem import Fact, Inside, State, Step
from hintwise.render.page.chips import fact_chips, rule_chips
from hintwise.render.page.clues import GROUP, clue_list, clues_of, used_clues
from hintwise.render.page.frame import escaped
from hintwise.render.svg.steps import legend_svg, linked_svg, small_svg
from hintwise.render.words.effort import effort_text, proof_text
from hintwise.render.words.inside import nothing_easier
from hintwise.render.words.language import capitalised
from hintwise.render.words.wording import Wording


def sections(wording: Wording, stages: Sequence[tuple[State, Step]]) -> Iterator[str]:
    """A section for each step, with the ids `step-1`, `step-2`, …"""
    say, language = wording.language.say, wording.language.name
    if not stages:
        yield f"<p>{escaped(say('page.nothing'))}</p>"
    origin: dict[Fact, int] = {}
    for number, (state, step) in enumerate(stages, 1):
        name = f"step-{number}"
        picture = linked_svg(state, step, name=name, language=language)
        legend = legend_svg(state, step, name=f"{name}-legend", language=language)
        yield (
            f'<section class="step" id="{name}" aria-labelledby="{name}-heading">'
            f'<figure>{picture}{legend}</figure><div class="words">'
            f'<p class="count">{escaped(say("page.step", number=number, count=len(stages)))}</p>'
            f'<h2 id="{name}-heading">{escaped(wording.derived(step))}</h2>'
            f"{_words(wording, step, origin)}{inside(wording, state, step, name)}</div></section>"
        )
        for fact in state.after(step).facts - state.facts:
            origin.setdefault(fact, number)


def _words(wording: Wording, step: Step, origin: Mapping[Fact, int]) -> str:
    """Pattern and sentence, effort, and what the step uses."""
    figures = (effort_text(wording, step), proof_text(wording.language, step))
    effort = capitalised("; ".join(filter(None, figures)))
    has_clues = bool(clues_of(wording.problem))
    return (
        f"{_told(wording, step)}"
        f'<p class="effort">{escaped(effort)}.</p>'
        f"{fact_chips(wording, step, origin)}"
        f"{rule_chips(wording, step, without=GROUP if has_clues else '')}"
        f"{used_clues(wording, step)}{clue_list(wording, step)}"
    )


def _told(wording: Wording, step: Step) -> str:
    named = wording.named(step)
    badge = "" if named is None else f'<p class="badge">{escaped(capitalised(named.pattern))}</p>'
    first, *others = map(escaped, wording.lines(step))
    if not others:
        return f'{badge}<p class="sentence">{first}</p>'
    links = "".join(f"<li>{line}</li>" for line in others)
    return f'{badge}<p class="sentence">{first}</p><ol class="sentence argument">{links}</ol>'


def inside(wording: Wording, state: State, step: Step, name: str) -> str:
    """What a step consists of, folded away, and again what its inner steps consist of.

    `name` starts every id in it.
    """
    if step.inside is None or wording.argues(step):
        return ""
    say = wording.language.say
    if not step.inside.steps:
        return (
            f'<p class="irreducible">{escaped(nothing_easier(step.inside, wording.language))}</p>'
        )
    steps = "".join(_inner_steps(wording, state, step.inside, name))
    assumed = ""
    if step.inside.assumed is not None:
        text = escaped(wording.assumption(step.inside.assumed))
        assumed = f'<p class="assumed">{text}</p>'
    title = escaped(say("inside.title"))
    return f'<details class="inside"><summary>{title}</summary>{assumed}<ol>{steps}</ol></details>'


def _inner_steps(wording: Wording, state: State, chain: Inside, name: str) -> Iterator[str]:
    for number, (before, inner) in enumerate(chain.stages(state), 1):
        own = f"{name}-{number}"
        picture = small_svg(before, inner, name=own, language=wording.language.name)
        deeper = inside(wording, before, inner, own)
        told = f"<div>{_told(wording, wording.told(inner, chain))}</div>"
        yield f'<li><div class="inner">{told}<div class="small">{picture}</div></div>{deeper}</li>'
