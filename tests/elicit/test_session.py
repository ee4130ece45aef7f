"""Sessions: ask and tell, undo, JSON, replay in another process, and bad input."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any

import cpmpy as cp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.elicit import progress
from hintwise.elicit.fingerprint import fingerprint
from hintwise.elicit.instances import SELECTIONS, Course, Instances
from hintwise.elicit.learners.bayes import Bayes
from hintwise.elicit.learners.normalise import NORMALISATIONS
from hintwise.elicit.learners.perceptron import Perceptron
from hintwise.elicit.learners.prior import PRIORS, wide_prior
from hintwise.elicit.learners.response import RESPONSES
from hintwise.elicit.methods import QUESTIONS
from hintwise.elicit.query import Answer, FeaturePair, Query
from hintwise.elicit.questions.contrast import ContrastQuestions
from hintwise.elicit.questions.informed import BestOfTwo, MostInformative
from hintwise.elicit.session import Session
from hintwise.elicit.settings import Settings, preset, settings_for
from hintwise.elicit.stopping import (
    ALLOWANCE,
    BOUND_OVER,
    ENOUGH,
    LATELY,
    LEAST_ANSWERS,
    MARGIN,
    AtStake,
    bound,
    is_enough,
)
from hintwise.engine import Explainer
from hintwise.errors import HintwiseError, InvalidValue, OutOfTime, UnknownName
from hintwise.features import feature_names
from hintwise.problem import Problem, Step
from hintwise.puzzles import Rule, from_cpmpy, sudoku
from tests.elicit.made import COURSE, answered, answers, asked, drawn_problem, seeds

PROBLEMS = tuple(map(sudoku, COURSE))
HIGHEST = (ENOUGH - ALLOWANCE) / MARGIN
"""What may be at risk of somebody who can stop."""
few = settings(max_examples=10, deadline=None, derandomize=True)
contrasts = [rule for rule in QUESTIONS.values() if issubclass(rule, ContrastQuestions)]
asking = st.one_of([st.builds(rule, minimal=st.booleans()) for rule in contrasts])
perceptrons = st.builds(
    Perceptron,
    normalisation=st.sampled_from(sorted(NORMALISATIONS)),
    normalised_objective=st.booleans(),
)
bayes = st.builds(
    Bayes, prior=st.sampled_from(sorted(PRIORS)), response=st.sampled_from(sorted(RESPONSES))
)
informed = st.sampled_from([BestOfTwo(), MostInformative()])
parts = st.tuples(asking, perceptrons) | st.tuples(asking | informed, bayes)
all_settings = st.builds(
    lambda parts, **others: Settings(questions=parts[0], learner=parts[1], **others),
    parts,
    selection=st.sampled_from(sorted(SELECTIONS)),
    puzzle_order=st.sampled_from(["listed", "random"]),
    seed=st.integers(0, 99),
)


def snapshot(session: Session) -> tuple[Any, ...]:
    """All that can be seen of a session without asking it."""
    return dict(session.weights), session.events, session.remaining


def test_the_same_query_is_asked_until_it_is_answered() -> None:
    session = Session(PROBLEMS)
    assert session.ask() is session.ask()
    assert session.ask().number == 1
    session.tell("a")
    assert session.ask().number == 2


def test_events_are_the_queries_with_their_answers() -> None:
    session = Session(PROBLEMS)
    queries = answered(session, ["a", Answer.NONE, "b"])
    assert [(e.query, e.answer) for e in session.events] == list(
        zip(queries, [Answer.A, Answer.NONE, Answer.B], strict=True)
    )


def test_the_perceptron_starts_at_one_and_no_preference_leaves_it_there() -> None:
    session = Session.of(PROBLEMS, settings_for("machop"))
    answered(session, ["none"] * 3)
    assert set(session.weights.values()) == {1.0}
    answered(session, ["a"])
    assert set(session.weights.values()) != {1.0}


@pytest.mark.parametrize(("response", "uses_ties"), [("ties", True), ("logistic", False)])
def test_the_bayesian_learner_starts_from_its_prior_and_learns_from_the_first_answer(
    response: str, uses_ties: bool
) -> None:
    session = Session(PROBLEMS, learner=Bayes(prior="structural", response=response))
    at_first = dict(session.weights)
    assert at_first["other_row"] > at_first["adjacent_row"] > at_first["adjacent_facts_from_row"]
    answered(session, ["none"])
    assert (session.weights != at_first) == uses_ties
    answered(session, ["b"])
    assert session.weights != at_first


def test_what_remains_is_the_mean_of_what_was_at_stake_lately_once_that_is_enough() -> None:
    session = Session(PROBLEMS)
    for number, answer in enumerate("abba" * 3, 1):
        answered(session, answer)
        stakes = [event.query.stake or 0.0 for event in session.events[-LATELY:]]
        if number < LATELY:
            assert session.remaining is None
        else:
            assert session.remaining == pytest.approx(sum(stakes) / LATELY)
    assert session.remaining is not None
    assert session.remaining > 0


def test_a_query_that_was_not_answered_leaves_what_remains_as_it_was() -> None:
    session = Session(PROBLEMS)
    answered(session, "ab" * (LATELY // 2))
    before = session.remaining
    session.ask()
    assert session.remaining == before
    session.tell("none")
    assert session.remaining != before


def test_what_remains_survives_json_and_undo() -> None:
    session = Session(PROBLEMS)
    answered(session, "ab" * (LATELY // 2))
    before = session.remaining
    assert before is not None
    answered(session, "a")
    restored = Session.from_json(json.loads(json.dumps(session.as_json())), PROBLEMS)
    for each in (session, restored):
        assert each.remaining == session.remaining
    for each in (session, restored):
        each.undo()
        assert each.remaining == before
        each.undo()
        assert each.remaining is None


def test_the_bound_is_what_the_risk_was_lately_with_a_margin() -> None:
    session = Session(PROBLEMS, BestOfTwo(certified=True))
    answered(session, ("abba" * LEAST_ANSWERS)[:LEAST_ANSWERS])
    risks = [event.query.risk for event in session.events]
    due = [risk for risk in risks if risk is not None]
    assert len(due) == BOUND_OVER
    assert risks[-BOUND_OVER:] == due
    assert session.bound == pytest.approx(MARGIN * sum(due) / BOUND_OVER + ALLOWANCE)
    restored = Session.from_json(json.loads(json.dumps(session.as_json())), PROBLEMS)
    assert (restored.bound, restored.has_enough) == (session.bound, session.has_enough)
    session.undo()
    assert session.bound is None


@pytest.mark.parametrize(
    ("asked", "enough"),
    [
        ([AtStake(0.5, 0.99 * HIGHEST)] * LEAST_ANSWERS, True),
        ([AtStake(0.0, 0.0)] * (LEAST_ANSWERS - 1), False),
        ([AtStake(0.0, 1.01 * HIGHEST)] * LEAST_ANSWERS, False),
        ([AtStake(0.0)] * LEAST_ANSWERS, False),
        ([AtStake(0.0)] * LEAST_ANSWERS + [AtStake(0.0, 0.0)], False),
        ([AtStake(0.5)] * LEAST_ANSWERS + [AtStake(0.0, 0.0)] * BOUND_OVER, True),
        # There was no time for every second one, or for any lately.
        ([AtStake(0.0), AtStake(0.0, 0.0)] * LEAST_ANSWERS, True),
        ([AtStake(0.0, 0.0)] * LEAST_ANSWERS + [AtStake(0.0)] * 2 * BOUND_OVER, False),
    ],
)
def test_a_person_can_stop_when_the_bound_is_low(asked: list[AtStake], enough: bool) -> None:
    assert is_enough(asked) == enough
    known = sum(each.risk is not None for each in asked[-2 * BOUND_OVER :])
    told = len(asked) >= LEAST_ANSWERS and known >= BOUND_OVER
    assert (bound(asked) is not None) == told


def test_what_is_at_risk_is_told_only_where_that_was_asked_for() -> None:
    session = Session(PROBLEMS, BestOfTwo())
    answered(session, ("abba" * LEAST_ANSWERS)[:LEAST_ANSWERS])
    assert {event.query.risk for event in session.events} == {None}
    assert session.bound is None


def test_the_paper_cannot_tell_what_remains() -> None:
    session = Session.of(PROBLEMS, settings_for("machop"))
    answered(session, "ab" * (LATELY // 2))
    assert [event.query.stake for event in session.events] == [None] * LATELY
    assert (session.remaining, session.bound, session.has_enough) == (None, None, False)


@few
@given(chosen=all_settings, told=st.lists(answers, max_size=7))
def test_a_session_told_the_same_answers_asks_the_same_queries(
    chosen: Settings, told: list[Answer]
) -> None:
    assert asked(PROBLEMS, chosen, told) == asked(PROBLEMS, chosen, told)


@pytest.mark.parametrize("kind", ["sudoku", "logic_grid"])
@few
@given(seed=seeds, chosen=all_settings, told=st.lists(answers, max_size=3), answer=answers)
def test_undo_is_exact(
    kind: str, seed: int, chosen: Settings, told: list[Answer], answer: Answer
) -> None:
    session = Session.of([drawn_problem(kind, seed)], chosen)
    answered(session, told)
    query, before = session.ask(), snapshot(session)
    for other in Answer:
        session.tell(other)
        if other is answer:
            session.ask()  # whether or not the next query was seen
        session.undo()
        assert snapshot(session) == before
        assert session.ask() == query
    session.tell(answer)
    assert session.ask() == asked(session.problems, chosen, [*told, answer])[-1]


def test_all_answers_can_be_taken_back_one_by_one() -> None:
    session = Session.of(PROBLEMS, settings_for("machop", puzzle_order="listed"))
    queries = answered(session, ["a"] * 8)  # the sixth is about the second puzzle
    for query in reversed(queries):
        session.undo()
        assert session.ask() == query
    with pytest.raises(InvalidValue, match="no answer has been given yet"):
        session.undo()
    assert session.ask() == queries[0]


@few
@given(chosen=all_settings, told=st.lists(answers, max_size=7), ask=st.booleans())
def test_a_session_survives_json_and_goes_on_as_it_would_have(
    chosen: Settings, told: list[Answer], ask: bool
) -> None:
    session = Session.of(PROBLEMS, chosen)
    answered(session, told)
    if ask:
        session.ask()
    document = json.loads(json.dumps(session.as_json()))
    restored = Session.from_json(document, PROBLEMS)
    again = Session.from_json({**document, "cache": None}, PROBLEMS)
    for each in (restored, again):
        assert each.as_json() == document
        assert snapshot(each) == snapshot(session)
        assert each.ask() == session.ask()
    twin = asked(PROBLEMS, chosen, [*told, Answer.A, Answer.B])
    for each in (restored, again):
        assert [*answered(each, "ab"), each.ask()] == twin[len(told) :]
        each.undo()
        each.undo()
        if told:
            each.undo()
            assert each.ask() == twin[len(told) - 1]


@pytest.mark.parametrize("kind", ["sudoku", "logic_grid"])
@few
@given(seed=seeds)
def test_a_step_survives_json(kind: str, seed: int) -> None:
    problem = drawn_problem(kind, seed)
    for step in Explainer(problem).sequence(take_along=True):
        assert Step.from_json(json.loads(json.dumps(step.as_json())), problem) == step


def test_a_step_with_exclusions_and_booleans_survives_json() -> None:
    x, rain = cp.intvar(-2, 3, name="x"), cp.boolvar(name="rain today")
    rules = [x >= 0, x != 1, x <= 2, (x == 0).implies(rain), ~rain]
    problem = from_cpmpy(rules, variables=[x, rain], exclusions=True)
    steps = list(Explainer(problem).sequence())
    assert {"x=2", "x≠1", "not rain today"} <= {str(step.derived) for step in steps}
    assert [Step.from_json(json.loads(json.dumps(s.as_json())), problem) for s in steps] == steps


ELSEWHERE = """
import json, sys
from hintwise.elicit.session import Session
from hintwise.elicit.settings import Settings
from hintwise.puzzles import sudoku

