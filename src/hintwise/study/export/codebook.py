"""The codebook: what every file of an export holds, and every column of its tables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hintwise.render.table import markdown_text
from hintwise.study.export.sheet import KINDS, Sheet

OTHER_FILES = {
    "choices.json": "What the arms learned from: the features of both steps of every training "
    "question and which one was picked, by person and arm, in the order asked. `hintwise replay` "
    "and `hintwise prior fit` read it. Nobody is left out for the plan's rules of exclusion.",
    "sessions.json": "Everything that happened, event by event, as it was stored: `hintwise study "
    "verify` asks every question again from it and compares. It has the numbers and seeds of "
    "participants, which tell the order of arrival.",
    "study.json": "The plan with its hash (a seal stands for the completion code and the address "
    "that people return to), versions, and how many people joined, withdrew, "
    "consented, completed and are excluded by the plan's rules.",
    "codebook.json": "This codebook for programs.",
    "codebook.md": "This codebook.",
}
"""The files that are no tables."""

FREE_TEXT = (
    "Texts that people wrote stand as they wrote them, in participants.csv, participants.json and "
    "sessions.json: read them before you pass the files on, for somebody may have named themselves."
)
HOW_TO_READ = (
    "Every table is there twice, as CSV and as JSON (a list of objects). Both hold the same "
    "values: an empty cell is null.",
    "CSV: commas, quotes where needed, UTF-8. A text that a spreadsheet would compute (it begins "
    "with =, +, -, @ or the like) or that begins with an apostrophe has an apostrophe put before "
    "it, which is not part of the value.",
    "Columns marked as times may differ between two runs that are equal otherwise.",
    "There is no name, token, address of a computer, or id from elsewhere in any file.",
    FREE_TEXT,
)


def codebook_json(sheets: Sequence[Sheet[Any]]) -> str:
    document = {
        "tables": [
            {
                "name": sheet.name,
                "what": sheet.what,
                "columns": [column.as_json() for column in sheet.columns],
            }
            for sheet in sheets
        ],
        "files": OTHER_FILES,
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def codebook_markdown(title: str, sheets: Sequence[Sheet[Any]]) -> str:
    return "\n".join([*_lines(title, sheets), ""])


def _lines(title: str, sheets: Sequence[Sheet[Any]]) -> Iterator[str]:
    yield f"# Codebook: {markdown_text(title)}"
    yield ""
    yield from (f"- {text}" for text in HOW_TO_READ)
    for sheet in sheets:
        yield from ("", f"## {sheet.name}.csv, {sheet.name}.json", "", sheet.what, "")
        yield from _columns(sheet)
    for name, what in OTHER_FILES.items():
        yield from ("", f"## {name}", "", what)


def _columns(sheet: Sheet[Any]) -> Iterator[str]:
    yield "| column | holds | what |"
    yield "|---|---|---|"
    for column in sheet.columns:
        holds = KINDS[column.kind] + (" (time)" if column.is_time else "")
        yield f"| `{column.name}` | {holds} | {_in_a_cell(column.what)} |"


def _in_a_cell(text: str) -> str:
    """On one line; what is between backquotes stays code."""
    return " ".join(text.replace("|", r"\|").replace("<", "&lt;").split())


def time_columns(codebook: Mapping[str, Any]) -> dict[str, set[str]]:
    """By table, the columns that may differ between equal runs."""
    return {
        table["name"]: {column["name"] for column in table["columns"] if column["time"]}
        for table in codebook["tables"]
    }


def kinds_of(codebook: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """By table and column, what cells hold."""
    return {
        table["name"]: {column["name"]: column["kind"] for column in table["columns"]}
        for table in codebook["tables"]
    }
