"""Draws docs/images/layers.svg, the layers of hintwise, from what its modules import.

    python docs/images/layers.py

A layer stands above all that it imports. A line leads to each layer that it imports and that it
does not reach by way of another one; the rest would only hide these.
"""

from __future__ import annotations

import ast
import html
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
SOURCE = FOLDER.parents[1] / "src" / "hintwise"

_WIDTH, _HEIGHT = 192, 58
_GAP_X, _GAP_Y = 30, 46
_MARGIN = 18
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
        if path.stem.startswith("__"):
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
    rows = _rows(graph)
    width = max(map(len, rows)) * (_WIDTH + _GAP_X) - _GAP_X
    places = {
        name: (
            _MARGIN + (n + 0.5) * width / len(row) - _WIDTH / 2,
            _MARGIN + number * (_HEIGHT + _GAP_Y),
        )
        for number, row in enumerate(rows)
        for n, name in enumerate(row)
    }
    height = len(rows) * (_HEIGHT + _GAP_Y) - _GAP_Y
    lines = [_line(places[one], places[other]) for one, other in direct(graph)]
    boxes = [_box(name, graph[name], *places[name]) for name in graph]
    size = f"{width + 2 * _MARGIN:g} {height + 2 * _MARGIN:g}"
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


def _rows(graph: Mapping[str, Layer]) -> list[list[str]]:
    """The layers from the top down; within a row, each near those above that lead to it."""
    edges = list(direct(graph))
    depth = depths(graph)
    rows = [[n for n in graph if depth[n] == d] for d in range(max(depth.values()), -1, -1)]
    across: dict[str, float] = {}
    for row in rows:
        for name in row:
            above = [across[one] for one, other in edges if other == name and one in across]
            across[name] = sum(above) / len(above) if above else 0.5
        row.sort(key=across.__getitem__)
        across |= {name: (n + 0.5) / len(row) for n, name in enumerate(row)}
    return rows


def _line(start: tuple[float, float], end: tuple[float, float]) -> str:
    x, y = start[0] + _WIDTH / 2, start[1] + _HEIGHT
    to_x, to_y = end[0] + _WIDTH / 2, end[1]
    bend = max(26.0, (to_y - y) / 3)
    return f'<path d="M{x:g} {y:g}C{x:g} {y + bend:g} {to_x:g} {to_y - bend:g} {to_x:g} {to_y:g}"/>'


def _box(name: str, layer: Layer, x: float, y: float) -> str:
    middle = x + _WIDTH / 2
    box = f'<rect x="{x:g}" y="{y:g}" width="{_WIDTH}" height="{_HEIGHT}" rx="7"/>'
    lines = _lines(layer.parts)
    text = f'<text class="name" x="{middle:g}" y="{y + (20 if lines else 34):g}">{name}</text>'
    parts = "".join(
        f'<text class="parts" x="{middle:g}" y="{y + 35 + 14 * n:g}">{html.escape(line)}</text>'
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
