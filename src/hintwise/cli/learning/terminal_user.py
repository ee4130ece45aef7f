"""The user at the terminal: sees two steps and presses a key."""

from __future__ import annotations

import enum
import sys
from collections.abc import Mapping

import click
from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from hintwise.cli.learning.keys import forget_keys
from hintwise.cli.learning.paging import Pages
from hintwise.errors import InvalidValue
from hintwise.guide.teaching import Answer, Query
from hintwise.render.terminal.side_by_side import SideBySide
from hintwise.render.words.language import DEFAULT, find_language


class Command(enum.Enum):
    """What a person may want instead of answering."""

    UNDO = "undo"
    QUIT = "quit"


class Side(enum.Enum):
    """Where the step stands that a person prefers."""

    LEFT = "left"
    RIGHT = "right"


Reply = Answer | Command

KEYS: Mapping[str, Side | Reply] = {
    "l": Side.LEFT,
    "r": Side.RIGHT,
    "n": Answer.NONE,
    " ": Answer.NONE,
    "u": Command.UNDO,
    "q": Command.QUIT,
    # The arrows of terminals in their two modes, and of Windows.
    **dict.fromkeys(("\x1b[D", "\x1bOD", "\xe0K", "\x00K"), Side.LEFT),
    **dict.fromkeys(("\x1b[C", "\x1bOC", "\xe0M", "\x00M"), Side.RIGHT),
}

PAGES: Mapping[str, int] = {
    # Down and up, also by a page; Enter goes on.
    **dict.fromkeys(("\r", "\n", "\x1b[B", "\x1bOB", "\x1b[6~", "\xe0P", "\x00P", "\xe0Q"), 1),
    **dict.fromkeys(("\x1b[A", "\x1bOA", "\x1b[5~", "\xe0H", "\x00H", "\xe0I"), -1),
}
"""Which way to turn, where two steps do not fit the terminal."""

LINES: Mapping[str, Side | Reply] = {
    **{key: reply for key, reply in KEYS.items() if key.isalpha() and key.isascii()},
    **{word.value: word for word in (*Side, *Answer, *Command)},
    "neither": Answer.NONE,
}
"""What is accepted where there are no keys to press; `a` and `b` are the steps on any side."""


class TerminalUser:
    """Shows queries on a console and reads the replies from stdin.

    In a terminal a single key press is a reply. If stdin is a pipe or a file, each of its lines is
    one, and its end means quit.
    """

    def __init__(self, console: Console, language: str = DEFAULT) -> None:
        self._console = console
        self._language = language
        self.has_keys = sys.stdin.isatty()

    def reply(self, query: Query, heading: str, *, note: str = "", advice: str = "") -> Reply:
        """What the person says to a query.

        Below its heading stands a quiet note; advice is where everybody sees it, at the prompt.
        """
        left = Answer.B if query.a_is_left is False else Answer.A
        right = Answer.B if left is Answer.A else Answer.A
        steps = {Answer.A: query.a, Answer.B: query.b}
        words = find_language(self._language)
        prompt = Text(words.say("learn.prompt"), style="bold")
        parts: list[RenderableType] = [Text(), Rule(Text(heading, style="bold"), align="left")]
        parts += [Text(note, style="dim")] if note else []
        parts.append(SideBySide(query.state, steps[left], steps[right], self._language))
        parts += [Text(advice, style="bold green")] if advice else []
        pages = Pages(self._console, Group(*parts), self._room_above(prompt))
        pages.show()
        reply = self._answered(pages, prompt)
        answer = {Side.LEFT: left, Side.RIGHT: right}[reply] if isinstance(reply, Side) else reply
        said = {left: "left", right: "right", Answer.NONE: "neither"}
        word = answer.value if isinstance(answer, Command) else said[answer]
        self.say(words.say(f"learn.reply.{word}"))
        return answer

    def _room_above(self, prompt: Text) -> int | None:
        """How many lines can be seen at a time; None where pages cannot be turned."""
        if not (self.has_keys and self._console.is_terminal):
            return None
        below = len(self._console.render_lines(prompt)) + 2  # how to turn, and the cursor
        return self._console.height - below

    def _answered(self, pages: Pages, prompt: Text) -> Side | Reply:
        """The reply to what is on the pages, at whichever of them it comes."""
        forget_keys()
        while True:
            self._say_how_to_turn(pages)
            self._console.print(prompt)
            if not self.has_keys:
                return _read_line()
            while isinstance(pressed := _pressed_key(), int):
                if pages.turn(pressed):
                    break
            else:
                return pressed

    def _say_how_to_turn(self, pages: Pages) -> None:
        words = find_language(self._language)
        left = pages.lines_left
        ways = [words.say_counted("learn.page_on", left)] if left else []
        ways += [] if pages.is_first else [words.say("learn.page_back")]
        if ways:
            self._console.print(Text("   ".join(ways), style="dim"))

    def show(self, view: RenderableType) -> None:
        self._console.print()
        self._console.print(view)

    def say(self, text: str) -> None:
        self._console.print(Text(text), soft_wrap=True)


def _pressed_key() -> Side | Reply | int:
    """The first key that means something, or which way to turn; others do nothing."""
    while True:
        try:
            key = click.getchar()
        except EOFError:
            return Command.QUIT
        if (turn := PAGES.get(key)) is not None:
            return turn
        # Capital letters count as well, but in what an arrow sends the case means something.
        if (reply := KEYS.get(key.lower() if key.isalpha() else key)) is not None:
            return reply


def _read_line() -> Side | Reply:
    line = sys.stdin.readline()
    if not line:
        return Command.QUIT
    if (reply := LINES.get(line.strip().lower())) is None:
        raise InvalidValue(f"{line.strip()!r} is not an answer; accepted are {', '.join(LINES)}")
    return reply
