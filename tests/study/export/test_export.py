"""An export: its tables, what is not in them, and what other commands read of it."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hintwise.errors import InvalidValue
from hintwise.people.choices import Choices
from hintwise.people.study import Preferred, read_answers
from hintwise.study.events import upgraded
from hintwise.study.export import (
    Conduct,
    Export,
    Participation,
    Standing,
    export,
    payments,
    read_export,
    without_times,
)
from hintwise.study.export.answers import COLUMNS as ANSWER_COLUMNS
from hintwise.study.export.codebook import OTHER_FILES
from hintwise.study.export.evaluation import COLUMNS as EVALUATION_COLUMNS
from hintwise.study.export.names import person_name
from hintwise.study.export.participant import Participant
from hintwise.study.export.participants import COLUMNS as PARTICIPANT_COLUMNS
from hintwise.study.export.sheet import BYTE_ORDER_MARK
from hintwise.study.plan import Completion, Exclusion, Field
from tests.study.made_people import Character, made_participations
from tests.study.made_plans import changed, small_plan

CHARACTERS = {
    2: Character(remark='=HYPERLINK("http://evil")'),
    3: Character(careless=1.0, remark="schön, mit Komma\r\nund Zeile"),
    5: Character(stops_after=14),
    6: Character(stops_after=1),
}
FILES_PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "files.md"

SESSIONS = '{"format": "hintwise-study-sessions", "version": 1, "participations": %s}'
NO_BODY = '[{"person": "p1", "events": [{"kind": "joined", "id": "joined", "body": {}}, {}]}]'

Rows = list[dict[str, Any]]


@cache
def made_files(people: int = 6, seconds: float = 1.0) -> dict[str, str]:
    participations = made_participations(small_plan(), people, CHARACTERS, seconds=seconds)
    return export(small_plan(), participations, Standing(withdrawn=2))


def rows(name: str) -> Rows:
    found: Rows = json.loads(made_files()[f"{name}.json"])
    return found


def test_every_file_is_there_and_the_codebook_names_it() -> None:
    files = made_files()
    tables = [table["name"] for table in json.loads(files["codebook.json"])["tables"]]
    assert tables == ["participants", "answers", "evaluation"]
    named = {f"{table}.{form}" for table in tables for form in ("csv", "json")} | set(OTHER_FILES)
    assert set(files) == named
    assert all(name in files["codebook.md"] for name in named)


def test_csv_and_json_have_the_columns_of_the_codebook_and_the_same_values() -> None:
    files = made_files()
    for table in json.loads(files["codebook.json"])["tables"]:
        columns = [column["name"] for column in table["columns"]]
        text = files[f"{table['name']}.csv"].removeprefix(BYTE_ORDER_MARK)
        written = list(csv.DictReader(io.StringIO(text, newline="")))
        records = json.loads(files[f"{table['name']}.json"])
        assert all(list(record) == columns for record in (*written, *records))
        assert len(written) == len(records) > 0
        assert all(f"`{name}`" in files["codebook.md"] for name in columns)


def test_the_reference_names_every_file_and_every_fixed_column() -> None:
    section = FILES_PAGE.read_text(encoding="utf-8").split("## The export of a study\n")[1]
    section = section.split("\n## ")[0]
    for name in made_files():
        assert f"`{name}`" in section, name
    for heading, columns in (
        ("participants", PARTICIPANT_COLUMNS),
        ("answers", ANSWER_COLUMNS),
        ("evaluation", EVALUATION_COLUMNS),
    ):
        part = section.split(f"### `{heading}`")[1].split("\n### ")[0]
        told = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (.*?) \|", part, re.M))))
        missing = {column.name for column in columns} - told
        assert not missing, (heading, missing)


def test_a_question_of_a_form_cannot_break_the_codebook() -> None:
    ask = "Left | right?\n\n# Not a heading <b>"
    plan = changed(small_plan(), closing=(Field(name="side", ask=ask, kind="text"),))
    (line,) = (
        line
        for line in export(plan, [])["codebook.md"].splitlines()
        if line.startswith("| `closing_side` |")
    )
    assert "Left \\| right? # Not a heading &lt;b>" in line


def test_no_file_tells_who_people_are() -> None:
    whole = "\n".join(made_files().values())
    for secret in ("secret-", "session-", "PROLIFIC", "T09:30"):
        assert secret not in whole
    assert "2026-03" not in "".join(text for n, text in made_files().items() if n != "study.json")


def test_no_file_tells_how_people_are_paid_and_yet_the_hash_is_that_of_the_plan() -> None:
    assert small_plan().completion.code == "DONE"
    whole = "\n".join(made_files().values())
    assert "DONE" not in whole
    assert "example.org" not in whole
    found = read_export(made_files())
    assert found.plan.hash == found.study["hash"] == small_plan().hash
    other = changed(small_plan(), completion=Completion("DONE!", small_plan().completion.url))
    assert other.hash != small_plan().hash


def test_names_are_stable_unlike_and_in_no_order() -> None:
    names = [person_name(small_plan().hash, number) for number in range(1, 2001)]
    assert len(set(names)) == 2000
    assert names[:999] != sorted(names[:999])
    assert all(re.fullmatch(r"p\d{3,4}", name) for name in names)
    with pytest.raises(InvalidValue, match="participant 0"):
        person_name("00", 0)
    before = {row["person"]: row for row in rows("participants")}
    after = {row["person"]: row for row in json.loads(made_files(7)["participants.json"])}
    assert len(after) == 7
    assert before.items() <= after.items()


def test_participants_are_wide() -> None:
    people = {row["person"]: row for row in rows("participants")}
    by_number = [people[person_name(small_plan().hash, number)] for number in range(1, 7)]
    assert [row["completed"] for row in by_number] == [True] * 4 + [False] * 2
    assert [row["consented"] for row in by_number] == [True] * 5 + [False]
    first = by_number[0]
    assert (first["order"], first["machop_answers"]) == ("machop; perceptron", 8)
    assert first["days"] == 1
    shares = [first[f"machop_4_smallest_{a}"] for a in ("learned", "baseline", "none")]
    assert sum(shares) == pytest.approx(1)
    assert first["machop_8_perceptron_learned"] is not None
    assert by_number[1]["closing_remarks"] == '=HYPERLINK("http://evil")'
    assert by_number[5]["machop_4_smallest_learned"] is None
    assert "'=HYPERLINK" in made_files()["participants.csv"]


def test_answers_are_long_and_say_who_saw_what_where() -> None:
    found = rows("answers")
    assert len({(row["person"], row["key"]) for row in found}) == len(found)
    for row in found:
        if row["answer"] in ("a", "b"):
            side = row["a_side"] if row["answer"] == "a" else _other(row["a_side"])
            assert row["side"] == side
        assert (row["agrees"] is None) == (row["purpose"] != "repeat")
    assert {row["purpose"] for row in found} == {
        "practice",
        "train",
        "dominated",
        "repeat",
        "evaluate",
    }
    assert any(row["answer"] == "same" for row in found)


def _other(side: str) -> str:
    return "left" if side == "right" else "right"


def test_a_repeat_is_compared_with_the_first_answer() -> None:
    found = {(row["person"], row["key"]): row for row in rows("answers")}
    repeats = [row for row in found.values() if row["purpose"] == "repeat"]
    assert repeats
    for row in repeats:
        first = found[row["person"], row["repeats"]]
        assert row["agrees"] == (row["answer"] == first["answer"])
        assert row["a_side"] != first["a_side"]


def test_the_evaluation_is_what_study_statistics_reads() -> None:
    answers = read_answers(made_files()["evaluation.csv"])
    assert {(answer.method, answer.against, answer.queries) for answer in answers} == {
        ("machop", "smallest", 4),
        ("perceptron", "smallest", 4),
        ("machop", "perceptron", 8),
    }
    same = [row for row in rows("evaluation") if row["same"]]
    assert same
    assert all(row["answer"] == "none" and row["seconds"] is None for row in same)
    by_key = {(row["person"], row["key"]): row for row in rows("answers")}
    for row in rows("evaluation"):
        answer = by_key[row["person"], row["key"]]
        expected = {"a": "learned", "b": "baseline"}.get(answer["answer"], "none")
        assert row["answer"] == Preferred(expected).value


def test_the_evaluation_says_whom_the_report_leaves_out() -> None:
    plan = changed(small_plan(), exclusion=Exclusion(least_median_s=3.0))
    # Somebody who is too fast, and somebody who stops just before the end.
    whole = len(made_participations(plan, 2)[1].events)
    characters = {1: Character(seconds=0.5), 2: Character(stops_after=whole - 1)}
    found = read_export(export(plan, made_participations(plan, 3, characters)))
    people = {row["person"]: (row["completed"], row["excluded"]) for row in found.participants}
    assert sorted(people.values(), key=str) == [
        (False, None),
        (True, "least_median_s"),
        (True, None),
    ]
    told = {row["person"]: (row["completed"], row["excluded"]) for row in found.evaluation}
    assert told == people


def test_the_evaluation_says_how_much_an_arm_had_learned_from_that_ended_early() -> None:
    assert all(row["learned_from"] == row["queries"] for row in rows("evaluation"))
    (participation,) = made_participations(small_plan(), 1)
    late = {f"{kind}:machop:train:8" for kind in ("asked", "answered")}
    events = [event for event in participation.events if event["id"] not in late]
    files = export(small_plan(), [Participation(1, events)])
    found = [
        (row["queries"], row["learned_from"])
        for row in json.loads(files["evaluation.json"])
        if row["method"] == "machop"
    ]
    assert set(found) == {(4, 4), (8, 7)}


def test_the_choices_are_the_training_answers_by_arm() -> None:
    choices = Choices.read(made_files()["choices.json"])
    train = [row for row in rows("answers") if row["purpose"] == "train" and row["answer"]]
    assert sum(len(person.answered) for person in choices.people) == len(train)
    assert set(choices.methods) == {"machop", "perceptron"}
    assert len(choices.people) == 5
    for person in choices.people:
        for arm, asked in person.choices.items():
            own = [row for row in train if (row["person"], row["part"]) == (person.name, arm)]
            assert [choice.answer.value for choice in asked] == [row["answer"] for row in own]
            for choice, row in zip(asked, own, strict=True):
                assert choice.pair.a == {name: row[f"a_{name}"] for name in choices.features}


def test_two_exports_of_equal_runs_differ_in_times_only() -> None:
    slow = made_files(seconds=3.0)
    assert slow != made_files()
    assert without_times(slow) == without_times(made_files())
    careful = export(small_plan(), made_participations(small_plan(), 6, seed=2))
    assert without_times(careful) != without_times(made_files())


def test_each_answer_has_the_versions_that_computed_its_question() -> None:
    (one,) = made_participations(small_plan(), 1)
    events = list(one.events)
    asked = [place for place, event in enumerate(events) if event["kind"] == "asked"]
    events.insert(asked[10], upgraded(1, {"hintwise": "99"}))
    files = export(small_plan(), [Participation(1, events)])
    versions = [row["versions"] for row in json.loads(files["answers.json"])]
    assert versions == ["hintwise 0"] * 10 + ["hintwise 99"] * (len(asked) - 10)
    assert json.loads(files["study.json"])["versions"] == {"hintwise": ["0", "99"]}


def test_an_export_reads_back() -> None:
    found = read_export(made_files())
    assert isinstance(found, Export)
    assert found.plan == small_plan().public
    assert found.study["counts"]["withdrawn"] == 2
    assert list(found.answers) == rows("answers")
    events = {
        person_name(small_plan().hash, one.number): [
            {key: event[key] for key in ("kind", "id", "body")} for event in one.events
        ]
        for one in made_participations(small_plan(), 6, CHARACTERS)
    }
    assert {one["person"]: one["events"] for one in found.sessions} == events


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("study.json", None, "has no study.json; give the folder or the zip file"),
        ("answers.json", "[", "answers.json is not JSON"),
        ("answers.json", "{}", "answers.json is not a list of objects"),
        ("answers.json", '[{"person": "p001"}]', "answers.json: row 1 has no position"),
        ("study.json", "{}", "study.json has format None"),
        ("sessions.json", SESSIONS % "{}", "sessions.json: the participations are not a list"),
        ("sessions.json", SESSIONS % "[7]", "participation 1 must have a person and events"),
        ("sessions.json", SESSIONS % NO_BODY, "event 2 of p1 is .*; it must have a kind, an id"),
        ("study.json", '{"format": "hintwise-study", "version": 1}', "study.json has no hash"),
    ],
)
def test_what_is_wrong_with_an_export_is_named(name: str, text: str | None, message: str) -> None:
    files = {other: written for other, written in made_files().items() if other != name}
    if text is not None:
        files[name] = text
    with pytest.raises(InvalidValue, match=message):
        read_export(files)


def test_a_plan_that_was_changed_is_noticed() -> None:
    study = made_files()["study.json"].replace("A small study", "Another study")
    with pytest.raises(InvalidValue, match="it was changed"):
        read_export({**made_files(), "study.json": study})


def test_payments_have_ids_and_no_names() -> None:
    text = payments(made_participations(small_plan(), 6, CHARACTERS))
    table = list(csv.DictReader(io.StringIO(text)))
    assert list(table[0]) == ["PROLIFIC_PID", "SESSION_ID", "completed"]
    assert [row["completed"] for row in table] == ["true"] * 4 + ["false"] * 2
    assert not any(row["person"] in text for row in rows("participants"))
    nobody = payments([Participation(1, made_participations(small_plan(), 1)[0].events)])
    assert nobody == "completed\r\n"


def test_a_study_that_nobody_joined_can_be_exported() -> None:
    found = read_export(export(small_plan(), []))
    assert found.participants == found.answers == ()
    assert found.study["counts"]["joined"] == 0


def conduct(**changes: Any) -> Conduct:
    usual = Conduct(dominated=4, dominated_failed=1, repeats=4, repeats_agreed=3, median_s=2.0)
    return dataclasses.replace(usual, **changes)


def test_rules_exclude_at_their_bounds_and_only_where_there_is_something_to_go_by() -> None:
    rules = Exclusion(dominated_failures=2, least_agreement=0.5, least_median_s=1.0)
    assert conduct().reasons(rules) == ()
    assert conduct(dominated_failed=2).reasons(rules) == ("dominated_failures",)
    assert conduct(repeats_agreed=2).reasons(rules) == ()
    assert conduct(repeats_agreed=1).reasons(rules) == ("least_agreement",)
    assert conduct(median_s=0.9).reasons(rules) == ("least_median_s",)
    assert conduct(repeats=0, repeats_agreed=0, median_s=None).reasons(rules) == ()
    never = Exclusion(most_indifferent=0.9)
    assert conduct(indifferent=0.9).reasons(never) == conduct().reasons(never) == ()
    assert conduct(indifferent=0.95).reasons(never) == ("most_indifferent",)
    everything = conduct(dominated_failed=4, repeats_agreed=0, median_s=0.1)
    assert len(everything.reasons(rules)) == 3
    assert everything.reasons(Exclusion()) == ()


def test_preferring_nothing_is_no_failure_of_a_dominated_pair() -> None:
    (participation,) = made_participations(small_plan(), 1)
    for answer, failed in (("a", 0), ("none", 0), ("b", 1)):
        events = [
            _with_answer(event, "machop:dominated:1", answer) for event in participation.events
        ]
        found = Conduct.of(Participant("p001", Participation(1, events)))
        assert (found.dominated, found.dominated_failed) == (2, failed)


def test_who_never_has_a_preference_is_found_by_that_alone() -> None:
    plan = changed(
        small_plan(),
        exclusion=Exclusion(
            dominated_failures=1, least_agreement=1.0, least_median_s=1.0, most_indifferent=0.9
        ),
    )
    (participation,) = made_participations(plan, 1)
    events = participation.events
    keys = [event["body"]["key"] for event in events if event["kind"] == "answered"]
    for key in keys:
        events = [_with_answer(event, key, "none") for event in events]
    ((row,),) = [read_export(export(plan, [Participation(1, events)])).participants]
    assert (row["indifferent"], row["excluded"]) == (1.0, "most_indifferent")


def _with_answer(event: Any, key: str, answer: str) -> Any:
    if event["id"] != f"answered:{key}":
        return event
    return {**event, "body": {**event["body"], "answer": answer}}


def test_counts_tell_who_is_excluded_and_why() -> None:
    plan = changed(small_plan(), exclusion=Exclusion(least_median_s=1000.0))
    study = json.loads(export(plan, made_participations(plan, 3))["study.json"])
    assert study["counts"]["excluded_by"] == {"least_median_s": 3}
    assert study["hash"] == plan.hash
