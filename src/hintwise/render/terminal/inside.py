"""What a step consists of, for a terminal: a list that is indented once more with every level."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from hintwise.problem import Inside, State
from hintwise.render.words.inside import nothing_easier
from hintwise.render.words.language import DEFAULT
from hintwise.render.words.steps import wording_of

_INDENT = 2


def inside_view(state: State, chain: Inside, language: str = DEFAULT) -> RenderableType:
    """Each inner step in words, with what is inside it below; `state` is that of the whole step."""
    return Padding(Group(*_lines(state, chain, language)), (0, 0, 0, _INDENT))


def _lines(state: State, chain: Inside, language: str) -> Iterator[RenderableType]:
    wording = wording_of(state.problem, language)
    if not chain.steps:
        yield Text(nothing_easier(chain, wording.language), style="dim")
        return
    yield Text(wording.language.say("inside.title"), style="bold")
    if chain.assumed is not None:
        yield Text(wording.assumption(chain.assumed))
    for number, (before, step) in enumerate(chain.stages(state), 1):
        numbered = Table.grid(padding=(0, 1, 0, 0))
        numbered.add_row(Text(f"{number}."), Text(wording.step(wording.told(step, chain))))
        yield numbered
        if step.inside is not None:
            yield inside_view(before, step.inside, language)
