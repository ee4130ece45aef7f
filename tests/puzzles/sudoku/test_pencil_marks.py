"""Sudokus with pencil marks: what is known at once, how they are read, what steps do."""

from __future__ import annotations

import pickle

import pytest

from hintwise.elicit.fingerprint import fingerprint
from hintwise.elicit.learners.prior import MARKS
from hintwise.elicit.profile import Profile
from hintwise.engine import Explainer, Limits
from hintwise.engine.verify import Verifier
from hintwise.errors import InvalidValue
from hintwise.features import feature_names
from hintwise.guide import explaining
from hintwise.guide.checking import check
from hintwise.guide.explaining import Extent, Style
from hintwise.guide.hinting import hint
from hintwise.guide.position import Position
from hintwise.guide.reading import read
from hintwise.problem import Fact
from hintwise.puzzles import logic_grid, sudoku
from hintwise.puzzles.library import PUZZLES
from hintwise.puzzles.sudoku.documents import read_document
from hintwise.puzzles.sudoku.formats import read_sudoku
from hintwise.puzzles.sudoku.pencil_marks import with_pencil_marks

SMALL = "1.....3..4.....2"
PLAIN = sudoku(SMALL)
MARKED = with_pencil_marks(PLAIN)

PENCIL_GRID = """
1    23  | 234  234
234  234 | 1234 1234
---------+----------
234 1234 | 1234 1234
234 1234 | 1234 1234
"""


def solved_by_steps(text: str, deadline_s: float | None = None) -> int:
    """Explain it to the end, every step verified; the number of steps."""
    count = 0
    for found in explaining.explain(
        read(text, candidates=True), Extent(), Style(deadline_s=deadline_s)
    ):
        count += 1
        after = found.state.after(found.step)
    assert not after.targets
    return count


def test_what_a_digit_rules_out_is_known_with_it() -> None:
    start = Explainer(MARKED).start
    assert Fact("r1c4", 1, "≠") in start.facts
    assert Fact("r1c1", 2, "≠") in start.facts
    after = start.learn([Fact("r1c2", 3)])
    assert Fact("r4c2", 3, "≠") in after.facts
    assert not {f for f in after.targets if f.variable == "r1c2"}


def test_a_problem_without_pencil_marks_has_no_consequences() -> None:
    facts = frozenset(PLAIN.givens)
    assert PLAIN.with_consequences(facts) == facts


def test_it_can_be_sent_to_another_process_and_is_told_apart() -> None:
    there = pickle.loads(pickle.dumps(MARKED))
    assert there.with_consequences(MARKED.givens) == MARKED.with_consequences(MARKED.givens)
    assert fingerprint(MARKED) != fingerprint(PLAIN)


def test_other_problems_have_no_pencil_marks() -> None:
    grid = logic_grid({"pet": ["cat", "dog"], "day": ["1", "2"]}, [])
    with pytest.raises(InvalidValue, match="no pencil marks"):
        with_pencil_marks(grid)


def test_crossed_out_candidates_count_in_two_features_of_their_own() -> None:
    assert set(feature_names(MARKED)) - set(feature_names(PLAIN)) == set(MARKS)
    step = Explainer(MARKED).optimal_step()
    marks = sum(count for name, count in step.features.items() if name in MARKS)
    assert marks == sum(not fact.settles for fact in step.facts)


def test_a_profile_for_digits_serves_with_marks_and_the_other_way_round() -> None:
    plain = Profile.expected(PLAIN)
    marked = Profile.read(plain.write(), MARKED)
    digit = plain.weights["adjacent_facts_other_value"]
    assert marked.weights["adjacent_negative_facts"] == pytest.approx(0.2 * digit)
    assert Profile.read(marked.write(), PLAIN).weights == plain.weights


def test_at_the_same_price_a_digit_is_said_and_not_what_it_rules_out() -> None:
    explainer = Explainer(MARKED)
    for step in explainer.sequence(take_along=True):
        told = (step.derived, *step.taken_along)
        if not step.derived.settles:
            assert not any(fact.settles and fact.variable == step.derived.variable for fact in told)


@pytest.mark.parametrize("name", ["tiny-1", "small-1"])
def test_steps_with_pencil_marks_solve_small_sudokus(name: str) -> None:
    assert solved_by_steps(name)


@pytest.mark.slow
def test_steps_with_pencil_marks_solve_a_hard_sudoku() -> None:
    assert solved_by_steps("hard-1", deadline_s=5.0)


def test_candidates_are_crossed_out_for_one_reason_at_once() -> None:
    explainer = Explainer(with_pencil_marks(sudoku(PUZZLES["expert-1"])))
    verifier = Verifier(explainer.problem)
    row = explainer.problem.constraint("row 1").variables
    targets = [f for f in explainer.start.targets if f.variable in row and not f.settles]
    state = explainer.start.only(targets)
    steps = explainer.sequence(state, take_along=True, limits=Limits(nodes=30))
    step = next(steps)
    assert verifier.check(step).refutes
    assert set(step.taken_along) <= set(targets)


def test_candidates_that_a_grid_lacks_are_crossed_out_by_the_person() -> None:
    position = read(PENCIL_GRID, candidates=True)
    assert list(map(str, position.entries)) == ["r1c2≠4"]  # the rest is what r1c1=1 rules out
    assert not read(PENCIL_GRID).entries


def test_deleted_candidates_of_hodoku_are_crossed_out() -> None:
    text = read_sudoku(f":0000:x:{SMALL}:412 333:::")
    assert text.crossed == {(1, 4), (10, 3)}


def test_centre_marks_of_documents_are_candidates() -> None:
    grid = [[{"value": 1, "given": True}, {"centerPencilMarks": [2, 3]}, {}, {}]]
    grid += [[{} for _ in range(4)] for _ in range(3)]
    assert read_document({"size": 4, "grid": grid}).crossed == {(1, 1), (1, 4)}


def test_a_position_with_candidates_is_read_back_from_json() -> None:
    position = read(SMALL, known=["r1c2≠4"], candidates=True)
    assert Position.from_json(position.as_json()) == position


def test_a_wrong_crossing_out_is_reported_without_the_value() -> None:
    right = Explainer(PLAIN).solution["r1c2"]
    report = check(read(SMALL, known=[f"r1c2≠{right}"], candidates=True))
    assert not report.sound
    assert "crossed out in row 1" in report.lines[1]
    assert f"≠{right}" not in str(report.as_json())
    with pytest.raises(InvalidValue, match="mistake"):
        hint(read(SMALL, known=[f"r1c2≠{right}"], candidates=True))
