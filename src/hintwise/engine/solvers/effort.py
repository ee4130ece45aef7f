"""What the engine has spent."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Effort:
    """What the engine has spent, for benchmarks: SAT calls are the noise-free figure."""

    sat_calls: int = 0
    sat_s: float = 0.0
    propagations: int = 0
    bound_s: float = 0.0
    nodes: int = 0
    pivots: int = 0

    def since(self, earlier: Effort) -> Effort:
        return Effort(**{name: getattr(self, name) - getattr(earlier, name) for name in vars(self)})

    def plus(self, other: Effort) -> Effort:
        return Effort(**{name: getattr(self, name) + getattr(other, name) for name in vars(self)})

    def copy(self) -> Effort:
        return Effort(**vars(self))
