"""The names of patterns are those that a plain technique solver gives."""

from __future__ import annotations

from collections import Counter

import pytest

from hintwise.engine.verify import Verifier
from hintwise.problem import Fact, Step
from hintwise.puzzles import sudoku
from hintwise.puzzles.library import PUZZLES
from hintwise.render.words.sudoku.moves import PATTERNS
from hintwise.render.words.sudoku.proof import prove
from tests.render.words.technique_solver import Found, Mark, solve

NINE = sudoku("." * 81)


def fact(mark: Mark, relation: str = "≠") -> Fact:
    (row, column), value = mark
    return Fact(f"r{row}c{column}", value, relation)


def as_step(found: Found) -> Step:
    derived = fact(found.gone, "=" if found.places else "≠")
    crossed = sorted(map(fact, found.crossed))
    return Step(derived, tuple(crossed), tuple(sorted(found.units)), {}, 1.0, True, 1.0)


def compare(names: list[str]) -> tuple[int, Counter[str], dict[Found, str | None]]:
    """How many boards were looked at, how often names agree, and where they do not."""
    boards, agreed = 0, Counter[str]()
    seen: dict[Found, str | None] = {}
    for name in names:
        for _, examples in solve(PUZZLES[name]):
            boards += 1
            for found in set(examples) - seen.keys():
                proof = prove(NINE, as_step(found))
                seen[found] = None if proof is None else proof.pattern
    agreed.update(found.technique for found, name in seen.items() if name == found.technique)
    return boards, agreed, {f: name for f, name in seen.items() if name != f.technique}


def test_names_agree_with_a_plain_technique_solver() -> None:
    _, agreed, others = compare(["expert-2"])
    assert agreed.total() > 30
    named = [(found.technique, name) for found, name in others.items() if name is not None]
    assert all(PATTERNS.index(name) < PATTERNS.index(technique) for technique, name in named)


@pytest.mark.slow
def test_names_agree_with_a_plain_technique_solver_on_a_hundred_boards() -> None:
    boards, agreed, others = compare(["expert-1", "expert-2", "expert-3", "hard-1"])
    assert boards >= 100
    assert agreed.total() > 200
    assert len(agreed) >= 15
    verifier = Verifier(NINE)
    for found, name in others.items():
        # An easier pattern says the same: by all the elements, or by a part, so it has no name.
        if name is not None:
            assert PATTERNS.index(name) < PATTERNS.index(found.technique)
        else:
            assert not verifier.check(as_step(found), minimal=True).minimal, found


@pytest.mark.slow
def test_what_the_plain_solver_finds_follows() -> None:
    verifier = Verifier(NINE)
    for _, examples in solve(PUZZLES["expert-2"]):
        assert all(verifier.check(as_step(found)).refutes for found in examples)
