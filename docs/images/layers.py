"""Draws docs/images/layers.svg, the layers of hintwise, from what its modules import.

    python docs/images/layers.py

A layer stands above all that it imports. A line leads to each layer that it imports and that it
does not reach by way of another one; the rest would only hide these.
"""

from __future__ import annotations

import ast
import html
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
SOURCE = FOLDER.parents[1] / "src" / "hintwise"

_WIDTH, _HEIGHT = 192, 58
_LINE_WIDTH = 10
_GAP_X, _GAP_Y = 22, 46
_MARGIN = 18
_SWEEPS = 6
_STYLE = (
    "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;fill:#1f2328}"
    "rect{fill:#f6f8fa;stroke:#59636e}path{stroke:#0072b2;fill:none;stroke-width:1.4;opacity:.7}"
    ".name{font-weight:700;font-size:15px}.parts{font-size:11px;fill:#59636e}"
)


@dataclass(frozen=True)
class Layer:
    """A module or package directly below `hintwise`: its parts, and the layers it imports."""

    parts: tuple[str, ...]
    imports: frozenset[str]


def layers() -> dict[str, Layer]:
    """All layers by name; the public surface is none."""
    found: dict[str, Layer] = {}
    names = [
        p for p in sorted(SOURCE.iterdir()) if p.suffix == ".py" or (p / "__init__.py").exists()
    ]
    for path in names:
        if path.stem in ("__init__", "__main__", "public"):
            continue
        files = [path] if path.is_file() else sorted(path.rglob("*.py"))
        inside = () if path.is_file() else path.iterdir()
        parts = {p.stem for p in inside if p.suffix == ".py" or (p / "__init__.py").exists()}
        imported = {layer for file in files for layer in _imported(file)} - {path.stem}
        found[path.stem] = Layer(tuple(sorted(parts - {"__init__"})), frozenset(imported))
    return found


def _imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        modules = []
        if isinstance(node, ast.ImportFrom) and node.module:
            modules = [node.module]
            if node.module == "hintwise":
                modules = [f"hintwise.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        yield from (name.split(".")[1] for name in modules if name.startswith("hintwise."))


def depths(graph: Mapping[str, Layer]) -> dict[str, int]:
    """How far above the ground each layer stands: one more than the highest that it imports."""
    found: dict[str, int] = {}

    def depth(name: str) -> int:
        if name not in found:
            found[name] = 1 + max((depth(other) for other in graph[name].imports), default=-1)
        return found[name]

    return {name: depth(name) for name in graph}


def direct(graph: Mapping[str, Layer]) -> Iterator[tuple[str, str]]:
    """The imports that lead to a layer which no other imported layer leads to."""

    def reached(name: str) -> set[str]:
        return {name}.union(*(reached(other) for other in graph[name].imports))

    for name, layer in graph.items():
        for other in sorted(layer.imports):
            if not any(other in reached(third) for third in layer.imports - {other}):
                yield name, other


def drawing() -> str:
    graph = layers()
    edges = {edge: _stops(*edge, depths(graph)) for edge in direct(graph)}
    places = _places(graph, edges.values())
    left, right = (end(x for x, _ in places.values()) for end in (min, max))
    across = {item: (x - left + _WIDTH / 2 + _MARGIN, y) for item, (x, y) in places.items()}
    height = max(y for _, y in places.values()) + _HEIGHT + _MARGIN
    lines = [_line([across[item] for item in stops]) for stops in edges.values()]
    boxes = [_box(name, layer, *across[name]) for name, layer in graph.items()]
    size = f"{right - left + _WIDTH + 2 * _MARGIN:.0f} {height:g}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img">',
            "<title>The layers of hintwise: each imports those that its lines lead down to</title>",
            f"<style>{_STYLE}</style>",
            '<rect width="100%" height="100%" style="fill:#fff;stroke:none"/>',
            *lines,
            *boxes,
            "</svg>\n",
        ]
    )


