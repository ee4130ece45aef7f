from __future__ import annotations

import contextlib
import itertools
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise import Explainer, HintwiseError
from hintwise.errors import InvalidPuzzle
from hintwise.problem import Fact, Staircase
from hintwise.puzzles.logic_grid.file import looks_like_grid_file, read_logic_grid

DOCS = Path(__file__).resolve().parents[3] / "docs"
BAKERY = (DOCS / "examples" / "bakery.toml").read_text(encoding="utf-8")
SMALL = """\
title = "Three bakers"
givens = ["Cleo is not spelt", 'not rye = 9']

[categories]
baker = ["Ada", "Ben", "Cleo"]
bread = ["rye", "spelt", "dark oat"]
hour = [6, 7, 9]

[[clues]]
text = "Ada was two hours ahead of the rye."
rule = "Ada is 2 before rye in hour"

[[clues]]
rule = 'dark oat is not "7"'
"""


def with_category(line: str, rule: str = "Ada is rye") -> str:
    """The small file with another third category and another rule."""
    text = SMALL.replace("hour = [6, 7, 9]", line).replace(", 'not rye = 9'", "")
    return text[: text.index("[[clues]]")] + f'[[clues]]\nrule = "{rule}"\n'


def test_a_file_becomes_a_logic_grid_with_its_title_givens_and_clue_texts() -> None:
    problem = read_logic_grid(SMALL)
    assert (problem.kind.name, problem.title, len(problem.variables)) == (
        "logic_grid",
        "Three bakers",
        27,
    )
    assert problem.givens == (
        Fact("baker Cleo = bread spelt", False),
        Fact("bread rye = hour 9", False),
    )
    assert [str(c) for c in problem.constraints if c.group == "clue"] == [
        "Ada was two hours ahead of the rye.",
        'dark oat is not "7"',
    ]


def test_the_example_has_one_solution_and_is_explained_to_the_end() -> None:
    problem = read_logic_grid(BAKERY)
    steps = list(Explainer(problem).sequence())
    derived = {step.derived.variable for step in steps} | {g.variable for g in problem.givens}
    assert derived == {variable.name for variable in problem.variables}
    assert all(step.optimal for step in steps)
    solution = {
        str(s.derived) for s in steps if s.derived.value and s.derived.variable[:5] == "baker"
    }
    assert "baker Ada = bread spelt" in solution
    assert len(solution) == 12


def test_every_clue_of_the_example_is_needed() -> None:
    first, *clues = BAKERY.split("[[clues]]")
    for left_out in range(len(clues)):
        rest = [clue for number, clue in enumerate(clues) if number != left_out]
        problem = read_logic_grid("[[clues]]".join([first, *rest]))
        implied = Explainer(problem).state().targets
        assert len(implied) + len(problem.givens) < len(problem.variables)


