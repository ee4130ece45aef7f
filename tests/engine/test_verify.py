from __future__ import annotations

import pickle
import threading
from dataclasses import replace
from typing import Any

import cpmpy as cp
import numpy as np
import pytest
from cpmpy.expressions.variables import _BoolVarImpl, _IntVarImpl

from hintwise.bench.referee import elements_of
from hintwise.engine import Contrast, Explainer, Limits
from hintwise.engine.search.search import Search
from hintwise.engine.search.shrinking import Witnesses
from hintwise.engine.solvers.oracle import Oracle
from hintwise.engine.verify import Verdict, Verifier
from hintwise.errors import FailedCheck, InvalidValue, OutOfTime, UnknownName
from hintwise.problem import Constraint, Fact, Kind, Problem, State, Step, Variable
from hintwise.puzzles import sudoku
from tests.engine.brute_force import minimal_steps, refuting_table

PUZZLE = "1.....3..2.....4"
R1C2 = Fact("r1c2", 3)
FACTS = (Fact("r1c1", 1), Fact("r2c3", 3), Fact("r3c2", 2), Fact("r4c4", 4))


def step(derived: Fact, facts: tuple[Fact, ...], constraints: tuple[str, ...]) -> Step:
    return Step(derived, facts, constraints, {}, 0.0, optimal=False, lower_bound=0.0)


def a_minimal_step() -> Step:
    state = State(sudoku(PUZZLE), frozenset(FACTS), frozenset({R1C2}))
    facts, constraints = min(minimal_steps(state, R1C2), key=lambda s: len(s[0]) + len(s[1]))
    return step(R1C2, tuple(sorted(facts)), tuple(sorted(constraints)))


def xyz(**changes: object) -> Problem:
    """x, y, z in 1 … 3, all different."""
    cells = {name: cp.intvar(1, 3, name=name) for name in "xyz"}
    different = cp.AllDifferent(list(cells.values()))
    settings: dict[str, object] = {
        "kind": "tiny",
        "variables": tuple(Variable(n, (1, 2, 3), expression=x) for n, x in cells.items()),
        "constraints": (Constraint("different", "rule", frozenset(cells), different),),
        **changes,
    }
    return Problem(**settings)  # type: ignore[arg-type]


def test_a_minimal_step_is_found_valid_and_minimal() -> None:
    good = a_minimal_step()
    assert Verifier(sudoku(PUZZLE)).check(good, minimal=True) == Verdict(True, minimal=True)


def test_minimality_is_left_open_unless_asked_for() -> None:
    verdict = Verifier(sudoku(PUZZLE)).check(a_minimal_step())
    assert verdict == Verdict(True, minimal=None)
    assert verdict.valid


def test_superfluous_elements_are_named() -> None:
    good = a_minimal_step()
    spare_fact = next(f for f in FACTS if f not in good.facts)
    spare_rule = next(f"row {n}" for n in range(1, 5) if f"row {n}" not in good.constraints)
    padded = step(R1C2, (*good.facts, spare_fact), (*good.constraints, spare_rule))
    verdict = Verifier(sudoku(PUZZLE)).check(padded, minimal=True)
    assert (verdict.refutes, verdict.minimal, verdict.valid) == (True, False, False)
    assert {str(spare_fact), spare_rule} <= set(verdict.superfluous)


def test_a_step_that_lacks_an_element_does_not_refute_and_is_not_minimal() -> None:
    good = a_minimal_step()
    lacking = step(R1C2, good.facts[1:], good.constraints)
    verdict = Verifier(sudoku(PUZZLE)).check(lacking, minimal=True)
    assert verdict == Verdict(False, minimal=False)
    assert not verdict.valid


def test_every_set_of_elements_is_judged_as_brute_force_judges_it() -> None:
    problem = sudoku(PUZZLE)
    state = State(problem, frozenset(FACTS), frozenset({R1C2}))
    elements, refutes = elements_of(state), refuting_table(state, R1C2)
    verifier = Verifier(problem)
    rng = np.random.default_rng(7)
    for _ in range(60):
        chosen = rng.random(len(elements)) < rng.uniform(0.5, 1.0)
        picked = [e for e, wanted in zip(elements, chosen, strict=True) if wanted]
        facts = [e for e in picked if isinstance(e, Fact)]
        names = [e.name for e in picked if not isinstance(e, Fact)]
        mask = sum(1 << i for i, wanted in enumerate(chosen) if wanted)
        assert verifier.implies(facts, names, R1C2) == refutes[mask]


