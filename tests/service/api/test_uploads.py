"""Texts that somebody pastes or drops, whole or broken: read or refused, never a defect."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lzstring import LZString

from hintwise.guide import collection
from hintwise.guide.reading import read
from hintwise.guide.writing import FORMS, write
from hintwise.service.app import create_app
from hintwise.service.jobs import InlineJobs
from tests.puzzles.sudoku.test_formats import EXAMPLES as SUDOKUS
from tests.service.api.asked import FOUR, PATH, problem_of, settings_in
from tests.service.api.server import serving

BOMB = f"https://f-puzzles.com/?load={LZString().compressToBase64('[{},' * 400_000)}"
"""A short link that unpacks to a document of more than a million characters."""

BROKEN = ["\x00", "\ud800", "9" * 5000, "[" * 3000, '"', "{", "\\", "=", "\n", "\t", "é", "Ⅷ", "٣"]

FUZZ = settings(
    max_examples=60,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


KILLER = next(puzzle.text for puzzle in collection().values() if puzzle.kind == "killer_sudoku")
READ = [
    *(write([read(FOUR)], form) for form in FORMS),
    collection()["town-band"].text,
    KILLER,
    "first-light",
]
SAMPLES = [*READ, *SUDOKUS]
"""A text of every form that is read, links included."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    app = create_app(settings_in(Path(tmp_path_factory.mktemp("read"))), jobs=InlineJobs())
    with serving(app) as url, httpx.Client(base_url=f"{url}{PATH}", timeout=60) as found:
        yield found


def read_by(client: httpx.Client, text: str) -> httpx.Response:
    """Escaped, so that anything can be sent, also what is no proper text."""
    body = json.dumps({"text": text}).encode("ascii")
    return client.post("/puzzles/read", content=body, headers={"Content-Type": "application/json"})


def is_answered(answer: httpx.Response) -> None:
    assert answer.status_code in (200, 400, 422), answer.text
    if answer.status_code != 200:
        problem_of(answer)


@pytest.mark.parametrize("text", READ)
def test_every_form_is_read(client: httpx.Client, text: str) -> None:
    answer = read_by(client, text)
    assert answer.status_code == 200
    assert answer.json()["view"]["variables"]


@st.composite
def broken(draw: st.DrawFn) -> str:
    """A sample in which something is missing, doubled, or not what belongs there."""
    text = draw(st.sampled_from(SAMPLES))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from([0, 1, 2, 10, 1000])))
        middle = draw(st.sampled_from([*BROKEN, "", text[start:end] * 2]) | st.text(max_size=5))
        text = text[:start] + middle + text[end:]
    return text[:200_000]


@FUZZ
@given(text=broken())
def test_a_broken_sample_is_read_or_refused(client: httpx.Client, text: str) -> None:
    is_answered(read_by(client, text))


@FUZZ
@given(text=st.text(min_size=1, max_size=300))
def test_any_text_is_read_or_refused(client: httpx.Client, text: str) -> None:
    is_answered(read_by(client, text))


@FUZZ
@given(body=st.binary(max_size=200) | st.sampled_from([b"[" * 10_000, b"9" * 10_000, b"NaN"]))
def test_a_body_that_is_no_json_is_refused(client: httpx.Client, body: bytes) -> None:
    answer = client.post("/hint", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    problem_of(answer)


def test_a_link_that_unpacks_to_very_much_is_refused(client: httpx.Client) -> None:
    assert len(BOMB) < 20_000
    answer = read_by(client, BOMB)
    assert answer.status_code == 422
    assert "the link unpacks to 1600000 characters" in problem_of(answer)["detail"]


@pytest.mark.parametrize("text", ["\ud800" * 16, "1.....3..4.....2\ud800"])
def test_what_is_no_proper_text_is_refused(client: httpx.Client, text: str) -> None:
    answer = read_by(client, text)
    assert answer.status_code == 422
    assert problem_of(answer)["type"] == "urn:hintwise:problem:invalid-request"
