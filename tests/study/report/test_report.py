"""The report of a study, on people who are simulated: its figures checked by hand."""

from __future__ import annotations

import dataclasses
import itertools
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy import stats

from hintwise.experiments.report.document import as_markdown
from hintwise.guide.reading import read_puzzle
from hintwise.people.predictors import PREDICTORS
from hintwise.people.statistics import Summary
from hintwise.render.table import Table
from hintwise.study.export import Export, Standing, export, read_export
from hintwise.study.plan import Arm, Checks, Evaluation, Exclusion, Questions, StudyPlan
from hintwise.study.report import Report, analysed, completed, make_report, shares_by_person
from hintwise.study.report.consistency import Retest, retest
from hintwise.study.report.durations import durations_table
from hintwise.study.report.foresight import EXPECTS, Foresight
from hintwise.study.report.preferences import paper_table
from hintwise.study.report.published import published_cells
from hintwise.study.report.selection import Row
from tests.study.made_people import Character, made_participations
from tests.study.made_plans import changed, small_plan

QUICK = ("perceptron", "ones")
"""Learners that take no time."""

CARELESS = Character(careless=1.0)
CHARACTERS = {
    2: Character(careless=1.0, remark="Grüße | <b>fett</b>"),
    4: Character(stops_after=20),
    5: Character(stops_after=1),
    9: Character(seconds=0.4),
}


def plan_of(**changes: Any) -> StudyPlan:
    """The small plan with more to evaluate, and rules that somebody breaks."""
    evaluations = (
        Evaluation(4, "smallest", 12),
        Evaluation(8, "smallest", 12),
        Evaluation(8, "arms", 6),
    )
    rules = Exclusion(dominated_failures=2, least_agreement=0.2, least_median_s=1.0)
    usual = {"evaluations": evaluations, "exclusion": rules, "checks": Checks(1, 2)}
    return changed(small_plan(), **{**usual, **changes})


@cache
def made_export() -> Export:
    plan = plan_of()
    participations = made_participations(plan, 14, CHARACTERS)
    return read_export(export(plan, participations, Standing(withdrawn=3, declined=2)))


@cache
def made() -> Report:
    return make_report(made_export(), QUICK)


def report_on(plan: StudyPlan, people: int, characters: Mapping[int, Character] = {}) -> Report:
    participations = made_participations(plan, people, characters)
    return make_report(read_export(export(plan, participations)), QUICK)


