"""Logic grids with a story of their own: each has one solution, the known one.

The rows in `solutions.toml` were fixed before there was a clue. That each clue holds in them, and
that no other rows fit, was found by hand-written predicates and a plain search, without our solver.
"""

from __future__ import annotations

import functools
import itertools
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hintwise.engine import Solutions
from hintwise.puzzles.logic_grid.file import read_logic_grid

FOLDER = Path(__file__).with_name("grids")
GRIDS = sorted(path.stem for path in FOLDER.glob("*.toml"))
KNOWN: dict[str, list[list[str]]] = tomllib.loads(
    FOLDER.with_name("solutions.toml").read_text(encoding="utf-8")
)

FORMS = """
A is A
A is not A
A is either A or A
A is either A or A or both
A is either A, A or A
A is neither A nor A
A is neither A, A nor A
neither A nor A is A
either A or A is A
either A, A or A is A
A is before A in C
A is after A in C
A is left of A in C
A is right of A in C
A is N before A in C
A is N after A in C
A is N left of A in C
A is N right of A in C
A is at least N before A in C
A is at least N after A in C
A is at most N before A in C
A is at most N after A in C
A is N places before A in C
A is N places after A in C
A is directly before A in C
A is directly after A in C
A is directly left of A in C
A is directly right of A in C
A is before A and A in C
A is after A and A in C
A is left of A and A in C
A is after A but before A in C
A is right of A but left of A in C
A is next to A in C
A is not next to A in C
A and A are next to each other in C
A is N apart from A in C
A and A are N apart in C
A and A are at least N apart in C
A and A are at most N apart in C
A is between A and A in C
A is between A and A in that order in C
A is not between A and A in C
A is first in C
A is last in C
A is first or last in C
A is not there in C
A is at an end in C
A is in the middle in C
A is nth in C
A is less than A in C
A is more than A in C
A is N less than A in C
A is N more than A in C
A is at least N less than A in C
A is at least N more than A in C
A is at most N less than A in C
A is at most N more than A in C
A is twice A in C
A is twice as much as A in C
A is half A in C
A is N times A in C
A plus A is N in C
A plus A plus A is N in C
A is exactly N of them
A is at least N of them
A is at most N of them
they are they in some order
they are all different
of A and A, one is A and the other is A
""".strip().splitlines()
"""A is a value, N an amount, C a category, `them` a list of values.

`nth` is second, third and so on; `there` is any position that something is not at.
"""

FRAMES = """
R and R
R or R
not (R
if R then R
R if and only if R
either R or R
either R or R or both
either R or R or R but only one
exactly N of rules
at least N of rules
at most N of rules
N of them: R
""".strip().splitlines()
"""How rules, R, are put together to others."""

SPELLINGS = {
    "a unit in front": r"[$€£]\d+ (more|less)|is [$€£]\d+ in",
    "a unit behind": r"\d (km|m|kg|cent|years) (more|less)|is \d+ (kg|cent) in",
    "minutes and hours": r"\d (minutes?|hours?) (before|after|apart)",
    "weeks": r"\d weeks? (before|after|apart)",
    "a value in quotes": r"(?<!\w )'[^']+'",
    "a category and a value in quotes": r"\b(album|gift|find) '[^']+'",
}


@functools.cache
def text_of(name: str) -> str:
    return (FOLDER / f"{name}.toml").read_text(encoding="utf-8")


@functools.cache
def file_of(name: str) -> dict[str, Any]:
    return tomllib.loads(text_of(name))


def links_of(name: str) -> set[str]:
    """The names of the links that hold in the known rows."""
    categories = list(file_of(name)["categories"])
    return {
        f"{a} {x} = {b} {y}"
        for row in KNOWN[name]
        for (a, x), (b, y) in itertools.combinations(zip(categories, row, strict=True), 2)
    }


def forms_in(name: str) -> set[str]:
    return {form for clue in file_of(name)["clues"] for form in forms_of(clue["rule"], name)}


def forms_of(rule: str, name: str) -> list[str]:
    """The forms of the rules within a rule, and how they are put together."""
    forms: list[str] = []

    def note(found: re.Match[str]) -> str:
        forms.append(found[0])
        return "R"

    frame = _FORM.sub(note, _spelt_alike(rule, name))
    assert not re.search(r"\b[AC]\b", frame), f"{rule!r} has a form that is not listed: {frame}"
    frame = re.sub(r"(?<=N of )\(R\)(, \(R\))* and \(R\)", "rules", frame)
    frame = frame.replace("R, R", "R or R")
    return [*forms, *_FRAME.findall(frame)]


