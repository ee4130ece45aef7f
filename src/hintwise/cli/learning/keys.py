"""Keys that are pressed while nobody has asked for one: neither echoed nor taken for an answer."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unechoed() -> Iterator[None]:
    """Inside the block a terminal does not write what is typed through what is shown.

    What was typed and never asked for is forgotten at its end, and not left to the shell.
    """
    if sys.platform == "win32" or not sys.stdin.isatty():
        yield
        return
    import termios

    try:
        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
    except (OSError, termios.error):  # it only looks like a terminal
        yield
        return
    quiet = termios.tcgetattr(terminal)
    quiet[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSADRAIN, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSAFLUSH, before)


def forget_keys() -> None:
    """Drop what was typed so far: it was meant for something else."""
    if sys.platform == "win32":
        import msvcrt

        while msvcrt.kbhit():
            msvcrt.getch()
        return
    import termios

    try:
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
    except (OSError, termios.error):
        return
