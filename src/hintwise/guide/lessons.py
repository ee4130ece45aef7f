"""Lessons that somebody else keeps: as what they began with and what happened since, in JSON.

Whoever keeps them calls `visit` with all of that and with what the person has done now, and appends
what happened to the rest. Nothing is kept here, so any process can take the next visit.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hintwise.elicit.fingerprint import fingerprint
from hintwise.elicit.learners.prior import Prior, shipped_prior
from hintwise.elicit.profile import Profile
from hintwise.elicit.session import VERSION, Session
from hintwise.elicit.settings import FOR_PEOPLE, settings_for
from hintwise.errors import InvalidValue, UnknownName
from hintwise.features import feature_names
from hintwise.guide.reading import read_puzzle
from hintwise.guide.teaching import METHOD, Lesson, Question, library_puzzles
from hintwise.limits import Cancel
from hintwise.problem import Brief, Problem
from hintwise.puzzles.puzzle import Puzzle
from hintwise.render.words.features import feature_name
from hintwise.render.words.language import DEFAULT

Record = Mapping[str, Any]

STEP_S = 3.0
"""For each step of a question: a person waits for the next one."""

NODES = 24
"""For each search of a question. With as many, eight people drawn from the prior had a regret of
1 % after 20 answers, as without a limit (with 12 nodes 4 %); a question took 0.2 s of the processor
instead of 0.34, at most 0.6 instead of 1.2."""

PRACTICE = 12
"""Puzzles of the library in a lesson: as many as workers keep at hand. The first question about one
takes a second, later ones a tenth of it."""


@dataclass(frozen=True, slots=True, repr=False)
class Visit(Brief):
    """What has come of a visit: the entries to append, and how the lesson stands.

    The `cache` makes the next visit faster. It may be lost, and holds the solutions.
    """

    entries: tuple[Record, ...]
    state: Record
    cache: Record

    def as_json(self) -> dict[str, Any]:
        return {"entries": list(self.entries), "state": self.state, "cache": self.cache}


def practice(kind: str) -> list[Puzzle]:
    """The puzzles of the library that a lesson of that kind is about, of all grades."""
    names = library_puzzles(kind)
    if not names:
        raise UnknownName(
            "kind that can be taught", kind, ("sudoku", "killer_sudoku", "logic_grid")
        )
    every = -(-len(names) // PRACTICE)
    return [_library_puzzle(name) for name in names[::every]]


def begun(puzzles: Sequence[Puzzle], *, seed: int, profile: str | None = None) -> dict[str, Any]:
    """The record of a new lesson about these puzzles.

    With a `profile`, what it says is expected of the person.

    >>> record = begun([Puzzle("sudoku", "1..43.1221.3432.")], seed=1)
    >>> sorted(record)
    ['problem', 'puzzles', 'settings', 'sources', 'version']
    """
    problems = [problem_of(puzzle) for puzzle in puzzles]
    chosen: dict[str, Any] = {"seed": seed, "deadline_s": STEP_S, "node_limit": NODES, **FOR_PEOPLE}
    if profile is not None:
        chosen["prior"] = _prior_in(profile, puzzles[0])
    session = Session.of(problems, settings_for(METHOD, **chosen))
    return {**session.head(), "sources": [puzzle.as_json() for puzzle in puzzles]}


def taken_in(profile: str, kind: str, *, seed: int) -> tuple[dict[str, Any], list[Record]]:
    """The lesson that a profile holds, with its entries; else a new one that expects its weights.

    A profile that holds a lesson about other puzzles than those of the library is as good as its
    weights.
    """
    puzzles = practice(kind)
    Profile.read(profile, problem_of(puzzles[0]))  # raises if it is of another kind, or wrong
    document = json.loads(profile).get("provenance", {})
    kept = document.get("session") if isinstance(document, dict) else None
    if isinstance(kept, dict) and kept.get("version") == VERSION:
        known = {fingerprint(problem_of(puzzle)): puzzle for puzzle in _library(kind)}
        names = kept.get("puzzles")
        if isinstance(names, list) and all(name in known for name in names):
            sources = [known[name] for name in names]
            Session.from_json(kept, [problem_of(puzzle) for puzzle in sources])  # raises if wrong
            head = {key: kept[key] for key in ("version", "problem", "settings", "puzzles")}
            return {**head, "sources": [p.as_json() for p in sources]}, kept["events"]
    return begun(puzzles, seed=seed, profile=profile), []


def visit(
    record: Record,
    entries: Sequence[Record],
    deed: Record | None = None,
    *,
    cache: Record | None = None,
    language: str = DEFAULT,
    cancel: Cancel | None = None,
) -> Visit:
    """Bring back a lesson, do what the person does, and ask the next question.

    `record` is what `begun` made, `entries` are all that happened since. A deed is `{"tell": "a"}`
    (or b, none), `{"undo": true}`, `{"observe": {"a": features, "b": features, "answer": …}}` or
    `{"correct": number}`.
    """
    lesson = _resumed(record, entries, cache, language)
    _do(lesson, deed or {})
    question = lesson.question(cancel)
    new = [entry.as_json() for entry in lesson.session.journal[len(entries) :]]
    return Visit(tuple(new), _state(lesson, question), lesson.session.cache())


def open_question(entries: Iterable[Record]) -> int | None:
    """The number of the question that waits for its answer, as the entries tell."""
    return _course(entries)[0]


def answers_given(entries: Iterable[Record]) -> int:
    """How many answers were given and not taken back, as the entries tell."""
    return sum(number is not None for number in _course(entries)[1])


def _course(entries: Iterable[Record]) -> tuple[int | None, list[int | None]]:
    """The open question, and all that can be undone: an answered question, None a correction."""
    pending: int | None = None
    standing: list[int | None] = []
    for entry in entries:
        match entry:
            case {"event": "asked", "query": {"number": int(number)}}:
                pending = number
            case {"event": "answered"}:
                standing.append(pending)
                pending = None
            case {"event": "observed", "source": "correction"}:
                standing.append(None)
            case {"event": "undone"} if standing:
                pending = standing.pop() or pending
    return pending, standing


def profile_text(record: Record, entries: Sequence[Record], cache: Record | None = None) -> str:
    """The text of the profile that a lesson has taught."""
    return _resumed(record, entries, cache, DEFAULT).profile()


def warm_up(kind: str, number: int, cancel: Cancel | None = None) -> None:
    """Get ready for lessons about a puzzle of the practice, as a first question about it would."""
    puzzle = practice(kind)[number]
    Session.of([problem_of(puzzle)], settings_for(METHOD, deadline_s=STEP_S)).ask(cancel)


def _resumed(
    record: Record, entries: Sequence[Record], cache: Record | None, language: str
) -> Lesson:
    try:
        problems = [problem_of(Puzzle.from_json(source)) for source in record["sources"]]
    except (KeyError, TypeError) as error:
        raise InvalidValue(f"not the record of a lesson: {error}") from None
    document = {**record, "events": list(entries), "cache": cache}
    return Lesson(Session.from_json(document, problems), language)


def _do(lesson: Lesson, deed: Record) -> None:
    match dict(deed):
        case {"tell": str(answer)}:
            lesson.tell(answer)
        case {"undo": True}:
            lesson.undo()
        case {"observe": {"a": a, "b": b, "answer": answer}}:
            lesson.observe(a, b, answer)
        case {"correct": number}:
            lesson.correct(number)
        case unknown if unknown:
            raise InvalidValue(f"{unknown!r} cannot be done in a lesson")


def _state(lesson: Lesson, question: Question) -> dict[str, Any]:
    """All that is shown of a lesson."""
    language = lesson.language
    return {
        "kind": lesson.session.problems[0].kind.name,
        "language": language,
        "answers": lesson.answers,
        "observations": len(lesson.session.observations),
        **question.outlook.as_json(),
        "remaining_text": question.note,
        "weights": dict(lesson.session.weights),
        "learned": _learned(lesson),
        "question": {**question.as_json(), "pictures": question.pictures()},
    }


def _learned(lesson: Lesson) -> dict[str, Any]:
    learned = lesson.learned()
    told = learned.as_json()["learned"]
    shares = learned.shares or {}
    return {
        "title": learned.title,
        "expected": not (lesson.answers or lesson.session.observations),
        "sentences": [
            {"number": number, "text": text, "certainty": told[number]["certainty"]}
            for number, text in enumerate(learned.sentences if told else ())
        ],
        "shares": [
            {"feature": name, "name": feature_name(name, lesson.language), **share._asdict()}
            for name, share in shares.items()
        ],
    }


def _prior_in(profile: str, puzzle: Puzzle) -> Prior:
    """What a profile says of a person, to start from."""
    problem = problem_of(puzzle)
    found = Profile.read(profile, problem)
    return shipped_prior(problem.kind.name, feature_names(problem)).around(found.weights)


def _library(kind: str) -> list[Puzzle]:
    return [_library_puzzle(name) for name in library_puzzles(kind)]


@functools.cache
def _library_puzzle(name: str) -> Puzzle:
    return read_puzzle(name)


@functools.lru_cache(maxsize=128)
def problem_of(puzzle: Puzzle) -> Problem:
    """The same problem for equal puzzles: what a process knows about it is found by it."""
    return puzzle.problem()