def test_the_file_on_the_page_can_be_read() -> None:
    page = (DOCS / "how-to" / "write-a-logic-grid.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert read_logic_grid(shown).title == "Three bakers"


@pytest.mark.parametrize(
    ("line", "rule", "allowed"),
    [
        ("hour = [9, 6, 7]", "Ada is before rye in hour", {("6", "7"), ("6", "9"), ("7", "9")}),
        (
            "cost = [1.50, 2.25, 3]",
            "Ada is 0.75 less than rye in cost",
            {("1.50", "2.25"), ("2.25", "3")},
        ),
        ('cost = ["1.50", "2.0", "4"]', "Ada is 2 less than rye in cost", {("2.0", "4")}),
        ("at = [-5, 0, 5]", "Ada is 10 before rye in at", {("-5", "5")}),
        (
            "day = [2024-02-28, 2024-03-01, 2024-02-29]",
            "Ada is 1 before rye in day",
            {("2024-02-28", "2024-02-29"), ("2024-02-29", "2024-03-01")},
        ),
        (
            'size = {values = ["S", "M", "L"], ordered = true}',
            "Ada is 2 before rye in size",
            {("S", "L")},
        ),
    ],
)
def test_numbers_and_dates_are_ordered_by_size_and_names_as_listed(
    line: str, rule: str, allowed: set[tuple[str, str]]
) -> None:
    problem = read_logic_grid(with_category(line, rule))
    category = line.split()[0]
    start = f"baker Ada = {category} "
    values = [v.name.removeprefix(start) for v in problem.variables if v.name.startswith(start)]
    expression = problem.constraint("clue 1").expression
    for a, b in itertools.product(values, repeat=2):
        held = {f"baker Ada = {category} {a}", f"bread rye = {category} {b}"}
        held |= {"baker Ada = bread rye"} if a == b else set()
        for variable in problem.variables:
            variable.expression._value = variable.name in held
        assert bool(expression.value()) == ((a, b) in allowed)


FORMATS = """\
version = 2
givens = ["Ada is 5", "not Ada = 9 days", "Ben is 9am", "Ben is not May 1"]

[categories]
who = ["Ada", "Ben", "Cleo"]
price = { values = [5, 10, 15], unit = "$" }
stay = { values = [1, 3, 9], unit = "days" }
time = ["9:00", "10:30", "14:15"]
day = ["1 May 2024", "May 3", "3rd of June"]
disk = ["128 GB", "256 GB", "512 GB"]
"""


def test_values_are_shown_with_their_units_and_given_with_or_without() -> None:
    problem = read_logic_grid(FORMATS)
    assert isinstance(problem.layout, Staircase)
    assert problem.layout.categories["price"] == ("$5", "$10", "$15")
    assert problem.layout.categories["stay"] == ("1 day", "3 days", "9 days")
    assert problem.layout.ordered == ("price", "stay", "time", "day", "disk")
    assert list(map(str, problem.givens)) == [
        "who Ada = price $5",
        "not who Ada = stay 9 days",
        "who Ben = time 9:00",
        "not who Ben = day 1 May 2024",
    ]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Ada = 5", "who Ada = price $5"),
        ("not price 5 = Ada", "not who Ada = price $5"),
        ("Ada = 3 days", "who Ada = stay 3 days"),
        ("stay 3 = Ada", "who Ada = stay 3 days"),
        ("Ada = 9:00 am", "who Ada = time 9:00"),
        ("Ada != 2024-05-03", "not who Ada = day May 3"),
        ("June 3 = 256", "day 3rd of June = disk 256 GB"),
    ],
)
def test_facts_are_read_with_and_without_units_and_in_other_formats(text: str, fact: str) -> None:
    assert str(read_logic_grid(FORMATS).parse_fact(text)) == fact


def test_a_number_of_two_units_needs_its_category_but_a_name_wins() -> None:
    both = FORMATS.replace("[5, 10, 15]", "[3, 10, 15]").replace('"Ada is 5", ', "")
    with pytest.raises(HintwiseError, match="'3' may be 'price \\$3' or 'stay 3 days'; add its"):
        read_logic_grid(both).parse_fact("Ada = 3")
    floor = FORMATS.replace("time = [", "floor = [3, 4, 5] # [").replace("Ben is 9am", "Ben is 3")
    assert "who Ben = floor 3" in map(str, read_logic_grid(floor).givens)


