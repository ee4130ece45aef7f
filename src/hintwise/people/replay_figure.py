"""The figure of a replay: accuracy by number of answers, and reliability."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from hintwise.people.reliability import Bin
from hintwise.people.replay import Replay, Row
from hintwise.render.figures import COLOURS, GREY, MARKERS, figure_style, legend_below


def replay_figure(replay: Replay) -> Figure:
    """Curves with standard errors; each panel shows one method's pairs, after another's.

    A last panel holds what was predicted against what was observed, if anyone gives probabilities.
    Only trade-offs count: any learner foresees that a dominated step is not chosen.
    """
    ways = list(dict.fromkeys((row.learned_on, row.tested_on) for row in replay.across))
    names = list(dict.fromkeys(row.predictor for row in replay.across))
    count = len(ways) + bool(replay.reliability)
    with figure_style():
        figure = Figure(figsize=(0.8 + 4.2 * max(count, 1), 4.2), layout="constrained")
        axes = figure.subplots(1, max(count, 1), squeeze=False)[0]
        for panel, (learned_on, tested_on) in zip(axes, ways, strict=False):
            rows = [
                r for r in replay.across if (r.learned_on, r.tested_on) == (learned_on, tested_on)
            ]
            _draw_accuracy(panel, rows, names)
            panel.set_title(f"tested on {tested_on}", loc="left")
            panel.set_xlabel(f"answers learned from, to pairs of {learned_on}")
            if panel is not axes[0]:
                panel.sharey(axes[0])
        axes[0].set_ylabel("share of choices foreseen (trade-offs)")
        if replay.reliability:
            _draw_reliability(axes[-1], replay.reliability, names)
        legend_below(figure, axes[0], columns=5)
    return figure


def _draw_accuracy(axes: Axes, rows: Sequence[Row], names: Sequence[str]) -> None:
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


def _draw_reliability(axes: Axes, bins: Sequence[Bin], names: Sequence[str]) -> None:
    """The larger a mark, the more pairs; on the line observed is as predicted."""
    axes.plot([0, 1], [0, 1], color=GREY, linestyle="--", linewidth=1)
    most = max(found.pairs for found in bins)
    for i, name in enumerate(names):
        own = [found for found in bins if found.predictor == name and found.pairs]
        axes.scatter(
            [found.predicted or 0.0 for found in own],
            [found.observed or 0.0 for found in own],
            s=[10 + 90 * found.pairs / most for found in own],
            color=COLOURS[i % len(COLOURS)],
            marker=MARKERS[i % len(MARKERS)],
        )
    axes.set_title("reliability", loc="left")
    axes.set_xlabel("predicted: the first step is preferred")
    axes.set_ylabel("share that preferred it")
