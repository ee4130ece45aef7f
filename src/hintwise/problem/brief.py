"""Values that are short at a prompt, whatever they hold."""

from collections.abc import Collection
from dataclasses import dataclass, fields

LONG = 50


@dataclass(frozen=True, eq=False, repr=False)
class Brief:
    """Shows each field in short, and none that is as usual."""

    __slots__ = ()

    def __repr__(self) -> str:
        values = {field: getattr(self, field.name) for field in fields(self) if field.repr}
        shown = [f"{f.name}={_short(v)}" for f, v in values.items() if v is not f.default]
        return f"{type(self).__name__}({', '.join(shown)})"


def _short(value: object) -> str:
    text = repr(value)
    if len(text) > LONG and isinstance(value, Collection) and not isinstance(value, str):
        return f"<{len(value)} entries>"
    return text if len(text) <= LONG else f"{text[:LONG]}…"
