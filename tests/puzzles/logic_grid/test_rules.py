from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import cpmpy as cp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.errors import InvalidPuzzle, InvalidRule
from hintwise.problem import Problem
from hintwise.puzzles import Clue, Grid
from hintwise.puzzles.logic_grid.category import Category
from hintwise.puzzles.logic_grid.rules import GRAMMAR, MAX_WORDS, read_fact, read_rule
from hintwise.puzzles.logic_grid.units import NUMBER_WORDS
from hintwise.puzzles.logic_grid.vocabulary import Vocabulary
from hintwise.puzzles.logic_grid.words import ORDINALS, WORDS

PAGE = Path(__file__).resolve().parents[3] / "docs" / "how-to" / "write-a-logic-grid.md"
BAKERY = (
    Category("baker", ("Ada", "Ben", "Cleo")),
    Category("bread", ("rye", "spelt", "dark oat")),
    Category("hour", ("6", "7", "9"), True, (Fraction(6), Fraction(7), Fraction(9))),
)
# Amounts that are multiples of each other, in the place of the hours.
PRICES = (Fraction(5), Fraction(10), Fraction(15))
SHOP = (*BAKERY[:2], Category("price", ("$5", "$10", "$15"), True, PRICES, unit="$"))
WORDS_OF_BAKERY = Vocabulary(BAKERY)


class World:
    """One way in which the values go together: each has a row; `w.hour(v)`, `w.place(v)`."""

    def __init__(self, breads: tuple[int, ...], hours: tuple[int, ...]) -> None:
        rows = ((0, 1, 2), breads, hours)
        self.row = {
            name: row
            for category, order in zip((*BAKERY, SHOP[-1]), (*rows, hours), strict=True)
            for name, row in zip(category.values, order, strict=True)
        }

    def same(self, a: str, b: str) -> bool:
        return self.row[a] == self.row[b]

    def hour(self, who: str) -> int:
        return next(hour for hour in (6, 7, 9) if self.same(str(hour), who))

    def price(self, who: str) -> int:
        return next(price for price in (5, 10, 15) if self.same(f"${price}", who))

    def place(self, who: str) -> int:
        return (6, 7, 9).index(self.hour(who))

    def distance(self, a: str, b: str) -> int:
        return self.hour(b) - self.hour(a)


def worlds() -> Iterator[World]:
    for breads, hours in itertools.product(itertools.permutations(range(3)), repeat=2):
        yield World(breads, hours)


Meaning = Callable[[World], bool]

