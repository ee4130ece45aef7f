"""What happened to all simulated people together."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Wait:
    """What passed from an answer to the next question on the screen."""

    done: float
    """The share of the person's questions that were behind them."""
    seconds: float


@dataclass(slots=True)
class Tally:
    """Counts and times since this rehearsal was started, or started again."""

    requests: int = 0
    busy: int = 0
    """How often somebody was told to come back in a moment."""
    lost_connections: int = 0
    """Requests without a reply; they were repeated."""
    errors: list[str] = field(default_factory=list)
    kills: int = 0
    arrived: int = 0
    done: dict[int, int] = field(default_factory=dict)
    """By person: how many questions of their course are behind them."""
    waits: list[Wait] = field(default_factory=list)
    needed_s: dict[int, float] = field(default_factory=dict)
    """By person: what they thought, or would have, and waited; in all."""
    answered: dict[int, list[tuple[str, str]]] = field(default_factory=dict)
    """By person: the questions and sides that were acknowledged, in order."""

    def needs(self, person: int, seconds: float) -> None:
        self.needed_s[person] = self.needed_s.get(person, 0.0) + seconds

    def answers(self, person: int, question: str, side: str) -> None:
        self.answered.setdefault(person, []).append((question, side))

    @contextmanager
    def waiting(self, person: int, after: float | None) -> Iterator[None]:
        """Take the time that somebody waits in the block; for a question, after which share."""
        began_s = time.perf_counter()
        yield
        waited_s = time.perf_counter() - began_s
        self.needs(person, waited_s)
        if after is not None:
            self.waits.append(Wait(after, waited_s))
