"""What a grid file asks for.

[question]
text = "Who owns the zebra?"
ask = "zebra in owner"
"""

from __future__ import annotations

import re

from hintwise.errors import InvalidPuzzle
from hintwise.problem import PuzzleQuestion
from hintwise.puzzles.logic_grid.model import Grid
from hintwise.puzzles.logic_grid.toml_entries import Entry

_QUOTED = re.compile(r"^([\"'])(.*)\1$")


def read_question(entry: Entry, grid: Grid) -> PuzzleQuestion:
    """The question of a file; `ask` names a value and a category, or is a list of such."""
    table = entry.table(("text", "ask"), ("text", "ask"))
    text = " ".join(table["text"].string().split())
    if not text:
        raise table["text"].wrong("the question has no words")
    asked = table["ask"]
    asks = asked.items() if isinstance(asked.value, list) else [asked]
    if not asks:
        raise asked.wrong('nothing is asked for; write ask = "zebra in owner"')
    return PuzzleQuestion(
        text, tuple(dict.fromkeys(name for ask in asks for name in _links(ask, grid)))
    )


def _links(ask: Entry, grid: Grid) -> list[str]:
    """The links of a value with all values of another category."""
    value, word, category = ask.string().rpartition(" in ")
    if not word:
        raise ask.wrong(f'{ask.value!r} names no category; write "zebra in owner"')
    value, category = (_QUOTED.sub(r"\2", part.strip()) for part in (value, category))
    folded = {" ".join(name.split()).casefold(): name for name in grid.values}
    name = folded.get(" ".join(category.split()).casefold())
    if name is None:
        listed = ", ".join(map(repr, grid.values))
        raise ask.wrong(f"no category is called {category.strip()!r}; there are {listed}")
    try:
        return [grid.variable(value, other).name for other in grid.values[name]]
    except InvalidPuzzle as error:
        raise ask.wrong(str(error)) from None