def record(query):
    return [query.number, query.puzzle, query.fallback.value] + [
        {k: v for k, v in step.as_json().items() if k != "seconds"} for step in (query.a, query.b)
    ]

task = json.load(sys.stdin)
problems = [sudoku(line) for line in task["puzzles"]]
out = []
for settings in task["settings"]:
    session = Session.of(problems, Settings.from_json(settings))
    queries = []
    for answer in task["answers"]:
        queries.append(record(session.ask()))
        session.tell(answer)
    queries.append(record(session.ask()))
    out.append(queries)
restored = Session.from_json(task["session"], problems)
out.append([record(restored.ask())])
json.dump(out, sys.stdout)
"""


def test_another_process_asks_the_same_queries() -> None:
    told = [Answer.B, Answer.A, Answer.NONE, Answer.B, Answer.B, Answer.A]
    offline = settings_for("machop", selection="offline_random")
    chosen = [Settings(seed=4), preset("published"), offline]
    session = Session.of(PROBLEMS, chosen[0])
    answered(session, told)
    task = {
        "puzzles": COURSE,
        "settings": [each.as_json() for each in chosen],
        "answers": [answer.value for answer in told],
        "session": session.as_json(),
    }
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE],
        input=json.dumps(task),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "12345"},
    )
    here = [[_record(q) for q in asked(PROBLEMS, each, told)] for each in chosen]
    assert json.loads(done.stdout) == [*here, [_record(session.ask())]]


def _record(query: Query) -> list[Any]:
    steps = [
        {k: v for k, v in step.as_json().items() if k != "seconds"} for step in (query.a, query.b)
    ]
    return [query.number, query.puzzle, query.fallback.value, *steps]


BAD: list[Any] = ["c", "A", "", "left", None, 1, True, ["a"]]


@pytest.mark.parametrize("answer", BAD, ids=repr)
def test_a_bad_answer_is_refused_and_changes_nothing(answer: Any) -> None:
    session = Session(PROBLEMS)
    answered(session, "ab")
    query, before = session.ask(), snapshot(session)
    with pytest.raises(InvalidValue, match="is not an answer; accepted are a, b, none"):
        session.tell(answer)
    assert snapshot(session) == before
    assert session.ask() is query


def test_an_answer_without_a_query_is_refused_and_changes_nothing() -> None:
    session = Session(PROBLEMS)
    answered(session, "a")
    before = snapshot(session)
    with pytest.raises(InvalidValue, match="the answer 'b' has no query: ask first"):
        session.tell("b")
    assert snapshot(session) == before


def test_puzzles_with_different_features_are_refused() -> None:
    with pytest.raises(InvalidValue, match=r"\(logic_grid, sudoku\) have different features"):
        Session([PROBLEMS[0], drawn_problem("logic_grid", 0)])
    x = cp.intvar(1, 2, name="x")
    one, other = (from_cpmpy({group: [x == 2]}, variables=[x]) for group in ("one", "other"))
    assert one.kind == other.kind
    with pytest.raises(InvalidValue, match="have different features"):
        Session([one, other])


def test_sudokus_of_different_sizes_go_together() -> None:
    large = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    assert Session([PROBLEMS[0], sudoku(large)]).ask()


def test_a_problem_or_a_text_in_the_place_of_a_list_of_problems_is_refused() -> None:
    wrong: list[tuple[Any, str]] = [
        (PROBLEMS[0], r"takes a list of problems, like \[problem\]"),
        ([COURSE[0]], f"{COURSE[0]!r} is not a problem; make one of it first"),
        (COURSE[0], f"takes a list of problems, .*{COURSE[0]!r}"),
    ]
    for problems, message in wrong:
        with pytest.raises(InvalidValue, match=message):
            Session(problems)


def test_settings_in_the_place_of_questions_are_refused() -> None:
    settings: Any = Settings()
    with pytest.raises(InvalidValue, match="cannot serve as questions: it has no `pair`"):
        Session(PROBLEMS, settings)


def test_parts_of_ones_own_can_be_passed_in_and_are_asked_for_again() -> None:
    own = OwnQuestions(minimal=False)
    session = Session(PROBLEMS, own, Bayes(prior=OWN_PRIOR), selection=OwnSelection())
    queries = answered(session, "ab")
    document = json.loads(json.dumps(session.as_json()))
    with pytest.raises(UnknownName, match="unknown question rule 'own'"):
        Session.from_json(document, PROBLEMS)
    with pytest.raises(InvalidValue, match=r"questions is .*'minimal': True.*was recorded"):
        Session.from_json(document, PROBLEMS, questions=OwnQuestions(), selection=OwnSelection())
    restored = Session.from_json(document, PROBLEMS, questions=own, selection=OwnSelection())
    assert [event.query for event in restored.events] == queries
    assert restored.belief == session.belief
    assert restored.ask() == session.ask()


class OwnQuestions(ContrastQuestions):
    """Somebody's own."""

    rule = "own"


