"""What kind of steps a person wants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hintwise.errors import InvalidValue, expect, known_name
from hintwise.features import Weights, is_above_zero
from hintwise.limits import Cancel, Limits, OnProgress
from hintwise.problem import Brief, Problem
from hintwise.render.words.language import DEFAULT, find_language

ORDERS = ("cheapest", "natural")
"""In which order steps may come."""


@dataclass(frozen=True, slots=True, repr=False)
class Style(Brief):
    """What kind of steps a person wants, and how they are told.

    Without `weights` steps cost what people are expected to find hard; `smallest` steps have the
    fewest facts and rules instead. `deadline_s` is the time for each step, reading the rules before
    the first included; one that is not proven the cheapest by then says so. After `named_after_s`
    a step will do that people have a name for, such as a hidden single, proven or not. With
    `check_minimal`, whether anything in a step is superfluous is checked too, and reported.

    In the order `cheapest`, each step costs as little as any of its state. In the order `natural`
    what a part of it shows already goes first; of steps that are equally cheap, what settles more,
    and what stays with the rules of the last one. With `take_along`, all that has the same reason
    is told together, as it always is with pencil marks; left out, where people like it, as in logic
    grids. With `inside`, hard steps come with the easier ones that they consist of, for which there
    is as much time again.
    """

    weights: Weights | None = None
    smallest: bool = False
    deadline_s: float | None = None
    language: str = DEFAULT
    check_minimal: bool = False
    named_after_s: float | None = None
    order: str = ORDERS[0]
    take_along: bool | None = None
    inside: bool = False

    def __post_init__(self) -> None:
        find_language(self.language)
        for name in ("smallest", "check_minimal", "inside"):
            expect(getattr(self, name), bool, f"True or False as {name}")
        if self.take_along is not None:
            expect(self.take_along, bool, "True, False or None as take_along")
        known_name("order", self.order, ORDERS)
        if self.weights is not None and not isinstance(self.weights, Mapping):
            raise InvalidValue(f"weights are {self.weights!r}; give a number for each feature")
        for name in ("deadline_s", "named_after_s"):
            seconds = getattr(self, name)
            if seconds is not None and not is_above_zero(seconds):
                raise InvalidValue(f"{name} is {seconds!r}; it must be above zero, or None")

    def tells_together(self, problem: Problem) -> bool:
        """Whether all that has the same reason is told at once."""
        return problem.kind.told_together if self.take_along is None else self.take_along

    def limits(self, cancel: Cancel | None = None, on_progress: OnProgress | None = None) -> Limits:
        """What one step may spend."""
        return Limits(self.deadline_s, cancel=cancel, on_progress=on_progress)


def check_style(style: Style) -> Style:
    return expect(style, Style, "a Style: Style(smallest=True), for example")
