"""From what pydantic finds wrong with a plan to lines that a person can act on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pydantic_core import ErrorDetails, PydanticCustomError

from hintwise.errors import UnknownName
from hintwise.experiments.sweep.plan_text import PlanText, shown
from hintwise.toml_places import Path

_TABLES: Mapping[str, str] = {"problems": "problem", "methods": "method", "scales": "scale"}

_EXPECTED: Mapping[str, str] = {
    "int_type": "a whole number",
    "greater_than_equal": "{ge} or more",
    "less_than_equal": "{le} or less",
    "string_type": "text in quotes",
    "string_too_short": "some text",
    "string_pattern_mismatch": "letters, digits, - and _ only",
    "literal_error": "{expected}",
    "tuple_type": "a list",
    "model_type": "a table",
    "dict_type": "a table",
    "mapping_type": "a table",
}
"""What pydantic expects, in the words of a plan, by its kinds of error."""

_ELSEWHERE: Mapping[str, str] = {
    "deadline_s": "results would depend on the machine; the plan's node_limit limits a search",
    "node_limit": "is the same for all methods; it stands at the top of the plan",
    "seed": "is the same for all methods; it stands at the top of the plan",
}
"""Settings that a method of a plan cannot have, and why."""


def mistake(message: str, *place: str | int) -> PydanticCustomError:
    """What a validator raises; `place` leads there from the top, if it is not the value itself."""
    return PydanticCustomError("plan", "{message}", {"message": message, "place": place})


def told(
    written: PlanText, errors: Iterable[ErrorDetails], keys: Mapping[str, Sequence[str]]
) -> list[str]:
    """A line for each, in the order of the text; `keys` has the known ones of each table."""
    return written.told([(_place(error), _what(error, keys)) for error in errors], _named)


def _place(error: ErrorDetails) -> Path:
    return tuple(error.get("ctx", {}).get("place", ())) or error["loc"]


def _what(error: ErrorDetails, keys: Mapping[str, Sequence[str]]) -> str:
    kind, path = error["type"], error["loc"]
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        table = str(path[0]) if len(path) > 1 else ""
        if table == "methods" and path[-1] in _ELSEWHERE:
            return _ELSEWHERE[str(path[-1])]
        return str(UnknownName("key", str(path[-1]), keys[table]))
    if kind in _EXPECTED:
        expected = _EXPECTED[kind].format(**error.get("ctx", {}))
        return f"expected {expected}, not {shown(error['input'])}"
    return " ".join(error["msg"].split())


def _named(path: Path) -> str:
    """`queries`, `normalisation of method 2`, `users of scale small`."""
    if len(path) < 2 or path[0] not in _TABLES:
        return str(path[0])
    table, which, *keys = path
    entry = f"{_TABLES[str(table)]} {which + 1 if isinstance(which, int) else which}"
    return f"{keys[0]} of {entry}" if keys else entry