class OwnSelection:
    """Always the first puzzle from its start."""

    def start(self, course: Course, seed: int) -> Instances:
        return SELECTIONS["online"].start(Course(1), seed)

    def as_json(self) -> dict[str, str]:
        return {"selection": "own"}


OWN_PRIOR = wide_prior(feature_names(PROBLEMS[0]))


def test_a_session_without_puzzles_is_refused() -> None:
    with pytest.raises(InvalidValue, match="needs one puzzle or more"):
        Session([])


def test_a_cancelled_ask_changes_nothing() -> None:
    session = Session(PROBLEMS)
    answered(session, "a")
    before, cancel = snapshot(session), threading.Event()
    cancel.set()
    with pytest.raises(OutOfTime):
        session.ask(cancel)
    assert snapshot(session) == before
    assert session.ask() == asked(PROBLEMS, session.settings, [Answer.A])[-1]


def _drop(*path: str | int) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        *way, last = path
        for key in way:
            document = document[key]
        del document[last]

    return change


def _set(value: Any, *path: str | int) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        *way, last = path
        for key in way:
            document = document[key]
        document[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_set(2, "version"), r"of version 2 \(known: 4\)"),
        (_set(["0"], "puzzles"), "about other puzzles"),
        (_set("seen", "events", 0, "event"), "unknown event 'seen'"),
        (_drop("events", 0), "'answered' cannot follow after 0 answers without a query"),
        (_drop("events", 1), "'asked' cannot follow after 0 answers and query 1"),
        (_set({"event": "undone"}, "events", 0), "'undone' cannot follow"),
        (_set(5, "events", 2, "query", "number"), "'asked' cannot follow after 1 answers"),
        (_set("r1c1=1", "events", 0, "query", "known"), "not a fact|unknown variable"),
        (_set(["r1c2=3"], "events", 0, "query", "known"), "takes r1c2=3 for known"),
        (_set("fast", "settings", "questions", "rule"), "unknown question rule 'fast'"),
        (_set(1, "settings", "speed"), "unknown setting 'speed'"),
        (_set(1, "settings", "learner", "lapse"), "lapse does not apply to learner 'perceptron'"),
        (_set("c", "events", 1, "answer"), "'c' is not an answer"),
        (_set(None, "events", 1, "answer"), "None is not an answer"),
        (_set("some", "events", 0, "query", "fallback"), "not a query: .*'some'"),
        (_set(2, "events", 0, "query", "puzzle"), "query 1 is about puzzle 2"),
        (_set("r9c9=1", "events", 0, "query", "a", "derived"), "r9c9"),
        (_set(["row 9"], "events", 0, "query", "a", "constraints"), "unknown constraint 'row 9'"),
        (_set({"rows": 1}, "events", 2, "query", "b", "features"), "query 2 has other features"),
        (_set("r1c2=3", "events", 0, "query", "a", "derived"), "r1c2=3"),
        (_set("high", "events", 0, "query", "stake"), "the stake of query 1 is 'high'"),
        (_drop("events", 0, "query", "stake"), "not a query: KeyError 'stake'"),
        (_drop("settings"), "not a session: KeyError 'settings'"),
        (_drop("events", 0, "query", "a", "facts"), "not a step: KeyError 'facts'"),
        (_set(3, "events"), "not a session: TypeError"),
    ],
)
def test_a_broken_session_is_refused(change: Callable[[Any], None], message: str) -> None:
    chosen = settings_for("machop", selection="offline_ses", puzzle_order="listed")
    session = Session.of(PROBLEMS, chosen)
    answered(session, "ab")
    document = json.loads(json.dumps(session.as_json()))
    change(document)
    with pytest.raises(HintwiseError, match=message):
        Session.from_json(document, PROBLEMS)


