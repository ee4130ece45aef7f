"""The engine's front door: `Explainer`."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from hintwise.engine import arguments
from hintwise.engine.curves.pieces import pieces_of
from hintwise.engine.denial import case_against
from hintwise.engine.groundwork import Groundwork
from hintwise.engine.implied import find_implied, largest_counts
from hintwise.engine.inside import IsEasy, look_inside, nothing_is_easy
from hintwise.engine.numbering import space_within, step_of
from hintwise.engine.ranking import steps_one_by_one
from hintwise.engine.search.conditions import Condition
from hintwise.engine.search.objective import Contrast, Cost, Objective, Size
from hintwise.engine.search.pool import POOL_LIMIT
from hintwise.engine.search.shrinking import minimal_result
from hintwise.engine.together import told_together
from hintwise.engine.turns import Turn, one_thread
from hintwise.engine.verify import GRACE_S, StepCheck
from hintwise.engine.verify_inside import require_inside
from hintwise.errors import InvalidValue
from hintwise.features import Weights
from hintwise.limits import Clock, Limits, check_limits
from hintwise.problem import Fact, Inside, Problem, State, Step


class Explainer(Groundwork):
    """Finds steps of least cost for one problem, and proves that nothing is cheaper.

    What one query learns about the problem makes the next one faster; the answer never depends on
    it, unless a deadline or a cancel ends a search: the same call gives the same steps, whatever
    was asked before, in any process. An explainer can be pickled (it is rebuilt on arrival, with
    what it had learned) but serves one thread at a time, or raises `InUse`; only `Limits.cancel`
    may be set from another one. Every step that it returns has passed the independent `Verifier`,
    or `FailedCheck` is raised: then we have made a mistake. `verify=False` saves that, for steps
    that nobody is shown. Only of what is `recalled` neither holds.

    `limits` are for making it, when all that follows is found out: `OutOfTime` says how far it got.

    >>> from hintwise.puzzles import sudoku
    >>> explainer = Explainer(sudoku("12343412214.432."))
    >>> step = explainer.smallest_step()
    >>> str(step.derived), len(step), step.optimal
    ('r3c4=3', 4, True)
    """

    def __init__(
        self,
        problem: Problem,
        *,
        verify: bool = True,
        pool_limit: int = POOL_LIMIT,
        limits: Limits = Limits(),
    ) -> None:
        clock = Clock(limits)
        arguments.check_problem(problem)
        arguments.check_count(pool_limit, "the pool limit", 16)
        self._turn = Turn()
        self._check = StepCheck(problem) if verify else None
        self._alone = False  # searches that are cut off leave nothing behind
        self._begin(find_implied(problem, clock), pool_limit)

    def __repr__(self) -> str:
        return f"<Explainer of {self.problem!r}>"

    def __getstate__(self) -> dict[str, Any]:
        settings = {"problem": self.problem, "verify": self._check is not None}
        return {**settings, "pool_limit": self._pool_limit, "pool": self._pool}

    def __setstate__(self, state: dict[str, Any]) -> None:
        settings = dict(state)
        pool = settings.pop("pool")
        Explainer.__init__(self, **settings)
        self._pool = pool
        if len(self._pool):
            self._seeds = itertools.islice(self._seeds, 0)

    def apart(self, *, knowing: bool = False, limits: Limits = Limits()) -> Explainer:
        """An explainer of the same problem that has answered no query, quickly made.

        Asked the same as another one made so, it answers alike, searches that are cut off included.
        What it learns is its own; with `knowing`, it begins with what this one has learned.
        """
        self._seed(Clock(limits))
        twin = self._twin()
        twin._implied = self._implied.fresh()
        twin._pool = self._pool.seedling(knowing=knowing)
        return twin

    def _twin(self) -> Explainer:
        twin = Explainer.__new__(Explainer)
        twin.__dict__.update(self.__dict__, _turn=Turn(), _alone=True, _latest=None)
        return twin

    def _for(self, limits: Limits) -> Explainer:
        """Who does a search: where it is cut off must not depend on what was learned before."""
        cut_off = check_limits(limits).nodes is not None or limits.gap > 0
        return self.apart(limits=limits) if cut_off and not self._alone else self

    @property
    def start(self) -> State:
        """The givens are known; every other implied fact is a target."""
        return self.state()

    def state(self, facts: str | Iterable[Fact | str] = (), *, limits: Limits = Limits()) -> State:
        """The state in which the givens and `facts` (or texts of facts) are known.

        Raises `NotImplied` for a fact that does not hold in every solution.
        """
        known = arguments.known_facts(self.problem, facts)
        if not known <= self._number.keys():
            with self._turn, self._implied.watched(limits):
                for fact in sorted(known):
                    self._implied.check(fact)
        return State(self.problem, known, frozenset(self._facts) - known)

    @one_thread
    def target(self, text: str | Fact, *, limits: Limits = Limits()) -> Fact:
        """The implied fact that a person means by `r7c7=6`, or by the variable alone, `r7c7`.

        That is its value, else the one bound that follows; if there are two, they are named.
        """
        with self._implied.watched(limits):
            return self._implied.target(text)

    @one_thread
    def optimal_step(
        self,
        state: State | None = None,
        weights: Weights | Cost | None = None,
        *,
        where: Sequence[Condition] = (),
        keep_ties: bool = False,
        limits: Limits = Limits(),
    ) -> Step:
        """A step of least cost over the state's targets (weights default to all ones).

        With `where`, of those that meet every condition. Weights may also be a cost of any kind.
        `keep_ties` saves time, and takes memory, if `equally_cheap` is asked next.
        """
        return self._checked_best(state, self._cost(weights), where, limits, keep_ties)

    def pursuit(
        self, state: State, weights: Weights | Cost | None = None
    ) -> Callable[[Limits], Step]:
        """`optimal_step` for various limits: each call goes on where the last one was cut off.

        As with `apart`, what is found is the same for whoever asks the same in the same order.
        """
        searcher = self if self._alone else self.apart()
        search = searcher._search_for(state, self._cost(weights))

        def step(limits: Limits) -> Step:
            with self._turn:
                clock = Clock(limits)
                return self._checked(search(clock), state, clock)

        return step

    @one_thread
    def contrasting_step(
        self,
        state: State | None,
        objective: Contrast,
        *,
        where: Sequence[Condition] = (),
        limits: Limits = Limits(),
    ) -> Step:
        """The step that minimises a `Contrast`, as optimised: it may hold useless elements.

        Its `cost` and `lower_bound` are values of the objective. See `minimise`.
        """
        return self._checked_best(state, objective, where, limits)

    @one_thread
    def smallest_step(self, state: State | None = None, *, limits: Limits = Limits()) -> Step:
        """A step with the fewest elements; its cost is their number."""
        return self._checked_best(state, Size(), (), limits)

    @one_thread
    def best_steps(
        self,
        count: int,
        state: State | None = None,
        weights: Weights | Cost | None = None,
        *,
        limits: Limits = Limits(),
    ) -> list[Step]:
        """The `count` cheapest different steps, cheapest first; fewer if there are no more.

        Two steps for one fact are different if neither contains the other. Out of time, there are
        fewer as well; a limit in nodes holds for each of them.
        """
        clock = Clock(limits)
        arguments.check_count(count, "count", 1)
        state = self.start if state is None else arguments.check_state(state)
        steps = itertools.islice(self._ranked(state, self._cost(weights), clock), count)
        return sorted(steps, key=lambda step: step.cost)

    @one_thread
    def equally_cheap(
        self,
        step: Step,
        state: State | None = None,
        weights: Weights | Cost | None = None,
        *,
        most: int = 5,
        limits: Limits = Limits(),
    ) -> list[Step]:
        """Other steps of the state that cost no more than `step`, its cheapest one, does.

        At most so many, and out of time those found so far.
        """
        known, clock = [arguments.check_step(step)], Clock(limits)
        state = self.start if state is None else arguments.check_state(state)
        ranked = self._ranked(state, self._cost(weights), clock, known, step.cost)
        return list(itertools.islice(ranked, most))

    @one_thread
    def why_not(
        self,
        facts: str | Fact | Iterable[Fact | str],
        state: State | None = None,
        weights: Weights | Cost | None = None,
        *,
        limits: Limits = Limits(),
    ) -> Step | None:
        """The cheapest step that rules out a fact, or one of several; None if nothing does.

        Facts that are only wrong together are assumed one after the other, until one is ruled out:
        the step may use those before it.
        """
        clock = Clock(limits)
        state = self.start if state is None else arguments.check_state(state)
        denied = arguments.read_facts(self.problem, facts)
        with self._implied.watched(clock.left()):
            case = case_against(denied, state, self._implied)
        if case is None:
            return None
        searcher = self
        if unnamed := sorted((case.facts | case.targets) - self._number.keys()):
            searcher = self._twin()
            searcher._begin(self._implied.naming(unnamed), self._pool_limit)
        return searcher._checked_best(case, self._cost(weights), (), clock.left())

    @one_thread
    def inside(
        self,
        step: Step,
        weights: Weights | Cost | None = None,
        *,
        is_easy: IsEasy = nothing_is_easy,
        limits: Limits = Limits(),
    ) -> Inside:
        """What a step consists of: a chain of easier steps, from its own facts and rules.

        The chain leads to what the step derives, or from the assumption that it is not so to a
        broken rule. Each of its steps costs less than the whole, takes fewer rules or `is_easy`; is
        the cheapest to what it derives, unless `optimal` is false; and is needed. Look inside those
        that are still hard in the same way.
        """
        clock = Clock(limits)
        arguments.check_step(step)
        chain = look_inside(self.problem, step, self._cost(weights), is_easy, clock)
        if self._check is not None:
            require_inside(step, chain, self._check.verifier, clock.left(GRACE_S))
        return chain

    def sequence(
        self,
        state: State | None = None,
        weights: Weights | Cost | None = None,
        *,
        take_along: bool = False,
        limits: Limits = Limits(),
    ) -> Iterator[Step]:
        """Steps that explain every target, each the cheapest in its state, computed lazily.

        With `take_along`, the other targets that a step's elements imply are derived with it.
        `limits` hold for each step.
        """
        return self._sequence(state, self._cost(weights), take_along, limits)

    def smallest_sequence(
        self,
        state: State | None = None,
        *,
        take_along: bool = False,
        limits: Limits = Limits(),
    ) -> Iterator[Step]:
        """As `sequence`, each step with the fewest elements."""
        return self._sequence(state, Size(), take_along, limits)

    @one_thread
    def also(
        self, step: Step, state: State | None = None, *, limits: Limits = Limits()
    ) -> tuple[Fact, ...]:
        """The other targets that the elements of `step` imply; out of time, those found so far."""
        state = self.start if state is None else arguments.check_state(state)
        others = state.targets - {arguments.check_step(step).derived}
        implied: list[int] = []
        with self._implied.oracle.watched(Clock(limits)) as oracle:
            numbers = sorted(self._number[self._implied.check(f)] for f in others)
            implied.extend(oracle.implied_among(self._elements_of(step), numbers))
        return tuple(self._facts[i] for i in implied)

    @one_thread
    def minimise(
        self,
        step: Step,
        weights: Weights | Cost | None = None,
        *,
        where: Sequence[Condition] = (),
        limits: Limits = Limits(),
    ) -> Step:
        """`step` without elements it does not need; dearer ones are dropped first.

        The result is minimal (no element can be left out), not the cheapest; out of time, it may
        still hold something superfluous, as it may where `where` would not hold without it. Raises
        `InvalidValue` if `step` does not imply what it says.
        """
        clock = Clock(limits)
        target = self._number[self._implied.check(arguments.check_step(step).derived)]
        space = space_within(self._elements_of(step), target, self._counts)
        pieces = pieces_of(self.features, self._cost(weights), where)
        oracle = self._implied.oracle
        result = minimal_result(space, pieces, oracle=oracle, pool=self._pool, clock=clock)
        if result is None:
            raise InvalidValue(f"{step.derived} does not follow from the elements of the step")
        return self._checked(step_of(space, result, pieces, self._elements, clock), None, clock)

    @one_thread
    def largest_counts(self, *, limits: Limits = Limits()) -> dict[str, int]:
        """The largest value of each feature over all steps for one fact from all other variables.

        It may use every implied fact about the others and every constraint. Givens are explained as
        well, where the rest implies them.
        """
        with self._implied.watched(limits):
            largest = largest_counts(self._implied, self._counts).tolist()
        return dict(zip(self.features, largest, strict=False))

    def _checked_best(
        self,
        state: State | None,
        objective: Objective,
        where: Sequence[Condition],
        limits: Limits,
        keep_ties: bool = False,
    ) -> Step:
        clock, state = Clock(limits), self.start if state is None else state
        search = self._for(limits)._search_for(state, objective, where, keep_ties=keep_ties)
        return self._checked(search(Clock(clock.left())), state, clock)

    def _ranked(
        self,
        state: State,
        objective: Objective,
        clock: Clock,
        without: Sequence[Step] = (),
        most: float = math.inf,
    ) -> Iterator[Step]:
        searcher = self._for(clock.left())
        tied = math.isfinite(most)
        search = searcher._search_behind(without, state, objective) if tied else None

        def find(found: Sequence[Step]) -> Step:
            nonlocal search
            if search is not None and tied:
                search.leave_out_last()
            else:
                search = searcher._search_for(state, objective, without=found, most=most)
            return self._checked(search(Clock(clock.left())), state, clock)

        return steps_one_by_one(find, clock, without)

    def _checked(self, step: Step, state: State | None, clock: Clock) -> Step:
        return step if self._check is None else self._check(step, state, clock.left(GRACE_S))

    def _sequence(
        self, state: State | None, objective: Cost | Size, take_along: bool, limits: Limits
    ) -> Iterator[Step]:
        state = self.start if state is None else arguments.check_state(state)
        clock, searcher = Clock(limits), self._for(limits)
        while state.targets:
            with self._turn:
                step = searcher._search_for(state, objective)(Clock(clock.left()))
                if take_along:
                    also = self.also(step, state, limits=clock.left())
                    step = told_together(step, also, self.problem, objective.price)
                step = self._checked(step, state, clock)
            yield step
            state, clock = state.after(step), Clock(limits)
