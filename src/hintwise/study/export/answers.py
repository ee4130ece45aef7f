"""The long table: every question that anybody was asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from hintwise.study.export.conduct import agrees, passed
from hintwise.study.export.participant import Participant, Posed
from hintwise.study.export.sheet import Column, Sheet, Value

SEPARATOR = "; "
"""Between several things in one cell."""

_USES = {"practice": "practice", "evaluate": "evaluate"}


def answers_sheet(people: Iterable[Participant], features: Sequence[str]) -> Sheet[Posed]:
    """One row for each question, by person and in the order asked."""
    return Sheet(
        "answers",
        "Every question that was asked, a row each, by person and in the order asked.",
        (*COLUMNS, *_of_features(features)),
        [posed for person in people for posed in person.posed],
    )


def puzzle_use(posed: Posed) -> str:
    """For what the plan has the puzzle of a question."""
    return _USES.get(posed.purpose, "train")


def versions_text(versions: Mapping[str, str]) -> str:
    return SEPARATOR.join(f"{name} {number}" for name, number in sorted(versions.items()))


def _evaluates(name: str) -> Callable[[Posed], Value]:
    def value(posed: Posed) -> Value:
        found: Value = (posed.asked["evaluates"] or {}).get(name)
        return found

    return value


def _role(step: str) -> Callable[[Posed], Value]:
    return lambda posed: (posed.asked["roles"] or {}).get(step)


def _query(name: str) -> Callable[[Posed], Any]:
    return lambda posed: posed.asked["query"][name]


def _answered(name: str) -> Callable[[Posed], Any]:
    return lambda posed: None if posed.answered is None else posed.answered[name]


def _of_step(step: str, name: str) -> Callable[[Posed], Value]:
    def value(posed: Posed) -> Value:
        found = posed.asked["query"][step][name]
        return SEPARATOR.join(map(str, found)) if isinstance(found, list) else found

    return value


def _side(posed: Posed) -> Value:
    """Where the preferred step was; none for a pair that nobody was asked."""
    return None if posed.answered is None else str(posed.answered["side"])


def _foreseen(posed: Posed) -> Value:
    if posed.purpose != "train" or posed.answer not in ("a", "b"):
        return None
    return posed.answer == "a"


COLUMNS: tuple[Column[Posed], ...] = (
    Column("person", "text", "who; the same name in all files", lambda p: p.person),
    Column("position", "whole", "place among all questions of the person", lambda p: p.position),
    Column("key", "text", "which question; unique for a person", lambda p: p.key),
    Column(
        "part",
        "text",
        "`practice`, the arm that taught, or `arms`: what arms learned, against each other",
        lambda p: p.asked["part"],
    ),
    Column(
        "purpose",
        "text",
        "`practice`; `train`: the arm learned from the answer; `dominated`, `repeat`: checks that "
        "nobody learned from; `evaluate`: a learned step against another one",
        lambda p: p.purpose,
    ),
    Column(
        "number",
        "whole",
        "place among the questions of the same part and purpose; of an evaluation, of its pairs",
        lambda p: p.asked["number"],
    ),
    Column(
        "puzzle_use",
        "text",
        "which list of the plan the puzzle is from: `train`, `evaluate` or `practice`",
        puzzle_use,
    ),
    Column("puzzle", "whole", "place in that list", lambda p: _query("puzzle")(p) + 1),
    Column("known", "whole", "how many facts were known", lambda p: len(_query("known")(p))),
    Column(
        "after",
        "whole",
        "of an evaluation: after how many training questions of the arm by the plan; an arm may "
        "have ended before",
        _evaluates("after"),
    ),
    Column("state", "whole", "of an evaluation: in which of its states", _evaluates("state")),
    Column(
        "against",
        "text",
        "of an evaluation: what the learned step is compared with, `smallest`, `prior` or an arm",
        _evaluates("against"),
    ),
    Column(
        "a_role",
        "text",
        "what step a is: `learned`, an arm's name, or `better` in a dominated pair",
        _role("a"),
    ),
    Column(
        "b_role",
        "text",
        "what step b is: what was compared with, an arm's name, or `dominated`",
        _role("b"),
    ),
    Column("a_side", "text", "where step a was shown: `left` or `right`", lambda p: p.side_of("a")),
    Column(
        "answer",
        "text",
        "which step was preferred: `a`, `b`, `none`; `same`: the steps are the same, and nobody "
        "was asked; empty: not answered",
        lambda p: p.answer,
    ),
    Column("side", "text", "where the preferred step was: `left`, `right` or `none`", _side),
    Column(
        "foreseen",
        "yes",
        "of training questions with a preference: whether it was for step a, the better one by "
        "what the arm had learned until then",
        _foreseen,
    ),
    Column(
        "repeats",
        "text",
        "of a repeat: the key of the question that it repeats, with the sides swapped",
        lambda p: p.asked["repeats"],
    ),
    Column("agrees", "yes", "of a repeat: whether the answer is that of the first time", agrees),
    Column(
        "passed",
        "yes",
        "of a dominated pair: whether the dominated step was not preferred",
        passed,
    ),
    Column("seconds", "number", "what the person took to answer", _answered("seconds"), True),
    Column("away", "whole", "how often the page lost the focus meanwhile", _answered("away")),
    Column("away_s", "number", "for how long it had lost it", _answered("away_s"), True),
    Column(
        "computed_s",
        "number",
        "what computing the question took",
        lambda p: p.asked["seconds"],
        True,
    ),
    Column("a_derived", "text", "the fact that step a derives", _of_step("a", "derived")),
    Column("a_facts", "text", "the facts that it follows from", _of_step("a", "facts")),
    Column("a_constraints", "text", "and the constraints", _of_step("a", "constraints")),
    Column("b_derived", "text", "the fact that step b derives", _of_step("b", "derived")),
    Column("b_facts", "text", "the facts that it follows from", _of_step("b", "facts")),
    Column("b_constraints", "text", "and the constraints", _of_step("b", "constraints")),
    Column(
        "fallback",
        "text",
        "what had to be given up for a second step: `nothing`, `target` or `condition`",
        _query("fallback"),
    ),
    Column("proven", "yes", "whether no limit ended the search for a step", _query("proven")),
    Column(
        "stake",
        "number",
        "what the method expected the answer to be worth, if any",
        _query("stake"),
    ),
    Column(
        "seed",
        "text",
        "of all that was drawn for the person",
        lambda p: str(p.participant.joined["seed"]),
    ),
    Column(
        "versions",
        "text",
        "of the programs that computed the question",
        lambda p: versions_text(p.participant.versions[p.key]),
    ),
)


def _of_features(features: Sequence[str]) -> list[Column[Posed]]:
    return [
        Column(
            f"{step}_{name}",
            "whole",
            f"how many elements of the feature {name} step {step} has",
            lambda posed, step=step, name=name: posed.features(step)[name],  # type: ignore[misc]
        )
        for step in "ab"
        for name in features
    ]
