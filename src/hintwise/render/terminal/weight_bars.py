"""Weights and how sure they are as bars, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from hintwise.render.words.features import feature_words
from hintwise.render.words.language import DEFAULT, Language, find_language

Shares = Mapping[str, tuple[float, float, float]]
"""For each feature its mean share of all weights, and between what bounds the share may lie."""

_GAP = 2
_SHORTEST_BAR = 16
_MARKS = "█▓░"
_ASCII_MARKS = "#=-"
_STYLES = ("cyan", "cyan", "dim cyan")


@dataclass(frozen=True, slots=True)
class WeightBars:
    """A bar for each feature: as long as its share is on average, and lighter where it is unsure.

    It is full up to the lower bound, half full up to the mean and light up to the upper bound, so
    that it says the same without colours. Where there is no room beside the bars, names are above.
    """

    shares: Shares
    language: str = DEFAULT

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        figures = [share_figures(*share, self.language) for share in self.shares.values()]
        names = [feature_words(name, self.language) for name in self.shares]
        widths = [max(map(len, column), default=0) for column in zip(*figures, strict=True)]
        room = options.max_width - sum(widths) - 2 * _GAP
        longest = max(map(len, names), default=0)
        is_narrow = room - longest - _GAP < _SHORTEST_BAR
        length = max(1, room if is_narrow else room - longest - _GAP)
        marks = _ASCII_MARKS if options.ascii_only else _MARKS
        for name, (mean, bounds), share in zip(names, figures, self.shares.values(), strict=True):
            line = Text(no_wrap=True, overflow="crop")
            if is_narrow:
                yield Text(name)
            else:
                line.append(name.ljust(longest + _GAP))
            line.append_text(self._bar(share, length, marks))
            line.append(f"{'':{_GAP}}{mean:>{widths[0]}}{'':{_GAP}}")
            line.append(bounds.ljust(widths[1]), style="dim")
            yield line

    def _bar(self, share: tuple[float, float, float], length: int, marks: str) -> Text:
        mean, low, high = share
        most = max(high for _, _, high in self.shares.values())
        ends = [round(length * part / most) for part in sorted((low, mean, high))]
        bar = Text()
        for mark, style, start, end in zip(marks, _STYLES, (0, *ends), ends, strict=False):
            bar.append(mark * (end - start), style=style)
        bar.append(" " * (length - len(bar)))
        return bar


def share_figures(mean: float, low: float, high: float, language: str = DEFAULT) -> tuple[str, str]:
    """
    >>> share_figures(0.1834, 0.0004, 0.31)
    ('18 %', '0.0 to 31')
    """
    spoken = find_language(language)
    bounds = spoken.say("bars.bounds", low=_percent(low, spoken), high=_percent(high, spoken))
    return spoken.say("bars.share", percent=_percent(mean, spoken)), bounds


def _percent(share: float, language: Language) -> str:
    return language.number(100 * share, ".0f" if share >= 0.0995 else ".1f")
