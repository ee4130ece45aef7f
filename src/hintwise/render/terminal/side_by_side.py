"""Two steps of one state to choose from, for a terminal.

What they cost is not shown: whoever chooses should not be told which one hintwise holds for better.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from hintwise.problem import State, Step
from hintwise.render.terminal.steps import step_picture
from hintwise.render.words.differences import fewer_than
from hintwise.render.words.language import DEFAULT, find_language
from hintwise.render.words.steps import wording_of

_GAP = 4
_FRAME = "│┃"
_WIDER_THAN_ANY_TERMINAL = 1000


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Both pictures beside each other where there is room, else one under the other.

    Below are both steps as sentences, and the features in which they differ.
    """

    state: State
    left: Step
    right: Step
    language: str = DEFAULT

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pair = (("←", self.left), ("→", self.right))
        problem, facts = self.state.problem, self.state.facts
        wording = wording_of(problem, self.language)
        titles = [Text(f"{arrow} {wording.written(s.derived)}", style="bold") for arrow, s in pair]
        pictures = [step_picture(problem, facts, step, self.language) for _, step in pair]
        texts = [Text(wording.step(step)) for _, step in pair]
        width = max(_framed_width(console, picture) for picture in pictures)
        if 2 * width + _GAP <= options.max_width:
            columns = Table.grid(padding=(0, _GAP, 0, 0))
            for _ in pair:
                columns.add_column(width=(options.max_width - _GAP) // 2)
            for row in (titles, pictures, texts):
                columns.add_row(*row)
            yield columns
        else:
            for view in zip(titles, pictures, texts, strict=True):
                yield Group(*view, Text())
        yield from differences(self.left, self.right, self.language)


def differences(left: Step, right: Step, language: str = DEFAULT) -> Iterator[Text]:
    """A line for each side, with the features that it has less of."""
    say = find_language(language).say
    for side, step, other in (("left", left, right), ("right", right, left)):
        if fewer := fewer_than(step, other, language):
            yield Text(say(f"pair.less_{side}", features=", ".join(fewer)), style="dim")


def _framed_width(console: Console, picture: RenderableType) -> int:
    """How wide the picture proper is; the words around it can be wrapped."""
    options = console.options.update(width=_WIDER_THAN_ANY_TERMINAL)
    rendered = console.render_lines(picture, options, pad=False)
    lines = ("".join(segment.text for segment in line).rstrip() for line in rendered)
    return max((len(line) for line in lines if any(c in line for c in _FRAME)), default=0)
