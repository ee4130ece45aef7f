"""No sentence is hard-coded: in a language without Latin letters, nothing shown has any.

The language has the English templates in other letters, the puzzles are written in others still.
What then stays Latin was never in a language file.
"""

from __future__ import annotations

import contextlib
import functools
import io
import itertools
import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import click
import cpmpy as cp
import pytest
from rich.console import Console

from hintwise.cli import COMMANDS, main
from hintwise.cli.waiting import Waiting
from hintwise.elicit.insight import KINDS
from hintwise.elicit.query import Query
from hintwise.elicit.session import Session
from hintwise.engine import Conflict, Explainer
from hintwise.engine.verify import Verdict, Verifier
from hintwise.errors import OutOfTime
from hintwise.guide import solving
from hintwise.guide.checking.report import report_lines, verdict_text
from hintwise.guide.explaining import Explained
from hintwise.guide.grading import basis_text
from hintwise.guide.hinting import _why_nothing_inside
from hintwise.problem import (
    CONTRADICTION,
    Fact,
    Inside,
    Kind,
    Problem,
    Reading,
    State,
    Step,
    Variable,
)
from hintwise.puzzles import (
    Clue,
    Rule,
    from_cpmpy,
    killer_sudoku,
    logic_grid,
    read_logic_grid,
    sudoku,
)
from hintwise.puzzles.sudoku.pencil_marks import with_pencil_marks
from hintwise.render.page.walkthrough import Walkthrough
from hintwise.render.picture import picture
from hintwise.render.svg.bars import weights_svg
from hintwise.render.terminal.side_by_side import SideBySide
from hintwise.render.terminal.steps import step_view
from hintwise.render.terminal.weight_bars import WeightBars
from hintwise.render.words.features import feature_name
from hintwise.render.words.hints import hint_ladder
from hintwise.render.words.language import find_language
from hintwise.render.words.preferences import preference_text
from hintwise.render.words.steps import wording_of
from hintwise.workshop import ClueRemarks, Difference, Difficulty, Report
from tests.render.other_letters import latin_words, spoken_instead_of, words_of
from tests.render.words.pencil_examples import holding, only
from tests.render.words.pencil_examples import step as pencil_step
from tests.render.words.test_patterns import EXAMPLES

MADE_UP = "de"
"""It takes the place of a language that the command line offers."""
PUZZLE = "1.....3..4.....2"
SOLVED = "1324423124133142"
SEVERAL = "12............12"
CLASHING = "1..1............"
UNSOLVABLE = ".3....1..4.23..."
GRID = """
[categories]
"ποιος" = ["Αδα", "Βεν", "Γη"]
"ψωμι" = ["κριθη", "σικαλη", "βρωμη"]
"ωρα" = [6, 7, 8]

[question]
text = "Τι;"
ask = "Αδα in ψωμι"

[[clues]]
text = "Η Αδα στις εξι."
rule = "'Αδα' is 'κριθη' and 'Αδα' is 6"
"""
MORE_CLUES = """
[[clues]]
text = "Ο Βεν στις επτα."
rule = "'Βεν' is 'σικαλη' and 'Βεν' is 7"
"""

SUDOKU = sudoku(PUZZLE)
LOGIC_GRID = read_logic_grid(GRID + MORE_CLUES)
READ = replace(
    LOGIC_GRID,
    constraints=tuple(
        replace(rule, reading=Reading("ετσι", "αλλιως")) for rule in LOGIC_GRID.constraints
    ),
)


def model() -> Problem:
    """A model in which everything has a name or a description of its author's."""
    x, y = cp.intvar(1, 3, name="ξ"), cp.intvar(1, 3, name="υ")
    rain, snow = cp.boolvar(name="βροχη"), cp.boolvar(name="χιονι")
    rules = [
        Rule(x < y, name="κ1", group="μικρο", description="ξ < υ"),
        Rule(rain | (x < 2), name="κ2", group="μικρο", description="ξ < 2;"),
        Rule(snow | rain, name="κ3", group="μεγαλο"),
    ]
    made = from_cpmpy(rules, variables=[x, y, rain, snow], kind="γριφος")
    *others, last = made.constraints
    return replace(made, constraints=(*others, replace(last, description="")))


MODEL = model()


