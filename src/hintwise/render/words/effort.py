"""How hard a step is, in words: `Effort 3.4: about 3 times a single`."""

from __future__ import annotations

from hintwise.problem import Step
from hintwise.render.words.language import Language
from hintwise.render.words.wording import Wording

_LIKE = (0.75, 1.5)
"""Between these, people would hardly call one of two steps the harder."""


def effort_text(wording: Wording, step: Step) -> str:
    """The effort of a step, and what an effort of 1 is; nothing if the step does not know."""
    if step.effort is None:
        return ""
    low, high = _LIKE
    form = "easier" if step.effort < low else "like" if step.effort < high else "times"
    parts = {"effort": effort_figure(step.effort, wording.language), "measure": _measure(wording)}
    if form == "times":
        parts["times"] = wording.language.number(round(step.effort), ".0f")
    return wording.language.say(f"effort.{form}", **parts)


def proof_text(language: Language, step: Step) -> str:
    """Whether the step is proven to be the easiest; if not, what would be possible at best.

    Or what the easiest takes, where steps come in their natural order.
    """
    if step.optimal:
        return language.say("effort.proven")
    if step.proven and step.optimum is not None and step.optimum < step.cost and step.easy_cost:
        optimum = effort_figure(step.optimum / step.easy_cost, language)
        return language.say("effort.natural", optimum=optimum)
    if step.least_effort is None:
        return language.say("effort.unproven")
    bound = effort_figure(step.least_effort, language)
    return language.say("effort.unproven_bound", bound=bound)


def effort_figure(effort: float, language: Language) -> str:
    """
    >>> from hintwise.render.words.language import find_language
    >>> [effort_figure(x, find_language("en")) for x in (0.04, 1.26, 31.4, 123.4)]
    ['0.04', '1.3', '31', '123']
    """
    return language.number(effort, ".2f" if effort < 0.1 else ".1f" if effort < 10 else ".0f")


def _measure(wording: Wording) -> str:
    key = f"effort.measure.{wording.problem.kind.words}"
    known = key in wording.language.templates
    return wording.language.say(key if known else "effort.measure.any")
