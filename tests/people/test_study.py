"""The statistics of a study, on tables with known shares."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hintwise.errors import HintwiseError, InvalidValue
from hintwise.people.statistics import UnpairedTest, wilcoxon
from hintwise.people.study import (
    COLUMNS,
    EvaluationAnswer,
    Preferences,
    Preferred,
    StudyStatistics,
    read_answers,
    write_answers,
)
from hintwise.people.study_report import study_json, study_markdown, study_tables

HEADER = ",".join(COLUMNS)


def made_answers(person: str, method: str, queries: int, spelled: str) -> list[EvaluationAnswer]:
    """Answers spelled out, like `llbn`: learned, learned, baseline, none."""
    meaning = {preferred.value[0]: preferred for preferred in Preferred}
    return [
        EvaluationAnswer(person, method, queries, str(step), meaning[letter])
        for step, letter in enumerate(spelled, 1)
    ]


def made_study() -> list[EvaluationAnswer]:
    """Six people; MACHOP's share is 0.1 to 0.6 above the choice perceptron's after 30 queries."""
    answers = made_answers("p1", "machop", 10, "lbbn") + made_answers("p2", "machop", 10, "lllb")
    for i in range(1, 7):
        learned = f"{'l' * (3 + i)}{'b' * (7 - i)}"
        answers += made_answers(f"p{i}", "machop", 30, learned)
        answers += made_answers(f"p{i}", "choice_perceptron", 30, "lllbbbbbnn")
    return answers


def row(statistics: StudyStatistics, method: str, queries: int) -> Preferences:
    (found,) = (
        row for row in statistics.preferences if (row.method, row.queries) == (method, queries)
    )
    return found


def test_shares_are_taken_per_person_and_summarised_over_people() -> None:
    statistics = StudyStatistics.of(made_study())
    assert statistics.people == 6
    after_10 = row(statistics, "machop", 10)
    assert after_10.answers == 8
    learned = after_10.shares[Preferred.LEARNED]
    assert (learned.n, learned.mean) == (2, 0.5)
    assert learned.std == pytest.approx(0.5 / 2**0.5)  # of 0.25 and 0.75, divisor n - 1
    assert (learned.median, learned.least, learned.most) == (0.5, 0.25, 0.75)
    assert (learned.lower_quartile, learned.upper_quartile) == (0.375, 0.625)
    assert after_10.shares[Preferred.BASELINE].mean == pytest.approx((0.5 + 0.25) / 2)
    assert after_10.shares[Preferred.NONE].mean == pytest.approx(0.125)
    baseline = row(statistics, "choice_perceptron", 30)
    assert [baseline.shares[p].mean for p in Preferred] == pytest.approx([0.3, 0.5, 0.2])
    assert [baseline.shares[p].std for p in Preferred] == pytest.approx([0, 0, 0])


def test_methods_are_compared_in_both_directions_over_the_people_they_share() -> None:
    statistics = StudyStatistics.of(made_study())
    ahead, behind = statistics.advantages
    assert (ahead.method, ahead.other, ahead.queries) == ("machop", "choice_perceptron", 30)
    assert (behind.method, behind.other) == ("choice_perceptron", "machop")
    # All six differences are positive: by chance once in 2^6 times.
    assert ahead.test.p == pytest.approx(1 / 64)
    assert behind.test.p == pytest.approx(1.0)
    assert (ahead.delta, behind.delta) == (1.0, -1.0)


def test_people_who_judged_one_method_only_are_left_out_of_the_comparison() -> None:
    answers = made_study() + made_answers("p7", "machop", 30, "bbbb")
    statistics = StudyStatistics.of(answers)
    assert statistics.advantages == StudyStatistics.of(made_study()).advantages
    assert row(statistics, "machop", 30).shares[Preferred.LEARNED].n == 7


def test_differences_of_equal_size_tie_although_shares_are_rounded() -> None:
    answers, differences = [], [1, 1, 1, 1, 1, 1, -1, 2]
    for i, difference in enumerate(differences):
        learned = 2 * i + 3
        for method, count in {"x": learned + difference, "y": learned}.items():
            answers += made_answers(f"p{i}", method, 10, "l" * count + "b" * (53 - count))
    ahead, _ = StudyStatistics.of(answers).advantages
    exact = wilcoxon([float(difference) for difference in differences], [0.0] * 8, "greater")
    assert ahead.test.p == pytest.approx(exact.p)


def test_where_nobody_judged_both_those_who_judged_one_are_compared_with_the_others() -> None:
    answers = made_answers("p1", "machop", 30, "l") + made_answers("p2", "mine", 30, "b")
    first, _ = StudyStatistics.of(answers).advantages
    assert (first.test.p, first.test.reason, first.delta) == (None, "there are no pairs", 1.0)
    assert first.between == UnpairedTest(1, 1, None, "only 1 and 1 values")
    for i in range(3, 9):
        answers += made_answers(f"p{i}", "machop" if i % 2 else "mine", 30, "l" if i % 2 else "b")
    first, second = StudyStatistics.of(answers).advantages
    assert first.between is not None
    assert second.between is not None
    assert (first.between.first, first.between.second) == (4, 4)
    assert first.between.p is not None
    assert first.between.p < 0.05 < (second.between.p or 0)
    comparison = study_tables(StudyStatistics.of(answers))[-1]
    assert comparison.rows[0][3] == "4 and 4"
    assert "rank-sum" in comparison.notes[-1]


def test_only_what_was_judged_against_the_same_is_put_together() -> None:
    rows = [f"p1,machop,30,1,{answer},{against}" for answer, against in AGAINST_TWO]
    answers = read_answers("\n".join([f"{HEADER},against", *rows]))
    statistics = StudyStatistics.of(answers)
    assert [(r.against, r.shares[Preferred.LEARNED].mean) for r in statistics.preferences] == [
        ("smallest", 1.0),
        ("prior", 0.0),
    ]
    assert statistics.advantages == ()
    shares = study_tables(statistics)[0]
    assert [row[0] for row in shares.rows] == [
        "machop (against smallest)",
        "machop (against prior)",
    ]


AGAINST_TWO = (("learned", "smallest"), ("baseline", "prior"))


def test_the_tables_show_what_was_found() -> None:
    statistics = StudyStatistics.of(made_study())
    shares, spread, comparison = study_tables(statistics)
    assert ("machop", "10", "2", "8", "37.5 ± 17.7", "50.0 ± 35.4", "12.5 ± 17.7") in shares.rows
    assert ("machop", "10", "0.500", "0.500", "0.375", "0.625", "0.250", "0.750") in spread.rows
    assert comparison.rows[0] == ("machop", "choice_perceptron", "30", "6", "0.016", "1.000")
    assert "| machop | 10 | 2 | 8 | 37.5 ± 17.7 |" in study_markdown(statistics)
    document = study_json(statistics)
    assert document["preferences"][0]["learned"]["mean"] == 0.5
    assert document["advantages"][0]["test"]["pairs"] == 6


def test_without_answers_there_are_no_statistics() -> None:
    with pytest.raises(InvalidValue, match="no answers"):
        StudyStatistics.of([])


def test_a_table_may_have_other_columns_in_any_order_and_blank_lines() -> None:
    text = "seconds,answer,step,queries,method,person\r\n2.5,learned,7,30,machop,p1\r\n\r\n"
    assert read_answers(text) == [EvaluationAnswer("p1", "machop", 30, "7", Preferred.LEARNED)]


words = st.text("aé, \"'\n;7", min_size=1).filter(lambda text: text.strip() == text)
evaluation_answers = st.lists(
    st.builds(
        EvaluationAnswer,
        words,
        words,
        st.integers(0, 999),
        words,
        st.sampled_from(Preferred),
        st.sampled_from(["", "smallest", "prior"]),
    ),
    min_size=1,
    max_size=5,
    unique_by=lambda a: (a.person, a.method, a.queries, a.step, a.against),
)


@given(answers=evaluation_answers)
def test_what_is_written_can_be_read(answers: list[EvaluationAnswer]) -> None:
    assert read_answers(write_answers(answers)) == answers


@pytest.mark.parametrize(
    ("text", "complaints"),
    [
        ("", ["line 1: column person is missing"]),
        ("person;method;queries;step;answer\n", ["line 1: column person is missing", HEADER]),
        ("person,method,queries,step\n", ["line 1: column answer is missing"]),
        (f"{HEADER},step\n", ["line 1: column step is there twice"]),
        (f"{HEADER}\n", ["no rows below its header"]),
        (f"{HEADER}\np1,machop,10,1\n", ["line 2: 4 cells, but the header has 5 columns"]),
        (f"{HEADER}\np1,,10,1,none\n", ["line 2: column method is empty"]),
        (f"{HEADER}\np1,machop,-1,1,none\n", ["line 2: column queries is '-1'", "whole number"]),
        (f"{HEADER}\np1,machop,1e1,1,none\n", ["line 2: column queries is '1e1'"]),
        (f"{HEADER}\np1,machop,²,1,none\n", ["line 2: column queries is '²'"]),
        (
            f"{HEADER}\np1,machop,10,1,none\n\np1,machop,10,2,machop\n",
            ["line 4: column answer is 'machop'", "learned, baseline, none"],
        ),
        (
            f"{HEADER}\np1,machop,10,1,none\np1,machop,10,1,learned\n",
            ["line 3: person p1, method machop, queries 10, step 1 is in line 2 already"],
        ),
        (f'{HEADER}\n"p1,machop,10,1,none\n', ["line 2: "]),
        (f'{HEADER}\n"p"1,machop,10,1,none\n', ["line 2: "]),
    ],
)
def test_a_mistake_is_named_with_line_and_column(text: str, complaints: list[str]) -> None:
    with pytest.raises(InvalidValue) as error:
        read_answers(text, "mine.csv")
    assert str(error.value).startswith("mine.csv")
    for complaint in complaints:
        assert complaint in str(error.value)


@given(start=st.integers(0, 80), length=st.integers(0, 10), junk=st.text(max_size=4))
def test_a_damaged_table_is_read_or_refused_on_purpose(start: int, length: int, junk: str) -> None:
    text = f"{HEADER}\np1,machop,10,1,none\np2,machop,10,1,learned\n"
    try:
        answers = read_answers(text[:start] + junk + text[start + length :])
    except HintwiseError:
        return
    assert StudyStatistics.of(answers).people >= 1
