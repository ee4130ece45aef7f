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
from hintwise.render.words.steps import step_text

_GAP = 4
_LINES = 8
"""Of each sentence."""
_FRAME = "│┃"
_WIDER_THAN_ANY_TERMINAL = 1000


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Both pictures beside each other where there is room, else one under the other.

    Below are both steps as sentences, long ones cut short so that the pictures stay in view (they
    show every fact and rule), and the features in which they differ.
    """

    state: State
    left: Step
    right: Step

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pair = (("←", self.left), ("→", self.right))
        titles = [Text(f"{arrow} {step.derived}", style="bold") for arrow, step in pair]
        problem, facts = self.state.problem, self.state.facts
        pictures = [step_picture(problem, facts, step) for _, step in pair]
        texts = [_Beginning(step_text(problem, step)) for _, step in pair]
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
        yield from differences(self.left, self.right)


@dataclass(frozen=True, slots=True)
class _Beginning:
    """The first lines of a text, and how many more there are."""

    text: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = Text(self.text).wrap(console, options.max_width)
        yield from lines[:_LINES]
        if len(lines) > _LINES:
            yield Text(f"… and {len(lines) - _LINES} lines more", style="dim")


def differences(left: Step, right: Step) -> Iterator[Text]:
    """A line for each side, with the features that it has less of."""
    for side, less, more in (("left", left, right), ("right", right, left)):
        counts = ((name, n, more.features[name]) for name, n in less.features.items())
        named = [f"{name.replace('_', ' ')} {n} < {m}" for name, n, m in counts if n < m]
        if named:
            yield Text(f"Less on the {side}: {', '.join(named)}", style="dim")


def _framed_width(console: Console, picture: RenderableType) -> int:
    """How wide the picture proper is; the words around it can be wrapped."""
    options = console.options.update(width=_WIDER_THAN_ANY_TERMINAL)
    rendered = console.render_lines(picture, options, pad=False)
    lines = ("".join(segment.text for segment in line).rstrip() for line in rendered)
    return max((len(line) for line in lines if any(c in line for c in _FRAME)), default=0)