def step_of(derived: str, facts: str = "", rules: str = "", also: str = "") -> Step:
    """A step of the model, which need not be a right one."""
    read = MODEL.parse_fact
    return Step(
        read(derived),
        tuple(map(read, facts.split(", "))) if facts else (),
        tuple(rules.split()),
        {"adjacent_facts_same_value": 1, "other_μεγαλο": 2, "adjacent_facts_from_μικρο": 3},
        12.5,
        True,
        12.5,
        taken_along=tuple(map(read, also.split(", "))) if also else (),
    )


def sudoku_steps() -> Iterator[tuple[State, Step]]:
    board = sudoku("." * 81)
    for example in EXAMPLES.values():
        yield State(board, frozenset(example.facts), frozenset()), example
    more = (Fact("r2c1", 4), Fact("r3c1", 5, "≠"))
    example = replace(EXAMPLES["full_house"], taken_along=more)
    yield State(board, frozenset(), frozenset()), example
    marked = with_pencil_marks(board)
    for example in (EXAMPLES["naked_quad"], *pencil_steps()):
        yield State(marked, frozenset(example.facts), frozenset()), example
    single = Step(Fact("r1c3", 2), (Fact("r1c1", 1),), ("row 1",), {}, 2.5, False, 1.5)
    yield State(SUDOKU, frozenset(SUDOKU.givens), frozenset()), single
    yield State(SUDOKU, frozenset(SUDOKU.givens), frozenset()), replace(single, facts=())
    # A place that works through two units; then two chains of singles, in which two cells are
    # filled on the way, and two units concerned.
    for derived, facts, units in (
        ("r4c1=2", "r1c2=2 r3c3=2", "row 1,row 3,col 1,block 1"),
        ("r2c2=2", "r1c4=4 r2c3=3 r3c2=4 r4c2=1", "row 1,col 1,col 3,block 1,block 3"),
        ("r4c3=4", "r1c1=1 r1c2=3 r3c3=1 r4c4=2", "row 1,col 3,col 4,block 2"),
    ):
        known = tuple(map(SUDOKU.parse_fact, facts.split()))
        chain = Step(SUDOKU.parse_fact(derived), known, tuple(units.split(",")), {}, 1.0, True, 1.0)
        yield State(SUDOKU, frozenset(known), frozenset()), chain


def pencil_steps() -> Iterator[Step]:
    """Steps by nothing but crossed-out candidates, and one against a wrong value."""
    yield pencil_step("r7c5=7", holding("r7c5", (7,)), "")
    yield pencil_step("r3c1=4", only("row", 3, 4, (1,)), "r3")
    yield pencil_step("r1c3≠4", only("row", 3, 4, (1, 2)), "r3 b1")
    yield pencil_step(CONTRADICTION, holding("r7c5", ()), "")
    yield pencil_step(CONTRADICTION, only("row", 3, 4, ()), "r3")
    held = [Fact("r2c5", 4), Fact("r3c8", 4), Fact("r1c2", 1), Fact("r1c3", 2)]
    yield pencil_step("r1c1≠5", held, "r2 r3 b1")


def grid_steps() -> Iterator[tuple[State, Step]]:
    explainer = Explainer(LOGIC_GRID)
    state = explainer.start
    for step in explainer.sequence():
        yield state, step
        state = state.after(step)
    for facts, rules in itertools.product((step.facts, ()), (step.constraints, ())):
        yield state, replace(step, facts=facts, constraints=rules)
    links = [v.name for v in LOGIC_GRID.variables]
    for rule in LOGIC_GRID.constraints:
        for value in (True, False):
            known = tuple(Fact(name, value) for name in sorted(rule.variables)[:3])
            for derived in (Fact(links[-1], not value), CONTRADICTION):
                yield state, Step(derived, known, (rule.name,), {}, 1.0, True, 1.0)


LARGE_GRID = logic_grid(
    {"α": ["α1", "α2", "α3", "α4", "α5"], "β": ["β1", "β2", "β3", "β4", "β5"], "γ": list("λμνξο")},
    [Clue("α1 → β1", lambda grid: grid.link("α1", "β1"))],
)


