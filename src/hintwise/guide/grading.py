"""How hard a puzzle is, and what that rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from hintwise.engine import Limits
from hintwise.errors import HintwiseError, InvalidValue
from hintwise.limits import Cancel
from hintwise.problem import Brief, Kind
from hintwise.puzzles.puzzle import Puzzle
from hintwise.render.words.language import DEFAULT, find_language
from hintwise.workshop import Difficulty, measure_difficulty
from hintwise.workshop.difficulty import COUNTED_STEPS, GRADES, LIMITS, WEIGHTS


def grade(
    puzzle: Puzzle, *, deadline_s: float | None = None, cancel: Cancel | None = None
) -> Difficulty:
    """Explain the whole puzzle, and say how hard that was; the deadline holds for each step.

    Raises `InvalidValue` unless the puzzle has exactly one solution and something is left to find.

    >>> str(grade(Puzzle("sudoku", "12343412214.432.")))
    'easy (13.0)'
    """
    if not isinstance(puzzle, Puzzle):
        raise InvalidValue(f"{puzzle!r} is not a puzzle; read(text).puzzle is one")
    deadline_s = LIMITS.deadline_s if deadline_s is None else deadline_s
    limits = Limits(deadline_s=deadline_s, cancel=cancel)
    return measure_difficulty(puzzle.problem(), limits=limits)


@dataclass(frozen=True, slots=True, repr=False)
class Graded(Brief):
    """A puzzle and how hard it is; without a `difficulty`, the text says why it has none."""

    puzzle: Puzzle
    difficulty: Difficulty | None
    text: str

    def as_json(self) -> dict[str, Any]:
        difficulty = None if self.difficulty is None else self.difficulty.as_json()
        return {**self.puzzle.as_json(), "difficulty": difficulty, "text": self.text}


def grade_each(
    puzzles: Iterable[Puzzle],
    *,
    deadline_s: float | None = None,
    language: str = DEFAULT,
    cancel: Cancel | None = None,
) -> Iterator[Graded]:
    """Grade puzzles one after the other; one that has no grade does not keep others from theirs.

    >>> [graded] = grade_each([Puzzle("sudoku", "12343412214.432.")])
    >>> graded.text
    'easy, 13 points'
    """
    for puzzle in puzzles:
        try:
            difficulty = grade(puzzle, deadline_s=deadline_s, cancel=cancel)
        except HintwiseError as error:
            yield Graded(puzzle, None, str(error))
        else:
            yield Graded(puzzle, difficulty, _grade_text(difficulty, language))


def basis_text(difficulty: Difficulty, language: str = DEFAULT) -> str:
    """What the points of a puzzle are made of."""
    spoken = find_language(language)
    points = {
        "score": spoken.number(difficulty.score),
        "hardest": spoken.number(difficulty.hardest),
        "rule": spoken.number(WEIGHTS["rules"]),
        "fact": spoken.number(WEIGHTS["facts"]),
    }
    if (steps := difficulty.steps) > COUNTED_STEPS:
        return spoken.say("grade.basis_of_many", counted=COUNTED_STEPS, count=steps, **points)
    return spoken.say_counted("grade.basis", steps, **points)


def scale_text(kind: Kind, language: str = DEFAULT) -> str:
    """From how many points on a puzzle of that kind has which grade."""
    spoken = find_language(language)
    first, *others = (spoken.say(f"grade.name.{name}") for name in GRADES)
    points = [spoken.number(threshold) for threshold in kind.thresholds or ()]
    parts = [spoken.say("grade.below", grade=first, points=points[0])]
    parts += [
        spoken.say("grade.from", grade=name, points=least)
        for name, least in zip(others, points, strict=True)
    ]
    name = spoken.say(f"kind.{kind.name}.name")
    return spoken.sentence("grade.scale", kind=name, grades=", ".join(parts))


def _grade_text(difficulty: Difficulty, language: str) -> str:
    spoken = find_language(language)
    key = "grade.estimate" if difficulty.estimated else "grade.result"
    name = spoken.say(f"grade.name.{difficulty.grade}")
    return spoken.say(key, grade=name, score=spoken.number(difficulty.score))
