"""A walkthrough as one self-contained page: nothing is loaded from elsewhere."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from string import Template

from hintwise.problem import Brief, Fact, Problem, State, Step
from hintwise.render.page.frame import escaped, framed, page_file
from hintwise.render.svg.curve import curve
from hintwise.render.svg.shapes import STYLE
from hintwise.render.svg.steps import svg
from hintwise.render.words.language import DEFAULT
from hintwise.render.words.steps import wording_of
from hintwise.render.words.wording import Wording


@dataclass(frozen=True, slots=True, repr=False)
class Walkthrough(Brief):
    """Steps of one problem, each with the state it starts from.

    A walkthrough that was `stopped` early tells its reader so.
    """

    problem: Problem
    stages: tuple[tuple[State, Step], ...]
    stopped: bool = False
    language: str = DEFAULT

    @classmethod
    def of(cls, state: State, steps: Iterable[Step], *, language: str = DEFAULT) -> Walkthrough:
        """The steps one after the other, as `Explainer.sequence` yields them from `state`."""
        stages = []
        for step in steps:
            stages.append((state, step))
            state = state.after(step)
        return cls(state.problem, tuple(stages), language=language)

    @property
    def html(self) -> str:
        """The page: a stepper with JavaScript, all steps in order without it and on paper."""
        wording = wording_of(self.problem, self.language)
        title = wording.heading
        texts = {key: escaped(wording.language.say(f"page.{key}")) for key in _TEXTS}
        body = Template(page_file("page.html")).substitute(
            texts,
            heading=escaped(title),
            story=_story(self.problem),
            note="".join(
                f'<p class="note">{escaped(wording.language.say(key))}</p>' for key in self._notes
            ),
            script=page_file("page.js"),
            count=len(self.stages),
            chart=_chart(wording, [step for _, step in self.stages]),
            sections="\n".join(_sections(wording, self.stages)),
        )
        return framed(
            body,
            title=wording.language.say("page.title", title=title),
            style=STYLE + page_file("page.css"),
            language=self.language,
            scripted=True,
        )

    @property
    def _notes(self) -> Iterator[str]:
        """What a reader should know before anything else, as keys of the language."""
        if self.stopped:
            yield "page.stopped"
        if len(self.stages) > 1 and len({state.facts for state, _ in self.stages}) == 1:
            yield "page.alternatives"

    def _repr_html_(self) -> str:
        """The page in a frame, so that its looks and keys stay inside."""
        title = escaped(wording_of(self.problem, self.language).heading)
        frame = f'style="width:100%;height:820px;border:0" title="{title}"'
        return f'<iframe {frame} srcdoc="{html.escape(self.html)}"></iframe>'


_TEXTS = ("steps", "first", "back", "on", "last", "keys")
"""What the frame of the page says."""


def _story(problem: Problem) -> str:
    paragraphs = (part for part in problem.story.split("\n\n") if part.strip())
    return "".join(f'<p class="story">{escaped(part)}</p>' for part in paragraphs)


def _chart(wording: Wording, steps: list[Step]) -> str:
    if not steps:
        return ""
    mark = f'<p class="key">◇ {escaped(wording.language.say("page.unproven_mark"))}</p>'
    proven = all(step.proven for step in steps)
    return f'<div class="chart">{curve(wording, steps)}{"" if proven else mark}</div>'


def _sections(wording: Wording, stages: tuple[tuple[State, Step], ...]) -> Iterator[str]:
    say = wording.language.say
    if not stages:
        yield f"<p>{escaped(say('page.nothing'))}</p>"
    origin: dict[Fact, int] = {}
    for number, (state, step) in enumerate(stages, 1):
        name = f"step-{number}"
        picture = svg(state, step, name=name, styled=False, language=wording.language.name)
        derived = wording.facts((step.derived,))
        yield (
            f'<section class="step" id="{name}" aria-labelledby="{name}-heading">'
            f'<figure>{picture}</figure><div class="words">'
            f'<p class="count">{escaped(say("page.step", number=number, count=len(stages)))}</p>'
            f'<h2 id="{name}-heading">{escaped(derived)}</h2>'
            f"{_words(wording, step, origin)}</div></section>"
        )
        for fact in (step.derived, *step.taken_along):
            origin.setdefault(fact, number)


def _words(wording: Wording, step: Step, origin: dict[Fact, int]) -> str:
    """Sentence, cost, and lists of what the step uses."""
    say = wording.language.say
    form = "page.proven" if step.optimal else "page.unproven"
    number = wording.language.number
    figures = {"cost": number(step.cost), "bound": number(step.lower_bound)}
    if step.optimum is not None and step.optimum < step.cost:
        form, figures = "page.natural", {**figures, "optimum": number(step.optimum)}
    facts = [_fact(wording, fact, origin.get(fact)) for fact in step.facts]
    rules = [escaped(wording.rule(name)) for name in step.constraints]
    return (
        f'<p class="sentence">{escaped(wording.step(step))}</p>'
        f'<p class="cost">{escaped(say(form, **figures))}</p>'
        f"{_listed('facts', say('page.facts'), facts)}{_listed('rules', say('page.rules'), rules)}"
    )


def _fact(wording: Wording, fact: Fact, origin: int | None) -> str:
    """A used fact, with a link to the step that derived it if there is one."""
    text = escaped(wording.facts((fact,)))
    if origin is None:
        return text
    step = escaped(wording.language.say("page.origin", number=origin))
    return f'<a href="#step-{origin}">{text} <small>{step}</small></a>'


def _listed(look: str, title: str, entries: list[str]) -> str:
    items = "".join(f"<li>{entry}</li>" for entry in entries)
    return f'<h3>{escaped(title)}</h3><ul class="{look}">{items}</ul>' if entries else ""