def _spelt_alike(rule: str, name: str) -> str:
    """The rule with values as A, amounts as N, categories as C and lists as `them`."""
    categories = "|".join(file_of(name)["categories"])
    values = sorted((v for row in KNOWN[name] for v in row), key=len, reverse=True)
    value = rf"(?:\b(?:{categories}) )?(?<![\w$])'?(?:{'|'.join(map(re.escape, values))})\b'?"
    for pattern, stands_for in (
        (_AMOUNT, "N"),
        (value, "A"),
        (rf"\bin (?:{categories})\b", "in C"),
        (r"(?<=plus A is ).+?(?= in C)", "N"),
        (r"\bplace\b(?= before| after)", "places"),
        (r"(?<=is )(?:second|third|fourth|fifth)(?= in C)", "nth"),
        (r"(?<=is not )(?:first|last|second|third|fourth|at an end)(?= in C)", "there"),
        (r"(?<=N of )A(?:, A)* and A", "them"),
        (r"(?:exactly|at least|at most) N of them is", "N of them: A is"),
        (r"A(?:, A)* and A are A(?:, A)* and A in", "they are they in"),
        (r"A(?:, A)* and A are all", "they are all"),
    ):
        rule = re.sub(pattern, stands_for, rule)
    return rule


_AMOUNT = (
    r"[$€£]?\b\d+(?: (?:and|\d+|minutes?|hours?|weeks?|days|km|m|kg|GB|cent|years))*"
    r"(?= (?:before|after|left|right|apart|less|more|places?|times|of)\b)"
)
_FORM, _FRAME = (
    re.compile("|".join(map(re.escape, sorted(forms, key=len, reverse=True))))
    for forms in (FORMS, FRAMES)
)


def test_there_are_forty_grids_and_more_from_the_smallest_to_eight_categories() -> None:
    sizes = {(len(file_of(name)["categories"]), len(KNOWN[name])) for name in GRIDS}
    assert len(GRIDS) >= 40
    assert sizes >= {(2, 4), (2, 8), (3, 3), (3, 8), (4, 4), (4, 5), (5, 5), (6, 6), (8, 4)}
    assert set(KNOWN) == set(GRIDS)


@pytest.mark.parametrize("name", GRIDS)
def test_the_only_solution_of_a_grid_is_the_known_one(name: str) -> None:
    problem = read_logic_grid(text_of(name))
    found = itertools.islice(Solutions(problem).find(problem.givens), 2)
    assert [{link for link, holds in s.items() if holds} for s in found] == [links_of(name)]


@pytest.mark.parametrize("name", [name for name in GRIDS if "question" in file_of(name)])
def test_the_known_rows_answer_what_a_grid_asks(name: str) -> None:
    question = read_logic_grid(text_of(name)).question
    assert question is not None
    asked = file_of(name)["question"]["ask"]
    count = len(asked) if isinstance(asked, list) else 1
    assert len(question.variables) == count * len(KNOWN[name])
    assert len(links_of(name) & set(question.variables)) == count


@pytest.mark.parametrize("name", GRIDS)
def test_each_clue_of_a_grid_has_a_text_of_its_own(name: str) -> None:
    texts = [clue["text"] for clue in file_of(name)["clues"]]
    assert all(text.strip() == text and text.endswith(".") for text in texts)
    assert len(set(texts)) == len(texts)
    assert not set(texts) & {clue["rule"] for clue in file_of(name)["clues"]}


def test_a_grid_counts_on_either_being_one_of_two() -> None:
    problem = read_logic_grid(text_of("dog-show").replace("version = 2\n", ""))
    assert len(list(Solutions(problem).find(problem.givens))) == 2


def test_every_form_of_rule_is_in_at_least_two_grids() -> None:
    used = Counter(form for name in GRIDS for form in forms_in(name))
    assert {form: used[form] for form in (*FORMS, *FRAMES) if used[form] < 2} == {}
    assert set(used) <= {*FORMS, *FRAMES}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_amounts_and_values_are_spelt_in_each_way_in_at_least_two_grids(spelling: str) -> None:
    using = {
        name
        for name in GRIDS
        if any(re.search(SPELLINGS[spelling], clue["rule"]) for clue in file_of(name)["clues"])
    }
    assert len(using) >= 2


FERRIES = """
version = 2
[categories]
skipper = ["Ada", "Ben", "Cleo", "Dora"]
time = ["8:15", "9:30", "11:10", "1:40 pm"]
fare = { values = [4, 8, 10, 14], unit = "$" }
island = ["Gull", "Heron", "Otter", "Seal"]
[[clues]]
rule = "Cleo is before 11:00 in time"
[[clues]]
rule = "Heron is more than twice Ada in fare"
[[clues]]
rule = "Ada plus 8:15 is Otter in fare"
[[clues]]
rule = "Dora is between Ada and noon in time"
[[clues]]
rule = "Otter is next to both Cleo and Ben in time"
[[clues]]
rule = "Cleo is less than $12 in fare and Seal is more than $12 in fare"
"""


def test_limits_that_are_no_value_sums_and_neighbours_make_a_grid() -> None:
    """That there is no other solution was found by going through all rows with predicates."""
    problem = read_logic_grid(FERRIES)
    (found,) = Solutions(problem).find(problem.givens)
    rows = {
        "Ada": ("8:15", "$4", "Gull"),
        "Ben": ("1:40 pm", "$14", "Seal"),
        "Cleo": ("9:30", "$10", "Heron"),
        "Dora": ("11:10", "$8", "Otter"),
    }
    held = {problem.variable(f"{who} = {value}").name for who in rows for value in rows[who]}
    assert held == {link for link, holds in found.items() if holds and link.startswith("skipper")}