# As in files with version = 2, where "either" is exclusive.
IN_THE_TABLE: dict[str, Meaning] = {
    "Ada is rye": lambda w: w.same("Ada", "rye"),
    "Ada is not hour 7": lambda w: not w.same("Ada", "7"),
    "Ada is either rye or 7": lambda w: w.same("Ada", "rye") != w.same("Ada", "7"),
    "Ada is either rye or 7, or both": lambda w: w.same("Ada", "rye") or w.same("Ada", "7"),
    "Ada is either rye, spelt or 7, or more": lambda w: (
        not w.same("Ada", "dark oat") or w.same("Ada", "7")
    ),
    "Ada is neither rye nor 7": lambda w: not w.same("Ada", "rye") and not w.same("Ada", "7"),
    "Ada is exactly 1 of rye, spelt and 7": lambda w: (
        sum(w.same("Ada", v) for v in ("rye", "spelt", "7")) == 1
    ),
    "either Ada or Ben is rye": lambda w: w.same("Ada", "rye") or w.same("Ben", "rye"),
    "neither Ada nor Ben is rye": lambda w: w.same("Cleo", "rye"),
    "exactly 1 of Ada, rye and spelt is 7": lambda w: (
        sum(w.same(v, "7") for v in ("Ada", "rye", "spelt")) == 1
    ),
    "of Ada and 7, one is rye and the other is Ben": lambda w: (
        w.row["Ada"] != w.row["7"] and {w.row["Ada"], w.row["7"]} == {w.row["rye"], w.row["Ben"]}
    ),
    "Ada, rye and 7 are Ben, 6 and spelt in some order": lambda w: (
        len({w.row[v] for v in ("Ada", "rye", "7")}) == 3
        and len({w.row[v] for v in ("Ben", "6", "spelt")}) == 3
    ),
    "Ada and Ben are rye and 7 respectively": lambda w: w.same("Ada", "rye") and w.same("Ben", "7"),
    "Ada, rye and 7 are all different": lambda w: len({w.row[v] for v in ("Ada", "rye", "7")}) == 3,
    "Ada is before rye in hour": lambda w: w.hour("Ada") < w.hour("rye"),
    "Ada is 2 before rye in hour": lambda w: w.distance("Ada", "rye") == 2,
    "Ada is at least 2 after rye in hour": lambda w: w.distance("rye", "Ada") >= 2,
    "Ada is 1 place before rye in hour": lambda w: w.place("rye") - w.place("Ada") == 1,
    "Ada is before rye and Ben in hour": lambda w: (
        w.hour("Ada") < min(w.hour("rye"), w.hour("Ben"))
    ),
    "Ada is before rye but after Ben in hour": lambda w: (
        w.hour("Ben") < w.hour("Ada") < w.hour("rye")
    ),
    "Ada is next to rye in hour": lambda w: abs(w.place("rye") - w.place("Ada")) == 1,
    "Ada is next to both rye and Ben in hour": lambda w: (
        {abs(w.place("Ada") - w.place(other)) for other in ("rye", "Ben")} == {1}
    ),
    "Ada is 2 apart from rye in hour": lambda w: abs(w.distance("Ada", "rye")) == 2,
    "Ada and rye are at least 2 apart in hour": lambda w: abs(w.distance("Ada", "rye")) >= 2,
    "Ada is between rye and Ben in hour": lambda w: (
        w.hour("rye") < w.hour("Ada") < w.hour("Ben")
        or w.hour("Ben") < w.hour("Ada") < w.hour("rye")
    ),
    "Ada is between rye and Ben in that order in hour": lambda w: (
        w.hour("rye") < w.hour("Ada") < w.hour("Ben")
    ),
    "Ada is first in hour": lambda w: w.hour("Ada") == 6,
    "Ada is at an end in hour": lambda w: w.hour("Ada") != 7,
    "Ada is in the middle in hour": lambda w: w.hour("Ada") == 7,
    "Ada is neither first nor last in hour": lambda w: w.hour("Ada") == 7,
    "Ada is less than rye in hour": lambda w: w.hour("Ada") < w.hour("rye"),
    "Ada is 2 more than rye in hour": lambda w: w.distance("rye", "Ada") == 2,
    "Ada is $5 less than rye in price": lambda w: w.price("rye") - w.price("Ada") == 5,
    "Ada is less than $12 in price": lambda w: w.price("Ada") < 12,
    "Ada is between $8 and Ben in price": lambda w: (
        8 < w.price("Ada") < w.price("Ben") or w.price("Ben") < w.price("Ada") < 8
    ),
    "Ada is twice rye in price": lambda w: w.price("Ada") == 2 * w.price("rye"),
    "Ada is 3 times rye in price": lambda w: w.price("Ada") == 3 * w.price("rye"),
    "Ada is at least twice rye in price": lambda w: w.price("Ada") >= 2 * w.price("rye"),
    "Ada plus rye is $15 in price": lambda w: w.price("Ada") + w.price("rye") == 15,
    "Ada plus rye is Ben in price": lambda w: w.price("Ada") + w.price("rye") == w.price("Ben"),
    "Ada is not next to rye in hour": lambda w: abs(w.place("rye") - w.place("Ada")) != 1,
    "Ada is rye and Ben is not 7": lambda w: w.same("Ada", "rye") and not w.same("Ben", "7"),
    "Ada is rye or Ben is 7": lambda w: w.same("Ada", "rye") or w.same("Ben", "7"),
    "either Ada is rye or Ben is 7": lambda w: w.same("Ada", "rye") != w.same("Ben", "7"),
    "if Ada is rye then Ben is 7": lambda w: not w.same("Ada", "rye") or w.same("Ben", "7"),
    "Ada is rye if and only if Ben is 7": lambda w: w.same("Ada", "rye") == w.same("Ben", "7"),
    "at least 2 of (Ada is rye), (Ben is 7) and (Cleo is 9)": lambda w: (
        sum([w.same("Ada", "rye"), w.same("Ben", "7"), w.same("Cleo", "9")]) >= 2
    ),
    "not (Ada is rye or Ben is 7)": lambda w: not (w.same("Ada", "rye") or w.same("Ben", "7")),
}
# As in files without a version.
BESIDES: dict[str, Meaning] = {
    "ADA  is\n'Dark  Oat'": lambda w: w.same("Ada", "dark oat"),
    "dark oat = baker ada": lambda w: w.same("Ada", "dark oat"),
    "Ada is either rye or 7": lambda w: w.same("Ada", "rye") or w.same("Ada", "7"),
    "Ada is either rye or 7 but not both": lambda w: w.same("Ada", "rye") != w.same("Ada", "7"),
    "Ada is either rye, spelt or 7 but only one": lambda w: (
        sum(w.same("Ada", v) for v in ("rye", "spelt", "7")) == 1
    ),
    "either Ada is rye or Ben is 7 but not both": lambda w: (
        w.same("Ada", "rye") != w.same("Ben", "7")
    ),
    "Ada is either rye, 7 or spelt": lambda w: any(w.same("Ada", v) for v in ("rye", "7", "spelt")),
    "either Ada is rye or Ben is 7": lambda w: w.same("Ada", "rye") or w.same("Ben", "7"),
    "either Ada is rye, Ben is 7 or Cleo is 9 but only one": lambda w: (
        [w.same("Ada", "rye"), w.same("Ben", "7"), w.same("Cleo", "9")].count(True) == 1
    ),
    "of Ada and rye, one is 6 and the other is 9": lambda w: (
        {w.row["Ada"], w.row["rye"]} == {w.row["6"], w.row["9"]}
    ),
    "of Ada and Ben, one is rye and the other is 9": lambda w: (
        {w.row["Ada"], w.row["Ben"]} == {w.row["rye"], w.row["9"]}
    ),
    "Ada, Ben, and 7 are all different": lambda w: w.same("Cleo", "7"),
    "Ada comes after rye in hour": lambda w: w.hour("Ada") > w.hour("rye"),
    "Ada is not before rye in hour": lambda w: w.hour("Ada") >= w.hour("rye"),
    "Ada is before 9 in hour": lambda w: w.hour("Ada") < 9,
    "6 is 3 before rye in hour": lambda w: w.hour("rye") == 9,
    "Ada is 3 after rye in hour": lambda w: w.distance("rye", "Ada") == 3,
    "Ada is at most 2 before rye in hour": lambda w: 0 < w.distance("Ada", "rye") <= 2,
    "Ada is at least 2 places after rye in hour": lambda w: w.place("Ada") - w.place("rye") >= 2,
    "Ada is more than rye in hour": lambda w: w.hour("Ada") > w.hour("rye"),
    "Ada is at least 2 less than rye in hour": lambda w: w.distance("Ada", "rye") >= 2,
    "Ada is at most 2 more than rye in hour": lambda w: 0 < w.distance("rye", "Ada") <= 2,
    "Ada is not 2 more than rye in hour": lambda w: w.distance("rye", "Ada") != 2,
    "Ada is not between rye and Ben in hour": lambda w: (
        not min(w.hour("rye"), w.hour("Ben")) < w.hour("Ada") < max(w.hour("rye"), w.hour("Ben"))
    ),
    "Ada is between rye and 9 in hour": lambda w: w.hour("rye") == 6 and w.hour("Ada") == 7,
    "Ada is rye or Ben is 7 and Cleo is 9": lambda w: (
        w.same("Ada", "rye") or (w.same("Ben", "7") and w.same("Cleo", "9"))
    ),
    "(Ada is rye or Ben is 7) and Cleo is 9": lambda w: (
        (w.same("Ada", "rye") or w.same("Ben", "7")) and w.same("Cleo", "9")
    ),
    "not Ada is rye and Ben is 7": lambda w: not w.same("Ada", "rye") and w.same("Ben", "7"),
    "either Ada is rye or Ben is either 7 or spelt but not both": lambda w: (
        w.same("Ada", "rye") or w.same("Ben", "7") != w.same("Ben", "spelt")
    ),
}

