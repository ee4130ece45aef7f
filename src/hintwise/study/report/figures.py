"""The figures of a study's report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from hintwise.people.statistics import Summary
from hintwise.people.study import Preferred
from hintwise.render.figures import (
    GREY,
    Look,
    figure_style,
    legend_below,
    method_look,
    variant_look,
)
from hintwise.study.report.consistency import Retest
from hintwise.study.report.foresight import EVALUATION, Foresight
from hintwise.study.report.preferences import EvaluationFindings
from hintwise.study.report.training import Stretch

_BARE: Look = {"color": GREY, "linestyle": ":", "linewidth": 1.4}


@dataclass(frozen=True, slots=True)
class Drawing:
    """A figure, what its files are called, and what stands below it."""

    name: str
    caption: str
    figure: Figure


def preference_drawing(findings: EvaluationFindings, arms: Sequence[str]) -> Drawing | None:
    """By number of training questions, a panel for each baseline; None if arms only met arms."""
    baselines = [against for against in findings.baselines if against not in arms]
    if not baselines:
        return None
    asked = sorted({row.queries for row in findings.statistics.preferences})
    with figure_style():
        figure, panels = _panels(len(baselines))
        for axes, against in zip(panels, baselines, strict=True):
            for number, arm in enumerate(arms):
                rows = [
                    row
                    for row in findings.statistics.preferences
                    if (row.method, row.against) == (arm, against)
                ]
                # Beside each other, for arms may be equally good.
                offset = 0.015 * asked[-1] * (number - (len(arms) - 1) / 2)
                points = [row.queries + offset for row in rows]
                look = method_look(number)
                shares = [row.shares[Preferred.LEARNED] for row in rows]
                _line(axes, points, shares, f"{arm}: learned step preferred", look)
                other = [row.shares[Preferred.BASELINE].mean for row in rows]
                axes.plot(
                    points,
                    other,
                    color=look["color"],
                    marker=".",
                    linestyle=":",
                    linewidth=1.4,
                    label=f"{arm}: {against} preferred",
                )
            axes.set_title(f"against {against}", loc="left")
            _percent_axes(axes, "training questions of the arm")
            axes.set_xticks(asked)
            axes.set_xlim(0, 1.05 * asked[-1])
        panels[0].set_ylabel("share of answers")
        legend_below(figure, panels[0])
    caption = (
        "How often the learned step was preferred, by number of training questions: means over "
        "people with their standard errors. Dotted: how often the other step was."
    )
    return Drawing("preferences", caption, figure)


def training_drawing(
    curve: Sequence[Stretch], arms: Sequence[str], retest: Retest | None
) -> Drawing | None:
    """Whether the arms foresaw the answers to their own questions."""
    drawn = [stretch for stretch in curve if stretch.foreseen is not None]
    if not drawn:
        return None
    with figure_style():
        figure, (axes,) = _panels(1)
        for number, arm in enumerate(arms):
            own = [stretch for stretch in drawn if stretch.arm == arm]
            middles = [(stretch.first + stretch.last) / 2 for stretch in own]
            shares = [stretch.foreseen for stretch in own if stretch.foreseen is not None]
            _line(axes, middles, shares, arm, method_look(number))
        _ceiling(axes, retest)
        axes.axhline(0.5, color=GREY, linewidth=0.8)
        _percent_axes(axes, "training question")
        axes.set_ylabel("preferences foreseen")
        legend_below(figure, axes, columns=3)
    caption = (
        "How often people preferred the step of a training question that the arm held for the "
        "better at that time: means over people with their standard errors. The line at one half "
        "is chance."
    )
    return Drawing("training", caption + _ceiling_caption(retest), figure)


def learners_drawing(found: Foresight, retest: Retest | None) -> Drawing | None:
    """Accuracy on answers that were held out, a panel for each way of learning and testing."""
    if not found.ways:
        return None
    with figure_style():
        figure, panels = _panels(len(found.ways))
        for axes, way in zip(panels, found.ways, strict=True):
            for number, (learner, rows) in enumerate(found.along(way).items()):
                scored = [
                    (r.answers, r.all_pairs.accuracy) for r in rows if r.all_pairs is not None
                ]
                points = [answers for answers, _ in scored]
                _line(axes, points, [s for _, s in scored], learner, variant_look(number))
            _ceiling(axes, retest)
            learned_on, tested_on = way
            tested = "evaluation pairs" if tested_on == EVALUATION else f"pairs of {tested_on}"
            axes.set_title(f"tested on {tested}", loc="left")
            _percent_axes(axes, f"answers learned from, to {learned_on}")
        for axes in panels[::2]:
            axes.set_ylabel("preferences foreseen")
        legend_below(figure, panels[0], columns=3)
    caption = (
        "How often each learner foresees a preference that it has not seen: means over people with "
        "their standard errors."
    )
    return Drawing("learners", caption + _ceiling_caption(retest), figure)


def _line(
    axes: Axes, points: Sequence[float], values: Sequence[Summary], label: str, look: Look
) -> None:
    means = np.array([value.mean for value in values])
    errors = np.array([value.standard_error or 0.0 for value in values])
    axes.errorbar(points, means, yerr=errors, label=label, capsize=3, **look)


def _ceiling(axes: Axes, retest: Retest | None) -> None:
    if retest is not None and retest.kept is not None:
        axes.axhline(retest.kept, label="people with themselves", **_BARE)


def _ceiling_caption(retest: Retest | None) -> str:
    if retest is None or retest.kept is None:
        return ""
    return (
        " Dotted: how often people kept a preference when they were asked again, over all who "
        "completed the study. Foreseeing may pass the line, as who errs now and then does so in "
        "both answers of a repeat."
    )


def _percent_axes(axes: Axes, across: str) -> None:
    axes.set_ylim(-0.02, 1.02)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.xaxis.set_major_locator(MaxNLocator("auto", steps=[1, 2, 5, 10], integer=True))
    axes.set_xlabel(across)


def _panels(count: int) -> tuple[Figure, list[Axes]]:
    """Two beside each other."""
    columns = min(count, 2)
    rows = -(-count // 2)
    figure = Figure(figsize=(8.0, 0.9 + 3.1 * rows), layout="constrained")
    panels: list[Axes] = list(figure.subplots(rows, columns, squeeze=False).flat)
    for axes in panels[count:]:
        axes.set_visible(False)
    return figure, panels[:count]


def drawings(found: Sequence[Drawing | None]) -> Iterator[Drawing]:
    """Those that there are."""
    return (drawing for drawing in found if drawing is not None)
