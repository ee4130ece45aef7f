"""How figures look: colours, style and axes."""

from __future__ import annotations

import io
import math
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

# Okabe and Ito's colours, which people with any colour vision can tell apart.
BLUE, ORANGE, GREEN, GREY = "#0072B2", "#E69F00", "#009E73", "#666666"
VERMILION, PURPLE, SKY = "#D55E00", "#CC79A7", "#56B4E9"
COLOURS = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, GREY)
_VARIANT_COLOURS = (*COLOURS[4:], "#8C564B", "#8A8D00")
MARKERS = "osD^vPX"
_LINES: Any = ("-", "--", "-.", (0, (1, 1)))

Look = Mapping[str, Any]
"""How a line is drawn, as keywords of matplotlib."""

INK, _GRID, PAPER = "#1f2328", "#dddddd", "#ffffff"
_STYLE: Any = {
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": _GRID,
    "grid.linewidth": 0.7,
    "legend.frameon": False,
    "svg.hashsalt": "hintwise",
    "svg.fonttype": "none",
    **dict.fromkeys(("text.color", "axes.labelcolor", "axes.edgecolor"), INK),
    **dict.fromkeys(("xtick.color", "ytick.color"), INK),
}


@contextmanager
def figure_style() -> Iterator[None]:
    """Whatever is drawn inside has the project's looks."""
    with mpl.rc_context(_STYLE):
        yield


def method_look(number: int, variant: int = 0) -> Look:
    """A method's own colour, whatever the figure; its variants have other lines and markers."""
    return _look(COLOURS[number % len(COLOURS)], number + variant, variant)


def variant_look(number: int) -> Look:
    """For what is not a method: colours that no method has. The first 20 all differ."""
    turn, place = divmod(number, len(_VARIANT_COLOURS))
    return _look(_VARIANT_COLOURS[place], place, turn)


def _look(colour: str, marker: int, line: int) -> Look:
    return {
        "color": colour,
        "marker": MARKERS[marker % len(MARKERS)],
        "markersize": 5,
        "linestyle": _LINES[line % len(_LINES)],
        "linewidth": 1.8,
    }


def seconds_axis(axes: Axes, which: str = "y") -> None:
    """Make an axis of durations logarithmic, with units on its ticks."""
    axis = axes.yaxis if which == "y" else axes.xaxis
    (axes.set_yscale if which == "y" else axes.set_xscale)("log")
    axis.set_major_formatter(FuncFormatter(lambda value, _: duration_text(value)))
    axis.set_minor_formatter(NullFormatter())


def regret_axis(axes: Axes, drawn: Iterable[float]) -> None:
    """Make the vertical axis fit the regrets drawn: logarithmic where they span much.

    Regrets of nothing stay visible: next to zero such an axis is linear.
    """
    regrets = list(drawn)
    positive = [regret for regret in regrets if regret > 0]
    if not positive or max(positive) < 30 * min(positive):
        axes.set_ylim(bottom=0)
        return
    top = math.ceil(math.log10(max(positive)))
    # More than four powers of ten would leave no room for the ones that matter.
    linear_up_to = 10.0 ** max(math.floor(math.log10(min(positive))), top - 4)
    if min(regrets) >= linear_up_to:
        axes.set_yscale("log")
        axes.set_ylim(bottom=min(positive) / 1.5)  # a band may reach down to zero
        if max(positive) < 300 * min(positive):  # powers of ten alone would be too few labels
            axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    else:
        axes.set_yscale("symlog", linthresh=linear_up_to, linscale=0.5)
        axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.yaxis.set_minor_formatter(NullFormatter())


def legend_below(figure: Figure, axes: Axes, columns: int = 2) -> None:
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower left", ncols=columns)


def svg_of(figure: Figure) -> str:
    """The figure as an SVG file, the same one each time."""
    text = io.StringIO()
    with figure_style(), warnings.catch_warnings():
        # Text stays text in the file, and whoever shows it has fonts for more than we have.
        warnings.filterwarnings("ignore", r"Glyph \d+ .* missing from font")
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return text.getvalue()


def png_of(figure: Figure, dots_per_inch: int = 150) -> bytes:
    """The figure as a PNG file, the same one each time."""
    picture = io.BytesIO()
    with figure_style():
        figure.savefig(picture, format="png", dpi=dots_per_inch, metadata={"Software": None})
    return picture.getvalue()


def svg_within_page(svg: str, name: str, description: str) -> str:
    """What `svg_of` gave, as an element of a page: in its colours, with ids of its own.

    Name and description have to be fit for attributes.
    """
    element = svg[svg.index("<svg") :]
    element = re.sub(r'( id="|url\(#|href="#)', rf"\g<1>{name}-", element)
    for colour, variable in ((INK, "ink"), (_GRID, "line"), (PAPER, "card")):
        element = element.replace(colour, f"var(--{variable})")
    return element.replace("<svg", f'<svg role="img" aria-label="{description}"', 1)


def duration_text(duration_s: float) -> str:
    return f"{1000 * duration_s:g} ms" if duration_s < 1 else f"{duration_s:g} s"
