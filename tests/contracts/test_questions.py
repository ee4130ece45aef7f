"""What every question rule promises."""

from __future__ import annotations

import json
import pickle
import threading

import numpy as np
import pytest
from hypothesis import given, settings

from hintwise.elicit.learners.bayes import Bayes
from hintwise.elicit.learners.belief import Circumstances
from hintwise.elicit.methods import QUESTIONS
from hintwise.elicit.query import Fallback
from hintwise.elicit.questions.contrast import ContrastQuestions
from hintwise.elicit.questions.rule import Knowledge, Questions
from hintwise.elicit.settings import Settings
from hintwise.engine import Cost, Explainer, Limits
from hintwise.engine.verify import Verifier
from hintwise.errors import NothingToExplain, OutOfTime
from hintwise.puzzles import sudoku
from tests.elicit.made import COURSE, drawn_problem, made_tally, seeds

RULES: dict[str, Questions] = {
    **{name: rule() for name, rule in QUESTIONS.items()},
    **{
        f"{name} as optimised": rule(minimal=False)
        for name, rule in QUESTIONS.items()
        if issubclass(rule, ContrastQuestions)
    },
    "machop as published": QUESTIONS["machop"](confidence="answered", minimal=False),
}
pytestmark = pytest.mark.parametrize("questions", RULES.values(), ids=RULES)
few = settings(max_examples=10, deadline=None, derandomize=True)


def knowledge(explainer: Explainer, seed: int) -> Knowledge:
    """What a learner that every rule can ask may know after some answers."""
    rng = np.random.default_rng(seed)
    circumstances = Circumstances(
        explainer.problem.kind, explainer.features, explainer.largest_counts, seed=seed % 99
    )
    belief = Bayes(prior="wide").start(circumstances)
    return Knowledge(belief, made_tally(explainer.features, rng, int(rng.integers(0, 9))))


@pytest.mark.parametrize("kind", ["sudoku", "logic_grid"])
@few
@given(seed=seeds)
def test_a_pair_is_two_different_valid_steps_of_the_state_the_first_the_cheaper_one(
    kind: str, questions: Questions, seed: int
) -> None:
    problem = drawn_problem(kind, seed)
    explainer = Explainer(problem)
    known = knowledge(explainer, seed)
    a, b, fallback, proven, place, stake, risk, check = questions.pair(
        explainer, [explainer.start], known, Limits()
    )
    assert (place, check) == (0, None)
    cost = Cost(known.belief.weights)
    assert cost.value(a.features) <= cost.value(b.features) * (1 + 1e-9)
    assert a.optimal
    if isinstance(questions, ContrastQuestions):
        least = explainer.optimal_step(weights=known.belief.weights).cost
        assert a.cost == pytest.approx(least, rel=1e-6)
        assert stake is None
    else:
        assert stake is not None
    assert risk is None  # nobody asked for it
    assert proven
    assert fallback is not Fallback.TARGET  # all targets were allowed anyway
    for step in (a, b):
        assert step.derived in explainer.start.targets
        assert set(step.facts) <= explainer.start.facts
        assert Verifier(problem).check(step).refutes
    assert a.features != b.features


def test_the_same_arguments_give_the_same_pair(questions: Questions) -> None:
    problem = sudoku(COURSE[2])
    once, again = (
        questions.pair(
            explainer := Explainer(problem), [explainer.start], knowledge(explainer, 3), Limits()
        )
        for _ in range(2)
    )
    assert once == again


def test_a_query_about_one_target_is_about_that_one(questions: Questions) -> None:
    explainer = Explainer(sudoku(COURSE[1]))
    for target in sorted(explainer.start.targets):
        a, b, fallback, *_ = questions.pair(
            explainer, [explainer.start.only([target])], knowledge(explainer, 1), Limits()
        )
        assert a.derived == target
        assert fallback is not Fallback.NOTHING or b.derived == target


def test_a_state_without_targets_is_refused(questions: Questions) -> None:
    explainer = Explainer(sudoku(COURSE[0]))
    with pytest.raises(NothingToExplain):
        questions.pair(explainer, [explainer.start.only([])], knowledge(explainer, 0), Limits())


def test_what_is_cancelled_ends_out_of_time_or_with_steps_that_say_so(questions: Questions) -> None:
    cancel = threading.Event()
    cancel.set()
    explainer = Explainer(sudoku(COURSE[0]))
    try:
        pair = questions.pair(
            explainer, [explainer.start], knowledge(explainer, 0), Limits(cancel=cancel)
        )
    except OutOfTime:
        return
    assert not pair.a.optimal
    assert not pair.b.optimal


def test_it_survives_json_and_the_way_to_another_process(questions: Questions) -> None:
    document = json.loads(json.dumps(Settings(questions=questions).as_json()))
    assert Settings.from_json(document).questions == questions
    assert pickle.loads(pickle.dumps(questions)) == questions


def test_rules_with_other_options_have_other_json(questions: Questions) -> None:
    same = [name for name, other in RULES.items() if other.as_json() == questions.as_json()]
    assert [RULES[name] for name in same] == [questions]
