"""Teaching hintwise what a person finds easy: questions to answer, and what was learned.

No question is given out unless the independent verifier has accepted both of its steps.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from hintwise.elicit.insight import Insight, Interval, insights, shares
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
from hintwise.elicit.query import Query as Query
from hintwise.elicit.session import ENOUGH, VERSION, Session
from hintwise.elicit.settings import settings_for
from hintwise.engine.verify import Verifier
from hintwise.errors import HintwiseError, InvalidValue, expect
from hintwise.guide.explaining import Explained, Style, explained
from hintwise.limits import Cancel
from hintwise.problem import Brief, Problem
from hintwise.puzzles.kinds import kind_called
from hintwise.puzzles.library import practice_puzzles
from hintwise.render.svg.bars import weights_svg
from hintwise.render.words.language import DEFAULT, find_language
from hintwise.render.words.preferences import preference_text

METHOD = "bayes"
DEADLINE_S = 10.0
"""For each step: nobody likes to wait longer for a proof."""


@dataclass(frozen=True, slots=True, repr=False)
class Question(Brief):
    """A query that may be shown, and how much there is still to be learned."""

    query: Query
    a: Explained = dataclasses.field(repr=False)
    b: Explained = dataclasses.field(repr=False)
    heading: str
    remaining: float | None
    """See `Session.remaining`."""
    language: str = DEFAULT

    @property
    def note(self) -> str:
        """What remains as a sentence, if that can be told."""
        return "" if self.remaining is None else remaining_text(self.remaining, self.language)

    @property
    def has_enough(self) -> bool:
        """Whether another answer would change little."""
        return _is_little(self.remaining)

    def as_json(self) -> dict[str, Any]:
        return {
            **self.query.as_json(),
            "a": self.a.as_json(),
            "b": self.b.as_json(),
            "heading": self.heading,
            "remaining": self.remaining,
            "enough": self.has_enough,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Learned(Brief):
    """What the answers of a person have taught."""

    problem: Problem
    answers: int
    weights: Mapping[str, float]
    remaining: float | None
    shares: Mapping[str, Interval] | None
    """Each feature's share of all weights; None from a learner that cannot tell how sure it is."""
    insights: tuple[Insight, ...]
    language: str = DEFAULT

    @classmethod
    def of(cls, session: Session, language: str = DEFAULT) -> Learned:
        belief, problem = session.belief, session.problems[0]
        answers, remaining = len(session.events), session.remaining
        sure, found = None, []
        if isinstance(belief, BayesBelief):
            sure = shares(belief)
            found = insights(belief, session.events[-1].query.state) if answers else []
        weights = session.weights
        return cls(problem, answers, weights, remaining, sure, tuple(found), language)

    @property
    def title(self) -> str:
        return find_language(self.language).say_counted("learn.title", self.answers)

    @property
    def sentences(self) -> list[str]:
        nothing = find_language(self.language).say("learn.nothing_sure")
        return [self._text(insight) for insight in self.insights] or [nothing]

    def picture(self) -> str:
        """The weights and how sure they are, with the sentences, as SVG."""
        if self.shares is None:
            raise InvalidValue("a picture shows how sure weights are; this learner cannot tell")
        return weights_svg(self.shares, self.title, self.sentences, self.language)

    def as_json(self) -> dict[str, Any]:
        return {
            "weights": dict(self.weights),
            "remaining": self.remaining,
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
        return len(self.session.events)

    @property
    def learner(self) -> str:
        """Its name."""
        return str(self.session.settings.flat["learner"])

    @property
    def has_enough(self) -> bool:
        """Whether another answer would change little."""
        return _is_little(self.session.remaining)

    def question(self, cancel: Cancel | None = None) -> Question:
        """The next question; the same one until it is answered.

        Raises `OutOfTime` when `cancel` is set before it is there.
        """
        query = self.session.ask(cancel)
        style, verifier = Style(language=self.language), _verifier(query.state.problem)
        a, b = (explained(query.state, step, style, verifier) for step in (query.a, query.b))
        return Question(query, a, b, self._heading(query), self.session.remaining, self.language)

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
        self.session.tell(answer)

    def undo(self) -> None:
        self.session.undo()

    def learned(self) -> Learned:
        """What is known about the person now."""
        return Learned.of(self.session, self.language)

    def profile(self) -> str:
        """The text of a profile, from which learning goes on."""
        return Profile.of(self.session).write()

    def as_json(self) -> dict[str, Any]:
        return {**self.session.as_json(), **self.learned().as_json()}


def _is_little(remaining: float | None) -> bool:
    return remaining is not None and remaining < ENOUGH


@functools.lru_cache(maxsize=16)
def _verifier(problem: Problem) -> Verifier:
    return Verifier(problem)


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
        settings = settings_for(**{"method": METHOD, "deadline_s": DEADLINE_S, **chosen})
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


def remaining_text(remaining: float, language: str = DEFAULT) -> str:
    """
    >>> remaining_text(0.084), remaining_text(0.004)
    ('Knowing you better could make steps about 8 % easier.', \
'Knowing you better could make steps less than 1 % easier.')
    """
    say = find_language(language).say
    if remaining < 0.01:
        return say("learn.remaining_below", percent=1)
    return say("learn.remaining", percent=f"{100 * remaining:.0f}")


def library_puzzles(kind: str) -> list[str]:
    """The names of the puzzles of a kind in the library that weights are learned from."""
    return practice_puzzles(kind_called(kind))