def test_names_and_values_of_other_problems_are_refused() -> None:
    verifier = Verifier(sudoku(PUZZLE))
    with pytest.raises(UnknownName, match="row 9"):
        verifier.check(step(R1C2, FACTS, ("row 9",)))
    with pytest.raises(UnknownName, match="r9c9"):
        verifier.check(step(R1C2, (Fact("r9c9", 1),), ("row 1",)))
    with pytest.raises(UnknownName, match="q"):
        verifier.implies(FACTS, ["row 1"], Fact("q", 1))
    with pytest.raises(InvalidValue, match="7"):
        verifier.implies([Fact("r1c1", 7)], ["row 1"], R1C2)


def test_hard_expressions_always_count() -> None:
    free = xyz()
    bound = xyz(
        variables=free.variables,
        constraints=free.constraints,
        hard=(free.variable("y").expression == 2,),
    )
    known, derived = [Fact("x", 1)], Fact("z", 3)
    assert not Verifier(free).implies(known, ["different"], derived)
    assert Verifier(bound).implies(known, ["different"], derived)


def test_a_domain_with_a_gap_counts() -> None:
    x = cp.intvar(1, 3, name="x")
    rule = Constraint("small", "rule", frozenset({"x"}), x <= 2)
    gapped = Problem(Kind("tiny"), (Variable("x", (1, 3), expression=x),), (rule,))
    whole = Problem(Kind("tiny"), (Variable("x", (1, 2, 3), expression=x),), (rule,))
    assert Verifier(gapped).implies([], ["small"], Fact("x", 1))
    assert not Verifier(whole).implies([], ["small"], Fact("x", 1))


def test_boolean_and_negative_facts_are_understood() -> None:
    a, b = cp.boolvar(name="a"), cp.boolvar(name="b")
    variables = tuple(Variable(str(v), (0, 1), boolean=True, expression=v) for v in (a, b))
    rules = (Constraint("either", "rule", frozenset("ab"), a | b),)
    booleans = Verifier(Problem(Kind("tiny"), variables, rules))
    assert booleans.implies([Fact("a", False)], ["either"], Fact("b", True))
    assert not booleans.implies([Fact("a", True)], ["either"], Fact("b", True))
    integers = Verifier(xyz())
    assert integers.implies([Fact("x", 1)], ["different"], Fact("y", 1, "≠"))
    assert integers.implies([Fact("x", 2, "≥")], [], Fact("x", 1, "≠"))
    assert integers.implies([Fact("x", 1, "≤")], ["different"], Fact("y", 2, "≥"))
    assert not integers.implies([Fact("x", 2, "≤")], ["different"], Fact("y", 2, "≥"))
    not_two = [Fact("x", 2, "≠"), Fact("y", 2, "≠")]
    assert integers.implies(not_two, ["different"], Fact("z", 2))


def test_a_constraint_may_be_a_list_of_expressions() -> None:
    x, y = cp.intvar(1, 3, shape=2, name="xy")
    variables = (Variable("x", (1, 2, 3), expression=x), Variable("y", (1, 2, 3), expression=y))
    rules = (Constraint("both", "rule", frozenset("xy"), [x < y, y < 3]),)
    assert Verifier(Problem(Kind("tiny"), variables, rules)).implies([], ["both"], Fact("x", 1))


def test_unnamed_variables_sent_from_another_process_are_not_confused_with_new_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    a, b, c = cp.boolvar(shape=3)
    named = {"a": a, "b": b, "c": c}
    variables = tuple(Variable(n, (0, 1), boolean=True, expression=v) for n, v in named.items())
    # Reified sums inside a disjunction need auxiliary variables.
    unit = ((a + b + c) == 1) | ((a + b + c) == 3)
    problem = Problem(Kind("tiny"), variables, (Constraint("odd", "rule", frozenset(named), unit),))
    sent = pickle.dumps(problem)
    monkeypatch.setattr(_BoolVarImpl, "counter", 0)
    monkeypatch.setattr(_IntVarImpl, "counter", 0)
    verifier = Verifier(pickle.loads(sent))
    facts = [Fact("a", True), Fact("b", True)]
    assert verifier.implies(facts, ["odd"], Fact("c", True))
    assert not verifier.implies(facts[:1], ["odd"], Fact("c", True))


def test_a_deadline_that_has_passed_is_said_so() -> None:
    with pytest.raises(OutOfTime, match="allow more time"):
        Verifier(sudoku(PUZZLE)).check(a_minimal_step(), limits=Limits(deadline_s=1e-9))


def test_a_check_can_be_cancelled() -> None:
    called_off = threading.Event()
    called_off.set()
    with pytest.raises(OutOfTime, match="allow more time"):
        Verifier(sudoku(PUZZLE)).check(a_minimal_step(), limits=Limits(cancel=called_off))


