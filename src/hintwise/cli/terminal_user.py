"""The user at the terminal: sees two steps and presses a key."""

from __future__ import annotations

import enum
import sys
from collections.abc import Mapping

import click
import numpy as np
from rich.console import Console, RenderableType
from rich.text import Text

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

LINES: Mapping[str, Side | Reply] = {
    **{key: reply for key, reply in KEYS.items() if key.isalpha() and key.isascii()},
    **{word.value: word for word in (*Side, *Answer, *Command)},
    "neither": Answer.NONE,
}
"""What is accepted where there are no keys to press; `a` and `b` are the steps on any side."""


class TerminalUser:
    """Shows queries on a console and reads the replies from stdin.

    In a terminal a single key press is a reply. If stdin is a pipe or a file, each of its lines is
    one, and its end means quit. On which side the method's own favourite stands is drawn for each
    query from `seed`, so that nobody learns to prefer a side.
    """

    def __init__(self, console: Console, seed: int = 0, language: str = DEFAULT) -> None:
        self._console = console
        self._language = language
        self._seed = seed
        self.has_keys = sys.stdin.isatty()

    def reply(self, query: Query, heading: str, *, note: str = "", advice: str = "") -> Reply:
        """What the person says to a query.

        Below its heading stands a quiet note; advice is where everybody sees it, at the prompt.
        """
        left = Answer.A if self._a_is_left(query) else Answer.B
        right = Answer.B if left is Answer.A else Answer.A
        steps = {Answer.A: query.a, Answer.B: query.b}
        self._console.print()
        self._console.rule(Text(heading, style="bold"), align="left")
        if note:
            self._console.print(Text(note, style="dim"))
        self._console.print(SideBySide(query.state, steps[left], steps[right], self._language))
        if advice:
            self._console.print(Text(advice, style="bold green"))
        words = find_language(self._language)
        self._console.print(Text(words.say("learn.prompt"), style="bold"))
        reply = _pressed_key() if self.has_keys else _read_line()
        answer = {Side.LEFT: left, Side.RIGHT: right}[reply] if isinstance(reply, Side) else reply
        said = {left: "left", right: "right", Answer.NONE: "neither"}
        word = answer.value if isinstance(answer, Command) else said[answer]
        self.say(words.say(f"learn.reply.{word}"))
        return answer

    def _a_is_left(self, query: Query) -> bool:
        return bool(np.random.default_rng([self._seed, query.number]).integers(2))

    def show(self, view: RenderableType) -> None:
        self._console.print()
        self._console.print(view)

    def say(self, text: str) -> None:
        self._console.print(Text(text), soft_wrap=True)


def _pressed_key() -> Side | Reply:
    """The first key that means something; others do nothing."""
    while True:
        try:
            key = click.getchar()
        except EOFError:
            return Command.QUIT
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