def large_grid_steps() -> Iterator[tuple[State, Step]]:
    """What a grid of three values is too small for, and arguments."""
    each = {rule.terms: rule.name for rule in LARGE_GRID.constraints}
    one, back, shared = each["α", "β"], each["β", "α"], each["β", "γ", "α"]
    clue = LARGE_GRID.constraints[-1].name
    steps = [
        grid_step("not α1 = β2", "α1 = β1", [one, back], "not α2 = β1"),
        grid_step(
            "not α1 = β2", "α1 = β1, α2 = λ", [one, back, each["α", "γ"]], "not α2 = β1, not α2 = μ"
        ),
        grid_step(
            "not α1 = β2", "α1 = β1, α1 = λ", [one, back, each["α", "γ"]], "not α2 = β1, not α1 = μ"
        ),
        grid_step("α1 = β1", "not α3 = β3", [clue], _crosses("α1", "β2 β3 β4 β5")),
        grid_step(
            "α1 = β1",
            "not α3 = β3",
            [clue],
            f"α2 = β2, {_crosses('α1', 'β2 β3 β4 β5')}, {_crosses('α2', 'β1 β3 β4 β5')}",
        ),
        grid_step(
            "not α1 = λ",
            "α1 = β1, not β1 = λ, not α1 = μ",
            [shared, each["α", "γ", "β"]],
            "not β1 = μ",
        ),
        grid_step("not α3 = β1", _crosses("α1 α2", "β3 β4 β5"), [one, back]),
        grid_step("not α4 = β1", _crosses("α1 α2 α3", "β4 β5"), [one, back]),
        grid_step(
            "not α1 = λ",
            "not α1 = β1, not α1 = β2, not λ = β3, not λ = β4, not λ = β5",
            [one, shared],
        ),
    ]
    plain = grid_step("not α2 = β1", "not α1 = β2, not α1 = β3", [one, back])
    direct = Inside(
        (grid_step("α1 = β1", "not α1 = β2", [one]), replace(plain, constraints=(back,)))
    )
    wrong = replace(grid_step("α1 = β1", "α1 = β2", [one]), derived=CONTRADICTION)
    many = _crosses("α1 α2 α3 α4 α5", "β3 β4 β5 λ μ")
    long = replace(grid_step("α1 = β1", many, [one]), derived=CONTRADICTION)
    then = grid_step("not α2 = β2", "α1 = β2", [back])
    by_clue = grid_step("α1 = β1", "not α1 = β2", [clue])
    arguments = [
        direct,
        Inside((by_clue, replace(by_clue, derived=plain.derived))),
        Inside((then, wrong), assumed=plain.derived.negation),
        Inside((then, wrong), assumed=plain.derived),
        Inside((steps[0], then, _holding(then), long), assumed=plain.derived),
        Inside((then, _holding(then))),
    ]
    steps += [replace(plain, inside=inside) for inside in arguments]
    steps.append(replace(plain, facts=long.facts, inside=arguments[-2]))
    for step in steps:
        yield State(LARGE_GRID, frozenset(step.facts), frozenset()), step


def _holding(step: Step) -> Step:
    """By the same rules, but not told at once."""
    return replace(step, derived=LARGE_GRID.parse_fact("α3 = β3"))


def _crosses(some: str, others: str) -> str:
    return ", ".join(f"not {a} = {b}" for a in some.split() for b in others.split())


def grid_step(derived: str, facts: str, rules: list[str], also: str = "") -> Step:
    read = LARGE_GRID.parse_fact
    told = tuple(map(read, filter(None, also.split(", "))))
    known = tuple(map(read, facts.split(", ")))
    return Step(read(derived), known, tuple(rules), {}, 1.0, True, 1.0, taken_along=told)


def model_steps() -> Iterator[tuple[State, Step]]:
    steps = [
        step_of("ξ=1", "υ=2, βροχη, not χιονι", "κ1 κ2 κ3"),
        step_of("ξ≠1", "υ≠2, βροχη, χιονι", "", "υ≠1, υ≠2"),
        step_of("βροχη", "not βροχη, not χιονι", "κ1", "χιονι"),
        step_of("not βροχη", "", "κ1 κ2"),
        step_of("not βροχη", "", "", "not χιονι, ξ=1, υ=1"),
        step_of("ξ≠1", "", "", "υ≠1"),
        step_of("ξ≥2", "υ≥2, ξ≤2", "κ1", "υ≤2"),
        step_of("ξ≥2", "", "", "υ≥2"),
        step_of("ξ≤2", "", "", "υ≤2"),
        replace(step_of("ξ≤2", "υ=2", "κ1"), derived=CONTRADICTION),
    ]
    for step in steps:
        yield State(MODEL, frozenset(step.facts), frozenset({step.derived})), step
    many = tuple(Variable(f"ξ{i}", tuple(range(20))) for i in range(60))
    large = Problem(Kind("γριφος"), many, (), givens=(Fact("ξ1", 3),))
    alone = Step(Fact("ξ2", 4), (Fact("ξ1", 3),), (), {}, 1.0, True, 1.0)
    yield State(large, frozenset(large.givens), frozenset()), alone
    yes_or_no = Problem(Kind("γριφος"), (Variable("β", (0, 1), boolean=True),), ())
    alone = Step(Fact("β", True), (), (), {}, 1.0, True, 1.0)
    yield State(yes_or_no, frozenset(), frozenset()), alone