# Rules as people write them, with the rule in the table above that says the same.
ALSO_WRITTEN = {
    "Ada is the rye.": "Ada is rye",
    "the Ada = rye": "Ada is rye",
    "Ada isn't hour 7": "Ada is not hour 7",
    "Ada ≠ 7": "Ada is not hour 7",
    "Ada != 7": "Ada is not hour 7",
    "Ada is either rye or 7, but not both.": "Ada is either rye or 7",
    "Ada is either rye or 7, but not both of them": "Ada is either rye or 7",
    "Ada is either rye or 7, but only one of them": "Ada is either rye or 7",
    "Ada is either rye or 7 or both of them": "Ada is either rye or 7, or both",
    "Ada is either rye, spelt or 7 or any": "Ada is either rye, spelt or 7, or more",
    "Ada is either rye, spelt or 7 or any of them": "Ada is either rye, spelt or 7, or more",
    "Ada is either rye, spelt, or 7, but only one": "Ada is exactly 1 of rye, spelt and 7",
    "Ada is one of rye, spelt or 7": "Ada is exactly 1 of rye, spelt and 7",
    "Ada is 1 of bread 'rye', spelt, or \"7\"": "Ada is exactly 1 of rye, spelt and 7",
    "Ada is left of rye in hour": "Ada is before rye in hour",
    "rye is to the right of Ada in hour": "Ada is before rye in hour",
    "rye is right of Ada in hour": "Ada is before rye in hour",
    "Ada is to the left of rye in hour": "Ada is before rye in hour",
    "Ada is two before rye in hour": "Ada is 2 before rye in hour",
    "Ada is one place before rye in hour": "Ada is 1 place before rye in hour",
    "Ada is before both rye and Ben in hour": "Ada is before rye and Ben in hour",
    "Ada is after Ben and before rye in hour": "Ada is before rye but after Ben in hour",
    "Ada and rye are 2 apart in hour": "Ada is 2 apart from rye in hour",
    "Ada is two away from rye in hour": "Ada is 2 apart from rye in hour",
    "Ada and rye are next to each other in hour": "Ada is next to rye in hour",
    "Ada is somewhere between rye and Ben in hour": "Ada is between rye and Ben in hour",
    "Ada is at one end in hour": "Ada is at an end in hour",
    "Ada is at either end in hour": "Ada is at an end in hour",
    "Ada is first or last in hour": "Ada is at an end in hour",
    "Ada is second in hour": "Ada is in the middle in hour",
    "Ada is second to last in hour": "Ada is in the middle in hour",
    "Ada is somewhere before rye in hour": "Ada is before rye in hour",
    "rye is somewhere after Ada in hour": "Ada is before rye in hour",
    "Ada is somewhere left of rye in hour": "Ada is before rye in hour",
    "rye is somewhere right of Ada in hour": "Ada is before rye in hour",
    "Ada is somewhere to the left of rye in hour": "Ada is before rye in hour",
    "rye is somewhere to the right of Ada in hour": "Ada is before rye in hour",
    "Ada is directly next to rye in hour": "Ada is next to rye in hour",
    "Ada is immediately next to rye in hour": "Ada is next to rye in hour",
    "Ada is next to rye and Ben in hour": "Ada is next to both rye and Ben in hour",
    "Ada is either first or last in hour": "Ada is at an end in hour",
    "Ada and Ben are rye and 7, respectively.": "Ada and Ben are rye and 7 respectively",
    "Ada and Ben are rye and 7 in that order": "Ada and Ben are rye and 7 respectively",
    "Ada is not at an end in hour": "Ada is neither first nor last in hour",
    "rye is a third of Ada in price": "Ada is 3 times rye in price",
    "Ada plus rye are $15 in price": "Ada plus rye is $15 in price",
    "Ben is Ada plus rye in price": "Ada plus rye is Ben in price",
    "rye is at most half as much as Ada in price": "Ada is at least twice rye in price",
    "Ada is at most $10 in price": "Ada is less than $12 in price",
    "Ada is double rye in price": "Ada is twice rye in price",
    "rye is half Ada in price": "Ada is twice rye in price",
    "rye is half as much as Ada in price": "Ada is twice rye in price",
    "Ada is three times as much as rye in price": "Ada is 3 times rye in price",
    "Ada, rye and 7 are Ben, 6 and spelt in any order": (
        "Ada, rye and 7 are Ben, 6 and spelt in some order"
    ),
    "if Ada is rye, Ben is 7": "if Ada is rye then Ben is 7",
    "if Ada is rye, then Ben is 7": "if Ada is rye then Ben is 7",
    "Ada isn’t hour 7": "Ada is not hour 7",
    "Of Ada and 7 one is rye and the other Ben": "of Ada and 7, one is rye and the other is Ben",
    "of Ada and 7, one is rye, the other is Ben": "of Ada and 7, one is rye and the other is Ben",
    "one of Ada and 7 is rye and the other is Ben": "of Ada and 7, one is rye and the other is Ben",
    "Ada and rye and 7 are all different": "Ada, rye and 7 are all different",
    "Ada, rye, 7 are different": "Ada, rye and 7 are all different",
    "Ada is earlier than rye by hour": "Ada is before rye in hour",
    "rye is later than Ada in hour": "Ada is before rye in hour",
    "Ada is exactly 2 before rye in hour": "Ada is 2 before rye in hour",
    "Ada is 2 earlier than the rye in hour": "Ada is 2 before rye in hour",
    "Ada is directly before rye in hour": "Ada is 1 place before rye in hour",
    "rye is immediately after Ada in hour": "Ada is 1 place before rye in hour",
    "Ada is adjacent to rye in hour": "Ada is next to rye in hour",
    "Ada is between rye & Ben in hour": "Ada is between rye and Ben in hour",
    "Ada is lower than rye in hour": "Ada is less than rye in hour",
    "rye is greater than Ada in hour": "Ada is less than rye in hour",
    "Ada is 2 higher than rye in hour": "Ada is 2 more than rye in hour",
    "rye is 2 fewer than Ada in hour": "Ada is 2 more than rye in hour",
    "Ada isn't next to rye in hour": "Ada is not next to rye in hour",
    "Ada is rye, and Ben isn't 7": "Ada is rye and Ben is not 7",
    "Ada is rye, or Ben is 7": "Ada is rye or Ben is 7",
    "either Ada is rye or Ben is 7, but not both": "either Ada is rye or Ben is 7",
}


