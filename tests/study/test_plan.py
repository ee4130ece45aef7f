"""Plans of studies: what is read, what is refused and how, and what a plan is told by."""

from __future__ import annotations

import json
import random
import re
import tomllib
from datetime import date
from typing import Any

import pytest

from hintwise.errors import InvalidPlan, InvalidValue, UnknownName
from hintwise.study.outline import outline
from hintwise.study.plan import PAPER_PLAN, Completion, StudyPlan, read_plan
from tests.study.made_plans import PLAN, changed, small_plan


def mistakes(text: str, **more: Any) -> tuple[str, ...]:
    with pytest.raises(InvalidPlan) as caught:
        read_plan(text, "study.toml", **more)
    return caught.value.mistakes


def with_line(old: str, new: str) -> str:
    """The small plan with something else in it, which must be there."""
    assert PLAN.count(old) >= 1
    return PLAN.replace(old, new, 1)


def test_the_paper_s_plan_is_the_paper_s_study() -> None:
    plan = read_plan(PAPER_PLAN)
    assert plan.people == 30
    assert [(arm.method, arm.preset) for arm in plan.arms] == [
        ("machop", "paper"),
        ("choice_perceptron", "paper"),
    ]
    assert plan.design == "within"
    assert plan.questions.train == 50
    phases = [(each.after, each.against, each.pairs) for each in plan.evaluations]
    assert phases == [(10, "smallest", 56), (30, "smallest", 56), (50, "smallest", 56)]
    found = outline(plan)
    assert found.questions == 2 + 2 * (50 + 2 + 3 + 3 * 56)
    assert found.people == (15, 15)


def test_the_paper_s_plan_says_where_it_must_be_filled_in() -> None:
    (note,) = outline(read_plan(PAPER_PLAN)).notes
    assert note.startswith("text in [consent] still has places to fill in: [NAMES], [INSTITUTION]")


def test_the_paper_s_plan_names_every_key() -> None:
    """In its values or its comments; a form shows each kind of field."""
    plan = read_plan(PAPER_PLAN).as_json()
    for key in (*plan, *plan["questions"], *plan["checks"], *plan["exclusion"], "code", "url"):
        assert re.search(rf"^(# )?\[*{key}\b", PAPER_PLAN, re.M), key
    for key in ("options", "least", "most", "labels", "required"):
        assert re.search(rf"\b{key}\b", PAPER_PLAN), key


def test_the_hash_is_of_what_a_plan_says_and_not_of_how_it_is_written() -> None:
    plan = small_plan()
    document = plan.as_json()
    shuffled = list(document.items())
    random.Random(1).shuffle(shuffled)
    assert StudyPlan.from_json(dict(shuffled)).hash == plan.hash
    head, tables = PLAN.split("\n[puzzles]")
    lines = "\n".join(reversed(head.splitlines()))
    assert read_plan(f"# A comment.\r\n{lines}\r\n[puzzles]{tables}").hash == plan.hash
    assert read_plan(with_line("people = 4", "people = 5")).hash != plan.hash
    assert read_plan(with_line("Do you agree?", "Do you?")).hash != plan.hash
    assert re.fullmatch("[0-9a-f]{64}", plan.hash)


@pytest.mark.parametrize("text", [PLAN, PAPER_PLAN], ids=["small", "paper"])
def test_a_plan_comes_back_whole_from_its_document(text: str) -> None:
    plan = read_plan(text)
    again = StudyPlan.from_json(json.loads(json.dumps(plan.as_json())))
    assert again == plan
    assert again.hash == plan.hash
    assert hash(again) == hash(plan)
    for arm in plan.arms:
        assert again.settings(arm.name, 7) == plan.settings(arm.name, 7)


