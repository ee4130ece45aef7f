"""What the person at the terminal sees and presses."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator

import click
import pytest
from rich.console import Console, Group
from rich.text import Text

from hintwise.cli.learning.keys import forget_keys, unechoed
from hintwise.cli.learning.paging import LEAST, Pages
from hintwise.cli.learning.terminal_user import KEYS, PAGES, Command, TerminalUser
from hintwise.elicit.query import Query
from hintwise.elicit.session import Session
from hintwise.elicit.settings import settings_for
from hintwise.puzzles import sudoku

DOWN, UP = "\x1b[B", "\x1b[A"


def console_of(height: int, width: int = 100) -> Console:
    return Console(
        file=io.StringIO(), height=height, width=width, force_terminal=True, color_system=None
    )


def printed(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.fixture(scope="module")
def query() -> Query:
    return Session.of([sudoku("1.....3..4.....2")], settings_for("machop")).ask()


@pytest.mark.parametrize("height", [1, 8, 20, 200])
def test_all_pages_together_are_the_whole_view(height: int) -> None:
    view = Group(*(Text(f"line {number}") for number in range(30)))
    console = console_of(height)
    pages = Pages(console, view, height)
    pages.show()
    shown = 1
    while pages.turn(1):
        shown += 1
    assert printed(console).split("\n") == [*(f"line {number}" for number in range(30)), ""]
    assert shown == -(-30 // max(LEAST, height))
    assert pages.lines_left == 0
    assert not pages.turn(1)


def test_answers_from_a_pipe_are_given_to_whole_questions(
    monkeypatch: pytest.MonkeyPatch, query: Query
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
    console = console_of(10)
    assert TerminalUser(console).reply(query, "Question 1") is Command.QUIT
    assert "Less on the left" in printed(console)
    assert "↓" not in printed(console)


def user_who_presses(monkeypatch: pytest.MonkeyPatch, console: Console, *keys: str) -> TerminalUser:
    pressed = iter(keys)
    monkeypatch.setattr(click, "getchar", lambda: next(pressed))
    user = TerminalUser(console)
    user.has_keys = True
    return user


def test_pages_are_turned_until_the_answer_comes(
    monkeypatch: pytest.MonkeyPatch, query: Query
) -> None:
    console = console_of(16)
    user = user_who_presses(monkeypatch, console, UP, DOWN, "\r", UP, "x", "q")
    assert user.reply(query, "Question 1") is Command.QUIT
    text = printed(console)
    assert text.count("Question 1") == 2  # at first, and when turned back to
    assert text.count("Which is easier?") == 3
    assert "↓ or Enter: " in text
    assert "↑: back" in text


def test_nothing_of_a_question_is_cut_off(monkeypatch: pytest.MonkeyPatch, query: Query) -> None:
    whole, paged = console_of(500, 80), console_of(12, 80)
    for console in (whole, paged):
        user = user_who_presses(monkeypatch, console, *[DOWN] * 99)
        with pytest.raises(StopIteration):  # no answer ever comes
            user.reply(query, "Question 1")
    assert "…" not in printed(whole)
    own_words = ("↓", "↑", "Which is easier?", "neither")
    lines = [
        [line for line in printed(console).splitlines() if not any(w in line for w in own_words)]
        for console in (whole, paged)
    ]
    assert [line for line in lines[0] if line.strip()] == [
        line for line in lines[1] if line.strip()
    ]


def test_keys_that_turn_pages_answer_nothing() -> None:
    assert not set(PAGES) & set(KEYS)
    assert set(PAGES.values()) == {1, -1}


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The other end of a terminal that is stdin."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    with os.fdopen(theirs) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield ours
    os.close(ours)


def test_what_is_typed_meanwhile_is_neither_echoed_nor_kept(terminal: int) -> None:
    termios = pytest.importorskip("termios")

    def echoes() -> bool:
        return bool(termios.tcgetattr(sys.stdin.fileno())[3] & termios.ECHO)

    assert echoes()
    with unechoed():
        assert not echoes()
        os.write(terminal, b"lll\n")
        forget_keys()
        os.write(terminal, b"q\n")
        assert sys.stdin.readline() == "q\n"
    assert echoes()


def test_where_stdin_is_no_terminal_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("l\n"))
    with unechoed():
        forget_keys()
        assert sys.stdin.readline() == "l\n"