@pytest.mark.parametrize(
    ("line", "distance"),
    [
        ('at = { values = ["9:00", "10:30", "14:15"], ordered = true }', 1),
        ('at = { values = ["May 1", "May 3", "June 3"], ordered = true }', 1),
        ('at = { values = ["5 km", "9 km", "20 km"], ordered = true }', 1),
        ('at = { values = ["Mon", "Wed", "Sat"], ordered = true }', 1),
    ],
)
def test_without_a_version_names_that_are_set_to_ordered_are_compared_as_listed(
    line: str, distance: int
) -> None:
    text = with_category(line, f"Ada is {distance} before rye in at")
    assert len(read_logic_grid(text).constraint("clue 1").variables) == 7
    with pytest.raises(InvalidPuzzle, match="can never hold"):
        read_logic_grid(f"version = 2\n{text}")


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ('at = ["Wednesday", "Monday", "Friday"]', False),
        ('at = ["Friday", "Saturday", "Monday"]', True),
        ('at = ["Nov", "Dec", "Feb"]', True),
        ('at = ["1 May 2024", "2 May 2025", "3 May"]', False),
        ('at = ["5 km", "9 miles", "20 km"]', False),
        ('at = ["1 day", "2 days", "9 days"]', True),
        ('at = ["9:00", "25:00", "10:00"]', False),
        ('at = ["$1,500", "$900", "$20"]', True),
    ],
)
def test_names_have_an_order_if_they_are_amounts_or_follow_the_calendar(
    line: str, order: bool
) -> None:
    layout = read_logic_grid(with_category(line)).layout
    assert isinstance(layout, Staircase)
    assert layout.ordered == (("at",) if order else ())


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            "rye in hour",
            "rey in hour",
            "line 11, column 25 (clue 1): 'rey' is not known; expected a value; did you",
        ),
        (
            "Ada is 2 before",
            "Ada is 2 befroe",
            "line 11, column 18 (clue 1): 'befroe' is not known",
        ),
        ('not "7"', 'not "8"', "line 14, column 25 (clue 2): "),
        (
            '"Ada is 2 before rye in hour"',
            '"""\nAda is\n  2 befroe rye"""',
            "line 13, column 5 (clue 1)",
        ),
        (
            '"Ada is 2 before rye in hour"',
            '"Ada\\tis befroe"',
            "line 11, column 17 (clue 1): 'befroe'",
        ),
        (
            "'not rye = 9'",
            "'not rye = 8'",
            "line 2, column 43 (given 2): no category has a value '8'",
        ),
        (
            "'not rye = 9'",
            "'Ada is before 9 in hour'",
            "line 2, column 40 (given 2): 'before' cannot stand here",
        ),
        ("'not rye = 9'", "7", "line 2, column 32 (given 2): expected text in quotes, not 7"),
        (
            "title = ",
            "titel = ",
            "line 1, column 1: 'titel' is not known here; expected 'version' or 'title' or "
            "'story' or 'categories' or 'givens' or 'clues' or 'question'; did you mean 'title'?",
        ),
        (
            "hour = [6, 7, 9]",
            "hour = [6, 7, nine]",
            "line 7, column 15: expected a number, a date, a list, or text in quotes",
        ),
        ("title = ", "title 3 ", "line 1, column 7: Expected '=' after a key"),
        (
            'title = "Three bakers"',
            "title = 3",
            "line 1, column 9 (title): expected text in quotes, not 3",
        ),
        ("[categories]", "[kinds]", "line 4, column 1: 'kinds' is not known here"),
        (
            'bread = ["rye", "spelt", "dark oat"]\nhour = [6, 7, 9]',
            "",
            "line 4, column 1 (categories): a logic-grid file has 2 to 8 categories, not 1",
        ),
        (
            'title = "Three bakers"',
            "version = 3",
            "line 1, column 11 (version): version must be 1 or 2, not 3",
        ),
        (
            "hour = [6, 7, 9]",
            "hour = [6:00, 7:00, 9:00]",
            'line 7, column 9: put 6:00 in quotes: "6:00"; a logic-grid file is written in TOML',
        ),
        (
            "hour = [6, 7, 9]",
            "hour = [2024-05-01, 2024-5-2, 2024-5-3]",
            'line 7, column 21: put 2024-5-2 in quotes: "2024-5-2"',
        ),
        (
            "hour = [6, 7, 9]",
            'hour = {values = ["a", "b", "c"], unit = "h"}',
            "line 7, column 19 (categories.hour.values): 'a' is no number; only numbers have a",
        ),
        (
            "hour = [6, 7, 9]",
            'hour = {values = [6, 7, 9], unit = "5"}',
            "line 7, column 36 (categories.hour.unit): '5' is no unit; write one such as",
        ),
        (
            "Ada is 2 before",
            "Ada is 2 weeks before",
            "line 11, column 18 (clue 1): 'weeks' is not known",
        ),
        (
            "hour = [6, 7, 9]",
            "hour = [6, 7]",
            "line 7, column 8 (categories.hour): there are 2 values; 3 to 8 are accepted",
        ),
        (
            "hour = [6, 7, 9]",
            "hour = [6, 7, 8, 9]",
            "line 7, column 8 (categories.hour): all categories must have the same number of "
            "values: baker has 3, bread has 3, hour has 4",
        ),
        (
            "hour = [6, 7, 9]",
            "hour = [1,2,3,4,5,6,7,8,9]",
            "line 7, column 8 (categories.hour): there are 9 values; 3 to 8",
        ),
        (
            "hour = [6, 7, 9]",
            "hour = [6, 7, 7.0]",
            "line 7, column 15 (categories.hour): '7.0' is there twice",
        ),
        (
            "hour = [6, 7, 9]",
            'hour = [6, 7, "nine"]',
            "line 7, column 8 (categories.hour): names and numbers are mixed",
        ),
        (
            "hour = [6, 7, 9]",
            "hour = [6, 7, true]",
            "line 7, column 15 (categories.hour): expected a name, a number or a date",
        ),
        (
            "hour = [6, 7, 9]",
            "hour = [6, 7, nan]",
            "line 7, column 15 (categories.hour): a number has at most 12 digits",
        ),
        (
            "hour = [6, 7, 9]",
            "hour = [6, 7, 1e-999999999]",
            "line 7, column 15 (categories.hour): a number has at most 12",
        ),
        ("hour = [6, 7, 9]", f"hour = [6, 7, {'9' * 5000}]", "beyond all measure"),
        ("hour = [6, 7, 9]", f"hour = {'[' * 5000}", "beyond all measure"),
        (
            "hour = [6, 7, 9]",
            'hour = ["a", "b", "A"]',
            "line 7, column 19 (categories.hour): 'A' is there twice",
        ),
        (
            "hour = [6, 7, 9]",
            'hour = ["a", "b", ""]',
            "line 7, column 19 (categories.hour): '' is not a name",
        ),
        (
            "hour = [6, 7, 9]",
            'hour = ["a", "b", "c=d"]',
            "line 7, column 19 (categories.hour): 'c=d' is no name",
        ),
        (
            "hour = [6, 7, 9]",
            "hour = 6",
            "line 7, column 8 (categories.hour): expected a list, not 6",
        ),
        (
            "hour = [6, 7, 9]",
            "hour = {vales = [6, 7, 9]}",
            "line 7, column 9 (categories.hour): 'vales' is not known here; expected 'values' or "
            "'ordered' or 'unit'; did you mean 'values'?",
        ),
        (
            "hour = [6, 7, 9]",
            "hour = {values = [6, 7, 9], ordered = 1}",
            "line 7, column 39 (categories.hour.ordered): ordered must be true or false, not 1",
        ),
        (
            "hour = [6, 7, 9]",
            "Baker = [6, 7, 9]",
            "line 7, column 1 (categories): 'Baker' is there twice",
        ),
        (
            "hour = [6, 7, 9]",
            "hour = {values = [6, 7, 9], ordered = false}",
            "line 11, column 32 (clue 1): 'hour' has no order",
        ),
        (
            "rule = 'dark",
            "text = 'dark",
            "line 13, column 1 (clue 2): 'rule' is missing; expected 'text' or 'rule'",
        ),
        (
            "[[clues]]\nrule",
            "[[clues]]\nrules = 1\nrule",
            "line 14, column 1 (clue 2): 'rules' is not known here; expected 'text' or 'rule'; did",
        ),
        (
            "Ada is 2 before",
            "Ada is 5 before",
            "line 11, column 8 (clue 1): the rule 'Ada is 5 before rye in hour' can never hold",
        ),
    ],
)
def test_a_file_that_cannot_be_read_says_where_and_why(old: str, new: str, complaint: str) -> None:
    assert old in SMALL
    with pytest.raises(InvalidPuzzle, match=re.escape(complaint)):
        read_logic_grid(SMALL.replace(old, new))