def test_the_settings_of_an_arm_are_its_method_s_with_limits_that_fit_every_machine() -> None:
    settings = small_plan().settings("machop", 7)
    assert settings.flat["method"] == "machop"
    assert (settings.seed, settings.node_limit, settings.deadline_s) == (7, 24, None)
    assert small_plan().settings("practice", 7).node_limit == 24
    with pytest.raises(UnknownName, match="machop, perceptron"):
        small_plan().settings("nobody", 7)


def test_options_of_an_arm_are_flat_and_reach_its_settings() -> None:
    plan = read_plan(with_line('preset = "paper"', 'preset = "paper"\nlearning_rate = 2'))
    assert plan.settings("machop", 1).flat["learning_rate"] == 2


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("version = 1", "version = 2", "1: version: expected 1, not 2"),
        ('name = "small"', 'name = "a study"', "2: name: expected 1 to 40 letters"),
        ('title = "A small study"', 'title = " "', "3: title: expected some text"),
        ('title = "A small study"\n', "", "1: title: is missing"),
        ('design = "within"', 'design = "with"', "4: design: unknown design 'with'; did you mean"),
        ("people = 4", "people = 0", "5: people: expected a whole number from 1 to 100000, not 0"),
        ("people = 4", 'people = "4"', "5: people: expected a whole number"),
        ("people = 4", "people = true", "5: people: expected a whole number"),
        ("people = 4", "people = 4\npersons = 4", "6: persons: unknown key 'persons'"),
        ("seed = 3", "seed = -1", "6: seed: expected a whole number from 0"),
        ("seed = 3", 'closes = "soon"', "6: closes: expected a day without quotes"),
        ("seed = 3", 'language = "fr"', "6: language: unknown language 'fr'"),
        ("seed = 3", "release_after_h = 0", "6: release_after_h: expected a number from 0.01"),
        ('"tiny-1", "tiny-2"', "", "9: train in [puzzles]: expected a list of texts in quotes, 1"),
        ('"tiny-1", ', '"tiny-9", ', "9: train in [puzzles], entry 1: 'tiny-9' is neither"),
        ('"tiny-1", ', "7, ", "9: train in [puzzles], entry 1: expected some text in quotes"),
        ('"tiny-1", ', '"tiny-2", ', "9: train in [puzzles], entry 2: is there twice"),
        ('"tiny-1", ', '"kites", ', "9: train in [puzzles], entry 2: is a Sudoku, but the first"),
        ('["tiny-3"]', '["tiny-1"]', "10: evaluate in [puzzles], entry 1: is among those to train"),
        ('["tiny-4"]', '["tiny-3"]', "11: practice in [puzzles], entry 1: is among those to prac"),
        ('["tiny-3"]', "[]", "10: evaluate in [puzzles]: expected a puzzle or more"),
        ('["tiny-4"]', "[]", "11: practice in [puzzles]: expected a puzzle or more: practice in"),
        ("practice = 1", "practice = 0", "11: practice in [puzzles]: expected no puzzle"),
        (
            '"tiny-3"',
            '"1..1............"',
            "10: evaluate in [puzzles], entry 1: the problem has no",
        ),
        ('"tiny-3"', '"1234341221434321"', "10: evaluate in [puzzles], entry 1: nothing is left"),
        ('name = "machop"', 'name = "perceptron"', "19: name in [[arms]] 2: 'perceptron' is there"),
        *(
            ('name = "machop"', f'name = "{name}"', "14: name in [[arms]] 1: expected another name")
            for name in ("arms", "practice", "person", "smallest", "prior", "learned", "break")
        ),
        ('name = "machop"', 'name = "a:b"', "14: name in [[arms]] 1: expected 1 to 30 letters"),
        ('method = "machop"', 'method = "macho"', "15: method in [[arms]] 1: unknown method 'mach"),
        ('preset = "paper"', 'preset = "mine"', "16: preset in [[arms]] 1: unknown preset 'mine'"),
        ('preset = "paper"', "seed = 1", "16: seed in [[arms]] 1: is drawn for each participant"),
        ('preset = "paper"', "deadline_s = 1", "16: deadline_s in [[arms]] 1: questions would"),
        ('preset = "paper"', 'lerner = "bayes"', "16: lerner in [[arms]] 1: unknown key 'lerner'"),
        ('preset = "paper"', 'learner = "bays"', "16: learner in [[arms]] 1: unknown learner"),
        ('preset = "paper"', 'prior = "wide"', "13: [[arms]] 1: prior does not apply to learner"),
        ('preset = "paper"', "confidence = [1]", "16: confidence in [[arms]] 1: expected a text"),
        ("train = 8", "train = 1.5", "24: train in [questions]: expected a whole number from 1"),
        ("train = 8", "train = 8\nleast = 6", "25: least in [questions]: expected only with stop"),
        ("after = 4", "after = 9", "28: after in [[evaluations]] 1: expected at most 8, which is"),
        ('"smallest"', '"small"', "29: against in [[evaluations]] 1: unknown against 'small'"),
        ("pairs = 2", "pairs = 13", "30: pairs in [[evaluations]] 1: expected at most 12, the st"),
        ("after = 8", "after = 7", "33: after in [[evaluations]] 2: arms are compared once they"),
        ('"within"', '"between"', "34: against in [[evaluations]] 2: 'arms' needs people who go"),
        ("repeats = 1", "repeats = 3", "39: repeats in [checks]: expected at most 3 checks, not 1"),
        ("dominated_failures = 1", "dominated_failures = 3", "42: dominated_failures in [exclus"),
        ("dominated_failures = 1", "least_agreement = 2", "42: least_agreement in [exclusion]"),
        ('text = "Do you agree?"', 'text = ""', "45: text in [consent]: expected some text"),
        ('[consent]\ntext = "Do you agree?"', "", "1: consent: is missing"),
        (
            'name = "age"',
            'name = "Age!"',
            "48: name in [[demographics]] 1: expected a small letter",
        ),
        ('name = "age"', 'name = "remarks"', "55: name in [[closing]] 1: 'remarks' is there twice"),
        ('kind = "number"', 'kind = "date"', "50: kind in [[demographics]] 1: unknown kind 'date'"),
        ('kind = "number"', 'kind = "choice"', "47: options in [[demographics]] 1: is missing"),
        (
            "least = 18",
            "least = 18\nmost = 18",
            "52: most in [[demographics]] 1: expected a number",
        ),
        (
            'kind = "text"',
            'kind = "text"\noptions = ["a"]',
            "58: options in [[closing]] 1: unknown",
        ),
        ('kind = "text"', 'kind = "scale"\nlabels = ["low"]', "58: labels in [[closing]] 1: expec"),
        ("https://example.org/{code}", "example.org", "62: url in [completion]: expected an addre"),
        ("https://example.org/{code}", "javascript:alert(1)", "62: url in [completion]: expected"),
        ("https://example.org/{code}", "https://x.org/{PID}", "62: url in [completion]: expected"),
        ('code = "DONE"\n', "", "61: url in [completion]: 'https://example.org/{code}' holds"),
        ("[questions]", "[questions", "23: "),
    ],
)
def test_a_mistake_is_told_with_its_line_the_value_and_what_is_accepted(
    old: str, new: str, complaint: str
) -> None:
    found = mistakes(with_line(old, new))
    assert any(line.startswith(f"study.toml:{complaint}") for line in found), found