def printed(*views: object, width: int = 100) -> str:
    file = io.StringIO()
    Console(file=file, width=width, force_terminal=False).print(*views)
    return file.getvalue()


def of_any_effort(step: Step) -> Iterator[Step]:
    """The step as one that is easier than an easy step, like it, and harder."""
    for times in (0.1, 1.0, 3.0):
        yield replace(step, cost=times, easy_cost=1.0)


def unfolded(step: Step) -> Step:
    """The step as if it consisted of itself, from an assumption, and of nothing easier."""
    assumed = None if step.breaks_rule else step.derived
    return replace(step, inside=Inside((replace(step, inside=Inside()),), assumed))


def hard_step() -> Explained:
    """A step that nobody has looked into."""
    facts = (Fact("r1c1", 1), Fact("r1c2", 2))
    step = Step(Fact("r3c3", 3), facts, ("row 1", "row 2"), {}, 1.0, True, 1.0)
    return Explained(State(SUDOKU, frozenset(facts), frozenset()), step, "")


def shown_steps(steps: Iterator[tuple[State, Step]]) -> Iterator[str]:
    """Steps in all forms: hints, terminal, picture, page; alone and beside another one."""
    stages = list(steps)
    for state, step in stages:
        yield from hint_ladder(state.problem, step, MADE_UP)
        yield printed(step_view(state.problem, state.facts, step, MADE_UP))
        yield printed(step_view(state.problem, state.facts, step, MADE_UP), width=14)
        shown = picture(state, step, language=MADE_UP)
        yield words_of(shown._repr_html_())
        yield words_of(picture(state, language=MADE_UP).svg)
        natural = replace(step, optimal=False, optimum=step.cost / 2)
        yield printed(step_view(state.problem, state.facts, natural, MADE_UP))
        page = Walkthrough(
            state.problem, ((state, step), (state, natural)), stopped=True, language=MADE_UP
        )
        yield words_of(page.html)
        nothing = replace(step, inside=Inside(exhaustive=False))
        others = [*of_any_effort(step), unfolded(step), nothing]
        for told in others:
            yield printed(step_view(state.problem, state.facts, told, MADE_UP))
        yield words_of(Walkthrough.of(state, others, language=MADE_UP).html)
    for (state, step), (_, other) in itertools.pairwise(stages):
        if step.features.keys() == other.features.keys():
            yield printed(SideBySide(state, step, other, MADE_UP))
            yield printed(SideBySide(state, step, other, MADE_UP), width=32)
            yield words_of(Walkthrough.of(state, [step, other], language=MADE_UP).html)
    yield words_of(Walkthrough.of(state, [], language=MADE_UP).html)
    yield words_of(Walkthrough.of(state, [], language=MADE_UP)._repr_html_())


def killer_steps() -> Iterator[tuple[State, Step]]:
    """By one cage and by all of a row, each with and without facts; and by a cage without a sum."""
    cages = ["3 = r1c1 + r1c2", "3 = r1c3", "? = r2c1 + r2c2", "10 = r3c1 + r3c2 + r3c3 + r4c3"]
    board = killer_sudoku("", cages)
    last, two = Fact("r1c1", 1), Fact("r1c2", 2)
    for derived, facts, rules in (
        (last, (two,), ("cage r1c1",)),
        (Fact("r1c3", 3), (), ("cage r1c3",)),
        (Fact("r1c4", 4), (), ("row 1", "cage r1c1", "cage r1c3")),
        (Fact("r4c3", 3), (Fact("r3c4", 3),), ("row 3", "cage r3c1")),
        (Fact("r2c1", 1), (Fact("r2c2", 2),), ("cage r2c1",)),
    ):
        step = Step(derived, facts, rules, {}, 1.0, True, 1.0)
        yield State(board, frozenset(facts), frozenset()), step


