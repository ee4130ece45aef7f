"""docs/reference/json.md names every value that has a JSON form, and every key of it."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import io
import json
import re
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import hintwise as hw
from hintwise.cli import main
from hintwise.elicit.instances import SELECTIONS
from hintwise.elicit.learners.normalise import NORMALISATIONS
from hintwise.elicit.learners.prior import PRIORS, powers_prior
from hintwise.elicit.learners.response import RESPONSES, LogisticWithTies, Noticed
from hintwise.elicit.methods import QUESTIONS
from hintwise.elicit.query import Fallback
from hintwise.elicit.questions.confidence import CONFIDENCES
from hintwise.elicit.session import VERSION
from hintwise.elicit.settings import PUZZLE_ORDERS
from hintwise.guide import collection, lessons
from hintwise.guide.checking.retracing import retrace
from hintwise.guide.grading import grade_each
from hintwise.guide.viewing import view
from hintwise.problem import PuzzleQuestion
from hintwise.store import open_store
from hintwise.store.studies import NewStudy
from hintwise.study.plan import StudyPlan, read_plan
from hintwise.study.rehearsal.findings import Findings
from hintwise.study.rehearsal.power import Power
from hintwise.study.rehearsal.rehearsal import Rehearsed
from hintwise.study.rehearsal.tally import Wait

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
LAYERS = ("problem", "puzzles", "elicit", "workshop", "render", "guide")
"""Whose values are all on the page; experiments, bench and people write theirs for reports only."""

LEFT_OUT = {
    "FactByFact": "a place in a session's cache, which is nobody's to read",
    "SeveralStates": "another",
    "Logistic": "its keys are part of a `Bayes`",
    "LogisticWithTies": "its keys are part of a `Bayes`",
    "Noticed": "its keys are part of a `Bayes`",
    "Outlook": "its keys are part of a `Question` and of `Learned`",
    "InformedQuestions": "what its rules have in common; each of them is there",
    "ContrastQuestions": "what its rules have in common; each of them is there",
}
"""Classes without a section, and why: so are those that are protocols or private."""

FOUR, SMALL = "1.....3..4.....2", "1..43.1221.3432."
ASKING = """
[categories]
baker = ["Ada", "Ben", "Cleo"]
bread = ["rye", "oat", "spelt"]
hour = [3, 4, 5]

[question]
text = "Who bakes the rye?"
ask = "rye in baker"

