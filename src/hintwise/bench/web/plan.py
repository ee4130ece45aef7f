"""What is measured of the web application, and what was found, as plain values."""

from __future__ import annotations

import os
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

MEMORY_EVERY_S = 2.0
"""How often the memory of a server is looked at."""

_LEAST_SAMPLES = 10


@dataclass(frozen=True, slots=True)
class WebPlan:
    """What is measured; by default what a small public server should bear."""

    people: int = 50
    thinking_s: tuple[float, ...] = (20.0, 2.0)
    """A load for each of them."""
    hints_per_minute: float = 60.0
    duration_s: float = 60.0
    kills: int = 20
    """For each database."""
    databases: tuple[str, ...] = field(default=("",), repr=False)
    """URLs of empty ones for the kills; an empty text for a new file of SQLite."""

    def as_json(self) -> dict[str, Any]:
        return {
            "people": self.people,
            "thinking_s": list(self.thinking_s),
            "hints_per_minute": self.hints_per_minute,
            "duration_s": self.duration_s,
            "kills": self.kills,
            # The rest of a URL may be a secret.
            "databases": [url.partition(":")[0] or "sqlite" for url in self.databases],
        }


@dataclass(frozen=True, slots=True)
class Share:
    """Of something, what the server itself takes, and what all its workers take."""

    server: float
    workers: float


@dataclass(frozen=True, slots=True)
class Load:
    """How many people do what for how long."""

    people: int = 50
    thinking_s: float = 20.0
    """Between a question and its answer, half of that to half as much again."""
    hints_per_minute: float = 60.0
    duration_s: float = 60.0
    """From when everybody has their first question."""
    workers: int = os.cpu_count() or 1
    kind: str = "sudoku"
    seed: int = 0


@dataclass(frozen=True, slots=True)
class LoadResult:
    """What people saw, and what the server took for it."""

    load: Load
    seconds: float
    answers: int
    waits_s: tuple[float, ...]
    first_waits_s: tuple[float, ...]
    hint_waits_s: tuple[float, ...]
    requests: int
    busy: int
    errors: tuple[str, ...]
    lost: int
    cpu_s: Share
    """Of the processor, while people were teaching."""
    memory: tuple[Share, ...]
    """In bytes, every two seconds; pages that processes share count in each of them."""

    @property
    def answers_per_s(self) -> float:
        return self.answers / self.seconds

    def growth(self, part: str) -> float | None:
        """Bytes a minute that server or workers grew by in the second half; None if too short."""
        later = [getattr(memory, part) for memory in self.memory[len(self.memory) // 2 :]]
        if len(later) < _LEAST_SAMPLES:
            return None
        middle = len(later) // 2
        rise = statistics.median(later[middle:]) - statistics.median(later[:middle])
        return float(rise) / (len(later) / 2 * MEMORY_EVERY_S / 60)

    def as_json(self) -> dict[str, Any]:
        return {
            "load": asdict(self.load),
            "seconds": self.seconds,
            "answers": self.answers,
            "answers_per_s": self.answers_per_s,
            "waits": waits(self.waits_s),
            "first_waits": waits(self.first_waits_s),
            "hint_waits": waits(self.hint_waits_s),
            "requests": self.requests,
            "busy": self.busy,
            "errors": list(self.errors[:100]),
            "error_count": len(self.errors),
            "lost": self.lost,
            "cpu_s": asdict(self.cpu_s),
            "growth_per_minute": {part: self.growth(part) for part in ("server", "workers")},
            "memory": [asdict(memory) for memory in self.memory],
        }


def waits(seconds: Sequence[float]) -> dict[str, Any]:
    """How many, and how long."""
    if not seconds:
        return {"count": 0}
    ordered = sorted(seconds)
    return {
        "count": len(ordered),
        "median_s": statistics.median(ordered),
        "p95_s": ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))],
        "max_s": ordered[-1],
    }


@dataclass(slots=True)
class KillResult:
    """What a run came to; `complaints` says all that was not as it should be."""

    database: str
    seconds: float = 0.0
    server_kills: int = 0
    worker_kills: int = 0
    moves: int = 0
    answers: int = 0
    came_through: int = 0
    """Moves and answers that were stored although their acknowledgement was lost."""
    complaints: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class WebResults:
    loads: tuple[LoadResult, ...]
    kills: tuple[KillResult, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "loads": [load.as_json() for load in self.loads],
            "kills": [kills.as_json() for kills in self.kills],
        }
