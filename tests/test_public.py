"""Everything in `hintwise` minds its manners: at a prompt, in a notebook, and when misused."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from xml.etree import ElementTree

import cpmpy as cp
import numpy as np
import pytest

import hintwise as hw
from hintwise.puzzles.logic_grid import clues, model

FOUR, SMALL = "1.....3..4.....2", "1..43.1221.3432."
POSITIONS = (hw.read(FOUR, known=["r1c2=3"]), hw.read("kites"), hw.read("first-light"))
PUBLIC = {name: getattr(hw, name) for name in hw.__all__}
CLASSES = {name: value for name, value in PUBLIC.items() if inspect.isclass(value)}
SHORT = 200


def explained_in(position: hw.Position) -> hw.Explained:
    (found,) = hw.explain(position, hw.Extent(steps=1), hw.Style(check_minimal=True))
    return found


def about_a_position(position: hw.Position) -> Iterator[object]:
    problem, found = position.problem, explained_in(position)
    state, step = found.state, found.step
    yield from (position, position.puzzle, problem, problem.layout, problem.kind)
    yield from (*problem.variables, *problem.constraints, *state.facts, *state.targets)
    yield from (found, state, step, hw.hint(position, 4), hw.why(position, str(step.derived)))
    yield from (hw.explain(position), hw.check(position), hw.Explainer(problem))
    yield from (hw.solve(position), hw.ModelPuzzle(problem, "sudoku.py:problem"))
    yield from (hw.check_problem(problem, position.entries), hw.Verifier(problem), found.verdict)
    yield from (hw.picture(state, step), hw.Walkthrough.of(state, [step]))
    features = step.features
    yield from (hw.Cost(features), hw.Contrast(features, features, features, 0.5))
    curved = hw.CurvedCost(features, {name: hw.Curve.power(0.5) for name in features})
    yield from (curved, *curved.curves.values(), hw.Together({next(iter(features)): 1}, 2.0))
    yield from (hw.not_dominated_by(features), hw.differs_from(features))
    yield from (hw.Profile.expected(problem), hw.Style(weights=features))


def about_learning() -> Iterator[object]:
    problem = hw.sudoku(SMALL)
    lesson = hw.teach([problem])
    yield lesson.question()
    lesson.tell("a")
    session, learned = lesson.session, lesson.learned()
    profile = hw.Profile.of(session)
    yield from (lesson, learned, session, *session.events, *session.journal, session.settings)
    yield from (session.events[0].query, profile, profile.posterior, profile.prior)
    weights = learned.weights
    best = hw.OptimalSequence.of(problem, weights)
    yield from (best, best.regret(weights), hw.SimulatedUser(weights, np.random.default_rng(0)))
    yield from (hw.Bayes(), hw.Bayes(prior=profile.prior or ""), hw.Perceptron(), hw.Machop())
    yield from (hw.BestOfTwo(), hw.LeastRegret(), hw.MostInformative())
    yield from (hw.ChoicePerceptron(), hw.NonDominated())
    yield from (hw.LearnedWeights(), hw.preset("paper"), hw.preset("published"), hw.Answer.A)
    with hw.QueryWorkers(1) as workers:
        yield workers


def about_making() -> Iterator[object]:
    cage = hw.SumCage.of("10 = r1c1 + r1c2 + r1c3 + r1c4")
    killer = hw.killer_sudoku("", [cage])
    x = cp.intvar(1, 3, name="x")
    layout = killer.layout
    assert isinstance(layout, hw.Board)
    yield from (cage, killer, layout, *layout.cages, hw.Rule(x > 1), hw.Clue("no", clues.IsNot))
    yield from (hw.GraphScheme(), hw.GraphScheme(frozenset({"facts"})), hw.read_sudoku(FOUR))
    yield hw.CountScheme({name: lambda derived, element: 1 for name in "abcd"})
    yield from (hw.SudokuRecipe(4), hw.GridRecipe(hw.GridShape(4, 5)), hw.GridShape(4, 5))
    yield from (hw.Batch(seed=3, grade="easy"), hw.Extent(targets=("r1c1",)), hw.Limits())
    yield from hw.generate(hw.GridRecipe(hw.GridShape(3, 3)), hw.Batch(seed=3, grade="easy"))
    yield from (hw.grade(POSITIONS[0].puzzle), hw.AtMost("a", 1), hw.AtLeast("b", 2))
    yield hw.HintwiseError("something went wrong")
    seen = hw.Seen(hw.Fact("r1c2", 3, "≠"), hw.Fact("r1c1", 3), "row 1")
    yield from (seen, hw.Inside(seen=(seen,)))


@cache
def samples() -> tuple[object, ...]:
    found = [value for position in POSITIONS for value in about_a_position(position)]
    return (*found, *about_learning(), *about_making())


def test_there_is_a_sample_of_every_public_class() -> None:
    protocols = {"FeatureScheme"}
    missing = [
        name
        for name, kind in CLASSES.items()
        if not any(isinstance(value, kind) for value in samples() if name not in protocols)
    ]
    assert set(missing) == protocols


def test_every_value_is_short_at_a_prompt() -> None:
    long = {repr(value) for value in samples() if len(repr(value)) >= SHORT}
    assert not long


def test_a_step_of_many_elements_is_short_as_well() -> None:
    facts = tuple(hw.Fact(f"home number {i}", i % 2 == 0) for i in range(60))
    step = hw.Step(facts[0], facts, ("row 1",), {}, cost=61, optimal=True, lower_bound=61)
    assert len(repr(step)) < SHORT
    assert repr(step).endswith(" …: cost 61>")


@pytest.mark.parametrize("position", POSITIONS, ids=["small", "grid", "sudoku"])
def test_what_a_notebook_shows_is_well_formed(position: hw.Position) -> None:
    found = explained_in(position)
    session = hw.Session([position.problem], hw.Machop(), hw.Perceptron(), selection="online")
    query, unsure = session.ask(), hw.Session([position.problem])
    values = (found, found.state, found.step, hw.picture(found.state, found.step), query)
    for value in (*values, session, unsure):
        # A notebook puts it in the middle of a page, so there may be several elements side by side.
        ElementTree.fromstring(f"<div>{value._repr_html_()}</div>")
    page = hw.Walkthrough.of(found.state, [found.step])._repr_html_()
    ElementTree.fromstring(f"<div>{page}</div>")


def wrong_values() -> dict[str, tuple[Callable[..., object], tuple[object, ...], str]]:
    """What people try: a call, what it is given, and what the message must name."""
    position = POSITIONS[0]
    problem = position.problem
    x = cp.intvar(1, 3, name="x")
    return {
        "a number is no Sudoku": (hw.sudoku, (5,), "5 is not a Sudoku"),
        "a flat list is no Sudoku": (hw.sudoku, ([1, 2],), r"\[1, 2\] is not a Sudoku"),
        "a session of a problem": (hw.Session, (problem,), r"like \[problem\]: <Problem"),
        "a session of a text": (hw.Session, (FOUR,), f"list of problems.*{FOUR}"),
        "a session of a number": (hw.Session, (5,), "list of problems.*5"),
        "a session of nothing": (hw.Session, ([],), "one puzzle or more"),
        "a session of texts": (hw.Session, (["text"],), "'text' is not a problem"),
        "a session of positions": (hw.Session, ([position],), r"Position\(.* is not a problem"),
        "a rule by its name": (hw.Session, ([problem], "machop"), "'machop' cannot serve"),
        "a model to explain": (hw.Explainer, (cp.Model(x > 1),), "Model is not a problem"),
        "a text to explain": (hw.Explainer, (FOUR,), "str is not a problem"),
        "a number to read": (hw.read, (5,), "5 is not the text of a puzzle"),
        "a problem to read": (hw.read_all, (problem,), "<Problem: .*> is not the text"),
        "a hint in a text": (hw.hint, ("text",), r"'text' is not a position; read\(text\)"),
        "a hint of a level": (hw.hint, (position, "all"), "level is 'all'; accepted are 1 to 5"),
        "explain a text": (hw.explain, ("text",), "'text' is not a position"),
        "explain a problem": (hw.explain, (problem,), "<Problem: .*> is not a position"),
        "explain so many": (hw.explain, (position, 3), "3 is not an Extent"),
        "why in a text": (hw.why, ("text", "r1c1=1"), "'text' is not a position"),
        "check a text": (hw.check, ("text",), "'text' is not a position"),
        "write a text": (hw.write, (["text"], "line"), "'text' is not a position"),
        "grade a position": (hw.grade, (position,), r"Position\(.* is not a puzzle; read"),
        "an empty profile": (hw.Profile.read, ("{}", problem), 'must be {"problem": "sudoku"'),
        "a lesson in a problem": (hw.teach, (problem,), r"like \[problem\]: <Problem"),
        "a lesson in nothing": (hw.teach, ([],), "one puzzle or more"),
    }


@pytest.mark.parametrize("attempt", wrong_values())
def test_the_usual_wrong_types_are_refused_by_name(attempt: str) -> None:
    call, given, message = wrong_values()[attempt]
    with pytest.raises(hw.HintwiseError, match=message):
        call(*given)


def test_rows_of_numbers_are_a_sudoku() -> None:
    rows = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]
    assert hw.sudoku(rows).givens == hw.sudoku(FOUR).givens


NOT_PUBLIC = {
    "Asked": "an entry of a journal: for who keeps sessions, as JSON",
    "Answered": "another",
    "Observed": "another",
    "Undone": "another",
    "Belief": "a protocol, for who writes a learner",
    "BayesBelief": "what one of our learners believes; `Session.weights` says what comes of it",
    "PerceptronBelief": "the same of the other",
    "Circumstances": "what a learner is given, for who writes one",
    "Response": "a protocol, for who writes a model of how people answer",
    "FeaturePair": "what a learner is given of a query",
    "Effort": "figures about the engine, to be printed",
    "Pair": "two steps, for who writes a way to ask",
    "Judge": "who evaluates many weights; `OptimalSequence.regret` does one",
    "Ordered": "what a session waits for, not its user",
}
"""Types that are returned but have to be asked for by their own module, and why."""


def functions() -> Iterator[tuple[str, Callable[..., object]]]:
    """The public functions, and the public methods and properties of the public classes."""
    for name, value in PUBLIC.items():
        if not inspect.isclass(value):
            yield name, value
            continue
        own = [kind for kind in value.__mro__ if kind.__module__.startswith("hintwise")]
        for attribute, member in {
            k: v for kind in reversed(own) for k, v in vars(kind).items()
        }.items():
            match member:
                case classmethod() | staticmethod():
                    function = member.__func__
                case property():
                    function = member.fget
                case cached_property():
                    function = member.func
                case _:
                    function = member
            if inspect.isfunction(function) and not attribute.startswith("_"):
                yield f"{name}.{attribute}", function


def test_everything_public_has_a_docstring() -> None:
    missing = [name for name, value in PUBLIC.items() if not inspect.getdoc(value)]
    missing += [name for name, function in functions() if not function.__doc__]
    assert not missing


def classes_in(hint: object) -> Iterator[type]:
    """All classes that an annotation speaks about."""
    if isinstance(hint, type):
        yield hint
    for part in typing.get_args(hint):
        yield from classes_in(part)


def test_types_that_are_returned_are_public() -> None:
    imported_for_types = {"Grid": model.Grid, "Session": hw.Session}
    returned = {
        kind.__name__: name
        for name, function in functions()
        for kind in classes_in(
            typing.get_type_hints(function, localns=imported_for_types).get("return")
        )
        if kind.__module__.startswith("hintwise") and kind not in CLASSES.values()
    }
    assert set(returned) == set(NOT_PUBLIC), returned