def test_what_was_asked_is_written_as_one_event_and_gives_no_targets_away() -> None:
    session = Session(PROBLEMS)
    query = session.ask()
    (record,) = session.as_json()["events"]
    assert record == {"event": "asked", "query": query.as_json()}
    assert set(record["query"]["known"]) == set(map(str, query.state.facts))
    told = json.dumps(record)
    shown = {query.a.derived, query.b.derived}
    assert not [fact for fact in query.state.targets - shown if f'"{fact}"' in told]


def test_a_restored_session_shows_the_very_query_and_needs_no_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = Session(PROBLEMS)
    answered(session, "abn".replace("n", "b"))
    shown = session.ask()
    document = json.loads(json.dumps(session.as_json()))
    monkeypatch.setattr("hintwise.elicit.progress.Explainer", None)
    progress._idle_explainers.cache_clear()
    restored = Session.from_json(document, PROBLEMS)
    assert restored.ask() == shown
    assert restored.ask().as_json() == shown.as_json()
    assert restored.as_json() == document


def test_lines_are_only_ever_appended_and_restore_the_session() -> None:
    session = Session(PROBLEMS)
    kept = list(session.lines())
    for act in (session.ask, lambda: session.tell("a"), session.ask, session.undo, session.ask):
        act()
        lines = list(session.lines())
        assert lines[: len(kept)] == kept
        assert not any("\n" in line for line in lines)
        kept = lines
    for cache in (None, session.cache()):
        restored = Session.from_lines(kept, PROBLEMS, cache=cache)
        assert restored.as_json() == session.as_json()
        assert restored.ask() == session.ask()
    with pytest.raises(InvalidValue, match="not the lines of a session"):
        Session.from_lines(["{", "}"], PROBLEMS)


