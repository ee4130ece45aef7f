"""Figures of curves: regret as queries are answered, and how long queries take."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from hintwise.experiments.report.arrangement import Arrangement
from hintwise.experiments.report.findings import MethodFindings, ProblemFindings
from hintwise.experiments.report.panels import (
    finite,
    legend_of,
    line_handles,
    looks_of,
    panels_of,
)
from hintwise.people.statistics import Summary, quantile
from hintwise.render.figures import Look, regret_axis, seconds_axis

_LINES_IN_A_PANEL = 6
_POINTS_IN_A_LINE = 200
_COMPUTING = "computing time of the queries so far"


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
        self.figure, grid = panels_of(rows, columns)
        self.looks = looks_of(
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
        legend_of(self.figure, line_handles(self.looks))


def over_queries(problems: Sequence[ProblemFindings]) -> Figure:
    """Curves: how regret falls with the number of queries, in panels of few methods."""
    grid = _Grid(problems, "queries", "relative regret")
    _draw_curves(grid, _number_of_queries)
    for axes, _ in (placed for group in grid.groups for placed in group):
        axes.margins(x=0.02)
        axes.xaxis.set_major_locator(MaxNLocator("auto", steps=[1, 2, 5, 10], integer=True))
    return grid.figure


def over_seconds(problems: Sequence[ProblemFindings]) -> Figure:
    """Curves: how regret falls with the time that computing the queries has taken."""
    grid = _Grid(problems, _COMPUTING, "relative regret")
    _draw_curves(grid, _mean_seconds)
    for axes, _ in (placed for group in grid.groups for placed in group):
        _seconds_across(axes)
    return grid.figure


def _seconds_across(axes: Axes) -> None:
    """Logarithmic, unless there is nothing on it."""
    if any(np.isfinite(line.get_xdata()).any() for line in axes.lines):
        seconds_axis(axes, "x")


def _mean_seconds(method: MethodFindings, point: int) -> float:
    """Nowhere before the first query, for which a logarithmic axis has no place."""
    return float(np.mean(method.seconds_until(point))) or math.nan


def _draw_curves(grid: _Grid, place: Callable[[MethodFindings, int], float]) -> None:
    """Each method's curve; `place` says where a method stands after so many queries."""
    for group in grid.groups:
        drawn: list[float] = []
        for axes, panel in group:
            for name, method in panel.methods.items():
                drawn += _curve(axes, method, panel, grid.looks[name], place)
        regret_axis(group[0][0], drawn)


def _curve(
    axes: Axes,
    method: MethodFindings,
    panel: _Panel,
    look: Look,
    place: Callable[[MethodFindings, int], float],
) -> list[float]:
    """Draw one method's curve and give back the values that it has to have room for."""
    samples = {
        point: Summary.of(regrets) for point in panel.points if (regrets := finite(method, point))
    }
    points, summaries = [place(method, point) for point in samples], list(samples.values())
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


def query_times(problems: Sequence[ProblemFindings]) -> Figure:
    """Curves: the share of queries computed within a time."""
    grid = _Grid(problems, "time for a query", "queries computed within (%)")
    for axes, panel in (placed for group in grid.groups for placed in group):
        for name, method in panel.methods.items():
            waits = sorted(method.waits)
            if waits:
                shares = np.linspace(0, 1, min(len(waits), _POINTS_IN_A_LINE))
                times = [max(quantile(waits, share), 1e-4) for share in shares]
                axes.plot(times, 100 * shares, **grid.looks[name], markevery=0.1)
        seconds_axis(axes, "x")
        axes.set_ylim(0, 102)
    return grid.figure


def cost_and_gain(problems: Sequence[ProblemFindings]) -> Figure:
    """Above, regret against the queries answered; below, against the seconds they took."""
    figure, grid = panels_of(2, len(problems))
    looks = looks_of((m.label, m) for problem in problems for m in problem.methods)
    ways = (
        ("queries", _number_of_queries),
        ("computing time of the queries so far", _mean_seconds),
    )
    for row, (across, place) in enumerate(ways):
        for axes, problem in zip(grid[row * len(problems) :], problems, strict=False):
            panel = _Panel(problem.label, problem.points, {m.label: m for m in problem.methods})
            drawn = [
                value
                for name, method in panel.methods.items()
                for value in _curve(axes, method, panel, looks[name], place)
            ]
            regret_axis(axes, drawn)
            if not row:
                axes.set_title(panel.title, loc="left")
            axes.set_xlabel(across)
        grid[row * len(problems)].set_ylabel("relative regret")
    for axes in grid[len(problems) :]:
        _seconds_across(axes)
    legend_of(figure, line_handles(looks))
    return figure


def _number_of_queries(method: MethodFindings, point: int) -> float:
    return point