@cache
def made_files() -> dict[str, str | bytes]:
    return made().files()


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures are not drawn, which would take longer than all the rest."""
    monkeypatch.setattr("hintwise.study.report.report.svg_of", lambda figure: "<svg></svg>")
    monkeypatch.setattr("hintwise.study.report.report.png_of", lambda figure: b"")


def cells(table: Table) -> dict[str, tuple[str, ...]]:
    return {row[0]: row[1:] for row in table.rows}


def test_the_flow_adds_up() -> None:
    flow = made().flow
    assert (flow.joined, flow.withdrawn, flow.declined) == (19, 3, 2)
    assert flow.joined == flow.declined + flow.not_consented + flow.consented
    assert flow.consented == flow.withdrawn + flow.unfinished + flow.completed
    assert flow.completed == flow.excluded + flow.analysed
    assert (flow.not_consented, flow.unfinished, flow.completed) == (1, 1, 12)
    assert flow.reasons["least_median_s"] == 1
    assert sum(cell["joined"] for cell in flow.cells.values()) == 14
    assert sum(cell["analysed"] for cell in flow.cells.values()) == flow.analysed


def shares(rows: list[Row], method: str, against: str, after: int, answer: str) -> list[float]:
    """By person, counted anew."""
    own = [r for r in rows if (r["method"], r["against"], r["queries"]) == (method, against, after)]
    people = sorted({row["person"] for row in own})
    return [np.mean([r["answer"] == answer for r in own if r["person"] == p]) for p in people]


def test_the_paper_s_table_has_means_and_deviations_over_people() -> None:
    found = made().analysed
    assert found.evaluation is not None
    table = paper_table(found.evaluation, "smallest", found.waits, made_export().plan)
    assert table.headers == (
        "after",
        *("smallest", "machop", "neither"),
        *("smallest", "perceptron", "neither"),
        *("machop, s", "perceptron, s"),
    )
    rows = analysed(made_export()).evaluation
    for after in (4, 8):
        expected = []
        for arm, answer in itertools.product(
            ("machop", "perceptron"), ("baseline", "learned", "none")
        ):
            own = 100 * np.array(shares(rows, arm, "smallest", after, answer))
            expected.append(f"{own.mean():.1f} ± {own.std(ddof=1):.1f}")
        assert cells(table)[str(after)][:6] == tuple(expected)


@pytest.mark.usefixtures("undrawn")
def test_the_paper_s_figures_stand_below_those_of_the_same_study() -> None:
    plan = plan_of(questions=Questions(10), evaluations=(Evaluation(10, "smallest", 56),))
    report = report_on(plan, 2)
    (table,) = (b for b in report.blocks() if isinstance(b, Table) and b.headers[0] == "after")
    ours, published = table.rows
    assert (ours[0], published[:3]) == ("10", ("– as published", "52.2 ± 19.8", "25.2 ± 16.6"))
    assert "p < 0.001 after 10 questions" in table.notes[-1]
    assert report.tables()[2].rows == (ours,)
    assert [row[0] for row in made().tables()[2].rows] == ["4", "8"]


def test_the_paper_s_figures_are_for_sudokus_its_settings_and_as_many_pairs_alone() -> None:
    plan = plan_of(evaluations=(Evaluation(10, "smallest", 56),))
    ours = [replace(arm, preset=None) for arm in plan.arms]
    grid = replace(plan.puzzles, train=(read_puzzle("kites"),))
    assert published_cells(plan, plan.arms, 10, "smallest") is not None
    assert published_cells(plan, plan.arms, 30, "smallest") is None
    assert published_cells(plan, ours, 10, "smallest") is None
    fewer = changed(plan, evaluations=(Evaluation(10, "smallest", 12),))
    assert published_cells(fewer, plan.arms, 10, "smallest") is None
    others = changed(plan, puzzles=grid)
    assert published_cells(others, plan.arms, 10, "smallest") is None


def test_the_line_that_people_reach_themselves_is_of_all_who_completed() -> None:
    rules = Exclusion(least_agreement=0.9)
    report = report_on(plan_of(exclusion=rules), 8, dict.fromkeys((2, 3, 4), CARELESS))
    everybody, left = report.completed.retest, report.analysed.retest
    assert everybody is not None
    assert left is not None
    assert everybody.kept != left.kept
    for name in ("training", "learners"):
        axes = report.drawings[name].figure.axes[0]
        (line,) = (line for line in axes.lines if line.get_label() == "people with themselves")
        assert np.unique(line.get_ydata()) == [everybody.kept]
        assert "over all who completed the study" in report.drawings[name].caption


@pytest.mark.usefixtures("undrawn")
def test_it_is_told_how_often_people_had_no_preference() -> None:
    shares = [row["indifferent"] for row in analysed(made_export()).participants]
    least, most = 100 * min(shares), 100 * max(shares)
    text = as_markdown("", list(made().blocks()))
    assert f"{100 * np.mean(shares):.1f} % of a person's answers" in text
    assert f"in {least:.1f} to {most:.1f} %." in text


def test_the_table_has_the_times_to_compute_the_questions_since_the_row_before() -> None:
    found = made().analysed
    rows = [
        row
        for row in analysed(made_export()).answers
        if (row["part"], row["purpose"]) == ("machop", "train") and 4 < row["number"] <= 8
    ]
    people = sorted({row["person"] for row in rows})
    means = [np.mean([r["computed_s"] for r in rows if r["person"] == p]) for p in people]
    assert found.waits["machop", 8].mean == pytest.approx(np.mean(means))
    assert found.waits["machop", 8].std == pytest.approx(np.std(means, ddof=1))


def test_the_tests_are_those_of_scipy() -> None:
    found = made().analysed.evaluation
    assert found is not None
    rows = analysed(made_export()).evaluation
    first, second = (
        np.array(shares(rows, arm, "smallest", 8, "learned")) for arm in ("machop", "perceptron")
    )
    (advantage,) = (
        row
        for row in found.statistics.advantages
        if (row.method, row.against, row.queries) == ("machop", "smallest", 8)
    )
    expected = stats.wilcoxon(np.round(first - second, 12), alternative="greater").pvalue
    assert advantage.test.p == pytest.approx(expected)
    assert advantage.delta == pytest.approx(np.mean(np.sign(np.subtract.outer(first, second))))
    (liking,) = (
        row
        for row in found.likings
        if (row.method, row.against, row.queries) == ("machop", "smallest", 8)
    )
    learned, baseline = (
        np.array(shares(rows, "machop", "smallest", 8, answer))
        for answer in ("learned", "baseline")
    )
    expected = stats.wilcoxon(np.round(learned - baseline, 12), alternative="greater").pvalue
    assert liking.test.p == pytest.approx(expected)


def test_shares_by_person_are_those_of_the_wide_table() -> None:
    found = shares_by_person(completed(made_export()))
    people = {row["person"]: row for row in made_export().participants}
    assert set(found) == {
        *(("machop", "smallest", n) for n in (4, 8)),
        *(("perceptron", "smallest", n) for n in (4, 8)),
        ("machop", "perceptron", 8),
    }
    for (arm, against, after), own in found.items():
        assert len(own) == 12
        for person, share in own.items():
            wide = people[person][f"{arm}_{after}_{against}_learned"]
            assert share == pytest.approx(wide, abs=1e-6)


def test_the_curve_is_how_often_the_arm_s_step_was_preferred() -> None:
    rows = [
        row
        for row in analysed(made_export()).answers
        if (row["part"], row["purpose"], row["number"]) == ("machop", "train", 8)
    ]
    (stretch,) = (s for s in made().analysed.training if (s.arm, s.first) == ("machop", 8))
    preferring = [row["answer"] == "a" for row in rows if row["answer"] != "none"]
    assert stretch.foreseen is not None
    assert stretch.foreseen.n == len(preferring)
    assert stretch.foreseen.mean == pytest.approx(np.mean(preferring))
    assert stretch.indifferent.mean == pytest.approx(1 - len(preferring) / len(rows))


def test_agreement_with_oneself_is_counted_over_repeats() -> None:
    selection = analysed(made_export())
    found = retest(selection)
    assert found is not None
    rows = [row for row in selection.answers if row["purpose"] == "repeat"]
    assert found.repeats == len(rows) == 4 * len(selection.people)
    people = {row["person"]: row["agreement"] for row in selection.participants}
    assert found.agreement.mean == pytest.approx(np.mean(list(people.values())))


def test_what_agreement_allows_follows_from_random_errors() -> None:
    for error in (0.0, 0.1, 0.3):
        kept = 1 - 2 * error * (1 - error)
        found = Retest(10, Summary.of([kept]), 10, kept)
        assert found.ceiling == pytest.approx(1 - error)
    assert Retest(10, Summary.of([0.4]), 10, 0.4).ceiling is None
    assert Retest(10, Summary.of([1.0]), 0, None).ceiling is None


def test_learners_are_tested_on_what_they_have_not_seen() -> None:
    found = made().foresight
    assert found is not None
    assert found.answers == (0, 4, 8)
    assert set(found.ways) == {
        ("machop", "perceptron"),
        ("perceptron", "machop"),
        ("machop", "evaluation"),
        ("perceptron", "evaluation"),
    }
    rows = [
        row
        for row in analysed(made_export()).answers
        if row["purpose"] == "evaluate" and row["answer"] in ("a", "b")
    ]
    features = [
        name[2:] for name in rows[0] if name.startswith("a_") and f"b_{name[2:]}" in rows[0]
    ]
    features = [name for name in features if isinstance(rows[0][f"a_{name}"], int)]
    right: dict[str, list[float]] = {}
    for row in rows:
        a, b = (sum(row[f"{step}_{name}"] for name in features) for step in "ab")
        hit = 0.5 if a == b else float((a < b) == (row["answer"] == "a"))
        right.setdefault(row["person"], []).append(hit)
    expected = np.mean([np.mean(hits) for hits in right.values()])
    for score in found.along(("machop", "evaluation"))["ones"]:
        assert score.all_pairs is not None
        assert score.all_pairs.pairs == len(rows)
        assert score.all_pairs.accuracy.mean == pytest.approx(expected)


def test_bayes_gives_a_log_loss() -> None:
    selection = analysed(made_export())
    few = dataclasses.replace(selection, people=frozenset(sorted(selection.people)[:1]))
    found = Foresight.of(few, ["bayes"])
    assert found is not None
    (last,) = found.along(("machop", "evaluation"))["bayes"][-1:]
    assert last.all_pairs is not None
    assert last.all_pairs.log_loss is not None
    assert 0 < last.all_pairs.log_loss.mean < 2


def test_the_same_export_gives_the_same_files() -> None:
    first, second = made_files(), make_report(made_export(), QUICK).files()
    assert first == second
    pictures = {f"{n}.{f}" for n in ("flow", "preferences", "training", "learners") for f in FORMS}
    assert set(first) == {"report.html", "report.md", "report.json", *pictures}
    for name, contents in first.items():
        assert isinstance(contents, bytes) == name.endswith(".png")


FORMS = ("svg", "png")


def test_the_page_is_whole_and_loads_nothing() -> None:
    page = made_files()["report.html"]
    assert isinstance(page, str)
    assert not re.findall(r'(?:src|href)="(?!#|data:)', page)
    assert "<script" not in page
    assert page.count("<figure>") == 4
    for heading in ("Who took part", "What people preferred", "What learners foresee", "Times"):
        assert f">{heading}</h2>" in page
    assert "With those who are excluded" in page


def test_the_report_says_what_each_learner_goes_by() -> None:
    assert list(EXPECTS) == list(PREDICTORS)
    page = str(made_files()["report.md"])
    assert "- perceptron expects the step that is cheaper under the weights" in page
    assert "- ones expects the step that is cheaper when all weights are 1." in page
    assert "bayes expects" not in page


def test_times_are_told_in_the_order_of_the_plan_and_no_finer_than_people_read() -> None:
    durations = made().analysed.durations
    assert durations is not None
    order = [(pace.part, pace.purpose) for pace in durations.paces]
    purposes = ["train", "dominated", "repeat", "evaluate"]
    arms = [(arm.name, purpose) for arm in plan_of().arms for purpose in purposes]
    assert order == [("practice", "practice"), *arms, ("arms", "evaluate")]
    quick = replace(durations.paces[0], computed_s=Summary.of([1.7e-05, 0.0123]))
    (row,) = durations_table(replace(durations, paces=(quick,))).rows
    assert row[-2:] == ("0.006", "0.012")
    looked_up = replace(quick, computed_s=Summary.of([1.7e-05]))
    (row,) = durations_table(replace(durations, paces=(looked_up,))).rows
    assert row[-2:] == ("0", "0")


def test_who_came_after_an_arm_was_closed_is_not_said_to_have_gone_through_it() -> None:
    whole, (late, *others) = made(), analysed(made_export()).participants
    assert whole.remarks[0].endswith("everybody went through all arms.")
    people = ({**late, "order": "machop"}, *others)
    some = replace(whole, export=replace(whole.export, participants=people))
    without = f"{len(others)} of them went through all arms, others without those that had been"
    assert without in some.remarks[0]


def test_texts_that_people_wrote_are_counted_and_not_printed() -> None:
    whole = "".join(text for text in made_files().values() if isinstance(text, str))
    assert "fett" not in whole
    (remarks,) = (form for form in made().analysed.forms if form.name == "remarks")
    assert (remarks.kind, remarks.counts, remarks.summary) == ("text", None, None)
    (age,) = (form for form in made().analysed.forms if form.name == "age")
    ages = [row["demographics_age"] for row in analysed(made_export()).participants]
    assert age.summary is not None
    assert age.summary.mean == pytest.approx(np.mean(ages))


def test_the_document_is_json_and_has_both_selections() -> None:
    document = json.loads(str(made_files()["report.json"]))
    assert document["completed"]["people"] == 12
    assert document["analysed"]["people"] == document["flow"]["analysed"] < 12
    assert document["learners"]["answers"] == [0, 4, 8]


@pytest.mark.usefixtures("undrawn")
def test_one_person_is_said_to_be_too_few() -> None:
    report = report_on(plan_of(exclusion=Exclusion()), 1)
    assert "With one person there is no standard deviation, and no test." in report.remarks
    assert "±" not in "".join(cell for row in report.tables()[2].rows for cell in row)
    assert "– (only 1 pair differs)" in str(report.files()["report.md"])


@pytest.mark.usefixtures("undrawn")
def test_one_arm_is_said_to_have_no_other() -> None:
    arm = small_plan().arms[0]
    evaluations = (Evaluation(8, "smallest", 6),)
    report = report_on(plan_of(arms=(arm,), evaluations=evaluations), 6)
    assert "The study has one arm, so there is no other to compare it with." in report.remarks
    page = str(report.files()["report.md"])
    assert "more often with one method" not in page
    assert "Taught by machop, tested on evaluation pairs" in page


@pytest.mark.usefixtures("undrawn")
def test_people_of_different_arms_are_compared_by_ranks() -> None:
    report = report_on(plan_of(design="between", evaluations=(Evaluation(8, "smallest", 9),)), 12)
    page = str(report.files()["report.md"])
    assert "rank-sum test" in page
    assert "everybody was taught by one arm" in report.remarks[0]
    assert report.foresight is not None
    assert {tested for _, tested in report.foresight.ways} == {"evaluation"}


@pytest.mark.usefixtures("undrawn")
def test_without_evaluations_or_checks_the_report_says_so() -> None:
    arms = (Arm("machop", "machop"),)
    plan = plan_of(evaluations=(), checks=Checks(), questions=Questions(4), arms=arms)
    report = report_on(plan, 2)
    assert any("no evaluation" in remark for remark in report.remarks)
    assert any("Without repeats" in remark for remark in report.remarks)
    page = str(report.files()["report.md"])
    assert "Nobody who is analysed has answered an evaluation pair." in page
    assert "There is nothing that learners could be tested on" in page


@pytest.mark.usefixtures("undrawn")
def test_a_study_that_nobody_has_completed_has_a_report() -> None:
    report = report_on(plan_of(), 2, {1: Character(stops_after=5), 2: Character(stops_after=1)})
    assert report.remarks[-1] == "Nobody is left to analyse, so there are no figures about answers."
    assert "There are no answers." in str(report.files()["report.md"])
    nobody = make_report(read_export(export(plan_of(), [])), QUICK)
    assert "report.html" in nobody.files()


def test_a_rehearsal_says_that_it_is_one() -> None:
    plan = plan_of()
    files = export(plan, made_participations(plan, 1), Standing(rehearsal=True))
    assert "all people are simulated" in make_report(read_export(files), QUICK).remarks[0]
