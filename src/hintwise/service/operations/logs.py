"""One line for each thing that happens, for people to read or for machines.

No line has a token, an id of a person, or anything that somebody sent: a request is named by the
route that it took. A defect is logged with where it happened, but without its message, which may
repeat a puzzle or a row of the database.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, TextIO

LOGGER = "hintwise"
FIELDS = "fields"
"""The attribute of a record that holds what goes into the line besides the message."""


class JsonLines(logging.Formatter):
    """One JSON object on a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": _time_of(record),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **_fields_of(record),
        }
        if record.exc_info:
            line["error"] = where(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


class TextLines(logging.Formatter):
    """The same, to be read by people."""

    def format(self, record: logging.LogRecord) -> str:
        fields = " ".join(f"{name}={value}" for name, value in _fields_of(record).items())
        level = "" if record.levelno <= logging.INFO else f"{record.levelname.lower()}: "
        line = f"{_time_of(record)} {level}{record.getMessage()} {fields}".rstrip()
        return f"{line}\n{where(record.exc_info[1])}" if record.exc_info else line


FORMS: Mapping[str, type[logging.Formatter]] = {"text": TextLines, "json": JsonLines}


def start_logs(form: str, stream: TextIO | None = None) -> None:
    """Send what the service and uvicorn log to stderr, in that form."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(FORMS[form]())
    for name in (LOGGER, "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
    logging.getLogger(LOGGER).setLevel(logging.INFO)
    # Its start and stop are ours to tell.
    logging.getLogger("uvicorn").setLevel(logging.WARNING)


def log(event: str, *, level: int = logging.INFO, **fields: object) -> None:
    """Log something with what is known about it, None left out."""
    known = {name: value for name, value in fields.items() if value is not None}
    logging.getLogger(LOGGER).log(level, "%s", event, extra={FIELDS: known})


def _time_of(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _fields_of(record: logging.LogRecord) -> dict[str, Any]:
    fields = getattr(record, FIELDS, {})
    assert isinstance(fields, dict)
    return fields


def where(error: BaseException | None) -> str:
    """Kinds of errors and lines of code, from cause to effect; no message of any of them."""
    parts = []
    while error is not None:
        frames = "".join(traceback.format_tb(error.__traceback__)).rstrip()
        parts.append(f"{frames}\n{type(error).__module__}.{type(error).__qualname__}".lstrip("\n"))
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\n".join(reversed(parts))
