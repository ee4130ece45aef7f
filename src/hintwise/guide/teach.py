"""Teaching hintwise what a person finds easy: questions to answer, and what was learned.

No question is given out unless the independent verifier has accepted both of its steps.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hintwise.elicit import (
    Answer,
    BayesBelief,
    Prior,
    Profile,
    Query,
    QueryWorkers,
    Session,
    settings_for,
)
from hintwise.elicit.insight import Insight, Interval, insights, shares
from hintwise.elicit.instances import SELECTIONS
from hintwise.elicit.learners.normalise import NORMALISATIONS
from hintwise.elicit.learners.prior import PRIORS
from hintwise.elicit.learners.response import LAPSE, RESPONSES
from hintwise.elicit.look_ahead import WORKERS
from hintwise.elicit.methods import INFORMED_METHODS, LEARNERS, METHODS
from hintwise.elicit.session import ENOUGH, VERSION
from hintwise.engine.limits import Cancel
from hintwise.engine.verify import Verifier
from hintwise.errors import FailedCheck, HintwiseError, InvalidValue
from hintwise.problem import Problem
from hintwise.puzzles.kinds import kind_called
from hintwise.puzzles.library import practice_puzzles
from hintwise.render.svg.bars import weights_svg
from hintwise.render.words.preferences import preference_text

__all__ = [
    "INFORMED_METHODS",
    "LAPSE",
    "LEARNERS",
    "METHODS",
    "NORMALISATIONS",
    "PRIORS",
    "RESPONSES",
    "SELECTIONS",
    "WORKERS",
    "YOU_CAN_STOP",
    "Answer",
    "Learned",
    "Lesson",
    "Prior",
    "Query",
    "QueryWorkers",
    "Question",
    "answers_counted",
    "library_puzzles",
    "open_lesson",
    "remaining_text",
]

METHOD = "bayes"
DEADLINE_S = 10.0
"""For each step: nobody likes to wait longer for a proof."""

YOU_CAN_STOP = "You can stop: another answer would change little."
NOTHING_SURE = "Nothing about what you like is sure yet."


@dataclass(frozen=True, slots=True)
class Question:
    """A query that may be shown, and how much there is still to be learned."""

    query: Query
    heading: str
    remaining: float | None
    """See `Session.remaining`."""

    @property
    def note(self) -> str:
        """What remains as a sentence, if that can be told."""
        return "" if self.remaining is None else remaining_text(self.remaining)

    @property
    def has_enough(self) -> bool:
        """Whether another answer would change little."""
        return _is_little(self.remaining)

    def as_json(self) -> dict[str, Any]:
        told = {"heading": self.heading, "remaining": self.remaining, "enough": self.has_enough}
        return {**self.query.as_json(), **told}


@dataclass(frozen=True, slots=True)
class Learned:
    """What the answers of a person have taught."""

    problem: Problem
    answers: int
    weights: Mapping[str, float]
    remaining: float | None
    shares: Mapping[str, Interval] | None
    """Each feature's share of all weights; None from a learner that cannot tell how sure it is."""
    insights: tuple[Insight, ...]

    @classmethod
    def of(cls, session: Session) -> Learned:
        belief, problem = session.belief, session.problems[0]
        answers, remaining = len(session.events), session.remaining
        if not isinstance(belief, BayesBelief):
            return cls(problem, answers, session.weights, remaining, None, ())
        found = insights(belief, session.events[-1].query.state) if answers else []
        return cls(problem, answers, session.weights, remaining, shares(belief), tuple(found))

    @property
    def title(self) -> str:
        return f"What counts, after {answers_counted(self.answers)}"

    @property
    def sentences(self) -> list[str]:
        return [self._text(insight) for insight in self.insights] or [NOTHING_SURE]

    def picture(self) -> str:
        """The weights and how sure they are, with the sentences, as SVG."""
        if self.shares is None:
            raise InvalidValue("a picture shows how sure weights are; this learner cannot tell")
        return weights_svg(self.shares, self.title, self.sentences)

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
        dearer, cheaper, expected = insight.dearer, insight.cheaper, insight.expected
        return preference_text(self.problem, dearer, cheaper, insight.times, expected=expected)


@dataclass(frozen=True)
class Lesson:
    """A session with one person, whose steps are all verified."""

    session: Session

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
        verifier = self._verifier(query.puzzle)
        for step in (query.a, query.b):
            if not verifier.check(step).refutes:
                raise FailedCheck(f"{step!r} does not hold")
        problem, count = self.session.problems[query.puzzle], len(self.session.problems)
        title = f" ({problem.title})" if problem.title else ""
        heading = f"Query {query.number}, puzzle {query.puzzle + 1} of {count}{title}"
        return Question(query, heading, self.session.remaining)

    def tell(self, answer: Answer | str) -> None:
        self.session.tell(answer)

    def undo(self) -> None:
        self.session.undo()

    def learned(self) -> Learned:
        """What is known about the person now."""
        return Learned.of(self.session)

    def profile(self) -> str:
        """The text of a profile, from which learning goes on."""
        return Profile.of(self.session).write()

    def as_json(self) -> dict[str, Any]:
        return {**self.session.as_json(), **self.learned().as_json()}

    def _verifier(self, puzzle: int) -> Verifier:
        return _verifier(self.session.problems[puzzle])


def _is_little(remaining: float | None) -> bool:
    return remaining is not None and remaining < ENOUGH


@functools.lru_cache(maxsize=16)
def _verifier(problem: Problem) -> Verifier:
    return Verifier(problem)


def open_lesson(
    problems: Sequence[Problem],
    chosen: Mapping[str, Any],
    *,
    profile: str | None = None,
    source: str = "the profile",
    workers: QueryWorkers | None = None,
) -> Lesson:
    """The lesson that the text of a profile keeps, or a new one if there is none.

    `chosen` are the options that were asked for (see `settings_for`); those of a lesson that goes
    on must agree. `source` is what messages call the profile.
    """
    if profile is None:
        settings = settings_for(**{"method": METHOD, "deadline_s": DEADLINE_S, **chosen})
        return Lesson(Session.of(problems, settings, workers=workers))
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
    return Lesson(session)


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


def remaining_text(remaining: float) -> str:
    """
    >>> remaining_text(0.084), remaining_text(0.004)
    ('Knowing you better could make steps about 8 % easier.', \
'Knowing you better could make steps less than 1 % easier.')
    """
    share = f"about {100 * remaining:.0f} %" if remaining >= 0.01 else "less than 1 %"
    return f"Knowing you better could make steps {share} easier."


def answers_counted(count: int) -> str:
    return f"{count} answer{'' if count == 1 else 's'}"


def library_puzzles(kind: str) -> list[str]:
    """The names of the puzzles of a kind in the library that weights are learned from."""
    return practice_puzzles(kind_called(kind))
