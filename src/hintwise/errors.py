"""Every error that hintwise raises on purpose.

    HintwiseError
    ├── InvalidPuzzle        text that is not a puzzle: wrong size, wrong character
    │   ├── UnknownPuzzle           text that is meant as a name, but not in the library
    │   └── InvalidRule             a clue's rule that cannot be read; carries where it goes wrong
    ├── InvalidModel         a model that cannot be explained as it is given
    │   ├── UnsupportedExpression   an expression that has no translation to clauses
    │   └── UnboundedVariable       a variable without a finite domain
    ├── Unsatisfiable        no solution at all; carries a minimal conflict
    ├── NotImplied           a fact that does not follow; carries a counter-example
    ├── NothingToExplain     no target is left
    ├── NoSuchStep           no step meets the side constraints
    ├── OutOfTime            stopped before there was an answer
    ├── InUse                an explainer that is at work in another thread
    ├── Outdated             events for a stream that has grown since; carries what came between
    ├── UnknownStream        no such stream, or not this person's
    ├── UnknownPerson        nobody, or somebody who erased their data
    ├── UnknownStudy         no study of that name
    ├── NotAdmitted          nobody new may join a study; carries the reason
    ├── NoRoom               more than one person may store; something must be deleted first
    ├── Unavailable          the database cannot be reached, or is locked or full
    ├── InvalidPlan          a plan of experiments or of a study, with mistakes; carries each
    ├── InvalidWeights       weights that are missing, unknown, not positive or not finite
    ├── InvalidValue         any other argument outside what is accepted
    │   └── WrongEntry              a mistake among what a person has filled in
    └── UnknownName          a name that is not in the table it was looked up in

Each message names the offending value and what would be accepted. Catch `HintwiseError` to show a
person what is wrong with their input; anything else that escapes is a defect of ours, among them
`FailedCheck`, which is therefore not in the tree.
"""

from __future__ import annotations

import difflib
import numbers
import sys
from collections.abc import Collection, Iterable, Mapping
from types import UnionType
from typing import Any, ClassVar, TypeGuard, TypeVar, cast

Value = TypeVar("Value")

_NAMED = 20
"""How many facts and constraints a message names."""


class HintwiseError(Exception):
    """Root of the tree. Any of them can be pickled, so workers can raise them."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickle would call `__init__` with the message, which not every `__init__` takes.
        return _rebuilt, (type(self), self.args, self.__dict__)


def _rebuilt(
    kind: type[HintwiseError], arguments: tuple[Any, ...], attributes: dict[str, Any]
) -> HintwiseError:
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(attributes)
    return error


class InvalidPuzzle(HintwiseError, ValueError):
    """The text is not a puzzle of the expected form."""


class UnknownPuzzle(InvalidPuzzle):
    """The text is no puzzle, and looks like a name that the library does not have."""


class InvalidRule(InvalidPuzzle):
    """A rule cannot be read; `offset` counts its characters up to where it goes wrong."""

    def __init__(self, message: str, offset: int) -> None:
        self.offset = offset
        super().__init__(message)


class InvalidModel(HintwiseError, ValueError):
    """The model cannot be explained as it is given."""


class UnsupportedExpression(InvalidModel):
    """An expression of the model has no translation to clauses."""


class UnboundedVariable(InvalidModel):
    """A variable's domain is not finite (or too large to list)."""


class Unsatisfiable(HintwiseError):
    """The problem has no solution.

    `facts` and `constraints` are a set that already clashes, as the texts a person reads; if it is
    `minimal`, without any one of them the rest has a solution. Where hard constraints clash by
    themselves, `constraints` are those. `told` is how the message calls the constraints.
    """

    def __init__(
        self,
        facts: Iterable[str],
        constraints: Iterable[str],
        *,
        told: Iterable[str] | None = None,
        minimal: bool = True,
    ) -> None:
        self.facts = tuple(facts)
        self.constraints = tuple(constraints)
        self.minimal = minimal
        clash = (*self.facts, *(self.constraints if told is None else told))
        named = "; ".join(clash[:_NAMED]) + (
            f"; and {len(clash) - _NAMED} more" if len(clash) > _NAMED else ""
        )
        detail = f"these already clash: {named}" if clash else "its hard constraints already clash"
        more = "" if minimal else " (perhaps fewer do: it would take long to find out)"
        super().__init__(f"the problem has no solution; {detail}{more}")


class NotImplied(HintwiseError):
    """A fact does not follow: `counter_example` is a solution in which it does not hold.

    The message does not show it, for it may be the solution that a person is looking for.
    """

    def __init__(self, fact: str, counter_example: Mapping[str, int]) -> None:
        self.fact = fact
        self.counter_example = dict(counter_example)
        super().__init__(f"{fact} does not follow from the problem")


class NothingToExplain(HintwiseError):
    """Every implied fact is already known."""


class NoSuchStep(HintwiseError):
    """No step of this state meets the side constraints."""


