"""The effort of each step as a chart in which every point leads to its step."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from hintwise.problem import Step
from hintwise.render.svg.shapes import group, shape, words
from hintwise.render.words.effort import effort_figure
from hintwise.render.words.language import Language
from hintwise.render.words.wording import Wording

_WIDTH, _HEIGHT = 640.0, 170.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 58.0, 16.0, 14.0, 38.0


def curve(wording: Wording, steps: Sequence[Step]) -> str:
    """An SVG chart of effort over steps; point n links to `#step-n`.

    A step that is not proven the cheapest is a hollow diamond instead of a dot. The page that holds
    the chart has to style it (classes `hw-curve-…`).
    """
    efforts = _efforts(steps)
    chart = _Chart(efforts)
    root = shape("svg", xmlns="http://www.w3.org/2000/svg", role="group")
    root.set("class", "hw hw-curve")
    root.set("viewBox", f"0 0 {_WIDTH:g} {_HEIGHT:g}")
    root.set("aria-label", wording.language.say("page.curve", count=len(steps)))
    root.extend(_axes(chart, wording.language))
    line = " ".join(f"{chart.x(n):.1f},{chart.y(e):.1f}" for n, e in enumerate(efforts, 1))
    root.append(shape("polyline", "curve-line", points=line))
    for number, (step, effort) in enumerate(zip(steps, efforts, strict=True), 1):
        root.append(_point(chart, wording, number, step, effort))
    return ElementTree.tostring(root, encoding="unicode")


def _efforts(steps: Sequence[Step]) -> list[float]:
    """What each step takes; where a step does not know, as multiples of the easiest one here."""
    efforts = [step.effort for step in steps if step.effort is not None]
    if len(efforts) == len(steps):
        return efforts
    easiest = min((step.cost for step in steps if step.cost > 0), default=1.0)
    return [step.cost / easiest for step in steps]


class _Chart:
    """Where steps and efforts lie on the chart."""

    def __init__(self, efforts: Sequence[float]) -> None:
        self.count = len(efforts)
        most = max(efforts, default=1.0)
        self.unit = _nice(most / 3)
        self.most = self.unit * max(1, math.ceil(most / self.unit - 1e-9))
        self.spacing = (_WIDTH - _LEFT - _RIGHT) / max(1, self.count)

    def x(self, number: int) -> float:
        return _LEFT + (number - 0.5) * self.spacing

    def y(self, effort: float) -> float:
        return _TOP + (1 - effort / self.most) * (_HEIGHT - _TOP - _BOTTOM)

    @property
    def efforts(self) -> Iterator[float]:
        """The efforts that the axis names."""
        return (self.unit * n for n in range(round(self.most / self.unit) + 1))

    @property
    def numbers(self) -> Iterator[int]:
        """The steps that the axis names."""
        every = max(1, int(_nice(self.count / 10)))
        return (n for n in range(1, self.count + 1) if n == 1 or n % every == 0)


def _nice(least: float) -> float:
    """
    >>> [_nice(x) for x in (0.03, 1, 3.4, 6, 42)]
    [0.05, 1.0, 5.0, 10.0, 50.0]
    """
    if not 0 < least < math.inf:
        return 1.0
    power = 10.0 ** math.floor(math.log10(least))
    return next(round(power * n, 12) for n in (1, 2, 5, 10) if power * n >= least * (1 - 1e-9))


def _axes(chart: _Chart, language: Language) -> Iterator[Element]:
    bottom = _HEIGHT - _BOTTOM
    for effort in chart.efforts:
        y = chart.y(effort)
        yield shape("path", "curve-grid", d=f"M{_LEFT:g} {y:.1f}H{_WIDTH - _RIGHT:g}")
        yield words(
            language.number(effort), "soft", size=11, x=_LEFT - 8, y=y + 4, text_anchor="end"
        )
    yield group(
        words(str(n), "soft", size=11, x=chart.x(n), y=bottom + 16, text_anchor="middle")
        for n in chart.numbers
    )
    middle = (_TOP + bottom) / 2
    yield words(
        language.say("page.effort_axis"),
        "soft",
        size=12,
        x=14,
        y=middle,
        text_anchor="middle",
        transform=f"rotate(-90 14 {middle:g})",
    )
    across = (_LEFT + _WIDTH - _RIGHT) / 2
    text = language.say("page.step_axis")
    yield words(text, "soft", size=12, x=across, y=_HEIGHT - 5, text_anchor="middle")


def _point(chart: _Chart, wording: Wording, number: int, step: Step, effort: float) -> Element:
    x, y = chart.x(number), chart.y(effort)
    fact, say = wording.derived(step), wording.language.say
    figure = effort_figure(effort, wording.language)
    name = say("page.point", number=number, fact=fact, effort=figure)
    if not step.proven:
        name += f" ({say('page.unproven_mark')})"
    link = shape("a", "curve-point", href=f"#step-{number}", aria_label=name)
    tip = shape("title")
    tip.text = link.get("aria-label")
    # The whole strip above and below a point can be clicked or touched.
    strip = shape("rect", "curve-strip", x=x - chart.spacing / 2, y=0, width=chart.spacing)
    strip.set("height", f"{_HEIGHT - _BOTTOM + 20:g}")
    radius = min(4.5, max(2.0, chart.spacing / 2.2))
    if step.proven:
        mark = shape("circle", "curve-dot", cx=x, cy=y, r=radius)
    else:
        arm = radius + 1.5
        path = f"M{x:.1f} {y - arm:.1f}l{arm:g} {arm:g} {-arm:g} {arm:g} {-arm:g} {-arm:g}z"
        mark = shape("path", "curve-open", d=path)
    link.extend((tip, strip, mark))
    return link
