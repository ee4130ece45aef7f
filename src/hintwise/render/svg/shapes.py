"""SVG elements that every picture is put together from.

Text may be anything a person wrote: the XML library escapes it, and characters that XML forbids
are left out. All looks are in `STYLE`, by class, so that a page with many pictures can hold it once
and change it for dark screens.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, SubElement

STYLE = """
.hw{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
.hw-paper{fill:#fff}
.hw-ink,.hw-given{fill:#1f2328}
.hw-given{font-weight:700}
.hw-found{fill:#4a5561;font-weight:400}
.hw-soft{fill:#59636e}
.hw-thin{stroke:#c4ccd4;fill:none;stroke-width:1}
.hw-wall{stroke:#1f2328;fill:none;stroke-width:2.5;stroke-linecap:square}
.hw-hatch{stroke:#009e73;stroke-width:1.3;opacity:.55}
.hw-edge{stroke:#00735a;fill:none;stroke-width:2;stroke-dasharray:5 3}
.hw-cage{stroke:#4a5561;fill:none;stroke-width:1.1;stroke-dasharray:2 2.2}
.hw-cage-label{fill:#1f2328;stroke:#fff;stroke-width:3;paint-order:stroke;font-weight:600}
.hw-tag{fill:#00735a}
.hw-tag-text{fill:#fff;font-weight:600}
.hw-used{stroke:#d55e00;fill:#fff4ea;stroke-width:2.4}
.hw-derived{stroke:#0072b2;fill:#e3f0f9;stroke-width:2.6}
.hw-derived-in{stroke:#0072b2;fill:none;stroke-width:1.2}
.hw-new{fill:#00507e;font-weight:800}
.hw-mark{fill:#59636e}
.hw-mark-why{fill:#7a3500;font-weight:700}
.hw-mark-ring{stroke:#d55e00;fill:#fff4ea;stroke-width:1.2}
.hw-mark-struck{fill:#00507e;font-weight:700}
.hw-mark-stroke{stroke:#0072b2;fill:none;stroke-width:1.8;stroke-linecap:round}
.hw-yes{stroke:#1f2328;fill:none;stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
.hw-no{stroke:#6b7681;fill:none;stroke-width:1.7;stroke-linecap:round}
.hw-no.hw-given{stroke:#1f2328;stroke-width:2.6}
.hw-yes.hw-new,.hw-no.hw-new{stroke:#00507e;stroke-width:3.2}
"""

HATCH = "url(#hatch)"
"""The fill of used rules; whoever finishes a picture makes its id unique."""

CHARACTER = 0.56
"""About how wide a character of a system font is, in font sizes. Nobody can measure it here."""

_MARGIN = 16.0

# All but tab, line feed and the ranges of https://www.w3.org/TR/xml/#charsets
_FORBIDDEN = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """The text without the characters that no XML document may contain.

    >>> xml_text("a" + chr(0) + "b<c")
    'ab<c'
    """
    return _FORBIDDEN.sub("", text)


Box = tuple[float, float, float, float]
"""Its upper left corner, its width and its height."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Some elements, the room they take, and where each variable lies, if that can be said."""

    width: float
    height: float
    parts: tuple[Element, ...]
    places: Mapping[str, Box] = field(default_factory=dict)


def shape(tag: str, look: str = "", **attributes: float | str) -> Element:
    """An element of class `hw-look`; numbers are written short, `_` in names becomes `-`."""
    element = Element(tag)
    if look:
        element.set("class", " ".join(f"hw-{word}" for word in look.split()))
    for name, value in attributes.items():
        written = xml_text(value) if isinstance(value, str) else f"{round(value, 1):g}"
        element.set(name.replace("_", "-"), written)
    return element


def words(text: str, look: str, *, size: float, **attributes: float | str) -> Element:
    """A line of text."""
    element = shape("text", look, font_size=size, **attributes)
    element.text = xml_text(text)
    return element


def short_words(
    text: str, limit: int, look: str, *, size: float, **attributes: float | str
) -> Element:
    """A line of at most `limit` characters; a pointer that rests on it shows what was cut off."""
    element = words(shortened(text, limit), look, size=size, **attributes)
    if element.text != xml_text(text):
        whole = shape("title")
        whole.text = xml_text(text)
        element.append(whole)
    return element


def group(parts: Iterable[Element], look: str = "", **attributes: float | str) -> Element:
    element = shape("g", look, **attributes)
    element.extend(parts)
    return element


def document(
    drawing: Drawing, *, name: str, title: str, description: str, style: str = STYLE
) -> Element:
    """A picture by itself, on paper with a margin; `name` starts every id in it.

    Without `style` the page that holds it has to look after its looks.
    """
    width, height = drawing.width + 2 * _MARGIN, drawing.height + 2 * _MARGIN
    root = shape("svg", xmlns="http://www.w3.org/2000/svg", role="img")
    root.set("class", "hw")
    root.set("viewBox", f"0 0 {width:g} {height:g}")
    root.set("width", f"{width:g}")
    root.set("style", "max-width:100%;height:auto")
    root.set("aria-labelledby", f"{name}-title {name}-desc")
    for tag_name, text in (("title", title), ("desc", description)):
        SubElement(root, tag_name, id=f"{name}-{tag_name}").text = xml_text(text)
    if style:
        SubElement(root, "style").text = style
    root.append(shape("rect", "paper", width=width, height=height, rx=10))
    root.append(group(drawing.parts, transform=f"translate({_MARGIN:g} {_MARGIN:g})"))
    return root


def stacked(drawings: Sequence[Drawing], gap: float) -> Drawing:
    """The drawings one below the other, those narrower than the widest at the left."""
    parts = []
    top = 0.0
    for drawing in drawings:
        parts.append(group(drawing.parts, transform=f"translate(0 {top:g})"))
        top += drawing.height + gap
    return Drawing(max(d.width for d in drawings), top - gap, tuple(parts))


def derived_frame(x: float, y: float, size: float) -> Iterator[Element]:
    """The double frame of a derived fact, in a square cell."""
    outer, inner = (2.0, 5.2) if size > 36 else (1.0, 3.6)
    for inset, look in ((outer, "derived"), (inner, "derived-in")):
        side = size - 2 * inset
        yield shape("rect", look, x=x + inset, y=y + inset, width=side, height=side, rx=2)


def used_ring(x: float, y: float, size: float) -> Element:
    """The circle of a used fact, in a square cell."""
    return shape(
        "circle", "used", cx=x + size / 2, cy=y + size / 2, r=size / 2 - (3 if size > 36 else 2)
    )


def tick_or_cross(x: float, y: float, size: float, holds: bool) -> str:
    """Path data of the mark for a link that holds or does not, in a square cell."""
    unit = size / 28
    if holds:
        start = f"M{x + 8 * unit:g} {y + 15 * unit:g}"
        return f"{start}l{4 * unit:g} {4.5 * unit:g} {8 * unit:g} {-10 * unit:g}"
    arm = 9 * unit
    start = f"M{x + 9.5 * unit:g} {y + 9.5 * unit:g}"
    return f"{start}l{arm:g} {arm:g}m0 {-arm:g}l{-arm:g} {arm:g}"


def squares(corners: Iterable[tuple[float, float]], size: float) -> str:
    """Path data of square cells with these upper left corners."""
    return "".join(f"M{x:g} {y:g}h{size:g}v{size:g}h{-size:g}z" for x, y in corners)


def tag(x: float, y: float, text: str) -> Iterator[Element]:
    """The letter of a rule on its small plate, centred at (x, y)."""
    width = max(14.0, 8.0 * len(text) + 6)
    yield shape("rect", "tag", x=x - width / 2, y=y - 7, width=width, height=14, rx=3)
    yield words(text, "tag-text", size=10.5, x=x, y=y + 3.8, text_anchor="middle")


def wrapped(text: str, width: float, size: float) -> list[str]:
    """The lines of a text in a column about so wide."""
    room = max(8, int(width / (size * CHARACTER)))
    return textwrap.wrap(xml_text(text), room, break_on_hyphens=False) or [""]


def shortened(text: str, limit: int) -> str:
    """
    >>> shortened("a long name of something", 12)
    'a long name…'
    """
    line = " ".join(xml_text(text).split())
    return line if len(line) <= limit else f"{line[: limit - 1].rstrip()}…"
