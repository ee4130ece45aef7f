"""The plans that come with hintwise: the paper's questions, at three scales."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING

from hintwise.errors import UnknownName

if TYPE_CHECKING:  # it needs an extra, which the names below do not
    from hintwise.experiments.sweep.plan import Plan, PlannedProblem, Sources

SCALES = ("smoke", "small", "full")
"""A minute or two for all plans; tens of minutes on two cores; as much as the paper."""

PAPER = ("headline", "non_domination", "weighting", "fact_selection", "learning_rate")
"""The names of the plans for the questions of the paper."""

BUILTIN = (*PAPER, "past_the_paper", "methods")
"""The names of the plans. Plans share the runs that they have in common."""

PROBLEMS = ("published", "bundled", "little")
"""What a plan can be carried out on."""


def builtin_plan(name: str, scale: str, sources: Sources) -> Plan:
    """A plan by name: on the published puzzles and users where they are at hand.

    Otherwise on puzzles that come with hintwise and drawn users. The smallest scale, which only
    shows that everything works, always takes little puzzles.
    """
    from hintwise.experiments.sweep.plan import read_plan

    if scale not in SCALES:
        raise UnknownName("scale", scale, SCALES)
    problems = "published" if sources.has_published else "bundled"
    text = builtin_text(name, "little" if scale == "smoke" else problems)
    return read_plan(text, sources, file=f"{name}.toml").at_scale(scale)


def builtin_text(name: str, problems: str) -> str:
    """The plan as a file, on `published`, `bundled` or `little` problems."""
    if name not in BUILTIN:
        raise UnknownName("built-in plan", name, BUILTIN)
    if problems not in PROBLEMS:
        raise UnknownName("problems", problems, PROBLEMS)
    return f"{_data(f'{name}.toml')}\n{_data('problems', f'{problems}.toml')}"


def is_as_published(problem: PlannedProblem) -> bool:
    """Whether it has the paper's puzzles and users, whatever its name."""
    published = tomllib.loads(_data("problems", "published.toml"))["problems"]
    asked = problem.model_dump(mode="json")
    return any(asked == {**theirs, "name": problem.name} for theirs in published)


def _data(*path: str) -> str:
    return files("hintwise.experiments.sweep").joinpath("plans", *path).read_text(encoding="utf-8")
