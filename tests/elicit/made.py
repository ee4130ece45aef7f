"""Made-up steps and queries, small puzzles, and sessions that are answered by rote."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from hypothesis import strategies as st

from hintwise.elicit.query import Answer, Query
from hintwise.elicit.questions.confidence import Tally
from hintwise.elicit.session import Session
from hintwise.elicit.settings import Settings
from hintwise.engine import Explainer
from hintwise.problem import Fact, Kind, Problem, State, Step
from tests.engine.drawn import small_grid, small_sudoku

Features = Mapping[str, int]

NAMES = ("facts", "rows", "clues")
COURSE = ("1..43.1221.3432.", "1.3.34.221434...", "1.3..4.221..4..1")
"""Three 4x4 Sudokus with 5, 6 and 8 facts to explain."""

FACT = Fact("x", 1)
STATE = State(Problem(Kind("made up"), (), ()), frozenset(), frozenset({FACT}))

counts = st.fixed_dictionaries({name: st.integers(0, 9) for name in NAMES})
"""Feature values of a step."""
answers = st.sampled_from(Answer)
seeds = st.integers(0, 2**32 - 1)


def made_step(features: Features) -> Step:
    return Step(FACT, (), (), features, cost=1.0, optimal=True, lower_bound=1.0)


def made_query(a: Features, b: Features) -> Query:
    """A query of which only the features matter."""
    return Query(1, 0, STATE, made_step(a), made_step(b))


def made_tally(names: Iterable[str], rng: np.random.Generator, asked: int) -> Tally:
    """What `asked` answers may have left, some features never having differed."""
    differed = {name: int(rng.integers(0, asked + 1)) for name in names}
    improved = {name: int(rng.integers(0, n + 1)) for name, n in differed.items()}
    return Tally(asked, asked, differed, improved)


def drawn_problem(kind: str, seed: int) -> Problem:
    """A small Sudoku or logic grid with two facts to explain or more."""
    rng = np.random.default_rng(seed)
    draw = {"sudoku": small_sudoku, "logic_grid": small_grid}[kind]
    while len(Explainer(problem := draw(rng)).start.targets) < 2:
        pass
    return problem


def answered(session: Session, answers: Iterable[Answer | str]) -> list[Query]:
    """The queries that a session asks when it is answered so."""
    queries = []
    for answer in answers:
        queries.append(session.ask())
        session.tell(answer)
    return queries


def asked(
    problems: Iterable[Problem], settings: Settings, answers: Iterable[Answer]
) -> list[Query]:
    """The queries of a new session; one more than there are answers."""
    session = Session.of(problems, settings)
    return [*answered(session, answers), session.ask()]


def distance(query: Query) -> int:
    """The L1 distance of the two steps."""
    return sum(abs(n - query.b.features[name]) for name, n in query.a.features.items())


def dominates(one: Features, other: Features) -> bool:
    """The paper's: the other is better nowhere."""
    return all(other[name] >= n for name, n in one.items())
