"""Real people's answers, sent through a predictor: how often is it right, and how soon?

Pairs without a preference are learned from as the learner sees fit, and count as answers, but there
is nothing to predict in them. A tie counts as half right. All figures are means over people, each
person counting alike, with the standard error over people.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from hintwise.elicit.query import Answer
from hintwise.people.choices import Choice, Choices
from hintwise.people.predictors import Guess, Predictor, Start
from hintwise.people.reliability import Bin, reliability
from hintwise.people.statistics import Summary

HeldOut = Mapping[str, Mapping[int | str, Sequence[Choice]]]
"""Pairs that nobody learns from, by what they are called and by the name of the person."""

ANSWERS = (0, 5, 10, 30, 50)
"""After how many answers predictions are judged, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """What was expected of a person who then preferred one of the two steps."""

    guess: Guess
    choice: Choice

    @property
    def right(self) -> float:
        """1 right, 0.5 a tie, 0 wrong."""
        if self.guess.answer is Answer.NONE:
            return 0.5
        return float(self.guess.answer is self.choice.answer)

    @property
    def probability(self) -> tuple[float, bool] | None:
        """That a is preferred, and whether it was; None if no probability was given."""
        given = self.guess.probability
        return None if given is None else (given, self.choice.answer is Answer.A)

    @property
    def loss(self) -> float | None:
        """-ln of the probability that the choice was given; None if none was."""
        if self.probability is None:
            return None
        of_a, prefers_a = self.probability
        return -math.log(of_a if prefers_a else 1 - of_a)

    @property
    def is_trade_off(self) -> bool:
        """Whether each step was better in some feature: the pairs that tell people apart."""
        return self.choice.pair.is_trade_off


@dataclass(frozen=True, slots=True)
class Score:
    """How well the choices of several people were foreseen."""

    pairs: int
    accuracy: Summary
    log_loss: Summary | None


@dataclass(frozen=True, slots=True)
class Row:
    """One predictor, judged on one method's pairs; a score is None where there is no such pair."""

    predictor: str
    learned_on: str
    """The method whose pairs were learned from."""
    tested_on: str
    answers: int
    """How many answers had been learned from; in the order asked, at least."""
    until: int | None
    """In the order asked, fewer answers than this had been learned from."""
    all_pairs: Score | None
    trade_offs: Score | None
    """Of those pairs alone in which each step is better somewhere."""

    def as_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


@dataclass(frozen=True, slots=True)
class Replay:
    """What came out of sending choices through predictors."""

    in_order: tuple[Row, ...]
    """Each pair predicted before its answer is learned, method by method and block by block; the
    last row of each goes over all of them."""
    across: tuple[Row, ...]
    """Learned on the first answers to one method's pairs, tested on all of another method's; only
    of people whom the first one asked."""
    reliability: tuple[Bin, ...]
    """Of those who give probabilities: the trade-offs of all methods, in the order asked."""


def replay(
    choices: Choices,
    starts: Mapping[str, Start],
    answers: Sequence[int],
    report: Callable[[str], object] = lambda predictor: None,
    held_out: HeldOut = MappingProxyType({}),
) -> Replay:
    """Send every person's answers through every predictor.

    `answers` are in ascending order. Whoever gave fewer is judged after all that they gave.
    `report` is told a predictor's name whenever one more person has been through it. What is
    `held_out` is tested on like another method's pairs, after each method that asked the person.
    """
    tested = {
        name: [own.get(person.name, ()) for person in choices.people]
        for name, own in held_out.items()
    }
    in_order: list[Row] = []
    across: list[Row] = []
    bins: list[Bin] = []
    for name, start in starts.items():
        courses: dict[str, list[_Course]] = {method: [] for method in choices.methods}
        for person in choices.people:
            known = start([other for other in choices.people if other is not person])
            for method, people in courses.items():
                people.append(_Course.of(person.asked_by(method), known))
            report(name)
        foreseen = {
            method: [course.foreseen() for course in people] for method, people in courses.items()
        }
        in_order += _in_order(name, foreseen, answers)
        across += _across(name, courses, answers)
        across += _on_held_out(name, courses, tested, answers)
        bins += reliability(name, _probabilities(foreseen))
    return Replay(tuple(in_order), tuple(across), tuple(bins))