def test_whoever_keeps_events_may_add_to_them() -> None:
    session = Session(PROBLEMS)
    answered(session, "ab")
    document = json.loads(json.dumps(session.as_json()))
    timed = [{**event, "time": "today"} for event in document["events"]]
    restored = Session.from_json({**document, "events": timed}, PROBLEMS)
    assert restored.as_json() == document
    assert restored._stages[0] is None, "the cache was taken"


def test_an_answer_that_was_taken_back_stays_in_the_journal() -> None:
    session = Session(PROBLEMS)
    settings = session.settings
    answered(session, "a")
    session.ask()
    session.undo()
    session.tell("b")
    kinds = [event["event"] for event in session.as_json()["events"]]
    assert kinds == ["asked", "answered", "asked", "undone", "answered"]
    assert [event.answer for event in session.events] == [Answer.B]
    restored = Session.from_json(json.loads(json.dumps(session.as_json())), PROBLEMS)
    assert snapshot(restored) == snapshot(session)
    assert restored.ask() == asked(PROBLEMS, settings, [Answer.B])[-1]


@pytest.mark.parametrize(
    "change",
    [
        _drop("cache"),
        _set(None, "cache"),
        _set("nonsense", "cache"),
        _drop("cache", "belief"),
        _set(0.5, "cache", "belief", "alike", 0, 0),
        _set(9, "cache", "place", "turn"),
        _drop("cache", "implied"),
        _set("b", "events", 1, "answer"),
    ],
)
def test_a_cache_that_is_missing_broken_or_of_other_answers_is_ignored(
    change: Callable[[Any], None],
) -> None:
    session = Session(PROBLEMS)
    answered(session, "ab")
    document = json.loads(json.dumps(session.as_json()))
    change(document)
    restored = Session.from_json(document, PROBLEMS)
    twin = Session.from_json({**document, "cache": None}, PROBLEMS)
    assert restored._stages[0] is not None, "everything was computed again"
    assert restored.weights == twin.weights
    assert restored.ask() == twin.ask()


