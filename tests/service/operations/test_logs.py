from __future__ import annotations

import io
import json
import logging

import pytest

from hintwise.service.operations.logs import log, start_logs


@pytest.fixture
def stream() -> io.StringIO:
    return io.StringIO()


def test_a_line_is_one_object(stream: io.StringIO) -> None:
    start_logs("json", stream)
    log("request", route="/play/{game}", status=200, person=None)
    log("two\nlines")
    first, second = map(json.loads, stream.getvalue().splitlines())
    assert (first["event"], first["route"], first["status"]) == ("request", "/play/{game}", 200)
    assert first["level"] == "info"
    assert "person" not in first
    assert second["event"] == "two\nlines"


def test_a_line_can_be_read(stream: io.StringIO) -> None:
    start_logs("text", stream)
    log("request", route="/", status=200)
    assert stream.getvalue().rstrip().endswith("request route=/ status=200")


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_defect_says_where_but_nothing_that_was_sent(stream: io.StringIO, form: str) -> None:
    start_logs(form, stream)
    try:
        try:
            raise KeyError("a secret puzzle")
        except KeyError as error:
            raise ValueError("another secret") from error
    except ValueError:
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
    said = stream.getvalue()
    # The lines of code are there, and in them the texts of this very test.
    assert "KeyError" in said
    assert "ValueError" in said
    assert "test_logs.py" in said
    assert "KeyError: " not in said
    assert "ValueError: " not in said
