"""The figures of a report: which ones, follows from what varies in the plan."""

from __future__ import annotations

import math
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from hintwise.elicit.methods import METHODS
from hintwise.experiments.report.arrangement import Arrangement
from hintwise.experiments.report.findings import MethodFindings, ProblemFindings
from hintwise.people.statistics import Summary, quantile
from hintwise.render.figures import (
    INK,
    PAPER,
    Look,
    figure_style,
    method_look,
    regret_axis,
    seconds_axis,
    svg_of,
    variant_look,
)
from hintwise.render.table import counted

_LINES_IN_A_PANEL = 6
_POINTS_IN_A_LINE = 200

_NUMBERS = {method: number for number, method in enumerate(METHODS)}


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
    asked = [problem for problem in problems if any(m.queries for m in problem.methods)]
    with figure_style():
        if others := [p for p in compared if not Arrangement.of(p).numeric]:
            yield _drawing("regret", _by_method(others), _BY_METHOD, _regrets(others, _LAST))
        if searched := [p for p in compared if Arrangement.of(p).numeric]:
            figure, drawn = _by_number(searched), _regrets(searched, _LAST)
            yield _drawing("regret-by-number", figure, _BY_NUMBER, drawn)
        if followed:
            figure, drawn = _over_queries(followed), _regrets(followed, _ALL)
            yield _drawing("regret-over-queries", figure, _OVER_QUERIES, drawn)
        if asked:
            yield FigureFile("query-times", _QUERY_TIMES, svg_of(_query_times(asked)))


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
    figure, panels = _panels(1, len(problems))
    grouped = any(len(arrangement.series) > 1 for arrangement in arrangements)
    drawn_as = _looks(
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
    _legend(figure, handles)
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
    drawn = _finite(method, point)
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
    figure, panels = _panels(1, len(problems))
    drawn_as = _looks(
        (series, method) for a in arrangements for (series, _), method in a.methods.items()
    )
    for axes, problem, arrangement in zip(panels, problems, arrangements, strict=True):
        drawn: list[float] = []
        for series in arrangement.series:
            methods = arrangement.along(series)
            samples = {
                place: Summary.of(regrets)
                for place, method in methods.items()
                if (regrets := _finite(method, problem.points[-1]))
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
    _legend(figure, _lines({name: look for name, look in drawn_as.items() if name}))
    return figure


def _is_settled_on(method: MethodFindings) -> bool:
    """Whether the method has the learning rate of the paper's appendix."""
    return method.settings.has_appendix_rate(method.kind)


@dataclass(frozen=True, slots=True)
class _Panel:
    """Methods of a problem whose curves are drawn together, by their names in the legend."""

    title: str
    points: Sequence[int]
    methods: Mapping[str, MethodFindings]


def _split(problem: ProblemFindings) -> list[_Panel]:
    """One panel for all methods, or one for each series if that were too many."""
    arrangement = Arrangement.of(problem)
    if len(problem.methods) <= _LINES_IN_A_PANEL or len(arrangement.series) == 1:
        methods = {method.label: method for method in problem.methods}
        return [_Panel(problem.label, problem.points, methods)]
    panels = []
    for series in arrangement.series:
        methods = {
            f"{arrangement.axis} {arrangement.places[place]}": method
            for place, method in arrangement.along(series).items()
        }
        panels.append(_Panel(f"{problem.label}: {series}", problem.points, methods))
    return panels


class _Grid:
    """Panels of curves: a row for each problem if some need several panels, else one row."""

    def __init__(self, problems: Sequence[ProblemFindings], across: str, up: str) -> None:
        split = [_split(problem) for problem in problems]
        columns = max(map(len, split))
        faceted = columns > 1
        rows, columns = (len(split), columns) if faceted else (1, len(split))
        self.figure, grid = _panels(rows, columns)
        self.looks = _looks(
            named for panels in split for panel in panels for named in panel.methods.items()
        )
        """How each name in the legend is drawn."""
        for axes in grid:
            axes.set_visible(False)
        self.groups: list[list[tuple[Axes, _Panel]]] = []
        """The panels of each problem, which share their vertical axis."""
        for number, panels in enumerate(split):
            start = number * columns if faceted else number
            self.groups.append(list(zip(grid[start:], panels, strict=False)))
            for axes, panel in self.groups[-1]:
                axes.set_visible(True)
                axes.set_title(panel.title, loc="left")
                axes.set_xlabel(across)
                if axes is not grid[start]:
                    axes.sharey(grid[start])
            if not start % columns:
                grid[start].set_ylabel(up)
        _legend(self.figure, _lines(self.looks))


def _over_queries(problems: Sequence[ProblemFindings]) -> Figure:
    """Curves: how regret falls with the number of queries, in panels of few methods."""
    grid = _Grid(problems, "queries", "relative regret")
    for group in grid.groups:
        drawn: list[float] = []
        for axes, panel in group:
            for name, method in panel.methods.items():
                drawn += _curve(axes, method, panel, grid.looks[name])
            axes.margins(x=0.02)
            axes.xaxis.set_major_locator(MaxNLocator("auto", steps=[1, 2, 5, 10], integer=True))
        regret_axis(group[0][0], drawn)
    return grid.figure


def _curve(axes: Axes, method: MethodFindings, panel: _Panel, look: Look) -> list[float]:
    """Draw one method's curve and give back the values that it has to have room for."""
    samples = {
        point: Summary.of(regrets) for point in panel.points if (regrets := _finite(method, point))
    }
    points, summaries = list(samples), list(samples.values())
    means = np.array([summary.mean for summary in summaries])
    errors = np.array([summary.standard_error or 0.0 for summary in summaries])
    low = np.maximum(means - errors, 0)
    colour = look["color"]
    axes.fill_between(points, low, means + errors, color=colour, alpha=0.16, linewidth=0)
    axes.plot(points, means, markevery=max(1, len(points) // 10), **look)
    if len(panel.methods) > 4:
        return list(means)
    medians = [summary.median for summary in summaries]
    axes.plot(points, medians, ":", color=colour, linewidth=1.2)
    return [*means, *medians]


def _query_times(problems: Sequence[ProblemFindings]) -> Figure:
    """Curves: the share of queries computed within a time."""
    grid = _Grid(problems, "time for a query", "queries computed within (%)")
    for axes, panel in (placed for group in grid.groups for placed in group):
        for name, method in panel.methods.items():
            waits = sorted(query.seconds for query in method.queries)
            if waits:
                shares = np.linspace(0, 1, min(len(waits), _POINTS_IN_A_LINE))
                times = [max(quantile(waits, share), 1e-4) for share in shares]
                axes.plot(times, 100 * shares, **grid.looks[name], markevery=0.1)
        seconds_axis(axes, "x")
        axes.set_ylim(0, 102)
    return grid.figure


def _finite(method: MethodFindings, point: int) -> list[float]:
    return [regret for regret in method.regrets(point).values() if math.isfinite(regret)]


def _panels(rows: int, columns: int) -> tuple[Figure, list[Axes]]:
    width = 8.0 if columns < 3 else 2.9 * columns
    figure = Figure(figsize=(width, 0.7 + 3.0 * rows), layout="constrained")
    return figure, list(figure.subplots(rows, columns, squeeze=False).flat)


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


def _looks(named: Iterable[tuple[str, MethodFindings]]) -> dict[str, Look]:
    """How to draw what has each name, in the order of first appearance.

    If names stand for methods, each method has its colour, the same in every figure, and variants
    of one differ in their lines. If they stand for variants of whatever method, or of a single
    one, these have colours that no method has.
    """
    drawn: dict[str, set[str]] = {}
    for name, method in named:
        drawn.setdefault(name, set()).add(method.setting("method"))
    methods = set().union(*drawn.values())
    if any(len(own) > 1 for own in drawn.values()) or len(methods) == 1 < len(drawn):
        return {name: variant_look(number) for number, name in enumerate(drawn)}
    variants: Counter[str] = Counter()
    looks = {}
    for name, (family,) in drawn.items():
        looks[name] = method_look(_NUMBERS[family], variants[family])
        variants[family] += 1
    return looks


def _lines(looks: Mapping[str, Look]) -> list[Artist]:
    return [Line2D([], [], label=name, **look) for name, look in looks.items()]


def _legend(figure: Figure, handles: Sequence[Artist]) -> None:
    if handles:
        longest = max(len(str(handle.get_label())) for handle in handles)
        room = int(14 * figure.get_figwidth())
        columns = max(1, min(len(handles), room // (longest + 8)))
        figure.legend(handles=handles, loc="outside lower left", ncols=columns)