def test_several_mistakes_are_told_at_once_in_the_order_of_the_file() -> None:
    wrong = with_line("people = 4", "people = 0").replace("train = 8", "train = 0")
    found = mistakes(wrong.replace('kind = "text"', 'kind = "essay"'))
    assert [line.split(":")[1] for line in found] == ["5", "24", "57"]
    wrong = with_line("after = 4", "after = 9").replace("repeats = 1", "repeats = 9")
    assert [line.split(":")[1] for line in mistakes(wrong)] == ["28", "39"]


SCALARS = ("0", "-1", "3", "true", '" "', '"x"', "[]", "{}", "nan", "1.5", "2027-01-01", "[{}]")


@pytest.mark.parametrize("number", [n for n, line in enumerate(PLAN.splitlines()) if "=" in line])
def test_any_value_in_any_place_is_read_or_refused_with_its_line(number: int) -> None:
    lines = PLAN.splitlines()
    key, _, _ = lines[number].partition(" = ")
    for value in SCALARS:
        text = "\n".join([*lines[:number], f"{key} = {value}", *lines[number + 1 :]])
        told: tuple[str, ...] = ()
        try:
            plan = read_plan(text, "study.toml")
        except InvalidPlan as error:
            told = error.mistakes
        else:
            assert StudyPlan.from_json(plan.as_json()) == plan
        assert all(re.match(r"study\.toml:\d+: [\w\[]", line) for line in told)