def show_checks() -> Iterator[str]:
    """Reports of every shape about every kind of problem."""
    for problem in (SUDOKU, LOGIC_GRID, MODEL):
        for report in (*reports_of_faults(problem), *reports_of_progress(problem)):
            yield from shown_report(report)
        for variable in (problem.variables[0], problem.variables[-1]):
            yield from shown_report(
                Report(problem, (), 2, False, Difference(variable.name, (0, 1)))
            )
    killer = replace(SUDOKU, kind=Kind("killer_sudoku", words="killer_sudoku"))
    for wording in (wording_of(killer, MADE_UP), wording_of(MODEL, MADE_UP)):
        yield wording.heading
        yield from (wording.givens, wording.open_variables(1), wording.open_variables(2))
    yield wording_of(replace(MODEL, kind=Kind("cpmpy")), MADE_UP).heading
    clues = tuple(c.name for c in LOGIC_GRID.constraints if c.group == "clue")
    for redundant, droppable in ((None, ()), (clues[:1], clues[:1]), (clues, clues), (clues, ())):
        remarks = ClueRemarks(("ψωμι βρωμη", "ωρα 8"), redundant, droppable or clues[:1])
        yield from shown_report(Report(LOGIC_GRID, (), 1, True, clues=remarks))
    for several in (clues[:1], clues):
        yield from shown_report(
            Report(READ, (), 2, False, clues=ClueRemarks(other_reading=several))
        )


def reports_of_faults(problem: Problem) -> Iterator[Report]:
    """Every clash of none to three facts, mine and given ones, with none to two rules."""
    last = problem.variables[-3:]
    facts = tuple(Fact(v.name, v.boolean or 1, "=" if n else "≠") for n, v in enumerate(last))
    rules = tuple(c.name for c in problem.constraints[-2:])
    conflicts = [
        Conflict(facts[:n], rules[:m], smallest)
        for n, m, smallest in itertools.product(range(4), range(3), (True, False))
    ]
    for mine in range(4):
        given = replace(problem, givens=facts[mine:])
        cases = itertools.product((0, 1, 2), (True, False), (None, *conflicts), (True, False, None))
        for found, exhaustive, conflict, fit in cases:
            yield Report(given, facts[:mine], found, exhaustive, None, conflict, fit)


def reports_of_progress(problem: Problem) -> Iterator[Report]:
    """With one entry and with many, when none, one and two variables are left."""
    whole = tuple(Fact(v.name, v.boolean or 1) for v in problem.variables)
    for left, entered in itertools.product(range(3), (1, len(whole))):
        yield Report(problem, whole[left : left + entered], 1, True, None, None, True)


def shown_report(report: Report) -> Iterator[str]:
    yield from report_lines(report, MADE_UP)
    yield verdict_text(report, MADE_UP)


def show_preferences() -> Iterator[str]:
    for problem in (SUDOKU, LOGIC_GRID, MODEL, replace(SUDOKU, constraints=())):
        kinds = [*((name, "") for name in KINDS), *(("constraints", g) for g in problem.groups)]
        for dearer, cheaper in itertools.permutations(kinds, 2):
            for times, expected in ((2.5, False), (1e9, True)):
                yield preference_text(
                    problem, dearer, cheaper, times, expected=expected, language=MADE_UP
                )


def show_features() -> Iterator[str]:
    kinds = ("facts_same_value", "facts_other_value", "positive_facts", "negative_facts")
    groups = ("row", "col", "block", "cage", "bijectivity", "transitivity", "clue", "μικρο")
    names = [f"{near}_{of}" for near in ("adjacent", "other") for of in (*kinds, *groups)]
    names += [f"adjacent_facts_from_{group}" for group in groups] + ["μηκος"]
    yield from (feature_name(name, MADE_UP) for name in names)
    shares = dict.fromkeys(names, (0.5, 0.001, 0.75))
    yield printed(WeightBars(shares, MADE_UP))
    yield words_of(weights_svg(shares, "…", language=MADE_UP))
    few, many = (Step(Fact("ξ", 1), (), (), dict.fromkeys(names, n), 1, True, 1) for n in (1, 2))
    yield printed(SideBySide(State(MODEL, frozenset(), frozenset()), few, many, MADE_UP))


