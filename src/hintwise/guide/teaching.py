"""Teaching hintwise what a person finds easy: questions to answer, and what was learned.

No question is given out unless the independent verifier has accepted both of its steps.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from hintwise.elicit.insight import Insight, Interval, contradiction, insights, shares
from hintwise.elicit.instances import SELECTIONS as SELECTIONS
from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.learners.normalise import NORMALISATIONS as NORMALISATIONS
from hintwise.elicit.learners.prior import PRIORS as PRIORS
from hintwise.elicit.learners.prior import Prior as Prior
from hintwise.elicit.learners.response import LAPSE as LAPSE
from hintwise.elicit.learners.response import RESPONSES as RESPONSES
from hintwise.elicit.look_ahead import WORKERS as WORKERS
from hintwise.elicit.look_ahead import QueryWorkers as QueryWorkers
from hintwise.elicit.methods import INFORMED_METHODS as INFORMED_METHODS
from hintwise.elicit.methods import LEARNERS as LEARNERS
from hintwise.elicit.methods import METHODS as METHODS
from hintwise.elicit.profile import Profile
from hintwise.elicit.query import Answer as Answer
from hintwise.elicit.query import FeaturePair
from hintwise.elicit.query import Query as Query
from hintwise.elicit.questions.informed import CHECKS as CHECKS
from hintwise.elicit.session import VERSION, Session
from hintwise.elicit.settings import FOR_PEOPLE, settings_for, with_usual
from hintwise.elicit.stopping import CERTAINTY
from hintwise.engine.verify import Verifier
from hintwise.errors import HintwiseError, InvalidValue, expect, is_whole_number, shown
from hintwise.guide.explaining import Explained, Style, explained
from hintwise.limits import Cancel
from hintwise.problem import Brief, Problem, State
from hintwise.puzzles.kinds import kind_called
from hintwise.puzzles.library import practice_puzzles
from hintwise.render.svg.bars import weights_svg
from hintwise.render.svg.steps import small_svg
from hintwise.render.words.differences import fewer_than
from hintwise.render.words.language import DEFAULT, find_language
from hintwise.render.words.preferences import preference_text

_PERSISTENT = 8
"""How often a correction counts at most."""

_TELLING = 1.0
"""A bound above this says nothing that anybody wants to know."""

METHOD = "bayes"
DEADLINE_S = 10.0
"""For each step: nobody likes to wait longer for a proof."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """How much there is still to be learned: see `Session`."""

    remaining: float | None = None
    bound: float | None = None
    enough: bool = False

    @classmethod
    def of(cls, session: Session) -> Outlook:
        return cls(session.remaining, session.bound, session.has_enough)

    def text(self, language: str = DEFAULT) -> str:
        """The bound as a sentence if it says something, else what remains, if that can be told.

        >>> Outlook(0.084, 0.31).text(), Outlook(0.004).text()
        ('It is 95 % certain that your steps are at most 31 % harder for you than need be.', \
'Knowing you better could make steps less than 1 % easier.')
        """
        say = find_language(language).say
        if self.bound is not None and self.bound < _TELLING:
            percent = math.ceil(100 * self.bound)
            return say("learn.bound", certainty=round(100 * CERTAINTY), percent=percent)
        if self.remaining is None:
            return ""
        if self.remaining < 0.01:
            return say("learn.remaining_below", percent=1)
        return say("learn.remaining", percent=f"{100 * self.remaining:.0f}")

    def as_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


@dataclass(frozen=True, slots=True, repr=False)
class Question(Brief):
    """A query that may be shown, and how much there is still to be learned."""

    query: Query
    a: Explained = dataclasses.field(repr=False)
    b: Explained = dataclasses.field(repr=False)
    heading: str
    outlook: Outlook = dataclasses.field(default=Outlook(), repr=False)
    language: str = DEFAULT

    @property
    def note(self) -> str:
        """How much there is still to be learned as a sentence, if that can be told."""
        return self.outlook.text(self.language)

    @property
    def has_enough(self) -> bool:
        """Whether the person can stop."""
        return self.outlook.enough

    @property
    def fewer(self) -> dict[str, list[str]]:
        """What each step has less of than the other one, in words."""
        a, b = self.query.a, self.query.b
        return {"a": fewer_than(a, b, self.language), "b": fewer_than(b, a, self.language)}

    def pictures(self) -> dict[str, str]:
        """Both steps as SVG without looks of their own: a page holds these once for all."""
        name = f"hw-{self.query.number}"
        return {
            side: small_svg(self.query.state, step, name=f"{name}{side}", language=self.language)
            for side, step in (("a", self.query.a), ("b", self.query.b))
        }

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/json.md has every key."""
        return {
            **self.query.as_json(),
            "a": self.a.as_json(),
            "b": self.b.as_json(),
            "fewer": self.fewer,
            "heading": self.heading,
            **self.outlook.as_json(),
        }