def test_a_session_and_a_query_are_short_to_read() -> None:
    import_module("hintwise.public")  # as a notebook does, which tells how values show themselves
    session = Session(PROBLEMS)
    query = session.ask()
    assert repr(session) == "<Session on 3 x sudoku: 0 answers>"
    assert repr(query).startswith(f"<Query 1 about puzzle {query.puzzle}: {query.a.derived} by ")
    assert len(repr(query)) < 100
    assert query._repr_html_().count("<svg") == 2
    assert session._repr_html_().startswith("<svg")


def test_what_is_no_session_at_all_is_refused() -> None:
    nothing: Any = []
    with pytest.raises(InvalidValue, match="not a session"):
        Session.from_json(nothing, PROBLEMS)


def test_a_fingerprint_tells_puzzles_apart_by_givens_rules_and_domains() -> None:
    x, y = cp.intvar(1, 3, shape=2, name=("x", "y"))
    wide = cp.intvar(1, 4, name="x")
    problems = [
        *PROBLEMS,
        from_cpmpy([x == 2], variables=[x]),
        from_cpmpy([wide == 2], variables=[wide]),
        from_cpmpy([x == 2, y == 2], variables=[x, y]),
        from_cpmpy([x == 2, x + y == 4], variables=[x, y]),
        from_cpmpy([x == 2, x + y == 4], variables=[x, y], givens=[y == 2]),
    ]
    assert len({fingerprint(problem) for problem in problems}) == len(problems)
    assert fingerprint(sudoku(COURSE[0])) == fingerprint(PROBLEMS[0])


