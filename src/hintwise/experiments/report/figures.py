"""The figures of a report: which ones, follows from what varies in the plan."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from hintwise.experiments.report.arrangement import Arrangement
from hintwise.experiments.report.curves import over_queries, over_seconds, query_times
from hintwise.experiments.report.findings import MethodFindings, ProblemFindings
from hintwise.experiments.report.panels import (
    finite,
    legend_of,
    line_handles,
    looks_of,
    panels_of,
)
from hintwise.people.statistics import Summary
from hintwise.render.figures import (
    INK,
    PAPER,
    Look,
    figure_style,
    regret_axis,
    svg_of,
)
from hintwise.render.table import counted


@dataclass(frozen=True, slots=True)
class FigureFile:
    """A figure as an SVG file, and what stands below it."""

    name: str
    caption: str
    svg: str


def drawings(problems: Sequence[ProblemFindings]) -> Iterator[FigureFile]:
    """Draw what there is to see: differences between methods, learning, and waiting."""
    evaluated = [problem for problem in problems if problem.points]
    compared = [problem for problem in evaluated if len(problem.methods) > 1]
    followed = [problem for problem in evaluated if len(problem.points) > 1]
    asked = [problem for problem in problems if any(m.waits for m in problem.methods)]
    with figure_style():
        if others := [p for p in compared if not Arrangement.of(p).numeric]:
            yield _drawing("regret", _by_method(others), _BY_METHOD, _regrets(others, _LAST))
        if searched := [p for p in compared if Arrangement.of(p).numeric]:
            figure, drawn = _by_number(searched), _regrets(searched, _LAST)
            yield _drawing("regret-by-number", figure, _BY_NUMBER, drawn)
        if followed:
            figure, drawn = over_queries(followed), _regrets(followed, _ALL)
            yield _drawing("regret-over-queries", figure, _OVER_QUERIES, drawn)
            figure = over_seconds(followed)
            yield _drawing("regret-over-seconds", figure, _OVER_SECONDS, drawn)
        if asked:
            yield FigureFile("query-times", _QUERY_TIMES, svg_of(query_times(asked)))


_BY_METHOD = (
    "Relative regret after the last query. Boxes reach from the lower to the upper quartile, with "
    "the median as a line; whiskers cover the whole range."
)
_BY_NUMBER = (
    "Relative regret after the last query: means with their standard errors. A ring marks the "
    "learning rate that the paper settled on."
)
_OVER_QUERIES = (
    "Relative regret as queries are answered: means, with a band of one standard error to either "
    "side. Dotted, where there are few methods: medians."
)
_OVER_SECONDS = (
    "The same against the seconds of computing that the queries up to then have taken, on average "
    "over the runs. Before the first query nothing has been computed: that point is left out."
)
_QUERY_TIMES = (
    "The share of queries that took no longer to compute. Time spent waiting for a busy machine is "
    "not counted."
)


_LAST, _ALL = slice(-1, None), slice(None)


def _regrets(problems: Sequence[ProblemFindings], shown: slice) -> list[float]:
    """At the evaluation points that a figure shows."""
    return [
        regret
        for problem in problems
        for point in problem.points[shown]
        for method in problem.methods
        for regret in method.regrets(point).values()
    ]


def _drawing(name: str, figure: Figure, caption: str, regrets: Iterable[float]) -> FigureFile:
    infinite = sum(map(math.isinf, regrets))
    if infinite:
        caption += f" Left out: {counted(infinite, 'evaluation')} with infinite regret."
    return FigureFile(name, caption, svg_of(figure))


def _by_method(problems: Sequence[ProblemFindings]) -> Figure:
    """Boxes: the distribution of regret for each method, grouped by what varies."""
    arrangements = [Arrangement.of(problem) for problem in problems]
    figure, panels = panels_of(1, len(problems))
    grouped = any(len(arrangement.series) > 1 for arrangement in arrangements)
    drawn_as = looks_of(
        (series if grouped else place, method)
        for arrangement in arrangements
        for (series, place), method in arrangement.methods.items()
    )
    for axes, problem, arrangement in zip(panels, problems, arrangements, strict=True):
        drawn: list[float] = []
        width = 0.8 / len(arrangement.series)
        for number, series in enumerate(arrangement.series):
            offset = (number - (len(arrangement.series) - 1) / 2) * width
            for place, method in arrangement.along(series).items():
                name = series if grouped else arrangement.places[place]
                span = (place + offset, 0.7 * width)
                drawn += _box(axes, span, method, problem.points[-1], drawn_as[name])
        regret_axis(axes, drawn)
        _places_axis(axes, problem, arrangement)
    panels[0].set_ylabel("relative regret")
    handles: list[Artist] = [Line2D([], [], label="mean", **_MEAN, color=INK)]
    if any(method.published for problem in problems for method in problem.methods):
        handles.append(Line2D([], [], label="published mean", **_PUBLISHED))
    if grouped:
        handles[:0] = [Patch(label=n, **_fill(look["color"])) for n, look in drawn_as.items()]
    legend_of(figure, handles)
    return figure


_MEAN: Any = {"marker": "D", "markersize": 6, "markeredgecolor": PAPER, "linestyle": "none"}
_PUBLISHED: Any = {
    "marker": "x",
    "color": INK,
    "markersize": 7,
    "markeredgewidth": 1.8,
    "linestyle": "none",
}


def _fill(colour: str) -> dict[str, Any]:
    return {"facecolor": f"{colour}50", "edgecolor": colour}


def _box(
    axes: Axes,
    span: tuple[float, float],
    method: MethodFindings,
    point: int,
    look: Look,
) -> list[float]:
    """Draw the box of a method and give back the values that it has to have room for."""
    place, width = span
    line = {"color": look["color"]}
    drawn = finite(method, point)
    if drawn:
        mean = Summary.of(drawn).mean
        axes.boxplot(
            drawn,
            positions=[place],
            widths=width,
            whis=(0, 100),
            patch_artist=True,
            manage_ticks=False,
            boxprops=_fill(look["color"]),
            medianprops={**line, "linewidth": 2},
            whiskerprops=line,
            capprops=line,
        )
        axes.plot(place, mean, **_MEAN, **line)
    if method.published is not None:
        drawn.append(method.published.regret.mean)
        axes.plot(place, drawn[-1], **_PUBLISHED)
    return drawn


def _by_number(problems: Sequence[ProblemFindings]) -> Figure:
    """Lines: mean regret against a setting that is a number, such as the learning rate."""
    arrangements = [Arrangement.of(problem) for problem in problems]
    figure, panels = panels_of(1, len(problems))
    drawn_as = looks_of(
        (series, method) for a in arrangements for (series, _), method in a.methods.items()
    )
    for axes, problem, arrangement in zip(panels, problems, arrangements, strict=True):
        drawn: list[float] = []
        for series in arrangement.series:
            methods = arrangement.along(series)
            samples = {
                place: Summary.of(regrets)
                for place, method in methods.items()
                if (regrets := finite(method, problem.points[-1]))
            }
            means = [summary.mean for summary in samples.values()]
            errors = [summary.standard_error or 0.0 for summary in samples.values()]
            look = drawn_as[series]
            axes.errorbar(list(samples), means, errors, capsize=3, **look)
            settled = [n for n, m in methods.items() if n in samples and _is_settled_on(m)]
            ring: Any = {"s": 170, "facecolors": "none", "edgecolors": look["color"]}
            axes.scatter(settled, [samples[n].mean for n in settled], **ring)
            drawn += means
        regret_axis(axes, drawn)
        _places_axis(axes, problem, arrangement)
    panels[0].set_ylabel("relative regret")
    legend_of(figure, line_handles({name: look for name, look in drawn_as.items() if name}))
    return figure


def _is_settled_on(method: MethodFindings) -> bool:
    """Whether the method has the learning rate of the paper's appendix."""
    return method.settings.has_appendix_rate(method.kind)


def _places_axis(axes: Axes, problem: ProblemFindings, arrangement: Arrangement) -> None:
    places = arrangement.places
    letters = int(0.16 * axes.get_window_extent().width / len(places))  # of nine points
    if letters < 8:
        axes.set_xticks(range(len(places)), places, rotation=90, fontsize=9)
    else:
        wrapped = [textwrap.fill(place, letters, break_long_words=False) for place in places]
        axes.set_xticks(range(len(places)), wrapped, fontsize=9 if len(places) > 3 else 10)
    axes.set_xlim(-0.6, len(places) - 0.4)
    axes.grid(visible=False, axis="x")
    axes.set_xlabel(arrangement.axis)
    axes.set_title(f"{problem.label}, {counted(problem.points[-1], 'query')}", loc="left")
