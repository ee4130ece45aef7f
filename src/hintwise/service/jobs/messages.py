"""What a worker process tells the web process; what it is given is `Work`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pickle import PicklingError
from typing import Any

from hintwise.service.jobs.performing import Outcome


@dataclass(frozen=True, slots=True)
class Ready:
    """It can be given work."""


@dataclass(frozen=True, slots=True)
class Begun:
    """It has got the work, and begins."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the result."""

    value: Any = field(repr=False)


@dataclass(frozen=True, slots=True)
class Finished:
    """The work is at an end."""

    outcome: Outcome


Message = Ready | Begun | Part | Finished

UNSENDABLE = (PicklingError, TypeError, AttributeError, ValueError, RecursionError)
"""What pickle raises for values that it cannot take, or that are nested too deeply."""