def clue_expression(rule: str, *, exclusive: bool = False) -> tuple[Problem, Any]:
    """A grid with this one clue, and what the clue says in it."""
    categories = SHOP if "price" in rule else BAKERY
    grid = Grid({category.name: category.values for category in categories})
    read = read_rule(rule, Vocabulary(categories), exclusive=exclusive)
    problem = grid.problem([Clue(rule, read)])
    return problem, problem.constraint("clue 1").expression


OTHER_SPELLINGS = {rule: IN_THE_TABLE[same] for rule, same in ALSO_WRITTEN.items()}
NOW = [(rule, meaning, True) for rule, meaning in (IN_THE_TABLE | OTHER_SPELLINGS).items()]
BEFORE = [(rule, meaning, False) for rule, meaning in BESIDES.items()]


@pytest.mark.parametrize(("rule", "meaning", "exclusive"), NOW + BEFORE)
def test_a_rule_holds_in_a_world_just_when_its_meaning_does(
    rule: str, meaning: Meaning, exclusive: bool
) -> None:
    problem, expression = clue_expression(rule, exclusive=exclusive)
    held = 0
    for world in worlds():
        for variable in problem.variables:
            a, b = (side.split(" ", 1)[1] for side in variable.name.split(" = "))
            variable.expression._value = world.same(a, b)
        assert bool(expression.value()) == meaning(world)
        held += meaning(world)
    assert 0 < held < 36


