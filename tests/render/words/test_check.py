"""What clashes, in words."""

from __future__ import annotations

import cpmpy as cp
import pytest

from hintwise.problem import Fact
from hintwise.puzzles import Rule, from_cpmpy
from hintwise.render.words.check import conflict_text, difference_text

X = cp.intvar(1, 3, name="x")
B = cp.boolvar(name="b")
PROBLEM = from_cpmpy(
    [
        Rule(X > 1, name="big", description="big"),
        Rule(B | (X < 2), name="either", description="either"),
    ],
    variables=[X, B],
)
ONE, TWO = Fact("x", 1), Fact("x", 2)


@pytest.mark.parametrize(
    ("givens", "entries", "constraints", "text"),
    [
        ([ONE], [], ["big"], "x=1 clashes with this rule: “big”"),
        (
            [ONE, TWO],
            [],
            ["big", "either"],
            "x=1 and x=2 clash with these rules: “big” and “either”",
        ),
        ([ONE], [TWO], ["big"], "your x=2 and the given x=1 clash with this rule: “big”"),
        ([], [ONE], ["big"], "your x=1 clashes with this rule: “big”"),
        ([ONE], [TWO], [], "your x=2 and the given x=1 contradict each other"),
        ([ONE], [], [], "x=1 can never hold"),
        ([], [], ["big", "either"], "“big” and “either” contradict each other"),
        ([], [], ["big"], "“big” can never hold"),
        ([], [], [], "what must always hold contradicts itself"),
    ],
)
def test_every_fact_and_rule_of_a_conflict_is_named(
    givens: list[Fact], entries: list[Fact], constraints: list[str], text: str
) -> None:
    assert conflict_text(PROBLEM, givens, entries, constraints) == text


def test_in_german_too_the_facts_are_told_by_whose_they_are() -> None:
    assert conflict_text(PROBLEM, [ONE], [TWO, Fact("b", False)], ["big"], "de") == (
        "Deine Eingaben x=2 und nicht b und die Vorgabe x=1 vertragen sich nicht mit dieser Regel: "
        "„big“"
    )
    assert conflict_text(PROBLEM, [], [], ["big", "either"], "de") == (
        "Diese Regeln widersprechen einander: „big“ und „either“"
    )
    assert difference_text(PROBLEM, "x", (1, 3), "de") == "x kann 1 oder 3 sein"


def test_a_difference_names_both_values() -> None:
    assert difference_text(PROBLEM, "x", (1, 3)) == "x can be 1 or 3"
    assert difference_text(PROBLEM, "b", (0, 1)) == "b can be true or not"
