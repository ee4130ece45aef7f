"""Every value that can be read back from JSON is the same then, whatever it holds.

Puzzles and positions have such a test beside them, in tests/puzzles and tests/guide.
"""

from __future__ import annotations

import json
from typing import Any

import cpmpy as cp
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.elicit.instances import SELECTIONS
from hintwise.elicit.learners.bayes import Bayes
from hintwise.elicit.learners.normalise import NORMALISATIONS
from hintwise.elicit.learners.perceptron import Perceptron
from hintwise.elicit.learners.posterior import Posterior
from hintwise.elicit.learners.prior import PRIORS, Prior
from hintwise.elicit.learners.response import RESPONSES
from hintwise.elicit.methods import QUESTIONS
from hintwise.elicit.profile import Profile
from hintwise.elicit.query import Answer, Fallback, Query
from hintwise.elicit.questions.confidence import CONFIDENCES
from hintwise.elicit.questions.contrast import ContrastQuestions
from hintwise.elicit.questions.informed import InformedQuestions
from hintwise.elicit.session import Session
from hintwise.elicit.settings import PUZZLE_ORDERS, Settings
from hintwise.features import feature_names
from hintwise.problem import Fact, Problem, State, Step
from hintwise.puzzles import from_cpmpy, logic_grid, sudoku
from hintwise.render.picture import Picture
from tests.elicit.made import COURSE, answers

x, rain = cp.intvar(-2, 3, name="x"), cp.boolvar(name="rain today")
SUDOKU = sudoku(COURSE[0])
PROBLEMS = (
    SUDOKU,
    sudoku("." * 256),
    logic_grid({"pet": ["cat", "dog"], "owner": ["Ann", "Zoë"]}, [], []),
    from_cpmpy(
        {"order": [x >= 0], "weather": [rain.implies(x == 1)]}, exclusions=True, bounds=True
    ),
)
COURSES = tuple(map(sudoku, COURSE))
NAMES = feature_names(SUDOKU)


def sent(record: Any) -> Any:
    """What comes out at the other end."""
    return json.loads(json.dumps(record))


def facts_of(problem: Problem) -> st.SearchStrategy[Fact]:
    def about(variable: Any) -> st.SearchStrategy[Fact]:
        if variable.boolean:
            return st.builds(Fact, st.just(variable.name), st.booleans())
        values = st.sampled_from(variable.domain)
        # In its one spelling: what is at least the greatest value is that value.
        return st.builds(problem.fact, st.just(variable.name), values, st.sampled_from("=≠≥≤"))

    return st.sampled_from(problem.variables).flatmap(about)


amounts = st.floats(0, 1e9)


def steps_of(problem: Problem) -> st.SearchStrategy[Step]:
    some = st.lists(facts_of(problem), max_size=4).map(tuple)
    names = [constraint.name for constraint in problem.constraints]
    return st.builds(
        Step,
        derived=facts_of(problem),
        facts=some,
        constraints=st.lists(st.sampled_from(names), max_size=3, unique=True).map(tuple),
        features=st.dictionaries(st.sampled_from(feature_names(problem)), st.integers(0, 99)),
        cost=amounts,
        optimal=st.booleans(),
        lower_bound=amounts,
        seconds=amounts,
        also=some,
        taken_along=some,
    )


problems = st.sampled_from(PROBLEMS)


@given(data=st.data(), problem=problems)
def test_a_step(data: st.DataObject, problem: Problem) -> None:
    step = data.draw(steps_of(problem))
    read = Step.from_json(sent(step.as_json()), problem)
    assert read == step
    assert read.as_json() == step.as_json()


@given(data=st.data(), problem=problems)
def test_a_state(data: st.DataObject, problem: Problem) -> None:
    some = st.frozensets(facts_of(problem), max_size=6)
    state = State(problem, data.draw(some), data.draw(some))
    assert State.from_json(sent(state.as_json()), problem) == state


@given(data=st.data(), problem=problems)
def test_a_query(data: st.DataObject, problem: Problem) -> None:
    steps = steps_of(problem)
    a, b = data.draw(steps), data.draw(steps)
    derived = frozenset((a.derived, b.derived))
    known = data.draw(st.frozensets(facts_of(problem), max_size=6)) - derived
    query = Query(
        data.draw(st.integers(1, 99)),
        data.draw(st.integers(0, 9)),
        State(problem, known, derived),
        a,
        b,
        data.draw(st.sampled_from(Fallback)),
        data.draw(st.booleans()),
        data.draw(st.none() | st.floats(0, 1)),
    )
    read = Query.from_json(sent(query.as_json()), problem, known | derived)
    assert read == query
    assert read.as_json() == query.as_json()


@given(st.builds(Picture, st.text(), st.text(), st.text()))
def test_a_picture(picture: Picture) -> None:
    assert Picture.from_json(sent(picture.as_json())) == picture


numbers = st.floats(-5, 5)


