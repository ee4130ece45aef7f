"""From the text of a plan to the plan, or to all that is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any
from urllib.parse import urlsplit

from hintwise.elicit.methods import METHODS
from hintwise.elicit.settings import OPTIONS, PRESETS, check_option
from hintwise.errors import HintwiseError, InvalidPlan
from hintwise.experiments.sweep.plan_text import PlanText
from hintwise.guide.reading import read_puzzle
from hintwise.puzzles.puzzle import Puzzle
from hintwise.render.words.language import language_names
from hintwise.study.plan.checks import check_plan
from hintwise.study.plan.form_tables import read_fields
from hintwise.study.plan.tables import Mistakes, Table
from hintwise.study.plan.values import (
    BASELINES,
    DESIGNS,
    STOPS,
    VERSION,
    Arm,
    Checks,
    Completion,
    Evaluation,
    Exclusion,
    PlannedPuzzles,
    Questions,
    StudyPlan,
)
from hintwise.toml_places import Path

FindPuzzle = Callable[[str], Puzzle]
"""From what a plan calls a puzzle to the puzzle, or `HintwiseError`."""

MOST_PEOPLE, MOST_QUESTIONS, MOST_ARMS, MOST_NODES = 100_000, 1_000, 10, 1_000_000
"""What is beyond is a slip of the hand."""

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,39}")
ARM_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,29}")

_ELSEWHERE: Mapping[str, str] = {
    "deadline_s": "questions would depend on the machine; see node_limit in [questions]",
    "node_limit": "is the same for all arms; it stands in [questions]",
    "seed": "is drawn for each participant from the seed at the top of the plan",
}
"""Settings that an arm cannot have, and why."""


def read_plan(
    text: str,
    source: str = "plan.toml",
    *,
    today: date | None = None,
    find_puzzle: FindPuzzle = read_puzzle,
) -> StudyPlan:
    """The plan that the text of a TOML file describes.

    Raises `InvalidPlan`, which lists all mistakes with their lines, each starting with `source`.
    With `today`, a study that has closed by then is one of them. Whoever lets plans name files
    gives a `find_puzzle` that opens them.
    """
    written = PlanText(text.replace("\r\n", "\n"), source)
    mistakes = Mistakes()
    plan = _plan(Table(written.parsed(), (), mistakes), find_puzzle, mistakes)
    if not mistakes.found:  # what goes together can only be told of what is right by itself
        check_plan(plan, mistakes, today)
    if mistakes.found:
        raise InvalidPlan(written.told(mistakes.found, _named))
    return plan


def _plan(top: Table, find_puzzle: FindPuzzle, mistakes: Mistakes) -> StudyPlan:
    top.count("version", VERSION, VERSION)
    accepted = "1 to 40 letters, digits and hyphens, in quotes"
    plan = StudyPlan(
        name=top.name("name", NAME, accepted),
        title=top.text("title"),
        about=top.text("about", ""),
        language=top.choice("language", language_names(), "en"),
        design=top.choice("design", DESIGNS),
        people=top.count("people", 1, MOST_PEOPLE),
        closes=top.optional_day("closes"),
        seed=top.count("seed", 0, 2**53, 0),
        release_after_h=top.number("release_after_h", 0.01, 8_760, 24.0),
        puzzles=_puzzles(top.table("puzzles", required=True), find_puzzle, mistakes),
        arms=tuple(_arm(table) for table in top.tables("arms", 1, MOST_ARMS)),
        questions=_questions(top.table("questions", required=True)),
        evaluations=tuple(_evaluation(table) for table in top.tables("evaluations")),
        checks=_checks(top.table("checks")),
        exclusion=_exclusion(top.table("exclusion")),
        consent=_consent(top.table("consent", required=True)),
        demographics=read_fields(top, "demographics"),
        closing=read_fields(top, "closing"),
        completion=_completion(top.table("completion")),
    )
    top.end()
    return plan


def _puzzles(table: Table, find_puzzle: FindPuzzle, mistakes: Mistakes) -> PlannedPuzzles:
    def found(use: str, least: int) -> tuple[Puzzle, ...]:
        puzzles = []
        for place, text in enumerate(table.texts(use, least)):
            try:
                puzzle = find_puzzle(text)
                puzzle.problem()  # raises if it cannot be read
                puzzles.append(puzzle)
            except HintwiseError as error:
                mistakes.note((*table.path, use, place), str(error))
        return tuple(puzzles)

    puzzles = PlannedPuzzles(found("train", 1), found("evaluate", 0), found("practice", 0))
    table.end()
    return puzzles


def _arm(table: Table) -> Arm:
    accepted = "1 to 30 letters, digits, hyphens and underscores, in quotes"
    name = table.name("name", ARM_NAME, accepted)
    method = table.choice("method", tuple(METHODS))
    preset = table.optional_choice("preset", PRESETS)
    options = table.others([name for name in OPTIONS if name != "method"], _ELSEWHERE)
    for option, value in options.items():
        _check_option(table, option, value)
    return Arm(name, method, preset, options)


def _check_option(table: Table, option: str, value: Any) -> None:
    if not isinstance(value, str | int | float):
        table.note(option, "expected a text, a number, true or false")
        return
    try:
        check_option(option, value)
    except HintwiseError as error:
        table.note(option, str(error))


def _questions(table: Table) -> Questions:
    questions = Questions(
        train=table.count("train", 1, MOST_QUESTIONS),
        practice=table.count("practice", 0, MOST_QUESTIONS, 0),
        differences=table.flag("differences", False),
        node_limit=table.count("node_limit", 1, MOST_NODES, 24),
        stop=table.choice("stop", STOPS, "fixed"),
        least=table.optional_count("least", 1, MOST_QUESTIONS),
    )
    table.end()
    return questions


def _evaluation(table: Table) -> Evaluation:
    evaluation = Evaluation(
        after=table.count("after", 1, MOST_QUESTIONS),
        against=table.choice("against", BASELINES),
        pairs=table.count("pairs", 1, MOST_QUESTIONS),
    )
    table.end()
    return evaluation


def _checks(table: Table) -> Checks:
    checks = Checks(
        table.count("dominated", 0, MOST_QUESTIONS, 0), table.count("repeats", 0, MOST_QUESTIONS, 0)
    )
    table.end()
    return checks


def _exclusion(table: Table) -> Exclusion:
    exclusion = Exclusion(
        dominated_failures=table.optional_count("dominated_failures", 1, MOST_QUESTIONS),
        least_agreement=table.optional_number("least_agreement", 0, 1),
        least_median_s=table.optional_number("least_median_s", 0, 3_600),
        most_indifferent=table.optional_number("most_indifferent", 0, 1),
    )
    table.end()
    return exclusion


def _consent(table: Table) -> str:
    text = table.text("text")
    table.end()
    return text


def _completion(table: Table) -> Completion:
    completion = Completion(table.optional_text("code"), table.optional_text("url"))
    table.end()
    if completion.url and not _is_address(completion.url):
        accepted = "an address such as https://example.org/done?code={code}"
        table.note("url", f"expected {accepted}, not {completion.url!r}")
    return completion


def _is_address(url: str) -> bool:
    """Whether a browser can go there: nothing but `{code}` is left to be filled in."""
    try:
        parts = urlsplit(url.replace("{code}", "code"))
        has_host = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    plain = not re.search(r"[\s{}<>\"\\]", url.replace("{code}", ""))
    return parts.scheme in ("http", "https") and has_host and plain


def _named(path: Path) -> str:
    """`people`, `train in [questions]`, `method in [[arms]] 2`, `train in [puzzles], entry 3`."""
    match path:
        case (table, int(which)):
            return f"[[{table}]] {which + 1}"
        case (table, int(which), key, *entry):
            return _with_entry(f"{key} in [[{table}]] {which + 1}", entry)
        case (table, key, *entry):
            return _with_entry(f"{key} in [{table}]", entry)
    return str(path[0])


def _with_entry(name: str, entry: list[str | int]) -> str:
    return f"{name}, entry {entry[0] + 1}" if entry and isinstance(entry[0], int) else name