def test_windows_line_ends_keep_lines_and_columns() -> None:
    wrong = SMALL.replace("rye in hour", "rey in hour").replace("\n", "\r\n")
    with pytest.raises(InvalidPuzzle, match="line 11, column 25"):
        read_logic_grid(wrong)


def test_a_commented_out_rule_is_not_taken_for_the_one_that_is_wrong() -> None:
    wrong = SMALL.replace("\nrule = 'dark", "\n# rule = 'bark oat is Ada'\nrule = 'dark")
    with pytest.raises(InvalidPuzzle, match="line 15, column 9"):
        read_logic_grid(wrong.replace("'dark oat is not \"7\"'", "'bark oat is Ada'"))


@pytest.mark.parametrize("count", [2, 8])
@pytest.mark.parametrize("size", [3, 8])
def test_the_smallest_and_largest_grids_are_accepted(count: int, size: int) -> None:
    lines = [f"c{c} = {[f'v{c}{v}' for v in range(size)]}" for c in range(count)]
    problem = read_logic_grid("\n".join(["[categories]", *lines]))
    assert len(problem.variables) == count * (count - 1) // 2 * size**2


@pytest.mark.parametrize(
    "text",
    [SMALL, BAKERY, "categories.x = 1", "clues = [", " [[ clues ]]", "title = 3", 'baker = ["Ada"'],
)
def test_a_grid_file_is_told_by_its_tables_and_keys(text: str) -> None:
    assert looks_like_grid_file(text)


