"""A walkthrough as one self-contained page: nothing is loaded from elsewhere."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from string import Template

from hintwise.problem import Board, Brief, Problem, Staircase, State, Step
from hintwise.render.page.clues import answer, clue_list, empty_grid
from hintwise.render.page.frame import escaped, framed, page_file
from hintwise.render.page.sections import sections
from hintwise.render.svg.curve import curve
from hintwise.render.svg.shapes import STYLE
from hintwise.render.svg.steps import legend_svg
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
            form=_form(self.problem),
            clues=clue_list(wording),
            legend=self._legend,
            blank=empty_grid(wording),
            answer=self._answer(wording),
            sections="\n".join(sections(wording, self.stages)),
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
        if self._is_choice:
            yield "page.alternatives"

    @property
    def _is_choice(self) -> bool:
        """Whether the steps are different ways to go on, rather than one after the other."""
        return len(self.stages) > 1 and len({state.facts for state, _ in self.stages}) == 1

    @property
    def _legend(self) -> str:
        """What the marks mean, once for all steps: on paper there is no room for it in each.

        The steps of a logic grid are told there without pictures, so that they fit a few pages.
        """
        if isinstance(self.problem.layout, Staircase):
            return ""
        named = (legend_svg(*stage, name="legend", language=self.language) for stage in self.stages)
        return max(named, key=len, default="")  # the longest explains the most

    def _answer(self, wording: Wording) -> str:
        if not self.stages or self._is_choice:
            return ""
        state, step = self.stages[-1]
        return answer(wording, state.after(step))

    def _repr_html_(self) -> str:
        """The page in a frame, so that its looks and keys stay inside."""
        title = escaped(wording_of(self.problem, self.language).heading)
        frame = f'style="width:100%;height:820px;border:0" title="{title}"'
        return f'<iframe {frame} srcdoc="{html.escape(self.html)}"></iframe>'


_TEXTS = ("steps", "first", "back", "on", "last", "keys")
"""What the frame of the page says."""


def _form(problem: Problem) -> str:
    """What the looks of the page depend on."""
    if isinstance(problem.layout, Board):
        return "board"
    return "stairs" if isinstance(problem.layout, Staircase) else "table"


def _story(problem: Problem) -> str:
    paragraphs = (part for part in problem.story.split("\n\n") if part.strip())
    words = "".join(f'<p class="story">{escaped(part)}</p>' for part in paragraphs)
    if problem.question is None:
        return words
    return f'{words}<p class="story question">{escaped(problem.question.text)}</p>'


def _chart(wording: Wording, steps: list[Step]) -> str:
    if not steps:
        return ""
    mark = f'<p class="key">◇ {escaped(wording.language.say("page.unproven_mark"))}</p>'
    proven = all(step.proven for step in steps)
    return f'<div class="chart">{curve(wording, steps)}{"" if proven else mark}</div>'
