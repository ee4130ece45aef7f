"""The paper's study as a plan, with comments, on puzzles of the library."""

from __future__ import annotations

from importlib.resources import files

PAPER_PLAN = files("hintwise.study.plan").joinpath("paper.toml").read_text(encoding="utf-8")
"""The text of the plan that `hintwise study init` writes."""