def test_with_a_state_the_facts_must_be_known_and_the_derived_one_must_not() -> None:
    problem, good = sudoku(PUZZLE), a_minimal_step()
    verifier = Verifier(problem)
    fits = State(problem, frozenset(FACTS), frozenset({R1C2}))
    assert verifier.check(good, fits) == Verdict(True, unknown=())
    lacks = State(problem, frozenset(FACTS) - {good.facts[0]}, frozenset({R1C2}))
    assert verifier.check(good, lacks).unknown == (str(good.facts[0]),)
    assert not verifier.check(good, lacks).valid
    knows = State(problem, frozenset((*FACTS, R1C2)), frozenset())
    assert verifier.check(good, knows).unknown == (str(R1C2),)
    circular = step(R1C2, (R1C2,), ())
    assert verifier.check(circular, knows).unknown == (str(R1C2),)


def test_a_step_that_says_too_much_besides_does_not_refute() -> None:
    explainer = Explainer(sudoku(PUZZLE))
    found = next(s for s in explainer.sequence(take_along=True) if s.taken_along)
    verifier = Verifier(explainer.problem)
    assert verifier.check(found).refutes
    elsewhere = next(f for f in explainer.start.targets if f not in (found.derived, *found.also))
    assert not verifier.check(replace(found, also=(*found.also, elsewhere))).refutes


def ask(explainer: Explainer, method: str) -> Step:
    """The first step that a method of the explainer returns."""
    ones = dict.fromkeys(explainer.features, 1.0)
    zeros = dict.fromkeys(explainer.features, 0)
    match method:
        case "contrasting_step":
            return explainer.contrasting_step(None, Contrast(ones, zeros, ones, share=0.5))
        case "best_steps":
            return explainer.best_steps(1)[0]
        case "sequence" | "smallest_sequence":
            found = next(getattr(explainer, method)())
        case _:
            found = getattr(explainer, method)()
    assert isinstance(found, Step)
    return found


@pytest.fixture
def careless_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that forgets all elements of the step it has found."""
    run = Search.run
    nothing = np.array([], dtype=np.intp)
    monkeypatch.setattr(
        Search, "run", lambda search, clock: replace(run(search, clock), chosen=nothing)
    )


METHODS = [
    "optimal_step",
    "contrasting_step",
    "smallest_step",
    "best_steps",
    "sequence",
    "smallest_sequence",
]


@pytest.mark.usefixtures("careless_search")
@pytest.mark.parametrize("method", METHODS)
def test_a_wrong_step_never_leaves_the_explainer(method: str) -> None:
    with pytest.raises(FailedCheck, match="does not follow from nothing"):
        ask(Explainer(sudoku(PUZZLE)), method)


@pytest.mark.usefixtures("careless_search")
@pytest.mark.parametrize("method", METHODS)
def test_an_explainer_that_is_told_not_to_verify_does_not(method: str) -> None:
    explainer = Explainer(sudoku(PUZZLE), verify=False)
    for same in (explainer, pickle.loads(pickle.dumps(explainer))):
        assert len(ask(same, method)) == 0


@pytest.mark.usefixtures("careless_search")
def test_what_is_made_from_an_explainer_verifies_as_it_does() -> None:
    copy = pickle.loads(pickle.dumps(Explainer(sudoku(PUZZLE))))
    with pytest.raises(FailedCheck):
        copy.optimal_step()


def test_a_wrongly_minimised_step_never_leaves_the_explainer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    explainer = Explainer(sudoku(PUZZLE))
    found = explainer.optimal_step()
    monkeypatch.setattr(Witnesses, "drop", lambda witnesses, *_: witnesses.held.fill(False))
    with pytest.raises(FailedCheck):
        explainer.minimise(found)


def test_a_fact_that_is_wrongly_taken_along_never_leaves_the_explainer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Oracle, "implied_among", lambda oracle, elements, others: iter(others))
    with pytest.raises(FailedCheck):
        next(Explainer(sudoku(PUZZLE)).sequence(take_along=True))


def test_a_step_that_was_accepted_is_not_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[Step] = []
    check = Verifier.check

    def counting(verifier: Verifier, step: Step, *others: Any, **settings: Any) -> Verdict:
        checked.append(step)
        return check(verifier, step, *others, **settings)

    monkeypatch.setattr(Verifier, "check", counting)
    explainer = Explainer(sudoku(PUZZLE))
    found = explainer.optimal_step()
    assert explainer.optimal_step() == found
    assert checked == [found]


def test_a_step_found_at_the_last_moment_is_checked_and_returned() -> None:
    called_off = threading.Event()
    called_off.set()
    limits = Limits(deadline_s=1e-6, cancel=called_off)
    assert not Explainer(sudoku(PUZZLE)).optimal_step(limits=limits).optimal