@dataclass(frozen=True, slots=True)
class _Course:
    """One person's answers to one method's pairs, and what they teach."""

    choices: tuple[Choice, ...]
    predictors: tuple[Predictor, ...]
    """Before the first answer, and after each."""

    @classmethod
    def of(cls, choices: tuple[Choice, ...], start: Predictor) -> _Course:
        predictors = itertools.accumulate(
            choices,
            lambda predictor, choice: predictor.told(choice.pair, choice.answer),
            initial=start,
        )
        return cls(choices, tuple(predictors))

    def foreseen(self) -> list[Prediction | None]:
        """Each choice, predicted from those before it."""
        return list(map(predict, self.predictors, self.choices))

    def after(self, answers: int) -> Predictor:
        return self.predictors[min(answers, len(self.choices))]


Courses = Mapping[str, Sequence[_Course]]
"""Everybody's, by method."""

Foreseen = Mapping[str, Sequence[Sequence[Prediction | None]]]
"""By method and person, each pair predicted from those before it."""


def _in_order(name: str, foreseen: Foreseen, answers: Sequence[int]) -> Iterator[Row]:
    lengths = (len(predictions) for people in foreseen.values() for predictions in people)
    most = max(lengths, default=0)
    edges = [*(count for count in answers if count < most), most]
    blocks = dict.fromkeys([*itertools.pairwise(edges), (0, most)])
    for method, people in foreseen.items():
        for first, until in blocks:
            scores = _scores(predictions[first:until] for predictions in people)
            yield Row(name, method, method, first, until, *scores)


def _across(name: str, courses: Courses, answers: Sequence[int]) -> Iterator[Row]:
    for learned_on, tested_on in itertools.permutations(courses, 2):
        people = list(zip(courses[learned_on], courses[tested_on], strict=True))
        for count in answers:
            scores = _scores(
                [predict(learned.after(count), choice) for choice in tested.choices]
                for learned, tested in people
                if learned.choices
            )
            yield Row(name, learned_on, tested_on, count, None, *scores)


def _on_held_out(
    name: str,
    courses: Courses,
    held_out: Mapping[str, Sequence[Sequence[Choice]]],
    answers: Sequence[int],
) -> Iterator[Row]:
    for learned_on, tested_on in itertools.product(courses, held_out):
        people = list(zip(courses[learned_on], held_out[tested_on], strict=True))
        for count in answers:
            scores = _scores(
                [predict(learned.after(count), choice) for choice in tested]
                for learned, tested in people
                if learned.choices
            )
            yield Row(name, learned_on, tested_on, count, None, *scores)


def predict(predictor: Predictor, choice: Choice) -> Prediction | None:
    """How well a predictor foresees a choice; None if the person has no preference."""
    if choice.answer is Answer.NONE:
        return None
    return Prediction(predictor.guess(choice.pair), choice)


def _probabilities(foreseen: Foreseen) -> Iterator[tuple[float, bool]]:
    for person in itertools.chain.from_iterable(foreseen.values()):
        for prediction in person:
            if prediction is not None and prediction.is_trade_off and prediction.probability:
                yield prediction.probability


def _scores(
    by_person: Iterable[Iterable[Prediction | None]],
) -> tuple[Score | None, Score | None]:
    """Of all pairs, and of the trade-offs."""
    people = [[p for p in predictions if p is not None] for predictions in by_person]
    return _score(people), _score([[p for p in own if p.is_trade_off] for own in people])


def _score(by_person: Iterable[Sequence[Prediction]]) -> Score | None:
    people = [predictions for predictions in by_person if predictions]
    if not people:
        return None
    losses = [[p.loss for p in own if p.loss is not None] for own in people]
    return Score(
        pairs=sum(map(len, people)),
        accuracy=Summary.of(_mean([p.right for p in own]) for own in people),
        log_loss=Summary.of(map(_mean, losses)) if all(losses) else None,
    )


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