@st.composite
def priors(draw: st.DrawFn, features: tuple[str, ...] | None = None) -> Prior:
    names = features or tuple(draw(st.lists(st.text(), min_size=1, max_size=4, unique=True)))
    width = len(names)
    root = np.array(draw(st.lists(numbers, min_size=width**2, max_size=width**2)))
    square = root.reshape(width, width)
    mean = np.array(draw(st.lists(numbers, min_size=width, max_size=width)))
    provenance = draw(st.dictionaries(st.text(), st.integers() | st.text(), max_size=2))
    return Prior(names, mean, square @ square.T + np.eye(width), provenance)


@st.composite
def posteriors(draw: st.DrawFn, features: tuple[str, ...] | None = None) -> Posterior:
    prior = draw(priors(features))
    rows = tuple(map(tuple, prior.covariance.tolist()))
    samples = draw(st.integers(1, 999))
    return Posterior(prior.features, tuple(prior.mean.tolist()), rows, samples)


@given(priors())
def test_a_prior_as_json_and_as_a_file(prior: Prior) -> None:
    assert Prior.from_json(sent(prior.as_json())) == prior
    assert Prior.read(prior.write()) == prior


@given(posteriors())
def test_a_posterior(posterior: Posterior) -> None:
    assert Posterior.from_json(sent(posterior.as_json())) == posterior


@settings(max_examples=20)
@given(
    st.builds(
        Profile,
        st.just("sudoku"),
        st.fixed_dictionaries({name: st.floats(1e-9, 1e9) for name in NAMES}),
        st.dictionaries(st.text(), st.text() | st.integers(), max_size=3),
        st.none() | posteriors(NAMES),
        st.none() | priors(NAMES),
    )
)
def test_a_profile(profile: Profile) -> None:
    assert Profile.read(profile.write(), SUDOKU) == profile


above_zero = st.floats(1e-9, 1e6)
contrasts = st.one_of(
    [
        st.builds(
            rule,
            minimal=st.booleans(),
            **({"confidence": st.sampled_from(sorted(CONFIDENCES))} if name == "machop" else {}),
        )
        for name, rule in QUESTIONS.items()
        if issubclass(rule, ContrastQuestions)
    ]
)
informed = st.sampled_from(
    [rule() for rule in QUESTIONS.values() if issubclass(rule, InformedQuestions)]
)
perceptrons = st.builds(
    Perceptron,
    rate=st.none() | above_zero,
    normalisation=st.sampled_from(sorted(NORMALISATIONS)),
    floor=above_zero,
    normalised_objective=st.booleans(),
    integer_weights=st.booleans(),
)
bayes = st.builds(
    Bayes,
    prior=st.sampled_from(sorted(PRIORS)) | priors(NAMES),
    response=st.sampled_from(sorted(RESPONSES)),
    lapse=st.floats(0, 0.99),
)


def settings_of(
    parts: st.SearchStrategy[tuple[Any, Any]], seconds: st.SearchStrategy[float | None]
) -> st.SearchStrategy[Settings]:
    return st.builds(
        lambda parts, **others: Settings(questions=parts[0], learner=parts[1], **others),
        parts,
        selection=st.sampled_from(sorted(SELECTIONS)),
        puzzle_order=st.sampled_from(PUZZLE_ORDERS),
        seed=st.integers(0, 2**40),
        deadline_s=seconds,
        node_limit=st.none() | st.integers(1, 10**6),
    )


PARTS = st.tuples(contrasts, perceptrons) | st.tuples(contrasts | informed, bayes)


@given(settings_of(PARTS, st.none() | above_zero))
def test_settings(chosen: Settings) -> None:
    assert Settings.from_json(sent(chosen.as_json())) == chosen


@settings(max_examples=8)
@given(
    settings_of(PARTS, st.none()), st.lists(answers | st.just("undo"), max_size=5), st.booleans()
)
def test_a_session_in_which_answers_are_taken_back(
    chosen: Settings, acts: list[Answer | str], ask: bool
) -> None:
    session = Session.of(COURSES, chosen)
    for act in acts:
        if isinstance(act, Answer):
            session.ask()
            session.tell(act)
        elif session.events:
            session.undo()
    if ask:
        session.ask()
    document, lines = sent(session.as_json()), list(session.lines())
    copies = [
        Session.from_json(document, COURSES),
        Session.from_json({**document, "cache": None}, COURSES),
        Session.from_lines(lines, COURSES, cache=document["cache"]),
        Session.from_lines(lines, COURSES),
    ]
    for copy in copies:
        assert copy.as_json() == document
        assert list(copy.lines()) == lines
        assert (copy.events, copy.journal) == (session.events, session.journal)
        assert (copy.weights, copy.remaining) == (session.weights, session.remaining)
    shown = session.ask()
    assert [copy.ask() for copy in copies] == [shown] * len(copies)
    if ask:  # or else it was asked just now, which took each another time
        assert [copy.ask().as_json() for copy in copies] == [shown.as_json()] * len(copies)
