"""Weights and how sure they are as bars, as an SVG picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from hintwise.render.svg.shapes import (
    CHARACTER,
    STYLE,
    Drawing,
    document,
    shape,
    short_words,
    stacked,
    words,
    wrapped,
)
from hintwise.render.terminal.weight_bars import Shares, share_figures
from hintwise.render.words.features import feature_words
from hintwise.render.words.language import DEFAULT, find_language

_BAR_STYLE = """
.hw-bar{fill:#56b4e9}
.hw-whisker{stroke:#00507e;fill:none;stroke-width:1.6}
"""
_ROW = 26.0
_BAR = 14.0
_LONGEST_BAR = 320.0
_FIGURES = 120.0
_GAP = 10.0
_SIZE = 13.0
_LONGEST_NAME = 40


def weights_svg(
    shares: Shares, title: str, sentences: Sequence[str] = (), language: str = DEFAULT
) -> str:
    """A bar for each feature's mean share, and a whisker between the bounds it may lie in.

    The title is above, the sentences below.
    """
    bars = _bars(shares, language)
    key = find_language(language).say("bars.picture_key")
    parts = [_lines([title], bars.width, "given", 16.0), bars]
    parts.append(_lines([key], bars.width, "soft", _SIZE))
    if sentences:
        parts.append(_lines(sentences, bars.width, "ink", _SIZE))
    root = document(
        stacked(parts, gap=12),
        name="weights",
        title=title,
        description=" ".join(sentences) or key,
        style=STYLE + _BAR_STYLE,
    )
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _bars(shares: Shares, language: str) -> Drawing:
    names = [feature_words(name, language) for name in shares]
    left = min(_LONGEST_NAME, max(map(len, names), default=0)) * _SIZE * CHARACTER + _GAP
    most = max((high for _, _, high in shares.values()), default=1.0)
    parts: list[Element] = []
    for number, (name, share) in enumerate(zip(names, shares.values(), strict=True)):
        middle = number * _ROW + _ROW / 2
        base = middle + _SIZE / 3
        parts.append(
            short_words(
                name, _LONGEST_NAME, "ink", size=_SIZE, x=left - _GAP, y=base, text_anchor="end"
            )
        )
        parts += _bar(share, _LONGEST_BAR / most, left, middle)
        mean, bounds = share_figures(*share, language)
        x = left + _LONGEST_BAR + _GAP
        parts.append(words(mean, "ink", size=_SIZE, x=x + 40, y=base, text_anchor="end"))
        parts.append(words(bounds, "soft", size=_SIZE - 1, x=x + 52, y=base))
    return Drawing(left + _LONGEST_BAR + _GAP + _FIGURES, len(names) * _ROW, tuple(parts))


def _bar(
    share: tuple[float, float, float], scale: float, left: float, middle: float
) -> Iterator[Element]:
    mean, low, high = (left + scale * part for part in share)
    yield shape("rect", "bar", x=left, y=middle - _BAR / 2, width=mean - left, height=_BAR, rx=2)
    caps = "".join(f"M{x:.1f} {middle - 4:g}v8" for x in (low, high))
    yield shape("path", "whisker", d=f"M{low:.1f} {middle:g}H{high:.1f}{caps}")


def _lines(texts: Sequence[str], width: float, look: str, size: float) -> Drawing:
    lines = [line for text in texts for line in wrapped(text, width, size)]
    parts = (
        words(line, look, size=size, x=0, y=size + number * 1.4 * size)
        for number, line in enumerate(lines)
    )
    return Drawing(width, 1.4 * size * len(lines), tuple(parts))
