"""A game as its events leave it.

The browser has the same reducer in JavaScript; `tests/store/game_cases.json` holds both to it.
What an event of a game may hold is in `game_events`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hintwise.store.game_events import LAYERS, Happened, holds

_CELL_ENTRY = re.compile(r"([^\s=≠≥≤]+)=(-?\d{1,9})")

State = Mapping[str, Mapping[str, Any]]
"""Layer -> variable -> value; what is empty is not there."""

_Tables = dict[str, dict[str, Any]]

Change = tuple[str, str, Any]
"""Variable, layer and value; None is empty."""

Part = tuple[str, str, Any, Any]
"""Variable, layer, the value before and the value after."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one event changed, and the id of that event."""

    event: str
    parts: tuple[Part, ...]

    def is_meant(self, body: Mapping[str, Any]) -> bool:
        """Whether an event takes back or repeats this step; one that names none means any."""
        return body.get("event") in (None, self.event)


def _empty() -> State:
    return {layer: {} for layer in LAYERS}


@dataclass(frozen=True, slots=True)
class Game:
    """A puzzle, what is written into it, and how it came to be.

    `done` are the steps that undo takes back, the last one first; `undone` are those that redo
    brings again.
    """

    puzzle: Mapping[str, Any] = field(default_factory=dict)
    origin: str = ""
    name: str = ""
    state: State = field(default_factory=_empty)
    done: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()
    hints: int = 0
    seconds: float = 0
    solved: bool = False
    helps: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, events: Iterable[Happened]) -> Game:
        """The game after these events, oldest first; what cannot be read is nothing.

        It takes as long as there are events, however many of them can be undone.
        """
        replay = _Replay(cls())
        for event in events:
            replay.take(event.kind, event.body, event.id)
        return replay.game()

    def after(self, kind: str, body: Mapping[str, Any], event: str = "") -> Game:
        """The game after one more event, given with its id; an unknown one changes nothing.

        Undo names the step it takes back: if another device was first with another move, that
        move stays.
        """
        replay = _Replay(self)
        replay.take(kind, body, event)
        return replay.game()

    @property
    def digits(self) -> Mapping[str, int]:
        return self.state["digit"]

    def as_json(self) -> dict[str, Any]:
        """The state, without the puzzle; of the steps, how many can be undone and redone."""
        tables = {layer: dict(self.state[layer]) for layer in LAYERS}
        return {
            "digits": tables.pop("digit"),
            **tables,
            "undo": len(self.done),
            "redo": len(self.undone),
            "hints": self.hints,
            "seconds": self.seconds,
            "solved": self.solved,
            "helps": dict(self.helps),
        }


class _Replay:
    """A game on its way through its events: tables and stacks that change in place."""

    def __init__(self, game: Game) -> None:
        self._begin(game)

    def _begin(self, game: Game) -> None:
        self._game = game
        self._tables = {layer: dict(game.state[layer]) for layer in LAYERS}
        self._done = list(game.done)
        self._undone = list(game.undone)

    def game(self) -> Game:
        """As it is now; nothing may be taken afterwards."""
        done, undone = tuple(self._done), tuple(self._undone)
        return replace(self._game, state=self._tables, done=done, undone=undone)

    def take(self, kind: str, body: Mapping[str, Any], event: str) -> None:
        """One more event. A change is one step, and what was undone before it is gone."""
        match kind:
            case "started":
                self._begin(_started(body))
            case "changed":
                parts = _change(self._tables, _changes(body.get("changes")))
                self._done.append(Step(event, parts))
                self._undone.clear()
            case "undone" if self._done and self._done[-1].is_meant(body):
                step = self._done.pop()
                back = reversed(step.parts)
                _change(self._tables, ((name, layer, before) for name, layer, before, _ in back))
                self._undone.append(step)
            case "redone" if self._undone and self._undone[-1].is_meant(body):
                step = self._undone.pop()
                again = step.parts
                _change(self._tables, ((name, layer, after) for name, layer, _, after in again))
                self._done.append(step)
            case "hinted":
                self._set(hints=self._game.hints + 1)
            case "ticked":
                self._set(seconds=self._latest(body))
            case "solved":
                self._set(seconds=self._latest(body), solved=True)
            case "set":
                self._set(helps={**self._game.helps, **_mapping(body, "helps")})

    def _set(self, **values: Any) -> None:
        self._game = replace(self._game, **values)

    def _latest(self, body: Mapping[str, Any]) -> float:
        """The seconds so far: of two tabs the one that is further."""
        seconds: Any = body.get("seconds")
        known = self._game.seconds
        return max(known, seconds) if holds("seconds", seconds) else known


def _started(body: Mapping[str, Any]) -> Game:
    """What came with a pasted puzzle is there from the start, and cannot be undone."""
    entries = body.get("entries")
    texts = [e for e in entries if isinstance(e, str)] if isinstance(entries, list) else []
    notes = [[variable, "centre", v] for variable, v in _mapping(body, "notes").items()]
    origin, name = body.get("origin"), body.get("name")
    tables: _Tables = {layer: {} for layer in LAYERS}
    _change(tables, [*filter(None, map(_entry, texts)), *_changes(notes)])
    return Game(
        puzzle=_mapping(body, "puzzle"),
        origin=origin if isinstance(origin, str) else "",
        name=name if isinstance(name, str) else "",
        state=tables,
    )


def _entry(text: str) -> Change | None:
    """A fact as something to write: `r1c1=5`, or on a grid `Ada = rye` (✓), `not Ada = rye` (✗).

    Facts such as `r1c1≠5` or `x≥2` write nothing.
    """
    if cell := _CELL_ENTRY.fullmatch(text):
        return cell[1], "digit", int(cell[2])
    if any(relation in text for relation in "≠≥≤"):
        return None
    return (text[4:], "digit", 0) if text.startswith("not ") else (text, "digit", 1)


def _changes(given: object) -> Iterator[Change]:
    """The changes that can be read. A cell without marks is as empty as one that never had any."""
    for change in given if isinstance(given, list | tuple) else ():
        if holds("change", change):
            variable, layer, value = change
            yield variable, layer, None if value == [] else value


def _change(tables: _Tables, changes: Iterable[Change]) -> tuple[Part, ...]:
    """Make the changes, each of which sees those before it; what they changed."""
    parts = []
    for variable, layer, value in changes:
        table = tables[layer]
        parts.append((variable, layer, table.get(variable), value))
        if value is None:
            table.pop(variable, None)
        else:
            table[variable] = value
    return tuple(parts)


def _mapping(body: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = body.get(name)
    return found if isinstance(found, Mapping) else {}
