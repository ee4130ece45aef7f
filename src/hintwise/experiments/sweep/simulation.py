"""One simulated user, one method, one run: queries and answers, and regret along the way."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from hintwise.elicit.progress import OwnExplainers
from hintwise.elicit.query import Answer, Query
from hintwise.elicit.session import Session
from hintwise.elicit.settings import Settings
from hintwise.elicit.users import SimulatedUser, User
from hintwise.evaluate import OptimalSequence
from hintwise.limits import Cancel, Limits
from hintwise.problem import Problem

NODE_LIMIT = 5_000
"""Of each search for a step, unless something else is asked for: some users' cheapest steps would
take minutes to prove, and a limit in seconds would make a run another one on another machine."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """A query, its answer, and what the query took."""

    query: Query
    answer: Answer
    wait_s: float
    """How long the user had to wait for the query."""
    computing_s: float
    """How long this thread computed it, whatever else kept the machine busy."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The regret after so many queries, under the weights learned by then."""

    queries: int
    regret: float
    proven: bool
    weights: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Simulation:
    """A run in which a user with the true weights of `best` answers `queries` queries."""

    training: tuple[Problem, ...]
    best: OptimalSequence
    settings: Settings
    queries: int
    evaluate_at: Collection[int]
    """After how many queries the regret is computed."""

    def run(self, cancel: Cancel | None = None) -> Iterator[Exchange | Evaluation]:
        """Yield each query as it is answered, and each evaluation as it is due.

        It is the same run whatever this process did before: what its searches learn serves later
        ones of the same run, whose steps are thus found faster; other steps are found only where a
        search is cut off. There the run may also be another one on a machine without Numba: see
        `Limits.compiled`.
        Raises `OutOfTime` when `cancel` is set.
        """
        settings = self.settings
        limits = limits_of(settings, cancel)
        session = Session.of(self.training, settings, lender=OwnExplainers(), compiled=True)
        judge = self.best.judge(limits=limits)
        user = SimulatedUser(self.best.true_weights, np.random.default_rng([settings.seed, 1]))
        rounds = exchanges(session, user, cancel)
        for number in range(self.queries + 1):
            if number:
                yield next(rounds)
            if number in self.evaluate_at:
                regret = judge.regret(session.weights)
                yield Evaluation(number, regret.mean, regret.proven, session.weights)


def limits_of(settings: Settings, cancel: Cancel | None = None) -> Limits:
    """Of every search of a run: for queries, for the user's best steps and for evaluations."""
    return replace(settings.limits(cancel), compiled=True)


def exchanges(session: Session, user: User, cancel: Cancel | None = None) -> Iterator[Exchange]:
    """Ask, let `user` answer and tell, without end; each is yielded once the session has learned.

    Raises `OutOfTime` when `cancel` is set.
    """
    while True:
        started, computed = time.perf_counter(), time.thread_time()
        query = session.ask(cancel)
        wait_s, computing_s = time.perf_counter() - started, time.thread_time() - computed
        answer = user.answer(query)
        session.tell(answer)
        yield Exchange(query, answer, wait_s, computing_s)
