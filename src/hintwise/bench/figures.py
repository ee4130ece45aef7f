"""The figures of a run."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from hintwise.bench.compare import Races
from hintwise.bench.growth import Growth, GrowthPoint, SequenceTimes
from hintwise.bench.model_times import ModelTimes
from hintwise.bench.run import BenchResults
from hintwise.render.figures import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    duration_text,
    figure_style,
    legend_below,
    seconds_axis,
)


def figures(results: BenchResults) -> Iterator[tuple[str, Figure]]:
    """Name and figure, for each section that has one."""
    for name, section in results.sections.items():
        with figure_style():
            match section:
                case Races():
                    yield name, _speed_ups(section)
                case Growth():
                    yield name, _growth(section, results.settings.deadline_s)
                case SequenceTimes():
                    yield name, _sequence(section)
                case ModelTimes():
                    yield name, _models(section)


def _speed_ups(found: Races) -> Figure:
    """Bars: how many times longer the others take than hintwise does in all."""
    comparisons = found.comparisons[::-1]
    figure, axes = _blank(8.0, 1.2 + 0.9 * len(comparisons))
    estimated = any(c.tools.estimated for c in comparisons)
    sampled = " (≈ estimated from a sample of targets)" if estimated else ""
    tools = [(c.times_tools.in_all, "≈ " if c.tools.estimated else "") for c in comparisons]
    referee = [(c.times_referee.in_all, "" if c.referee.optimal else "> ") for c in comparisons]
    for offset, colour, label, factors in (
        (0.19, BLUE, f"CPMpy's own tools{sampled}", tools),
        (-0.19, ORANGE, "our plain referee", referee),
    ):
        places = [i + offset for i in range(len(comparisons))]
        bars = axes.barh(places, [f for f, _ in factors], 0.36, color=colour, label=label)
        axes.bar_label(bars, [f"{sign}{f:.0f} x" for f, sign in factors], padding=4)
    names = [c.label.replace(", start, ", "\n") for c in comparisons]
    axes.set_yticks(range(len(comparisons)), names)
    axes.set_xscale("log")
    axes.set_xlim(1, 4 * max(factor for factor, _ in (*tools, *referee, (1.0, ""))))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
    axes.set_xlabel("time, in multiples of hintwise's (its construction included)")
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.set_title("The optimal step over all targets, from the start", loc="left")
    legend_below(figure, axes)
    return figure


def _growth(growth: Growth, deadline_s: float) -> Figure:
    """Curves: time against size, a panel for each kind of puzzle."""
    panels_of = {
        "Sudoku: cells in a row": [p for p in growth.points if p.family == "Sudoku"],
        "logic grid: values in a category": [p for p in growth.points if p.family != "Sudoku"],
    }
    panels_of = {label: points for label, points in panels_of.items() if points}
    figure = Figure(figsize=(8.0, 3.8), layout="constrained")
    panels = figure.subplots(1, len(panels_of), sharey=True, squeeze=False)[0]
    for axes, (label, points) in zip(panels, panels_of.items(), strict=True):
        families = groupby(points, key=lambda p: p.family)
        marks = ((BLUE, "o"), (GREEN, "s"), (ORANGE, "D"))
        for (family, own), (colour, marker) in zip(families, marks, strict=False):
            _curve(axes, list(own), family, colour, marker)
        axes.set_xlabel(label)
        axes.set_xticks(sorted({p.values for p in points}))
        seconds_axis(axes)
        legend_at = "upper left"
        if any(not p.all_proven for p in points):
            legend_at = "lower right"  # the other corner is for the deadline
            axes.axhline(deadline_s, color=GREY, linewidth=1, linestyle="--")
            note = f"deadline {duration_text(deadline_s)}; hollow: not all proven"
            where = axes.get_yaxis_transform()
            axes.text(0.02, 1.15 * deadline_s, note, transform=where, color=GREY, fontsize=9)
            axes.set_ylim(top=3 * deadline_s)
        axes.legend(loc=legend_at)
    panels[0].set_ylabel("optimal step, cold")
    figure.suptitle("Median and range over random states of drawn puzzles", x=0.01, ha="left")
    return figure


def _curve(axes: Axes, points: list[GrowthPoint], label: str, colour: str, marker: str) -> None:
    sizes = [p.values for p in points]
    lows = [min(m.seconds for m in p.measurements) for p in points]
    axes.fill_between(sizes, lows, [p.max_s for p in points], color=colour, alpha=0.15, linewidth=0)
    axes.plot(sizes, [p.median_s for p in points], marker, color=colour, linestyle="-", label=label)
    unproven = [p for p in points if not p.all_proven]
    hollow = [p.values for p in unproven], [p.median_s for p in unproven]
    axes.plot(*hollow, marker, color=colour, markerfacecolor="white", linestyle="none")


def _sequence(times: SequenceTimes) -> Figure:
    """Curves: time of each step along one sequence."""
    figure, axes = _blank(8.0, 3.4)
    for measurements, colour, style, label in (
        (times.fresh, ORANGE, "--", "a fresh explainer for each step"),
        (times.along, BLUE, "-", "one explainer going along"),
    ):
        steps = range(1, len(measurements) + 1)
        axes.plot(steps, [m.seconds for m in measurements], style, color=colour, label=label)
    axes.set_xlabel("step of the sequence")
    axes.set_ylabel("optimal step")
    axes.margins(x=0.01)
    seconds_axis(axes)
    axes.set_title(f"Along a sequence: {times.label}", loc="left")
    legend_below(figure, axes)
    return figure


def _models(times: ModelTimes) -> Figure:
    """Dots: construction and first step of each model; those without a step say why."""
    records = times.records[::-1]
    figure, axes = _blank(8.0, 1.2 + 0.21 * len(records))
    places = {record.name: place for place, record in enumerate(records)}
    built = [(r.construction_s, places[r.name]) for r in records if r.construction_s is not None]
    stepped = [(r.step_s, places[r.name], r.optimal) for r in records if r.step_s is not None]
    proven = [(s, place) for s, place, optimal in stepped if optimal]
    bound = [(s, place) for s, place, optimal in stepped if not optimal]
    for points, marker, colour, face, label in (
        (built, "s", GREY, GREY, "construction"),
        (proven, "o", BLUE, BLUE, "first step, proven cheapest"),
        (bound, "o", BLUE, "white", "first step, with a lower bound"),
    ):
        xs, ys = [x for x, _ in points], [y for _, y in points]
        axes.plot(xs, ys, marker, color=colour, markerfacecolor=face, label=label)
    for record in records:
        if record.size is None:
            where = axes.get_yaxis_transform()
            place = places[record.name]
            axes.text(0.02, place, record.outcome, transform=where, va="center", color=ORANGE)
    axes.set_yticks(range(len(records)), [record.name for record in records])
    axes.set_ylim(-0.7, len(records) - 0.3)
    seconds_axis(axes, "x")
    axes.set_xlabel("time")
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.set_title("Models of many kinds: construction and first step", loc="left")
    legend_below(figure, axes, columns=3)
    return figure


def _blank(width: float, height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots()