@pytest.mark.parametrize(
    ("rule", "link"),
    [
        ("Ada is before rye in hour", "baker Ada = hour 9"),
        ("Ada is before rye in hour", "bread rye = hour 6"),
        ("Ada is before rye in hour", "baker Ada = bread rye"),
        ("Ada is next to rye in hour", "baker Ada = bread rye"),
        ("Ada is between rye and Ben in hour", "baker Ada = hour 6"),
        ("of Ada and 7, one is rye and the other is Ben", "baker Ada = hour 7"),
    ],
)
def test_a_clue_alone_rules_out_what_a_person_sees_in_it(rule: str, link: str) -> None:
    problem, expression = clue_expression(rule)
    model = cp.Model(expression)
    assert model.solve(solver="ortools", num_workers=1)
    model += problem.variable(link).expression
    assert not model.solve(solver="ortools", num_workers=1)


def test_the_page_lists_just_the_rules_whose_meaning_is_tested() -> None:
    _, rules = PAGE.read_text(encoding="utf-8").split("\n## Rules\n")
    listed = re.findall(r"^\| `([^`]+)` \|", rules, re.MULTILINE)
    assert listed == list(IN_THE_TABLE)


def test_every_word_of_the_language_is_in_the_grammar_and_in_a_tested_rule() -> None:
    rules = " ".join(IN_THE_TABLE | BESIDES | OTHER_SPELLINGS)
    ordinals_and_numbers = {*ORDINALS[2:], *list(NUMBER_WORDS)[3:], "a quarter"}
    unused = [word for word in WORDS if f" {word} " not in re.sub("([,()])", r" \1 ", rules)]
    assert set(unused) <= ordinals_and_numbers
    assert [kind for kind in WORDS.values() if not re.search(rf"\b{kind}\b", GRAMMAR)] == []


