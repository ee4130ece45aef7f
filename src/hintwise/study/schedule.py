"""In which order somebody is asked what: the same for the same plan, arms and seed."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hintwise.study.allocation import draw
from hintwise.study.items import Evaluated, Question, Text
from hintwise.study.plan import StudyPlan
from hintwise.study.plan.checks import APART
from hintwise.study.plan.values import ARMS, PRACTICE


@dataclass(frozen=True, slots=True)
class Part:
    """Questions that belong together: the practice, an arm, or arms against each other.

    `text` is what is said before; the first part has the instructions before it.
    """

    name: str
    questions: tuple[Question, ...]
    text: Text | None = None


@functools.lru_cache(maxsize=128)  # it is asked for at every visit
def parts_of(
    plan: StudyPlan, order: tuple[str, ...], seed: int, trained: tuple[int, ...]
) -> tuple[Part, ...]:
    """The parts that have any questions, for the arms in this order.

    `trained` says how many training questions each of them has.
    """
    practice = _practice(plan, seed)
    arms = [
        (name, _arm(plan, name, seed, count)) for name, count in zip(order, trained, strict=True)
    ]
    drawn = [(PRACTICE, practice), *arms, (ARMS, _arms(plan, order, seed))]
    return tuple(_numbered([(name, questions) for name, found in drawn if (questions := [*found])]))


def _numbered(drawn: Sequence[tuple[str, list[Question]]]) -> Iterator[Part]:
    places = itertools.count(1)
    for number, (name, questions) in enumerate(drawn, 1):
        text = Text(f"part:{number}", number, len(drawn), len(questions)) if number > 1 else None
        yield Part(name, tuple(replace(each, place=next(places)) for each in questions), text)


def _practice(plan: StudyPlan, seed: int) -> Iterator[Question]:
    for number in range(1, plan.questions.practice + 1):
        yield _question(f"{PRACTICE}:{number}", PRACTICE, PRACTICE, number, seed)


def _arm(plan: StudyPlan, arm: str, seed: int, trained: int) -> Iterator[Question]:
    """Each training question, then the check that has its place there, then evaluations."""
    checks = placed_checks(plan, arm, seed)
    for number in range(1, trained + 1):
        yield _question(f"{arm}:train:{number}", arm, "train", number, seed)
        if number in checks:
            yield checks[number]
        reached = {number, plan.questions.train} if number == trained else {number}
        for evaluation in plan.evaluations:
            if evaluation.against == ARMS or evaluation.after not in reached:
                continue
            for state in range(1, evaluation.pairs + 1):
                key = f"{arm}:{evaluation.after}:{evaluation.against}:{state}"
                about = Evaluated(
                    evaluation.after, arm, evaluation.against, state, evaluation.pairs
                )
                yield _question(key, arm, "evaluate", state, seed, about)


def _arms(plan: StudyPlan, order: Sequence[str], seed: int) -> Iterator[Question]:
    """Each two arms, in the order of the plan: so a comparison is the same for everybody."""
    names = [arm.name for arm in plan.arms if arm.name in order]
    for evaluation in plan.evaluations:
        if evaluation.against != ARMS:
            continue
        states = range(1, evaluation.pairs + 1)
        compared = itertools.product(itertools.combinations(names, 2), states)
        for number, ((arm, other), state) in enumerate(compared, 1):
            about = Evaluated(evaluation.after, arm, other, state, evaluation.pairs)
            key = f"{ARMS}:{evaluation.after}:{number}"
            yield _question(key, ARMS, "evaluate", number, seed, about)


def placed_checks(plan: StudyPlan, arm: str, seed: int) -> dict[int, Question]:
    """The checks of an arm, each by the number of the training question that it comes after.

    They are spread evenly over the questions that everybody is asked, each somewhere in its share
    of them, and come in any order.
    """
    repeats, dominated = plan.checks.repeats, plan.checks.dominated
    count = repeats + dominated
    purposes = ["repeat"] * repeats + ["dominated"] * dominated
    mixed = sorted(range(count), key=lambda each: draw(seed, f"{arm}:check:{each}"))
    numbers = {"repeat": 0, "dominated": 0}
    found: dict[int, Question] = {}
    repeated: set[int] = set()
    for share, which in enumerate(mixed):
        purpose = purposes[which]
        numbers[purpose] += 1
        key = f"{arm}:{purpose}:{numbers[purpose]}"
        place = _place(
            plan.questions.of_everybody - APART, share, count, draw(seed, f"{key}:place")
        )
        question = _question(key, arm, purpose, numbers[purpose], seed)
        if purpose == "repeat":
            free = [each for each in range(1, place - APART + 1) if each not in repeated]
            original = free[draw(seed, f"{key}:original") % len(free)]
            repeated.add(original)
            question = _repeating(question, f"{arm}:train:{original}", seed)
        found[place] = question
    return found


def _place(room: int, share: int, shares: int, drawn: int) -> int:
    """A place in one of the shares of the room behind the first questions."""
    first, beyond = share * room // shares, (share + 1) * room // shares
    return APART + 1 + first + drawn % (beyond - first)


def _repeating(question: Question, original: str, seed: int) -> Question:
    return replace(question, repeats=original, swapped=not is_swapped(seed, original))


def is_swapped(seed: int, key: str) -> bool:
    """Whether step a of a question is on the right; a repeat is the other way round."""
    return draw(seed, f"{key}:swapped") % 2 == 1


def _question(
    key: str, part: str, purpose: str, number: int, seed: int, evaluates: Evaluated | None = None
) -> Question:
    swapped = is_swapped(seed, key)
    return Question(key, part, purpose, number, place=0, swapped=swapped, evaluates=evaluates)
