"""What a step consists of, in lines of text: `2.1.` is the first step inside the second."""

from __future__ import annotations

from collections.abc import Iterator

from hintwise.problem import Inside, Step
from hintwise.render.words.wording import Wording


def inside_lines(step: Step, wording: Wording) -> Iterator[str]:
    """The steps inside a step, each in a line; nothing if it was not looked into."""
    if step.inside is not None:
        yield from _lines(step.inside, wording, "")


def _lines(inside: Inside, wording: Wording, prefix: str) -> Iterator[str]:
    indent = "  " * prefix.count(".")
    if inside.irreducible:
        yield indent + wording.language.say("inside.irreducible")
    if inside.assumed is not None:
        yield indent + wording.assumption(inside.assumed)
    for number, step in enumerate(inside.steps, 1):
        name = f"{prefix}{number}."
        yield f"{indent}{name} {wording.step(step)}"
        if step.inside is not None:
            yield from _lines(step.inside, wording, name)
