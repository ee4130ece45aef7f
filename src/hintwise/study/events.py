"""The events of a participation: what one person in a study did and was asked.

Each is a plain object with a kind, an id and a body. The id says what it is about and is there once
in a stream, so nothing can happen twice. Nothing in them tells who the person is.

    joined      joined            came to the study, and got a number, a cell and a seed
    consented   consented
    read        read:NAME         a text: instructions, part:2
    filled      form:NAME         a form: demographics, closing
    upgraded    upgraded:1        other versions compute what comes from here on
    begun       begun:PART        a session of questions began; its record
    asked       asked:KEY         a question was computed, and is shown from now on
    answered    answered:KEY
    completed   completed         nothing is left to do

A KEY is `practice:1`, `machop:train:17`, `machop:dominated:1`, `machop:repeat:2`,
`machop:10:smallest:14` (after 10 questions, the 14th pair) or `arms:50:3`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hintwise.errors import InvalidValue, is_finite_number, is_whole_number, known_name, shown

Event = Mapping[str, Any]
"""`kind`, `id` and `body`."""

KINDS = (
    "joined",
    "consented",
    "read",
    "filled",
    "upgraded",
    "begun",
    "asked",
    "answered",
    "completed",
)
DEEDS = ("consented", "read", "filled", "answered")
"""The kinds of what a person does; the others are computed."""

STREAM = "participation"
"""The kind of the streams."""

SAME = "same"
"""Both steps of a pair are identical, so nobody was asked; no preference.

Of a dominated pair: there was nothing clearly worse in that state, so the check was left out.
"""

ANSWERS = ("a", "b", "none", SAME)

SIDES = ("left", "right", "none")

LONGEST_S = 7 * 24 * 3600.0
"""Beyond this, a time that a browser measured is no time."""


def label_of(study: str) -> str:
    """The label of the streams of a study."""
    return f"study:{study}"


def joined(
    *,
    study: str,
    plan: str,
    number: int,
    cell: str,
    order: tuple[str, ...],
    seed: int,
    language: str,
    versions: Mapping[str, str],
) -> dict[str, Any]:
    """Somebody came; `plan` is the hash of the plan, `order` are the arms to go through."""
    body = {
        "study": study,
        "plan": plan,
        "number": number,
        "cell": cell,
        "order": list(order),
        "seed": seed,
        "language": language,
        "versions": dict(versions),
    }
    return _event("joined", "joined", body)


def consented() -> dict[str, Any]:
    return _event("consented", "consented")


def read(name: str) -> dict[str, Any]:
    """The text of that name was read."""
    return _event("read", f"read:{name}")


def filled(name: str, answers: Mapping[str, Any]) -> dict[str, Any]:
    """The form of that name was filled in; `Form.checked` says with what."""
    return _event("filled", f"form:{name}", {"answers": dict(answers)})


def upgraded(number: int, versions: Mapping[str, str]) -> dict[str, Any]:
    """For the so manieth time, other versions compute than before."""
    return _event("upgraded", f"upgraded:{number}", {"versions": dict(versions)})


def versions_in(events: Iterable[Event]) -> list[Mapping[str, str]]:
    """The versions that computed, in order: first those when the person joined."""
    return [one["body"]["versions"] for one in events if one["kind"] in ("joined", "upgraded")]


def begun(part: str, record: Mapping[str, Any]) -> dict[str, Any]:
    """The session of a part began."""
    return _event("begun", f"begun:{part}", record)


def asked(
    *,
    key: str,
    part: str,
    purpose: str,
    number: int,
    query: Mapping[str, Any],
    swapped: bool,
    seconds: float,
    repeats: str | None = None,
    evaluates: Mapping[str, Any] | None = None,
    roles: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """A question was computed in so many seconds.

    `number` counts within part and purpose; if `swapped`, step a is on the right. `repeats` is the
    key of the question that is asked again; `roles` say whose step a and b are in an evaluation.
    """
    body = {
        "key": key,
        "part": part,
        "purpose": purpose,
        "number": number,
        "query": query,
        "swapped": swapped,
        "repeats": repeats,
        "evaluates": evaluates,
        "roles": roles,
        "seconds": seconds,
    }
    return _event("asked", f"asked:{key}", body)


def answered(
    *, key: str, answer: str, side: str, seconds: float, away: int = 0, away_s: float = 0.0
) -> dict[str, Any]:
    """A question was answered after so many seconds, `away_s` of which the page was not looked at,
    in `away` times."""
    known_name("answer", answer, ANSWERS)
    known_name("side", side, SIDES)
    for name, value in (("seconds", seconds), ("away_s", away_s)):
        if not (is_finite_number(value) and 0 <= value <= LONGEST_S):
            raise InvalidValue(
                f"{name} is {shown(value)}; give a number of seconds from 0 to {LONGEST_S:g}"
            )
    if not (is_whole_number(away) and 0 <= away <= 1_000_000):
        raise InvalidValue(f"away is {shown(away)}; give a whole number from 0 to 1000000")
    body = {
        "key": key,
        "answer": answer,
        "side": side,
        "seconds": seconds,
        "away": away,
        "away_s": away_s,
    }
    return _event("answered", f"answered:{key}", body)


def same(key: str) -> dict[str, Any]:
    """Both steps of the pair are identical: it is answered without asking anybody."""
    return answered(key=key, answer=SAME, side="none", seconds=0.0)


def completed() -> dict[str, Any]:
    return _event("completed", "completed")


def answer_of(side: str, *, swapped: bool) -> str:
    """Which step the side that was chosen shows: a, b or none.

    >>> answer_of("left", swapped=False), answer_of("left", swapped=True)
    ('a', 'b')
    """
    if known_name("side", side, SIDES) == "none":
        return "none"
    return "a" if (side == "left") != swapped else "b"


def _event(kind: str, id: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
    return {"kind": kind, "id": id, "body": dict(body or {})}
