"""What a participant's page shows: never which arm a question is of, what for, or whose steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hintwise.elicit.query import Query
from hintwise.guide.lessons import problem_of
from hintwise.guide.teaching import Question as Asked
from hintwise.guide.teaching import question_about
from hintwise.problem import Fact, Problem
from hintwise.render.svg.steps import small_svg
from hintwise.render.words.language import find_language
from hintwise.render.words.steps import wording_of
from hintwise.study.course import Course
from hintwise.study.items import Consent, End, FormPage, Question, Text
from hintwise.study.plan import StudyPlan

Record = Mapping[str, Any]
Document = dict[str, Any]

MOST_TOLD = 400
"""Characters of a step that is told move by move: as many as fit beside its picture on a phone."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How something is shown: in which language, and in a `rehearsal` with what decides there."""

    language: str
    rehearsal: bool = False


def document(course: Course, manner: Manner) -> Document:
    """What waits for the participant; a question must have been asked.

    Raises `FailedCheck` for a question unless the verifier accepts both of its steps.
    """
    common = {"language": manner.language, "progress": course.progress.as_json()}
    match course.next:
        case Consent():
            return {"stage": "consent", **common, "consent": {"text": course.plan.consent}}
        case FormPage(name):
            fields = [field.as_json() for field in course.plan.form(name).fields]
            return {"stage": "form", **common, "form": {"name": name, "fields": fields}}
        case Text() as text:
            return {"stage": "text", **common, "text": _text(text)}
        case Question() as question:
            asked = course.asked(question.key)
            assert asked is not None  # whoever shows something has asked before
            shown = _question(course, question, asked, manner)
            return {"stage": "question", **common, "question": shown}
        case End():
            completion = course.plan.completion
            end = {"code": completion.code, "url": completion.link}
            return {"stage": "end", **common, "end": end}


def asked_query(plan: StudyPlan, asked: Record) -> Query:
    """The query of an `asked` event; of what follows in its state, only what its steps derive."""
    record = asked["query"]
    puzzles = (
        plan.puzzles.evaluate if asked["purpose"] == "evaluate" else plan.puzzles_of(asked["part"])
    )
    problem = problem_of(puzzles[record["puzzle"]])
    return Query.from_json(record, problem, _implied(record, problem))


def _implied(record: Record, problem: Problem) -> frozenset[Fact]:
    # All that follows would take an engine to find out, and nothing of it is shown.
    derived = (record["a"]["derived"], record["b"]["derived"])
    return frozenset(map(problem.parse_fact, (*record["known"], *derived)))


def _text(text: Text) -> Document:
    about = {"part": text.number, "parts": text.parts, "questions": text.questions}
    return {"name": text.name, "params": about if text.parts else {}}


def _question(course: Course, question: Question, asked: Record, manner: Manner) -> Document:
    query = asked_query(course.plan, asked)
    number = course.progress.done + 1
    heading = find_language(manner.language).say("study.question", number=number)
    found = question_about(query, heading, manner.language)
    fewer = found.fewer if course.plan.questions.differences else {"a": [], "b": []}
    steps = {"a": found.a, "b": found.b}
    texts = _texts(found)
    letters = {"left": "b", "right": "a"} if asked["swapped"] else {"left": "a", "right": "b"}
    document: Document = {"key": question.code, "heading": heading}
    for side, letter in letters.items():
        name, told = f"hw-{question.code}-{side}", steps[letter]
        document[side] = {
            **texts[letter],
            "picture": small_svg(query.state, told.step, name=name, language=manner.language),
            "fewer": fewer[letter],
        }
    if manner.rehearsal:
        features = {side: dict(steps[letter].step.features) for side, letter in letters.items()}
        document["features"] = features
    return document


def _texts(question: Asked) -> dict[str, Document]:
    """Both steps in words; by a pattern that has a name only if both are such, and soon told.

    Somebody who looks for names alone would choose by them, without reading, and always recognise
    the easier one of a pair that checks whether they read. And a chain of twenty moves would be
    judged by the length of its text, ten times that of what it follows from.
    """
    steps = {"a": question.a, "b": question.b}
    if all(step.pattern and len(step.text) <= MOST_TOLD for step in steps.values()):
        return {
            letter: {"text": step.text, "pattern": step.pattern} for letter, step in steps.items()
        }
    wording = wording_of(question.query.state.problem, question.language)
    return {
        letter: {"text": wording.general(explained.step), "pattern": None}
        for letter, explained in steps.items()
    }