@pytest.mark.parametrize(
    ("rule", "offset", "complaint"),
    [
        (
            "",
            0,
            "more should follow: '(', 'at', 'either', 'if', 'neither', 'not', 'of', 'one' or a "
            "value",
        ),
        ("Ada is", 6, "more should follow: 'after', 'at'"),
        ("Ada is befor rye in hour", 7, "'befor' is not known; expected 'after', "),
        ("Ada is befor rye in hour", 7, "did you mean 'before'?"),
        ("Ada is not rey", 11, "did you mean 'rye'?"),
        ("Ada is not dakr oat", 11, "did you mean 'dark oat'?"),
        ("Ada is not 'dakr oat'", 11, "did you mean 'dark oat'?"),
        ("Ada is not bred rye", 11, "did you mean 'bread rye'?"),
        ("Ada is ryes", 7, "'ryes' is not known"),
        ("Ada is before rye in huor", 21, "expected a category; did you mean 'hour'?"),
        ("Ada is before rye", 17, "more should follow: ',', 'and', 'but' or 'in'"),
        (
            "Ada is before rye in bread",
            21,
            "'bread' has no order to compare by (ordered are: hour)",
        ),
        (
            "Ada is rye Ben is 7",
            11,
            "'Ben' cannot stand here; expected 'and', 'if and only if', 'or' or the end",
        ),
        ("(Ada is rye", 11, "more should follow: ')', 'and', 'if and only if' or 'or'"),
        ("Ada is 8", 7, "no category has a value '8'; hour has 6, 7, 9"),
        ("Ada is Ben", 7, "'baker Ada' and 'baker Ben' are of one category"),
        ("Ada is 0 before rye in hour", 7, "an amount must be more than 0"),
        ("Ada is either rye, spelt or 7 but not both", 38, "write 'but only one'"),
        ("Ada is rye or 7", 15, "for a choice of values write 'is either … or …'"),
        ("Ada is not rye and not 7", 24, "after 'and' write a whole rule, with 'is'"),
        ("Ada is rye xor Ben is 7", 11, "write 'either … or … but not both'"),
        ("Ada is 9:00", 7, "no category has a value '9:00'; hour has 6, 7, 9"),
        ("Ada is 2024-5-1", 7, "no category has a value '2024-5-1'; hour has 6, 7, 9"),
        ("Ada is $6", 7, "a category of prices has a unit"),
        ("Ada is eighth in hour", 7, "'hour' has 3 values, so none is eighth"),
        ("Ada and Ben and rye are 2 apart in hour", 16, "this is said of two, here are 3"),
        ("Ada and Ben are rye, spelt and 7 in some order", 16, "2 cannot be 3 in some order"),
        ("Ada is exactly 3 of rye and 7", 15, "exactly 3 of 2 says nothing or cannot be"),
        ("Ada is exactly 1.5 of rye and 7", 15, "'1.5' is no count; write a whole number"),
        ("Ada is 1.5 places before rye in hour", 7, "'1.5' is no count; write a whole number"),
        ("Ada is 1 before rye but 1 place after Ben in hour", 32, "places and amounts are mixed"),
        ("Ada is 0 times rye in hour", 7, "an amount must be more than 0"),
        ("Ada plus Ben is 9 in bread", 21, "'bread' has no order to compare by"),
        ("Ada is either rye, spelt or 7 or both", 33, "write 'or more'"),
        ("Ada is 2 hours before rye in hour", 9, "leave units out"),
        ("Ada is 2 longer than rye in hour", 9, "write 'less than' or 'more than'"),
        ("Ada is the earliest in hour", 11, "write 'first' or 'last'"),
        ("Ada bakes rye or Ben is 7", 4, "expected ',', 'and', 'is' or 'plus'"),
        ("Ada has rye", 4, "whatever the verb, write 'is'"),
        ("Ada or Ben is rye", 4, "write 'either … or … is …'"),
        ("Ada and Ben are before rye in hour", 16, "say it of each, in two rules joined by 'and'"),
        ("Ada is before 10:00 in hour", 14, "'10:00' does not fit 'hour', which has 6, 7, 9"),
        ("Ada is before 8 hours in hour", 16, "'hours' is not known"),
        ("Ada is less than 10 in hour", 7, "'less than 10 in hour' says nothing"),
        ("Ada is at least 10 in hour", 16, "can never hold: hour has 6, 7, 9"),
        ("Ada is 8 in hour", 7, "'hour' has no 8, but 6, 7, 9"),
        ("Ada is 1 place before 8 in hour", 22, "no places lead to it"),
        ("Ada and Ben are rye, spelt and 7 respectively", 16, "2 cannot be 3 respectively"),
        ("Ada is Ben plus rye plus 7 plus Cleo in hour", 32, "4 are too many to add up; 3 at most"),
        ("Ada is 2 or more before rye in hour", 9, "'at most' in front of the number"),
        ("Ada is more than 2 before rye in hour", 19, "write 'at least' or 'at most'"),
        ("Ada is the other", 11, "'other' cannot stand here; expected 'first' or a value"),
        ("not " * 300, 4 * MAX_WORDS, f"at most {MAX_WORDS} words"),
    ],
)
def test_a_rule_that_cannot_be_read_says_where_and_why(
    rule: str, offset: int, complaint: str
) -> None:
    with pytest.raises(InvalidRule, match=re.escape(complaint)) as caught:
        read_rule(rule, WORDS_OF_BAKERY)
    assert caught.value.offset == offset