def test_a_fingerprint_knows_what_a_clue_says_besides_its_text() -> None:
    """Someone who corrects a rule and leaves its text as it was has another puzzle."""
    x, y = cp.intvar(1, 3, shape=2, name=("x", "y"))
    rules = (x < y, x <= y)
    problems = [
        from_cpmpy([Rule(rule, "order", "first", "x comes first")], variables=[x, y])
        for rule in rules
    ]
    one, other = map(fingerprint, problems)
    assert one != other


def test_a_fingerprint_does_not_depend_on_how_many_variables_were_made_before() -> None:
    def made() -> Problem:
        x, y = cp.intvar(1, 3, shape=2, name=("x", "y"))
        between = cp.intvar(0, 9)  # which CPMpy names by a number
        return from_cpmpy([x + between == y, x < y], variables=[x, y])

    assert fingerprint(made()) == fingerprint(made())


FINGERPRINTS = """
from hintwise.cli.inputs import read_puzzle
from hintwise.elicit.fingerprint import fingerprint
print(*(fingerprint(read_puzzle(name).problem()) for name in ("tiny-1", "kites", "tea-tasting")))
"""


def test_a_fingerprint_is_the_same_in_every_process() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", FINGERPRINTS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("stake", value) for value in (math.nan, -5, 1.5, True, "0.5", 10**400)),
        *(("risk", value) for value in (math.nan, math.inf, -0.1, False, "0.5")),
    ],
)
def test_a_session_with_a_stake_or_risk_that_is_none_is_refused(name: str, value: object) -> None:
    session = Session(PROBLEMS)
    session.ask()
    session.tell("a")
    document = session.as_json()
    document["events"][0]["query"][name] = value
    with pytest.raises(InvalidValue, match=f"the {name} of query 1 is"):
        Session.from_json(document, PROBLEMS)