@pytest.mark.parametrize(
    "text", ["", "1...2", "[Puzzle]\n1....", ":0000:x:categories", "fpuzzlesN4Ig==", "--=[1"]
)
def test_other_text_is_not_taken_for_a_grid_file(text: str) -> None:
    assert not looks_like_grid_file(text)


def test_clues_under_single_brackets_are_named() -> None:
    first, second, _ = SMALL.split("[[clues]]")
    with pytest.raises(
        InvalidPuzzle, match=re.escape("line 9, column 1 (clues): expected a list, not a table; ")
    ):
        read_logic_grid(f"{first}[clues]{second}")


LINES = SMALL.splitlines()
JUNK = st.sampled_from(
    ['"', "'", "[", "]]", "=", "\n", "nan", "1e9", "{", "#", "true", "\x00", "é", ", "]
)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """The small file with lines missing, moved or doubled and junk thrown in."""
    text = "\n".join(draw(st.lists(st.sampled_from(LINES), max_size=16)) or LINES)
    if draw(st.booleans()):
        text = SMALL
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(text)))
        text = text[:place] + draw(JUNK) + text[place + draw(st.integers(0, 3)) :]
    return text


@settings(max_examples=200, deadline=None)
@given(damaged() | st.text(max_size=60))
def test_any_text_is_a_grid_or_an_error_of_ours(text: str) -> None:
    looks_like_grid_file(text)
    try:
        read_logic_grid(text)
    except InvalidPuzzle as error:
        message = str(error)
    else:
        return
    assert_a_place_in(text, message)


def assert_a_place_in(text: str, message: str) -> None:
    """The line and column that the message starts with are in the text, or just behind a line."""
    place = re.match(r"line (\d+), column (\d+)", message)
    assert place is not None, message
    line, column = int(place[1]), int(place[2])
    lines = text.replace("\r\n", "\n").split("\n")
    assert 1 <= line <= len(lines)
    assert 1 <= column <= len(lines[line - 1]) + 1


NAMES = st.text(min_size=1, max_size=6)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(NAMES | st.integers(), min_size=3, max_size=3), min_size=3, max_size=3))
def test_any_names_make_a_grid_or_an_error_of_ours(categories: list[list[str | int]]) -> None:
    def written(value: str | int) -> str:
        if isinstance(value, int):
            return str(value)
        return '"' + "".join(f"\\U{ord(character):08x}" for character in value) + '"'

    lines = [f"c{n} = [{', '.join(map(written, c))}]" for n, c in enumerate(categories)]
    first, other = (written(c[0]).strip('"') for c in categories[:2])
    text = "\n".join(
        ["[categories]", *lines, "[[clues]]", f'rule = "c0 {first} is not c1 {other}"']
    )
    with contextlib.suppress(HintwiseError):
        read_logic_grid(text)
