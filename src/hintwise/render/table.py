"""Tables of text, and figures written as people read them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_MARKDOWN = str.maketrans({"\\": r"\\", "|": r"\|", "*": r"\*", "`": r"\`", "<": "&lt;", "\n": " "})


@dataclass(frozen=True, slots=True)
class Table:
    """A title, rows of text under headers, and what one must know to read them."""

    title: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


def markdown_lines(table: Table) -> Iterator[str]:
    """The table and its notes, without the title."""
    yield _line(table.headers)
    yield _line(["---", *("---:" for _ in table.headers[1:])])
    yield from map(_line, table.rows)
    if table.notes:
        yield ""
        yield from (f"- {markdown_text(note)}" for note in table.notes)


def markdown_text(text: str) -> str:
    """Text such that Markdown shows it as it is, on one line.

    >>> print(markdown_text("a|b"), markdown_text(chr(92) + "|"))
    a\\|b \\\\\\|
    """
    return text.translate(_MARKDOWN)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(markdown_text, cells))} |"


def number(value: float | None) -> str:
    """A figure to about three digits.

    >>> number(0.41049), number(13.902), number(27408.2), number(float("inf")), number(None)
    ('0.410', '13.90', '27408', '∞', '–')
    >>> number(0.0), number(0.00012)
    ('0', '0.00012')
    """
    if value is None:
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    size = abs(value)
    if size < 0.001:
        return f"{value:.2g}"
    return f"{value:.{3 if size < 10 else 2 if size < 100 else 1 if size < 1000 else 0}f}"


def spread(middle: float, around: float | None) -> str:
    """A figure and how far values lie from it, both to the same digit.

    >>> spread(26.904, 3.9701), spread(0.41, None), spread(float("inf"), None)
    ('26.90 ± 3.97', '0.410', '∞')
    """
    text = number(middle)
    if around is None:
        return text
    _, _, decimals = text.partition(".")
    return f"{text} ± {around:.{len(decimals) if middle else 3}f}"


def seconds(duration: float) -> str:
    """A duration to about three digits.

    >>> seconds(0.0123), seconds(0.256), seconds(12.34), seconds(227.7)
    ('12.3 ms', '0.256 s', '12.3 s', '228 s')
    """
    if duration < 0.1:
        return f"{1000 * duration:.1f} ms"
    digits = 3 if duration < 1 else 2 if duration < 10 else 1 if duration < 100 else 0
    return f"{duration:.{digits}f} s"


def long_time(duration_s: float) -> str:
    """
    >>> long_time(12.3), long_time(754), long_time(9000)
    ('12.3 s', '13 min', '2 h 30 min')
    """
    minutes = round(duration_s / 60)
    if minutes < 2:
        return seconds(duration_s)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def counted(count: int, noun: str) -> str:
    """
    >>> counted(1, "run"), counted(50, "run"), counted(2, "query")
    ('1 run', '50 runs', '2 queries')
    """
    if count == 1:
        return f"1 {noun}"
    return f"{count} {noun[:-1]}ies" if noun.endswith("y") else f"{count} {noun}s"