Stop = str | tuple[str, str, int]
"""What has a place in a row: a layer, or a line (from, to, how far above the ground) passing by."""


def _stops(one: str, other: str, depth: Mapping[str, int]) -> list[Stop]:
    """Where a line leads along: lines have places of their own in rows, beside the boxes."""
    between = range(depth[one] - 1, depth[other], -1)
    return [one, *((one, other, level) for level in between), other]


def _places(
    graph: Mapping[str, Layer], lines: Iterable[Sequence[Stop]]
) -> dict[Stop, tuple[float, float]]:
    """The middle of the upper edge of all that has a place, each near what it is connected to."""
    depth = depths(graph)
    top = max(depth.values())
    near: dict[Stop, list[Stop]] = {name: [] for name in graph}
    for one, other in (pair for stops in lines for pair in itertools.pairwise(stops)):
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    rows: list[list[Stop]] = [[] for _ in range(top + 1)]
    for item in near:
        rows[top - (depth[item] if isinstance(item, str) else item[2])].append(item)
    across: dict[Stop, float] = {}
    for order in _SWEEPS * (rows, rows[::-1]):
        for row in order:
            wanted = {item: _mean([across[n] for n in near[item] if n in across]) for item in row}
            across |= _apart(sorted(row, key=wanted.__getitem__), wanted)
    return {
        item: (across[item], _MARGIN + number * (_HEIGHT + _GAP_Y))
        for number, row in enumerate(rows)
        for item in row
    }


def _apart(row: Sequence[Stop], wanted: Mapping[Stop, float]) -> dict[Stop, float]:
    """The items of a row from left to right, without gaps to spare, about where they want to be."""
    found: dict[Stop, float] = {}
    right = 0.0
    for item in row:
        width = _WIDTH if isinstance(item, str) else _LINE_WIDTH
        found[item] = right + width / 2
        right += width + _GAP_X
    shift = _mean([wanted[item] - x for item, x in found.items()])
    return {item: x + shift for item, x in found.items()}


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _line(places: Sequence[tuple[float, float]]) -> str:
    """From the lower edge of a box, straight through the rows that it passes, to the next one."""
    path = ""
    for (x, y), (to_x, to_y) in itertools.pairwise(places):
        start, bend = y + _HEIGHT, _GAP_Y * 0.6
        path += f"{'L' if path else 'M'}{x:.0f} {start:g}"
        path += f"C{x:.0f} {start + bend:g} {to_x:.0f} {to_y - bend:g} {to_x:.0f} {to_y:g}"
    return f'<path d="{path}"/>'


def _box(name: str, layer: Layer, x: float, y: float) -> str:
    middle = round(x)
    box = f'<rect x="{middle - _WIDTH // 2}" y="{y:g}" width="{_WIDTH}" height="{_HEIGHT}" rx="7"/>'
    lines = _lines(layer.parts)
    text = f'<text class="name" x="{middle}" y="{y + (20 if lines else 34):g}">{name}</text>'
    parts = "".join(
        f'<text class="parts" x="{middle}" y="{y + 35 + 14 * n:g}">{html.escape(line)}</text>'
        for n, line in enumerate(lines)
    )
    return f'<g text-anchor="middle">{box}{text}{parts}</g>'


def _lines(parts: tuple[str, ...], limit: int = 27) -> list[str]:
    """At most two lines of names; what does not fit is counted."""
    lines = [""]
    for number, part in enumerate(parts):
        longer = f"{lines[-1]}, {part}" if lines[-1] else part
        if len(longer) <= limit:
            lines[-1] = longer
        elif len(lines) == 1:
            lines.append(part)
        else:
            lines[-1] += f" +{len(parts) - number}"
            break
    return [line for line in lines if line]


if __name__ == "__main__":
    (FOLDER / "layers.svg").write_text(drawing(), encoding="utf-8")
