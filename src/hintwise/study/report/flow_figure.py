"""The flow diagram: how many people got how far, and where the others went."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from hintwise.render.figures import BLUE, GREY, INK, PAPER, figure_style
from hintwise.render.table import counted
from hintwise.study.export.conduct import REASONS
from hintwise.study.report.figures import Drawing
from hintwise.study.report.flow import Flow

_WIDTH, _HEIGHT, _GAP = 2.6, 0.7, 0.75
_LEFT, _RIGHT = 0.1, 3.7
_SIDE_WIDTH = 4.2


def flow_drawing(flow: Flow) -> Drawing:
    """Boxes below each other for those who stayed, beside them for those who did not."""
    stages: list[tuple[str, int, Sequence[str]]] = [
        (
            "joined",
            flow.joined,
            _lost(
                (flow.declined, "declined to take part"),
                (flow.not_consented, "left before they agreed, or have not yet"),
            ),
        ),
        (
            "consented",
            flow.consented,
            _lost((flow.withdrawn, "withdrew"), (flow.unfinished, "did not finish, or not yet")),
        ),
        ("completed", flow.completed, _excluded(flow)),
        ("analysed", flow.analysed, ()),
    ]
    height = len(stages) * _HEIGHT + (len(stages) - 1) * _GAP
    with figure_style():
        figure = Figure(figsize=(8.0, height + 0.2))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_xlim(0, 8.0)
        axes.set_ylim(-height - 0.1, 0.1)
        axes.axis("off")
        for number, (name, count, lost) in enumerate(stages):
            top = -number * (_HEIGHT + _GAP)
            _box(axes, (_LEFT, top), (_WIDTH, _HEIGHT), f"{count} {name}", BLUE)
            if number + 1 < len(stages):
                middle = _LEFT + _WIDTH / 2
                _arrow(axes, (middle, top - _HEIGHT), (middle, top - _HEIGHT - _GAP))
            if lost:
                beside = top - _HEIGHT - _GAP / 2
                size = 0.22 + 0.24 * len(lost)
                _arrow(axes, (_LEFT + _WIDTH / 2, beside), (_RIGHT, beside))
                _box(axes, (_RIGHT, beside + size / 2), (_SIDE_WIDTH, size), "\n".join(lost), GREY)
    caption = (
        f"From {counted(flow.joined, 'person').replace('persons', 'people')} who joined to "
        f"{flow.analysed} whose answers are analysed."
    )
    return Drawing("flow", caption, figure)


def _lost(*causes: tuple[int, str]) -> list[str]:
    return [f"{count} {what}" for count, what in causes if count]


def _excluded(flow: Flow) -> list[str]:
    return [f"{count} excluded: {REASONS[name]}" for name, count in flow.reasons.items()]


def _box(
    axes: Axes, corner: tuple[float, float], size: tuple[float, float], text: str, edge: str
) -> None:
    """From its upper left corner."""
    (left, top), (width, height) = corner, size
    axes.add_patch(
        FancyBboxPatch(
            (left, top - height),
            width,
            height,
            boxstyle="round,pad=0,rounding_size=0.1",
            facecolor=PAPER,
            edgecolor=edge,
            linewidth=1.4,
        )
    )
    axes.text(left + width / 2, top - height / 2, text, ha="center", va="center", color=INK)


def _arrow(axes: Axes, start: tuple[float, float], end: tuple[float, float]) -> None:
    axes.annotate(
        "",
        xy=end,
        xytext=start,
        arrowprops={"arrowstyle": "-|>", "color": INK, "shrinkA": 0, "shrinkB": 0},
    )
