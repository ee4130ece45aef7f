"""Bars of weights, in a terminal and as a picture."""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from hintwise.render.svg.bars import weights_svg
from hintwise.render.terminal.weight_bars import Shares, WeightBars

SVG = "{http://www.w3.org/2000/svg}"
SHARES: Shares = {
    "other_facts_other_value": (0.5, 0.25, 1.0),
    "adjacent_row": (0.4, 0.2, 0.6),
    "no_wider_than_this": (0.001, 0.0, 0.002),
}
bounds = st.tuples(st.floats(1e-9, 1), st.floats(1e-9, 1), st.floats(1e-9, 1)).map(
    lambda parts: (sorted(parts)[1], min(parts), max(parts))
)


def shown(shares: Shares, width: int, encoding: str = "utf-8") -> list[str]:
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    Console(file=file, width=width).print(WeightBars(shares))
    file.seek(0)
    return file.read().splitlines()


def test_a_bar_is_full_to_the_lower_bound_and_light_from_mean_to_upper_bound() -> None:
    first, second, third = shown(SHARES, 82)
    counts = [[line.count(mark) for mark in "█▓░"] for line in (first, second, third)]
    full, half, light = counts[0]
    assert (full, light) == (half, 2 * half), "a quarter, a quarter and a half"
    assert sum(counts[1]) == pytest.approx(0.6 * sum(counts[0]), abs=1)
    assert sum(counts[2]) == 0
    assert first.startswith("far facts of other values  █")
    assert first.rstrip().endswith("50 %  25 to 100")
    assert third.rstrip().endswith("0.1 %  0.0 to 0.2")


def test_names_are_above_the_bars_where_there_is_no_room_beside_them() -> None:
    lines = shown(SHARES, 50)
    assert lines[::2] == ["far facts of other values", "near rows", "no wider than this"]
    assert [line[0] for line in lines[1:5:2]] == ["█", "█"]


def test_a_terminal_without_block_characters_gets_others() -> None:
    first, *_ = shown(SHARES, 80, encoding="ascii")
    assert re.search(r" #+=+-+ ", first)


@given(shares=st.dictionaries(st.text(min_size=1, max_size=40), bounds), width=st.integers(20, 200))
def test_no_line_is_wider_than_the_terminal(shares: Shares, width: int) -> None:
    file = io.StringIO()
    console = Console(file=file, width=width)
    for line in console.render_lines(WeightBars(shares), pad=False):
        assert sum(segment.cell_length for segment in line) <= width


def test_a_picture_has_a_bar_and_a_whisker_for_each_feature() -> None:
    root = ElementTree.fromstring(weights_svg(SHARES, "What counts", ["You like rows."]))
    bars = [e for e in root.iter() if e.get("class") == "hw-bar"]
    whiskers = [e for e in root.iter() if e.get("class") == "hw-whisker"]
    assert len(bars) == len(whiskers) == len(SHARES)
    left, width = (float(bars[0].get(name, "")) for name in ("x", "width"))
    ends = re.fullmatch(r"M(\S+) \S+H([\d.]+)M.*", whiskers[0].get("d", ""))
    assert ends is not None
    low, high = map(float, ends.groups())
    assert low - left == pytest.approx(width / 2, abs=0.2)
    assert high - left == pytest.approx(width * 2, abs=0.2)
    texts = [e.text for e in root.iter(f"{SVG}text")]
    assert {"What counts", "near rows", "50 %", "25 to 100", "You like rows."} <= set(texts)


def test_every_look_has_a_style_and_a_screen_reader_finds_the_sentences() -> None:
    root = ElementTree.fromstring(weights_svg(SHARES, "What counts", ["You like rows."]))
    style = root.findtext(f"{SVG}style", "")
    looks = {look for e in root.iter() for look in e.get("class", "").split()}
    assert {look for look in looks if f".{look}" not in style} == set()
    by_id = {e.get("id"): e.text for e in root.iter() if e.get("id")}
    assert [by_id[name] for name in root.get("aria-labelledby", "").split()] == [
        "What counts",
        "You like rows.",
    ]


@given(shares=st.dictionaries(st.text(max_size=80), bounds, max_size=4), title=st.text())
def test_a_picture_is_well_formed_whatever_features_are_called(shares: Shares, title: str) -> None:
    root = ElementTree.fromstring(weights_svg(shares, title))
    width = float(root.get("width", ""))
    for bar in (e for e in root.iter() if e.get("class") == "hw-bar"):
        assert float(bar.get("x", "")) + float(bar.get("width", "")) <= width