def test_a_day_that_is_over_is_refused_only_when_it_matters() -> None:
    text = with_line("seed = 3", "closes = 2027-03-31")
    assert read_plan(text, today=date(2027, 3, 31)).closes == date(2027, 3, 31)
    (found,) = mistakes(text, today=date(2027, 4, 1))
    assert found.endswith(
        "6: closes: 2027-03-31 is over in UTC; expected today, 2027-04-01, or later"
    )
    assert StudyPlan.from_json(read_plan(text).as_json()).closes == date(2027, 3, 31)


ENOUGH = with_line('"choice_perceptron"\npreset = "paper"', '"bayes_information"').replace(
    'method = "machop"\npreset = "paper"', 'method = "bayes"'
)


def test_arms_that_end_when_they_have_enough_need_a_learner_that_can_tell() -> None:
    stop = 'train = 8\nstop = "enough"'
    assert "is missing" in mistakes(ENOUGH.replace("train = 8", stop))[0]
    plan = read_plan(ENOUGH.replace("train = 8", f"{stop}\nleast = 7"))
    assert plan.questions.of_everybody == 7
    assert (
        "expected at most train" in mistakes(ENOUGH.replace("train = 8", f"{stop}\nleast = 9"))[0]
    )
    early = ENOUGH.replace("train = 8", f"{stop}\nleast = 7").replace("after = 4", "after = 8")
    assert read_plan(early).evaluations[0].after == 8
    long = ENOUGH.replace("train = 8", 'train = 20\nstop = "enough"\nleast = 7')
    found = mistakes(long.replace("after = 4", "after = 15").replace("after = 8", "after = 20"))
    assert "expected at most 7, which is least in [questions], or 20" in found[0]
    found = mistakes(with_line("train = 8", f"{stop}\nleast = 7"))
    assert len(found) == 2
    assert "'machop' cannot tell when it has enough" in found[0]


def test_an_address_gets_the_code() -> None:
    assert small_plan().completion.link == "https://example.org/DONE"
    assert Completion().link is None


def test_what_is_not_the_document_of_a_plan_is_refused() -> None:
    document = small_plan().as_json()
    for wrong in (
        {},
        {**document, "version": 2},
        {**document, "arms": 3},
        {**document, "more": 1},
        {key: value for key, value in document.items() if key != "consent"},
    ):
        with pytest.raises(InvalidValue):
            StudyPlan.from_json(wrong)


def test_a_plan_that_cannot_be_balanced_is_noted() -> None:
    notes = outline(changed(small_plan(), people=5)).notes
    assert notes == ("5 people cannot be balanced over 2 orders of the arms; 6 could",)


def test_arms_that_do_not_differ_are_noted() -> None:
    (note,) = outline(read_plan(with_line('"choice_perceptron"', '"machop"'))).notes
    assert note == "the arms machop and perceptron are the same"


def test_the_keys_of_the_document_are_those_of_the_file() -> None:
    assert set(tomllib.loads(PAPER_PLAN)) <= set(small_plan().as_json())
