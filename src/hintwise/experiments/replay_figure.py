"""The figure of a replay: accuracy by number of answers."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from hintwise.experiments.drawing import COLOURS, MARKERS, figure_style, legend_below
from hintwise.experiments.replay import Replay, Row


def accuracy_figure(replay: Replay) -> Figure:
    """Curves with standard errors; each panel shows one method's pairs, after another's.

    Only trade-offs count: any learner foresees that a dominated step is not chosen.
    """
    panels = list(dict.fromkeys((row.learned_on, row.tested_on) for row in replay.across))
    with figure_style():
        figure = Figure(figsize=(0.8 + 4.2 * max(len(panels), 1), 4.2), layout="constrained")
        axes = figure.subplots(1, max(len(panels), 1), sharey=True, squeeze=False)[0]
        for panel, (learned_on, tested_on) in zip(axes, panels, strict=False):
            rows = [
                r for r in replay.across if (r.learned_on, r.tested_on) == (learned_on, tested_on)
            ]
            _draw(panel, rows)
            panel.set_title(f"tested on {tested_on}", loc="left")
            panel.set_xlabel(f"answers learned from, to pairs of {learned_on}")
        axes[0].set_ylabel("share of choices foreseen (trade-offs)")
        legend_below(figure, axes[0], columns=4)
    return figure


def _draw(axes: Axes, rows: Sequence[Row]) -> None:
    names = list(dict.fromkeys(row.predictor for row in rows))
    for i, name in enumerate(names):
        scored = [
            (row.answers, row.trade_offs.accuracy)
            for row in rows
            if row.predictor == name and row.trade_offs is not None
        ]
        axes.errorbar(
            [answers for answers, _ in scored],
            [accuracy.mean for _, accuracy in scored],
            yerr=[accuracy.standard_error or 0.0 for _, accuracy in scored],
            color=COLOURS[i % len(COLOURS)],
            marker=MARKERS[i % len(MARKERS)],
            capsize=3,
            label=name,
        )