@dataclass(frozen=True, slots=True, repr=False)
class Learned(Brief):
    """What the answers of a person have taught."""

    problem: Problem
    answers: int
    weights: Mapping[str, float]
    outlook: Outlook = dataclasses.field(repr=False)
    shares: Mapping[str, Interval] | None
    """Each feature's share of all weights; None from a learner that cannot tell how sure it is."""
    insights: tuple[Insight, ...]
    language: str = DEFAULT

    @classmethod
    def of(cls, session: Session, language: str = DEFAULT) -> Learned:
        """What the answers of a session have told so far."""
        belief, problem = session.belief, session.problems[0]
        answers, outlook = len(session.events), Outlook.of(session)
        sure, found = None, []
        if isinstance(belief, BayesBelief):
            sure = shares(belief)
            found = insights(belief, session.events[-1].query.state) if answers else []
        weights = session.weights
        return cls(problem, answers, weights, outlook, sure, tuple(found), language)

    @property
    def remaining(self) -> float | None:
        """See `Session.remaining`."""
        return self.outlook.remaining

    @property
    def title(self) -> str:
        """What stands above it."""
        return find_language(self.language).say_counted("learn.title", self.answers)

    @property
    def sentences(self) -> list[str]:
        """What is sure enough to be said, or that nothing is."""
        nothing = find_language(self.language).say("learn.nothing_sure")
        return [self._text(insight) for insight in self.insights] or [nothing]

    def picture(self) -> str:
        """The weights and how sure they are, with the sentences, as SVG."""
        if self.shares is None:
            raise InvalidValue("a picture shows how sure weights are; this learner cannot tell")
        return weights_svg(self.shares, self.title, self.sentences, self.language)

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/json.md has every key."""
        return {
            "weights": dict(self.weights),
            **self.outlook.as_json(),
            "learned": [
                {
                    "text": self._text(insight),
                    **dataclasses.asdict(insight),
                    "dearer": insight.dearer._asdict(),
                    "cheaper": insight.cheaper._asdict(),
                }
                for insight in self.insights
            ],
        }

    def _text(self, insight: Insight) -> str:
        return preference_text(
            self.problem,
            insight.dearer,
            insight.cheaper,
            insight.times,
            expected=insight.expected,
            language=self.language,
        )


@dataclass(frozen=True)
class Lesson:
    """A session with one person, whose steps are all verified."""

    session: Session
    language: str = DEFAULT

    @property
    def answers(self) -> int:
        """How many questions have been answered."""
        return len(self.session.events)

    @property
    def learner(self) -> str:
        """Its name."""
        return str(self.session.settings.flat["learner"])

    @property
    def has_enough(self) -> bool:
        """Whether the person can stop."""
        return self.session.has_enough

    def question(self, cancel: Cancel | None = None) -> Question:
        """The next question; the same one until it is answered.

        Raises `OutOfTime` when `cancel` is set before it is there.
        """
        query = self.session.ask(cancel)
        found = question_about(query, self._heading(query), self.language)
        return dataclasses.replace(found, outlook=Outlook.of(self.session))

    def _heading(self, query: Query) -> str:
        title = self.session.problems[query.puzzle].title
        return find_language(self.language).say(
            "learn.heading_titled" if title else "learn.heading",
            number=query.number,
            puzzle=query.puzzle + 1,
            count=len(self.session.problems),
            title=title,
        )

    def tell(self, answer: Answer | str) -> None:
        """Answer the question: `a`, `b` or `none`."""
        self.session.tell(answer)

    def undo(self) -> None:
        """Take the last answer back; its question is asked again."""
        self.session.undo()

    def observe(self, a: Mapping[str, int], b: Mapping[str, int], answer: Answer | str) -> None:
        """Learn from what a person made of two steps, given by their features, without a question.

        Somebody who passes over a step and takes the next one likes that better.
        """
        self.session.observe(FeaturePair(a, b), answer)

    def correct(self, number: int) -> None:
        """Take it that what was learned does not apply; `number` counts from 0, as in `learned`.

        It counts as often as it takes until nobody would claim it any more, within reason: as if
        the two were alike, and where that does not help, as if it were the other way round.
        """
        found = self.learned().insights
        if not (is_whole_number(number) and 0 <= number < len(found)):
            raise InvalidValue(
                f"there is no insight {shown(number)} to correct; there are {len(found)}, from 0 on"
            )
        state = self.session.events[-1].query.state
        pair = contradiction(found[number], state)
        for answer in (Answer.NONE, Answer.A):
            times = self._times_until_unclaimed(found[number], pair, answer, state)
            if times < _PERSISTENT:
                break
        # A little more, lest the next answer about something else brings it back.
        self.session.observe(pair, answer, source="correction", times=times + 2)

    def _times_until_unclaimed(
        self, insight: Insight, pair: FeaturePair, answer: Answer, state: State
    ) -> int:
        """How often the answer has to be given until nobody would claim it, within reason."""
        belief = self.session.belief
        assert isinstance(belief, BayesBelief)  # no other has insights
        compared = {insight.dearer, insight.cheaper}
        for times in range(_PERSISTENT):
            if all({other.dearer, other.cheaper} != compared for other in insights(belief, state)):
                return times
            belief = belief.told(pair, answer)
        return _PERSISTENT

    def learned(self) -> Learned:
        """What is known about the person now."""
        return Learned.of(self.session, self.language)

    def profile(self) -> str:
        """The text of a profile, from which learning goes on."""
        return Profile.of(self.session).write()

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/json.md has every key."""
        return {**self.session.as_json(), **self.learned().as_json()}