def steps_of(first: int, second: int) -> FeaturePair:
    """Two steps of which one has some of the first feature, the other of the second."""
    features = feature_names(PROBLEMS[0])
    nothing = dict.fromkeys(features, 0)
    return FeaturePair({**nothing, features[0]: first}, {**nothing, features[1]: second})


def test_what_is_observed_teaches_and_asks_nothing_else() -> None:
    session = Session(PROBLEMS)
    query, before = session.ask(), session.weights
    session.observe(steps_of(5, 1), Answer.B)
    assert session.ask() is query
    assert session.weights != before
    assert (session.events, len(session.observations)) == ((), 1)
    session.tell(Answer.A)
    assert session.ask().number == 2


def test_an_observation_counts_as_often_as_it_says() -> None:
    once, twice, at_once = Session(PROBLEMS), Session(PROBLEMS), Session(PROBLEMS)
    once.observe(steps_of(5, 1), "b")
    twice.observe(steps_of(5, 1), "b")
    twice.observe(steps_of(5, 1), "b")
    at_once.observe(steps_of(5, 1), "b", times=2)
    assert twice.weights == at_once.weights != once.weights


@pytest.mark.parametrize("with_cache", [True, False])
def test_a_session_with_observations_is_restored(with_cache: bool) -> None:
    session = Session(PROBLEMS)
    session.ask()
    session.observe(steps_of(5, 1), "b", source="correction", times=3)
    session.tell("a")
    session.observe(steps_of(1, 3), "a")
    document = session.as_json()
    if not with_cache:
        del document["cache"]
    restored = Session.from_json(json.loads(json.dumps(document)), PROBLEMS)
    assert restored.weights == session.weights
    assert restored.observations == session.observations
    restored.undo()
    session.undo()
    assert restored.weights == session.weights
    assert restored.ask().as_json() == session.ask().as_json()


def test_undo_takes_back_answers_and_corrections_but_not_what_was_seen_in_play() -> None:
    session = Session(PROBLEMS)
    first = session.ask()
    session.observe(steps_of(5, 1), "b")
    after_play = session.weights
    session.tell("a")
    after_answer = session.weights
    second = session.ask()
    session.observe(steps_of(2, 1), "none", source="correction")
    session.undo()
    assert session.weights == after_answer
    assert session.ask() is second
    session.undo()
    assert session.weights == after_play
    assert session.ask() is first
    with pytest.raises(InvalidValue, match="none can be taken back"):
        session.undo()


@pytest.mark.parametrize(
    ("pair", "options", "message"),
    [
        (FeaturePair({"x": 1}, {"x": 2}), {}, "other features than its puzzle"),
        (steps_of(-1, 2), {}, "has -1 of"),
        (steps_of(10_001, 2), {}, "from 0 to 10000"),
        (steps_of(1, 2), {"times": 0}, "counts 0 times; accepted are 1 to 20"),
        (steps_of(1, 2), {"source": "dream"}, "unknown source of an observation 'dream'"),
    ],
)
def test_an_observation_must_make_sense(
    pair: FeaturePair, options: dict[str, Any], message: str
) -> None:
    session = Session(PROBLEMS)
    with pytest.raises(HintwiseError, match=message):
        session.observe(pair, "a", **options)
    assert session.journal == ()