@pytest.mark.parametrize(
    "rule", ["when Ada is rye", "Ada is -1 before rye in hour", "Ada is x rye", "Ada is not my rye"]
)
def test_a_right_word_behind_a_strange_one_is_not_what_was_meant(rule: str) -> None:
    with pytest.raises(InvalidRule, match=r"^'\S+' is not known; expected [^;]*$"):
        read_rule(rule, WORDS_OF_BAKERY)


def test_a_value_of_two_categories_needs_its_category() -> None:
    vocabulary = Vocabulary([Category("month", ("1", "2")), Category("day", ("1", "3"))])
    with pytest.raises(InvalidRule, match="'1' may be 'month 1' or 'day 1'; add its category"):
        read_fact("1 is 3", vocabulary)
    assert read_fact("month 1 is 3", vocabulary) == (("month", "1"), ("day", "3"), True)


def test_a_value_spelt_like_a_word_needs_its_category_or_quotes() -> None:
    vocabulary = Vocabulary([Category("queue", ("next", "last")), Category("who", ("ann", "bob"))])
    for text in ("ann is 'next'", 'ann is "queue next"', "ann is queue next"):
        assert read_fact(text, vocabulary)[1] == ("queue", "next")
    with pytest.raises(InvalidRule, match="'next' cannot stand here"):
        read_fact("ann is next", vocabulary)