def question_about(query: Query, heading: str, language: str = DEFAULT) -> Question:
    """The query in words; raises `FailedCheck` unless the verifier accepts both of its steps."""
    style, verifier = Style(language=language), _verifier(query.state.problem)
    a, b = (explained(query.state, step, style, verifier) for step in (query.a, query.b))
    return Question(query, a, b, heading, language=language)


@functools.lru_cache(maxsize=64)
def _verifier(problem: Problem) -> Verifier:
    return Verifier(problem)


def _for_people(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were chosen, and besides those that go with their method for people."""
    usual = {"deadline_s": DEADLINE_S, **FOR_PEOPLE}
    return with_usual(usual, chosen["method"], chosen)


def teach(
    problems: Sequence[Problem],
    chosen: Mapping[str, Any] = MappingProxyType({}),
    *,
    profile: str | None = None,
    source: str = "the profile",
    workers: QueryWorkers | None = None,
    language: str = DEFAULT,
) -> Lesson:
    """The lesson that the text of a profile keeps, or a new one if there is none.

    `chosen` are the options that were asked for (see `settings_for`); those of a lesson that goes
    on must agree. `source` is what messages call the profile.
    """
    expect(chosen, Mapping, "the options asked for, by name")
    if profile is None:
        settings = settings_for(**_for_people({"method": METHOD, **chosen}))
        return Lesson(Session.of(problems, settings, workers=workers), language)
    session = _kept_session(profile, problems, source, workers)
    before = session.settings.flat
    for name, value in chosen.items():
        wanted = value.as_json() if isinstance(value, Prior) else value
        if before.get(name) != wanted:
            session.close()
            shown = "another" if isinstance(value, Prior) else value
            raise InvalidValue(
                f"{source} has been learned with {name} {_shown(before.get(name))}, not {shown}"
            )
    return Lesson(session, language)


def _shown(value: object) -> object:
    return "of its own" if isinstance(value, Mapping) else value


def _kept_session(
    text: str, problems: Sequence[Problem], source: str, workers: QueryWorkers | None
) -> Session:
    profile = Profile.read(text, problems[0], source)
    if "session" not in profile.provenance:
        raise InvalidValue(f"{source} does not say how it was learned, so nothing is added")
    kept = profile.provenance["session"]
    if isinstance(kept, dict) and kept.get("version", VERSION) != VERSION:
        raise InvalidValue(
            f"{source} cannot be gone on from: its session is of version {kept['version']}, and "
            f"this hintwise goes on from version {VERSION} only (its weights still serve to "
            "explain)"
        )
    try:
        return Session.from_json(kept, problems, workers=workers)
    except HintwiseError as error:
        raise InvalidValue(f"{source}: {error}; give the puzzles it began with") from None


def library_puzzles(kind: str) -> list[str]:
    """The names of the puzzles of a kind in the library that weights are learned from."""
    return practice_puzzles(kind_called(kind))
