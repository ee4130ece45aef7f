"""What all figures of a report share: panels, looks and legends."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from hintwise.elicit.methods import METHODS
from hintwise.experiments.report.findings import MethodFindings
from hintwise.render.figures import Look, method_look, variant_look

_NUMBERS = {method: number for number, method in enumerate(METHODS)}


def finite(method: MethodFindings, point: int) -> list[float]:
    return [regret for regret in method.regrets(point).values() if math.isfinite(regret)]


def panels_of(rows: int, columns: int) -> tuple[Figure, list[Axes]]:
    width = 8.0 if columns < 3 else 2.9 * columns
    figure = Figure(figsize=(width, 0.7 + 3.0 * rows), layout="constrained")
    return figure, list(figure.subplots(rows, columns, squeeze=False).flat)


def looks_of(named: Iterable[tuple[str, MethodFindings]]) -> dict[str, Look]:
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


def line_handles(looks: Mapping[str, Look]) -> list[Artist]:
    return [Line2D([], [], label=name, **look) for name, look in looks.items()]


def legend_of(figure: Figure, handles: Sequence[Artist]) -> None:
    if handles:
        longest = max(len(str(handle.get_label())) for handle in handles)
        room = int(14 * figure.get_figwidth())
        columns = max(1, min(len(handles), room // (longest + 8)))
        figure.legend(handles=handles, loc="outside lower left", ncols=columns)