class OutOfTime(HintwiseError):
    """The limits were reached, or the call was cancelled, before there was an answer.

    The message says what was not finished.
    """


class InUse(HintwiseError, RuntimeError):
    """The explainer is at work in another thread; it serves one at a time."""


class Outdated(HintwiseError):
    """The stream is not where the writer thought: nothing of what was given is stored.

    `position` is where the stream is, `since` are the events (of the store) that the writer has
    not seen.
    """

    def __init__(self, expected: int, position: int, since: Iterable[Any]) -> None:
        self.expected = expected
        self.position = position
        self.since = tuple(since)
        super().__init__(
            f"the stream is at position {position}, not {expected}; read on from there"
        )


class UnknownStream(HintwiseError, LookupError):
    """There is no such stream, or it is somebody else's: nobody learns which."""

    def __init__(self, stream_id: object) -> None:
        super().__init__(f"there is no stream {shown(stream_id)}")


class UnknownPerson(HintwiseError, LookupError):
    """There is no such person (any more)."""

    def __init__(self, person_id: object) -> None:
        super().__init__(f"there is no person {shown(person_id)}")


class UnknownStudy(HintwiseError, LookupError):
    """There is no study of that name."""

    def __init__(self, name: object) -> None:
        super().__init__(f"there is no study {shown(name)}")


class NotAdmitted(HintwiseError):
    """Nobody new may join the study, or not this person; `reason` is one of `REASONS`."""

    REASONS: ClassVar[Mapping[str, str]] = {
        "closed": "the study is closed",
        "date": "the study has ended",
        "arms": "all arms of the study are closed",
        "quota": "as many people take part as are wanted",
        "invitation-needed": "the study is for people with an invitation",
        "invitation-used": "this invitation is not valid, or not any more",
    }

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(self.REASONS[reason])


class NoRoom(HintwiseError):
    """More than one person may store; nothing of it is stored."""

    def __init__(self, what: str, count: int, most: int) -> None:
        super().__init__(f"{count} {what} are too many; {most} may be, so delete some first")


class Unavailable(HintwiseError):
    """The database cannot be reached, is locked or full. The same call may be tried again."""


class InvalidPlan(HintwiseError, ValueError):
    """A plan, of experiments or a study, is wrong; `mistakes` has `file:line: what` for each."""

    def __init__(self, mistakes: Iterable[str]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(self.mistakes))


class InvalidWeights(HintwiseError, ValueError):
    """Weights are missing, unknown, not positive or not finite."""


class InvalidValue(HintwiseError, ValueError):
    """An argument lies outside what is accepted."""


class WrongEntry(InvalidValue):
    """Something that a person has filled in is wrong; what it is, only a check says."""

    def __init__(self) -> None:
        super().__init__(
            "there is a mistake in what you have filled in; "
            "`hintwise check` with the same puzzle and facts says where to look"
        )


class FailedCheck(Exception):
    """The independent verifier rejects a step of the engine, so it must not be shown."""


class UnknownName(HintwiseError, LookupError):
    """A name is not in the table it was looked up in."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(known)
        close = difflib.get_close_matches(name, self.known, n=1)
        guess = f"; did you mean {close[0]!r}?" if close else ""
        listed = ", ".join(self.known[:12]) + (", …" if len(self.known) > 12 else "")
        super().__init__(f"unknown {what} {name!r}{guess} (known: {listed})")


def shown(value: object) -> str:
    """A value as a message names it: not at any length.

    >>> shown(10**5000), shown("x=1")
    ('an int too long to write', "'x=1'")
    """
    try:
        text = " ".join(repr(value).split())
    except ValueError:
        return f"an {type(value).__name__} too long to write"
    return text if len(text) <= 100 else f"{text[:80]} …"


def expect(value: Value, kind: type | UnionType, accepted: str) -> Value:
    """The value, if it is of that kind; else `InvalidValue` says what is `accepted`."""
    if not isinstance(value, kind):
        raise InvalidValue(f"{shown(value)} is not accepted here; give {accepted}")
    return value


def expect_several(values: Iterable[Value], accepted: str) -> Iterable[Value]:
    """The values, if there may be several; a text is one, and names no others."""
    if isinstance(values, str):
        raise InvalidValue(f"{shown(values)} is not accepted here; give {accepted}")
    return expect(values, Iterable, accepted)


def is_whole_number(value: object) -> TypeGuard[int]:
    """Whether it is an integer, Python's or numpy's; a Boolean is none."""
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)


def is_finite_number(value: object) -> TypeGuard[float]:
    """Whether it is a real number that a float can hold; a Boolean is none."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        return False
    return bool(abs(cast(float, value)) <= sys.float_info.max)


def known_name(what: str, name: object, known: Collection[str]) -> str:
    """The name, if it is in the table; else `UnknownName` is raised, also if it is no text."""
    if not isinstance(name, str) or name not in known:
        raise UnknownName(what, name if isinstance(name, str) else shown(name), known)
    return name
