"""What a step consists of, in lines of text: `2.1.` is the first step inside the second."""

from __future__ import annotations

from collections.abc import Iterator

from hintwise.problem import Inside, Step
from hintwise.render.words.language import Language
from hintwise.render.words.wording import Wording


def inside_lines(step: Step, wording: Wording, prefix: str = "") -> Iterator[str]:
    """The steps inside a step, each in a line; nothing if it was not looked into."""
    if (inside := step.inside) is None:
        return
    indent = "  " * prefix.count(".")
    if not inside.steps:
        yield indent + nothing_easier(inside, wording.language)
    if inside.assumed is not None:
        yield indent + wording.assumption(inside.assumed)
    for number, inner in enumerate(inside.steps, 1):
        name = f"{prefix}{number}."
        yield f"{indent}{name} {wording.step(wording.told(inner, inside))}"
        yield from inside_lines(inner, wording, name)


def nothing_easier(inside: Inside, language: Language) -> str:
    """That a step has nothing easier inside it, or that nothing was found."""
    return language.say("inside.irreducible" if inside.irreducible else "inside.not_found")
