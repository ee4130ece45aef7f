"""What a front end needs to draw a puzzle and to let a person play it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hintwise.guide.position import Position
from hintwise.problem import Brief, Fact, Problem, Staircase
from hintwise.puzzles.puzzle import SUDOKUS
from hintwise.puzzles.sudoku.model import SYMBOLS
from hintwise.render.page.clues import clues_of
from hintwise.render.words.language import DEFAULT
from hintwise.render.words.steps import wording_of

_DIGITS = 9
"""Values up to this one are typed as they are written."""


@dataclass(frozen=True, slots=True, repr=False)
class View(Brief):
    """A puzzle as a board or a staircase of tables, with its rules in words.

    It says nothing about the solution.
    """

    problem: Problem
    language: str = DEFAULT

    def as_json(self) -> dict[str, Any]:
        problem, wording = self.problem, wording_of(self.problem, self.language)
        clues = [rule.name for rule in clues_of(problem)]
        layout = problem.layout
        return {
            "kind": problem.kind.name,
            "kind_name": wording.language.say(f"kind.{problem.kind.name}.name"),
            "title": problem.title,
            "heading": wording.heading,
            "story": problem.story,
            "question": None if problem.question is None else problem.question.as_json(),
            "form": "staircase" if isinstance(layout, Staircase) else "board",
            "layout": None if layout is None else layout.as_json(),
            "variables": [{"name": v.name, "values": list(v.domain)} for v in problem.variables],
            "symbols": self._symbols,
            "facts": self._facts,
            "givens": {fact.variable: int(fact.value) for fact in problem.givens if fact.settles},
            "rules": [
                {
                    "name": rule.name,
                    "group": rule.group,
                    "label": wording.label(rule.name),
                    "text": wording.rule(rule.name),
                    "variables": sorted(rule.variables),
                }
                for rule in problem.constraints
                if rule.name not in clues
            ],
            "clues": [
                {
                    "name": rule.name,
                    "label": wording.label(rule.name),
                    "text": rule.description,
                    "rule": rule.reading.text if rule.reading else None,
                    "variables": sorted(rule.variables),
                }
                for rule in clues_of(problem)
            ],
        }

    @property
    def _symbols(self) -> dict[str, str]:
        """What one types for a value that has more than one digit."""
        if self.problem.kind.name not in SUDOKUS:
            return {}
        values = self.problem.variables[0].domain
        return {str(value): SYMBOLS[value - 1] for value in values if value > _DIGITS}

    @property
    def _facts(self) -> dict[str, list[Any]]:
        """Variable and value of every fact about a link: its text alone does not tell them."""
        return {
            str(fact): [fact.variable, int(fact.value)]
            for variable in self.problem.variables
            if variable.boolean
            for fact in (Fact(variable.name, True), Fact(variable.name, False))
        }


def view(position: Position, *, language: str = DEFAULT) -> View:
    """How the puzzle of a position is drawn.

    >>> from hintwise.guide.reading import read
    >>> record = view(read("1.....3..4.....2")).as_json()
    >>> record["form"], record["givens"], record["rules"][0]["text"]
    ('board', {'r1c1': 1, 'r2c3': 3, 'r3c2': 4, 'r4c4': 2}, 'row 1')
    """
    return View(Position.checked(position).problem, language)
