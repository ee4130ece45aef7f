"""The fields of the forms in a plan."""

from __future__ import annotations

import math
import re

from hintwise.study.plan.forms import KINDS, LEAST_POINT, MOST_POINT, MOST_POINTS, Field
from hintwise.study.plan.tables import Table

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_ACCEPTED = "a small letter, then letters, digits and underscores (a column's name), in quotes"


def read_fields(top: Table, form: str) -> tuple[Field, ...]:
    """The fields in the tables of a form."""
    return tuple(_field(table) for table in top.tables(form, 0, 100))


def _field(table: Table) -> Field:
    name = table.name("name", _NAME, _ACCEPTED)
    ask = table.text("ask")
    kind = table.choice("kind", KINDS)
    required = table.flag("required", True)
    match kind:
        case "choice":
            options = table.texts("options", 2)
            if len(set(options)) < len(options):
                table.note("options", "has the same option twice")
            field = Field(name=name, ask=ask, kind=kind, options=options, required=required)
        case "number":
            least, most = (
                table.optional_number(key, -math.inf, math.inf) for key in ("least", "most")
            )
            if least is not None and most is not None and least >= most:
                table.note("most", f"expected a number above least, {least:g}, not {most:g}")
            field = Field(name=name, ask=ask, kind=kind, least=least, most=most, required=required)
        case "scale":
            field = _scale(table, name, ask, required)
        case "":  # which other keys may be there is not known
            return Field(name=name, ask=ask, kind=kind)
        case _:
            field = Field(name=name, ask=ask, kind=kind, required=required)
    table.end()
    return field


def _scale(table: Table, name: str, ask: str, required: bool) -> Field:
    least = table.count("least", 0, 1, LEAST_POINT)
    most = table.count("most", least + 1, least + MOST_POINTS - 1, MOST_POINT)
    labels = table.texts("labels")
    if len(labels) not in (0, 2):
        what = f"expected two texts, for the lowest and the highest point, not {len(labels)}"
        table.note("labels", what)
    return Field(
        name=name, ask=ask, kind="scale", least=least, most=most, labels=labels, required=required
    )