def show_commands(run: Run) -> Iterator[str]:
    """What the commands say around all this."""
    yield run("explain", PUZZLE, "--steps", "2", "--verify", "--html", "α.html")
    yield run("explain", "β.toml", "--steps", "1", "--html", "α.html")
    yield run("explain", PUZZLE, "--top", "2")
    yield run("explain", PUZZLE)
    yield run("explain", SOLVED, "--html", "α.html")
    yield run("explain", SEVERAL)
    yield run("explain", "." * 16)
    yield run("explain", "α.toml")
    yield run("hint", PUZZLE, "--level", "4")
    yield run("hint", PUZZLE, "--level", "5")
    yield run("check", UNSOLVABLE)
    yield _why_nothing_inside(hard_step(), MADE_UP)
    yield run("hint", SEVERAL)
    yield run("hint", SOLVED)
    yield run("why", PUZZLE, "r1c2=3")
    yield run("why", PUZZLE, "r1c2=4")
    yield run("why", SEVERAL, "r1c3=3")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hintwise.guide.steps.ways._MOST_RULES", 2)
        yield run("hint", PUZZLE, "--target", "r2c2")
    yield run("check", PUZZLE, "--known", "r1c2=3")
    yield run("check", "α.toml")
    yield run("check", "β.toml")
    yield run("check", "δ.sdm")
    yield from show_waiting()
    for puzzle in (PUZZLE, "β.toml", SOLVED[:-1] + ".", SOLVED[:-2] + ".."):
        yield run("puzzle", "grade", puzzle)
    yield run("puzzle", "grade", "..12.....2.44...", "--deadline", "0.0001")
    yield basis_text(Difficulty(20.0, "easy", 30.0, 240.0, 12, False), MADE_UP)
    for puzzle in (PUZZLE, SEVERAL, "." * 16, CLASHING, "β.toml"):
        yield run("solve", puzzle)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solving, "_common", lambda *_: None)
        yield run("solve", SEVERAL)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Explainer, "optimal_step", interrupted_after(1))
        patch.setattr(Verifier, "check", doubtful_check)
        yield run("hint", PUZZLE)
        for count in (1, 2):
            patch.setattr(Explainer, "optimal_step", interrupted_after(count))
            yield run("explain", PUZZLE, "--verify", "--html", "α.html")


def show_waiting() -> Iterator[str]:
    """What is said to a person who has waited for a while."""
    with pytest.MonkeyPatch.context() as patch:
        waiting = Waiting(find_language(MADE_UP), "…")
        later = time.monotonic() + 60
        patch.setattr("time.monotonic", lambda: later)
        yield printed(waiting)
        waiting.progress(6.0, 4.0)
        yield printed(waiting)


def unproven_step(*_: object, **__: object) -> Step:
    facts = (Fact("r1c1", 1), Fact("r2c3", 3))
    return Step(Fact("r1c2", 3), facts, ("row 2", "block 1"), {}, 6.0, False, 4.0)


def interrupted_after(count: int) -> Callable[..., Step]:
    steps = iter([unproven_step(), replace(unproven_step(), derived=Fact("r1c3", 2))][:count])

    def optimal_step(*_: object, **__: object) -> Step:
        for step in steps:
            return step
        raise OutOfTime("no more")

    return optimal_step


def doubtful_check(*_: object, **__: object) -> Verdict:
    return Verdict(True, minimal=False, superfluous=("r1c1=1", "block 1"))


def show_pages() -> Iterator[str]:
    """A question that is longer than the terminal, with one more line, or with several."""
    # Not before the language is there: what it imports would know another default.
    from hintwise.cli.learning.terminal_user import TerminalUser

    query = Query(1, 0, State(SUDOKU, frozenset(), frozenset()), unproven_step(), unproven_step())
    for height in range(10, 40):
        console = Console(file=io.StringIO(), height=height, width=100, force_terminal=True)
        user = TerminalUser(console, MADE_UP)
        user.has_keys = True
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(click, "getchar", functools.partial(next, iter(["\r", "q"])))
            user.reply(query, "…")
        assert isinstance(console.file, io.StringIO)
        yield re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", console.file.getvalue())