[[clues]]
rule = "Ada is rye"
"""
PUZZLE = {"kind", "puzzle", "title", "story", "author"}

Record = dict[str, Any]


def below(section: str) -> str:
    """All that is said below a heading."""
    heading = section.replace(", ", "`, `")
    return PAGE.split(f"### `{heading}`\n")[1].split("\n#")[0]


def documented(section: str) -> set[str]:
    """The keys in the table below a heading."""
    cells = re.findall(r"^\| (`.*?) \|", below(section), re.M)
    return {key for cell in cells for key in re.findall(r"`(\w+)`", cell)}


def sections() -> list[str]:
    """The headings; some are those of several values."""
    return [heading.replace("`", "") for heading in re.findall(r"^### (`.+`)$", PAGE, re.M)]


def classes_with_json() -> set[str]:
    """By the name of the class, wherever in the layers it is."""
    found = set()
    for layer in LAYERS:
        for file in (ROOT / "src" / "hintwise" / layer).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef) and _is_value_with_json(node):
                    found.add(node.name)
    return found


def _is_value_with_json(node: ast.ClassDef) -> bool:
    methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    is_protocol = any(isinstance(base, ast.Name) and base.id == "Protocol" for base in node.bases)
    return "as_json" in methods and not is_protocol and not node.name.startswith("_")


def records(values: Iterable[Any]) -> list[Record]:
    return [value.as_json() for value in values]


@cache
def samples() -> dict[str, list[Record]]:
    """Records of each value which together show all of its keys."""
    return {**samples_of_puzzles(), **samples_of_learning(), **samples_of_commands()}


def samples_of_puzzles() -> dict[str, list[Record]]:
    sudoku, grid = hw.read(FOUR, known=["r1c2=3"]), hw.read("kites")
    style = hw.Style(check_minimal=True, order="natural")
    (explained,) = hw.explain(sudoku, hw.Extent(steps=1), style)
    steps = list(hw.Explainer(sudoku.problem).sequence(take_along=True))
    with_others = [hw.Explained(explained.state, step, "") for step in steps]
    problems = [sudoku.problem, grid.problem]
    wrong = hw.read(FOUR, known=["r1c2=1"])
    several = hw.read("12............12")
    marked = hw.read(FOUR, known=["r1c2≠3"], candidates=True)
    seen = hw.Seen(hw.Fact("r1c2", 1, "≠"), hw.Fact("r1c1", 1), "row 1")
    inside = hw.Inside((explained.step,), seen=(seen,))
    unfolded = replace(explained, step=replace(explained.step, inside=inside), inside=(explained,))
    left_open = hw.read(LEFT_OPEN)
    looked_at = (sudoku, wrong, several, grid, marked, hw.read("1..1............"), left_open)
    checked = records(map(hw.check, looked_at))
    reports = [hw.check_problem(p.problem, p.entries) for p in looked_at]
    return {
        "Puzzle": records([sudoku.puzzle, grid.puzzle]),
        "ModelPuzzle": records([hw.ModelPuzzle(grid.problem)]),
        "Position": records([sudoku, grid, marked]),
        "Generated": records(hw.generate(hw.SudokuRecipe(4), hw.Batch(seed=5))),
        "Difficulty": records([hw.grade(sudoku.puzzle)]),
        "Graded": records(grade_each([sudoku.puzzle, several.puzzle])),
        "LibraryPuzzle": records(collection().values()),
        "Problem": records(problems),
        "PuzzleQuestion": records([PuzzleQuestion("Which?", (problems[0].variables[0].name,))]),
        "Variable": records([*(p.variables[0] for p in problems), hw.Variable("x", range(200))]),
        "Constraint": records(problem.constraints[0] for problem in problems),
        "Board": records([sudoku.problem.layout]),
        "Cage": records([hw.Cage(frozenset({(1, 1)}), "7")]),
        "Staircase": records([grid.problem.layout]),
        "State": records([explained.state]),
        "Step": records([unfolded.step, *steps]),
        "Inside": [*records([inside]), unfolded.as_json()["inside"]],
        "Seen": records([seen]),
        "Explained": records([unfolded, *with_others]),
        "Hint": records([hw.hint(sudoku, 1), replace(hw.hint(sudoku, 4), steps_to_target=2)]),
        "Why": records([hw.why(sudoku, "r1c4=1"), hw.why(sudoku, "r1c4=4")]),
        "View": records([view(sudoku), view(grid)]),
        "Retraced": records([retrace(sudoku, [[]])]),
        "Solved": records(map(hw.solve, (sudoku, several))),
        "Picture": records([hw.picture(explained.state)]),
        "Report": records(reports),
        "Checked": checked,
    }


LEFT_OPEN = """
[categories]
baker = ["Ada", "Ben", "Cleo"]
hour = [6, 7, 9]
bread = ["rye", "spelt", "oat"]
[[clues]]
rule = "Ada is either rye or hour 7"
[[clues]]
rule = "Ada is rye and Ben is spelt and Ada is not 9 and Ben is before Cleo in hour"
"""
"""It has one solution only if "either" means one and not both."""


def samples_of_learning() -> dict[str, list[Record]]:
    lesson = hw.teach([hw.sudoku(SMALL)])
    questions = []
    for answer in "aba":
        questions.append(lesson.question())
        lesson.tell(answer)
    lesson.undo()
    session = lesson.session
    asked, answered, *_, undone = session.journal
    profile = hw.Profile.of(session)
    assert profile.posterior is not None
    assert profile.prior is not None
    paper = [hw.ChoicePerceptron(), hw.NonDominated(), hw.LearnedWeights(minimal=False)]
    informed = [
        hw.BestOfTwo(),
        hw.LeastRegret(),
        hw.MostInformative(checks=10, plainness=0.5, certified=True),
    ]
    odds = hw.Bayes(response=LogisticWithTies(tie=1.0))
    exact = hw.Bayes(response=Noticed(unexpected=0.0), estimate="relative")
    own = hw.Bayes(own_lapse=True)
    check = dataclasses.replace(session.events[0].query, number=11, check=1)
    nothing = dict.fromkeys(session.weights, 0)
    lesson.observe(nothing, nothing, "none")
    visit = lessons.visit(lessons.begun([hw.read(SMALL).puzzle], seed=1), [])
    return {
        "Observed": records(session.observations),
        "Visit": records([visit]),
        "Query": records([*(event.query for event in session.events), check]),
        "Question": records(questions),
        "Asked": records([asked]),
        "Answered": records([answered]),
        "Undone": records([undone]),
        "Session": records([session]),
        "Lesson": records([lesson]),
        "Learned": records([lesson.learned()]),
        "Settings": records([session.settings, hw.preset("paper", "sudoku")]),
        "BestOfTwo, LeastRegret, MostInformative": records(informed),
        "ChoicePerceptron, NonDominated, LearnedWeights": records(paper),
        "Machop": records([hw.Machop()]),
        "Bayes": records([hw.Bayes(), hw.Bayes(prior=profile.prior), odds, exact, own]),
        "Perceptron": records([hw.Perceptron()]),
        "Prior": records([profile.prior, powers_prior(profile.prior.features)]),
        "Posterior": records([profile.posterior]),
        "Profile": [json.loads(profile.write())],
    }


def samples_of_commands() -> dict[str, list[Record]]:
    return {
        "hintwise explain --json": [
            printed("explain", FOUR, "--steps", "1"),
            printed("explain", ASKING, "--steps", "1"),
        ],
        "hintwise check --json": [printed("check", f"{FOUR}\n{FOUR}")],
        "hintwise puzzle show --json": [printed("puzzle", "show", FOUR)],
        "hintwise puzzle convert --json": [printed("puzzle", "convert", FOUR)],
        "hintwise puzzle generate --json": [
            printed("puzzle", "generate", "sudoku", "--size", "4", "--ungraded")
        ],
        "hintwise puzzle grade --json": [printed("puzzle", "grade", FOUR)],
        "hintwise puzzle list --json": [printed("puzzle", "list")],
        **_of_a_lesson(),
        **_of_people(),
        **_of_a_plan(),
        **_of_a_study(),
    }


def _of_a_lesson() -> dict[str, list[Record]]:
    lesson = hw.teach([hw.sudoku(FOUR)], {"method": "machop"})
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO("a\n"))
        learned = printed("learn", FOUR, "--profile", f"{folder}/mine.json")
    return {
        "Question": records([lesson.question()]),
        "Learned": records([lesson.learned()]),
        "Lesson": records([lesson]),
        "hintwise learn --json": [learned],
    }


def _of_people() -> dict[str, list[Record]]:
    with tempfile.TemporaryDirectory() as folder:
        choices, prior, answers = (Path(folder, name) for name in ("choices", "prior", "answers"))
        choices.write_text(files_example("Choices"), encoding="utf-8")
        prior.write_text(files_example("Prior"), encoding="utf-8")
        answers.write_text(files_example("Answers of a study"), encoding="utf-8")
        return {
            "hintwise replay --json": [printed("replay", str(choices), "--prior", str(prior))],
            "hintwise study statistics --json": [printed("study", "statistics", str(answers))],
        }


def _of_a_plan() -> dict[str, list[Record]]:
    with tempfile.TemporaryDirectory() as folder:
        plan = Path(folder, "rates.toml")
        plan.write_text(files_example("Plan"), encoding="utf-8")
        return {
            f"hintwise experiment {command} --json": [printed("experiment", command, str(plan))]
            for command in ("run", "status", "report")
        }


def _of_a_study() -> dict[str, list[Record]]:
    example = files_example("Plan of a study")
    with tempfile.TemporaryDirectory() as folder:
        plan = Path(folder, "study.toml")
        plan.write_text(example, encoding="utf-8")
        return {
            "StudyPlan": records([read_plan(example)]),
            "hintwise study check --json": [printed("study", "check", str(plan))],
            "hintwise study rehearse --json": [_rehearsed(read_plan(example))],
            **_of_an_export(read_plan(example), folder),
            "hintwise study status --json": [
                printed("study", "status", str(plan), "--database", f"sqlite:///{folder}/study.db")
            ],
        }


def _of_an_export(plan: StudyPlan, folder: str) -> dict[str, list[Record]]:
    database, out = f"sqlite:///{folder}/study.db", f"{folder}/export"
    with open_store(database) as store:
        store.studies.open(
            NewStudy(plan.name, plan.as_json(), plan.hash, plan.people, release_after_h=24)
        )
    where = ("--database", database, "--out", out)
    return {
        "hintwise study export --json": [printed("study", "export", plan.name, *where)],
        "hintwise study verify --json": [printed("study", "verify", out)],
        "hintwise study report --json": [printed("study", "report", out)],
    }


def _rehearsed(plan: StudyPlan) -> Record:
    findings = Findings(
        seconds=1.5,
        processor_s=None,
        at_once=2,
        answers=3,
        waits=(Wait(0.0, 0.5),),
        requests=9,
        busy=0,
        lost_connections=0,
        kills=0,
        errors=(),
        lost=0,
        groups=(),
        planned=plan.people,
        power=(Power("machop", "perceptron", 10, "smallest", 30, 0.8),),
    )
    return Rehearsed(plan, findings, {}).as_json()


def files_example(section: str) -> str:
    """The first example of a section of docs/reference/files.md."""
    page = (ROOT / "docs" / "reference" / "files.md").read_text(encoding="utf-8")
    return page.split(f"## {section}\n")[1].split("```")[1].partition("\n")[2]


def printed(*arguments: str) -> Record:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main([*arguments, "--json"]) == 0
    record = json.loads(out.getvalue())
    assert isinstance(record, dict)
    return record


@pytest.mark.parametrize("section", sections())
def test_a_section_has_the_keys_of_its_value_and_no_others(section: str) -> None:
    keys = {key for record in samples()[section] for key in record}
    assert documented(section) == keys


@pytest.mark.parametrize("section", sections())
def test_a_value_is_json_as_it_is(section: str) -> None:
    for record in samples()[section]:
        assert json.loads(json.dumps(record)) == record


def test_every_value_with_a_json_form_has_a_section() -> None:
    named = {name for section in sections() for name in section.split(", ")}
    assert classes_with_json() - LEFT_OUT.keys() <= named
    assert {rule.__name__ for rule in QUESTIONS.values()} <= named
    assert classes_with_json() >= LEFT_OUT.keys()


def test_the_page_tells_every_name_that_a_session_may_be_set_to() -> None:
    assert f"| `version` | {VERSION};" in below("Session")
    assert all(f"`{name}`" in below("Settings") for name in (*SELECTIONS, *PUZZLE_ORDERS))
    assert all(f"`{name}`" in below("Bayes") for name in (*PRIORS, *RESPONSES))
    assert all(f"`{name}`" in below("Perceptron") for name in NORMALISATIONS)
    assert all(f"`{name}`" in below("Machop") for name in CONFIDENCES)
    assert all(f"`{rule}`" in PAGE for rule in QUESTIONS)
    assert all(f"`{fallback.value}`" in below("Query") for fallback in Fallback)


def test_values_that_lead_back_do() -> None:
    position = hw.read(FOUR, known=["r1c2=3"])
    assert hw.Position.from_json(position.as_json()) == position
    assert set(position.as_json()) > PUZZLE


@pytest.mark.parametrize("arguments", [("show", FOUR), ("show", "kites"), ("convert", FOUR)])
def test_shown_puzzles_are_positions(arguments: tuple[str, str]) -> None:
    (shown,) = printed("puzzle", *arguments)["puzzles"]
    assert hw.Position.from_json(shown) == hw.read(arguments[1])


def test_the_document_of_explain_holds_its_puzzle() -> None:
    for name in (FOUR, "kites"):
        document = printed("explain", name, "--steps", "1")
        assert hw.Puzzle.from_json(document) == hw.read(name).puzzle
