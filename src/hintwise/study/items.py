"""What a course consists of: texts, forms and questions, in an order, and the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

PURPOSES = ("practice", "train", "dominated", "repeat", "evaluate")

LEARNED_FROM = ("practice", "train")
"""The purposes of the questions that are part of a session."""


@dataclass(frozen=True, slots=True)
class Consent:
    """Whether somebody takes part is up to them."""

    done = "consented"
    """The id of the event after which something is done; the same for all items."""


@dataclass(frozen=True, slots=True)
class FormPage:
    """A form of the plan: demographics or closing."""

    name: str

    @property
    def done(self) -> str:
        return f"form:{self.name}"


@dataclass(frozen=True, slots=True)
class Text:
    """Something to read: the `instructions`, or what is said before a part.

    The latter is called `part:2` if it is the second one of so many `parts`: it must not tell which
    arm comes. `questions` are those of the part, at most.
    """

    name: str
    number: int = 0
    parts: int = 0
    questions: int = 0

    @property
    def done(self) -> str:
        return f"read:{self.name}"


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What an evaluation question compares, in the state with this number, counted from 1.

    After so many training questions (planned; if an arm ended before, all that there were) the step
    of `arm` is compared with that of `against`: `smallest`, `prior`, or another arm if this is in
    the part `arms`. `pairs` are all states of this comparison.
    """

    after: int
    arm: str
    against: str
    state: int
    pairs: int

    def as_json(self) -> dict[str, Any]:
        return {
            "after": self.after,
            "arm": self.arm,
            "against": self.against,
            "state": self.state,
            "pairs": self.pairs,
        }


@dataclass(frozen=True, slots=True)
class Question:
    """Two steps to choose from, yet to be computed.

    `number` counts within part and purpose (in an evaluation, the pairs of one comparison), `place`
    the questions of the whole course. If `swapped`, step a is on the right. A repeat has the key of
    what it `repeats`.
    """

    key: str
    part: str
    purpose: str
    number: int
    place: int
    swapped: bool
    repeats: str | None = None
    evaluates: Evaluated | None = None

    @property
    def done(self) -> str:
        return f"answered:{self.key}"

    @property
    def code(self) -> str:
        """What participants' pages call it: it tells neither arm nor purpose."""
        return f"q{self.place}"


@dataclass(frozen=True, slots=True)
class End:
    """Nothing is left to do."""

    done = "completed"


Item = Consent | FormPage | Text | Question | End