@pytest.mark.parametrize("name", ["first", "Two", "plus", "half", "three times", "apart", "If"])
def test_a_value_wins_over_a_word_that_is_younger_than_files(name: str) -> None:
    vocabulary = Vocabulary([Category("act", (name, "song")), Category("who", ("ann", "bob"))])
    assert read_fact(f"ann is {name}", vocabulary)[1] == ("act", name)
    assert str(read_rule(f"either {name} or song is ann", vocabulary)).startswith(
        f"either {name} is ann or"
    )


def test_a_phrase_is_none_if_a_value_starts_in_it() -> None:
    songs = ("Any Old Iron", "both sides", "More Than This")
    vocabulary = Vocabulary([Category("song", ("Zip", *songs)), Category("who", ("ann", "bob"))])
    for song in songs:
        rule = read_rule(f"ann is either Zip or {song}", vocabulary)
        assert str(rule) == f"ann is either Zip or {song}"


def test_a_value_of_signs_alone_can_be_shown() -> None:
    vocabulary = Vocabulary([Category("sign", (".", ",")), Category("who", ("ann", "bob"))])
    assert str(read_rule("ann is '.'", vocabulary)) == "ann is sign ."
    assert str(read_rule("ann is not ','", vocabulary)) == "ann is not sign ,"


def test_the_longest_spelling_is_taken() -> None:
    vocabulary = Vocabulary([Category("pub", ("Fox", "Fox and Hen")), Category("day", ("1", "2"))])
    assert read_fact("fox and hen is 1", vocabulary)[0].name == "Fox and Hen"
    assert read_fact("not fox = 1", vocabulary) == (("pub", "Fox"), ("day", "1"), False)


def test_less_and_more_are_for_numbers_only() -> None:
    days = Category("day", ("2024-05-01", "2024-05-04"), True, (Fraction(1), Fraction(4)), True)
    names = Category("size", ("small", "large"), True)
    vocabulary = Vocabulary([days, names, Category("who", ("ann", "bob"))])
    for category in ("day", "size"):
        with pytest.raises(InvalidRule, match=f"'{category}' has no numbers; write 'before'"):
            read_rule(f"ann is less than bob in {category}", vocabulary)


PIECES = [
    *WORDS,
    *WORDS_OF_BAKERY.spellings,
    "in hour",
    "2",
    "0",
    "9.5",
    "3 times",
    "9:00",
    "'",
    '"',
    "x",
    "hour",
    "",
]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join) | st.text(max_size=40))
def test_any_text_is_a_rule_or_an_invalid_puzzle(rule: str) -> None:
    with contextlib.suppress(InvalidPuzzle):
        clue_expression(rule)


@st.composite
def nearly_rules(draw: st.DrawFn) -> str:
    """A rule of the table with some of its words missing, doubled or replaced."""
    words = draw(st.sampled_from(list(IN_THE_TABLE))).split()
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(words)))
        words[place : place + draw(st.integers(0, 2))] = draw(
            st.lists(st.sampled_from([*PIECES, "in price", "2 dollars"]), max_size=2)
        )
    return " ".join(words)


@settings(max_examples=200, deadline=None)
@given(nearly_rules(), st.booleans())
def test_what_is_nearly_a_rule_is_invalid_or_reads_back_as_understood(
    rule: str, exclusive: bool
) -> None:
    vocabulary = Vocabulary(SHOP if "price" in rule else BAKERY)
    with contextlib.suppress(InvalidRule):
        understood = str(read_rule(rule, vocabulary, exclusive=exclusive))
        assert str(read_rule(understood, vocabulary, exclusive=exclusive)) == understood
        # Nothing is left open, so it reads the same in a file of the other version.
        assert str(read_rule(understood, vocabulary, exclusive=not exclusive)) == understood