def show_lessons(run: Run) -> Iterator[str]:
    """Both learners, from the first question to what was learned."""
    perceptron = ("--method", "machop", "--profile", "ε.json")
    yield run("learn", PUZZLE, "--profile", "ζ.json", answers="q")
    yield run("learn", PUZZLE, *perceptron, answers="u left u a")
    yield run("learn", PUZZLE, *perceptron, answers="right neither q")
    yield run("learn", PUZZLE, *perceptron, answers="q")
    yield run("learn", "β.toml", *perceptron[:2], "--profile", "η.json", answers="a b none")
    bayes = ("--picture", "ζ.svg", "--profile", "ζ.json")
    for remaining in (None, 0.084, 0.004):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Session, "remaining", remaining)
            yield run("learn", PUZZLE, *bayes, answers="a b q")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Session, "bound", 0.2)
        patch.setattr(Session, "has_enough", True)
        yield run("learn", PUZZLE, *bayes, answers="a q")
    yield words_of(Path("ζ.svg").read_text(encoding="utf-8"))
    titled = GRID.replace("[categories]", 'title = "Ψωμι"\n[categories]') + MORE_CLUES
    Path("θ.toml").write_text(titled, encoding="utf-8")
    yield run("learn", "θ.toml", "--prior", "wide", "--profile", "θ.json", answers="none")


def show_study() -> Iterator[str]:
    """A question as participants of a study get it."""
    # Not before the language is there, as above.
    from tests.study.asking.made import PLAN, walked

    _, states = walked(PLAN, most=3, language=MADE_UP)
    question = states[-1]["question"]
    yield question["heading"]
    for side in ("left", "right"):
        yield question[side]["text"]
        yield words_of(question[side]["picture"])


Run = Callable[..., str]


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Iterator[set[str]]:
    """The templates of the made-up language that were used."""
    for name in COMMANDS:  # what they import has defaults in English, which is about to be gone
        import_module(f"hintwise.cli.commands.{name}")
    with spoken_instead_of(MADE_UP, tmp_path_factory.mktemp("languages")) as used:
        yield used


@pytest.fixture(scope="module")
def run(said: set[str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Runs a command in the made-up language, at a terminal for all that it can see.

    Gives what it writes to stdout and stderr, errors and names of files aside.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FORCE_COLOR", "1")
        patch.setenv("COLUMNS", "100")
        patch.chdir(tmp_path_factory.mktemp("puzzles"))
        Path("α.toml").write_text(GRID, encoding="utf-8")
        Path("β.toml").write_text(GRID + MORE_CLUES, encoding="utf-8")
        Path("δ.sdm").write_text(f"{PUZZLE}\n{SEVERAL}\n{CLASHING}\n", encoding="utf-8")

        def run(*arguments: str, answers: str = "") -> str:
            patch.setattr("sys.stdin", io.StringIO("\n".join(answers.split())))
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                main([*arguments, "--language", MADE_UP])
            written = re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", f"{out.getvalue()}\n{err.getvalue()}")
            assert "Traceback" not in written
            return re.sub(r"^hintwise: .*|\.(json|svg|html)\b", "", written, flags=re.MULTILINE)

        yield run


SHOWS: Mapping[str, Callable[[Run], Iterator[str]]] = {
    "the steps of a Sudoku": lambda run: shown_steps(sudoku_steps()),
    "the steps of a Killer Sudoku": lambda run: shown_steps(killer_steps()),
    "the steps of a logic grid": lambda run: shown_steps(grid_steps()),
    "the steps of a larger logic grid": lambda run: shown_steps(large_grid_steps()),
    "the steps of a model": lambda run: shown_steps(model_steps()),
    "checks": lambda run: show_checks(),
    "preferences": lambda run: show_preferences(),
    "features": lambda run: show_features(),
    "commands": show_commands,
    "lessons": show_lessons,
    "pages of a question": lambda run: show_pages(),
    "a study": lambda run: show_study(),
}


@pytest.fixture(scope="module")
def shown(run: Run) -> Callable[[str], list[str]]:
    return functools.cache(lambda name: list(SHOWS[name](run)))


@pytest.mark.parametrize("name", SHOWS)
def test_every_word_comes_from_a_language_file(
    name: str, shown: Callable[[str], list[str]]
) -> None:
    for text in shown(name):
        assert latin_words(text) == [], text


def test_every_template_of_the_language_files_is_among_what_is_shown(
    shown: Callable[[str], list[str]], said: set[str]
) -> None:
    for name in SHOWS:
        shown(name)
    assert sorted(set(find_language(MADE_UP).templates) - said) == []


@pytest.mark.parametrize("text", ["One solution.", "ξ or υ", "Αδα (nahe Zeilen 1)", "x"])
def test_a_word_from_elsewhere_is_noticed(text: str) -> None:
    assert latin_words(text)
