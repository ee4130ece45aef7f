"""The engine's front door: `Explainer`."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hintwise.engine import arguments
from hintwise.engine.implied import Implied, find_implied, largest_counts
from hintwise.engine.numbering import elements_of, scopes_of, space_of, step_of
from hintwise.engine.search.conditions import Condition
from hintwise.engine.search.correction import SearchSpace
from hintwise.engine.search.objective import Contrast, Cost, LinearPieces, Objective, Size
from hintwise.engine.search.optimum import Question
from hintwise.engine.search.pool import POOL_LIMIT, Pool
from hintwise.engine.search.shrinking import minimal_columns
from hintwise.engine.search.tree import SearchResult
from hintwise.engine.solvers.effort import Effort
from hintwise.engine.solvers.oracle import Mask
from hintwise.engine.step_search import StepSearch
from hintwise.engine.together import told_together
from hintwise.engine.turns import Turn, one_thread
from hintwise.engine.verify import GRACE_S, StepCheck
from hintwise.errors import InvalidValue, NoSuchStep, OutOfTime
from hintwise.features import Weights, check_weights, scheme_of
from hintwise.limits import Clock, Limits, check_limits
from hintwise.problem import Assignment, Element, Fact, Problem, State, Step


class Explainer:
    """Finds steps of least cost for one problem, and proves that nothing is cheaper.

    What one query learns about the problem makes the next one faster; the answer never depends on
    it, unless a deadline or a cancel ends a search: the same call gives the same steps, whatever
    was asked before, in any process. An explainer can be pickled (it is rebuilt on arrival, with
    what it had learned) but serves one thread at a time, or raises `InUse`; only `Limits.cancel`
    may be set from another one.

    Every step that it returns has passed the independent `Verifier`, or `FailedCheck` is raised:
    then we have made a mistake. `verify=False` saves that, for steps that nobody is shown.

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
        self.problem = arguments.check_problem(problem)
        arguments.check_count(pool_limit, "the pool limit", 16)
        self._turn = Turn()
        self._check = StepCheck(problem) if verify else None
        self._pool_limit = pool_limit
        scheme = scheme_of(problem)
        self.features: tuple[str, ...] = scheme.names(problem)
        self._implied: Implied = find_implied(problem, clock)
        self._facts = self._implied.facts
        self._number = self._implied.number
        self._elements: list[Element] = [*self._facts, *problem.constraints]
        self._scopes = scopes_of(self._elements, problem)
        counts = scheme.counts(problem, self._facts, self._elements)
        size = np.ones((*counts.shape[:2], 1), dtype=np.int16)
        self._counts: NDArray[np.int16] = np.concatenate([counts, size], axis=2)
        self._pool = Pool(len(self._elements), pool_limit)
        self._space: tuple[State, SearchSpace] | None = None  # of the state asked about last
        self._alone = False  # searches that are cut off leave nothing behind
        self._seeds = itertools.islice(self._implied.neighbouring_masks(), pool_limit // 2)

    def __repr__(self) -> str:
        return f"<Explainer of {self.problem!r}>"

    def __getstate__(self) -> dict[str, Any]:
        return {
            "problem": self.problem,
            "verify": self._check is not None,
            "pool_limit": self._pool_limit,
            "pool": self._pool,
        }

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
        twin = Explainer.__new__(Explainer)
        twin.__dict__.update(self.__dict__)
        twin._turn = Turn()
        twin._implied = self._implied.fresh()
        twin._pool = self._pool.seedling(knowing=knowing)
        twin._alone = True
        return twin

    def _for(self, limits: Limits) -> Explainer:
        """Who does a search: where it is cut off must not depend on what was learned before."""
        cut_off = check_limits(limits).nodes is not None or limits.gap > 0
        return self.apart(limits=limits) if cut_off and not self._alone else self

    @property
    def solution(self) -> Assignment:
        """One solution; where there are several, they differ only outside the implied facts."""
        return self._implied.solution

    @property
    def start(self) -> State:
        """The givens are known; every other implied fact is a target."""
        return self.state()

    @property
    def effort(self) -> Effort:
        """What all queries so far have spent."""
        return self._implied.oracle.effort.copy()

    @property
    def pool_bytes(self) -> int:
        """The memory that what was learned takes up."""
        return self._pool.nbytes()

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
        weights: Weights | None = None,
        *,
        where: Sequence[Condition] = (),
        limits: Limits = Limits(),
    ) -> Step:
        """A step of least cost over the state's targets (weights default to all ones).

        With `where`, the cheapest of those that meet every condition.
        """
        return self._checked_best(state, self._cost(weights), where, limits)

    def pursuit(self, state: State, weights: Weights | None = None) -> Callable[[Limits], Step]:
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
        weights: Weights | None = None,
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
        objective = self._cost(weights)
        steps: list[Step] = []
        checked: list[Step] = []
        searcher = self._for(clock.left())
        while len(steps) < count and not (checked and clock.has_spent(1.0)):
            try:
                search = searcher._search_for(state, objective, without=steps)
                steps.append(search(Clock(clock.left())))
                checked.append(self._checked(steps[-1], state, clock))
            except NoSuchStep:
                break
            except OutOfTime:
                if not checked:
                    raise
                break
        return sorted(checked, key=lambda step: step.cost)

    def sequence(
        self,
        state: State | None = None,
        weights: Weights | None = None,
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
            for fact in oracle.implied_among(self._elements_of(step), numbers):
                implied.append(fact)  # noqa: PERF402 - what came before a stop is kept
        return tuple(self._facts[i] for i in implied)

    @one_thread
    def minimise(
        self,
        step: Step,
        weights: Weights | None = None,
        *,
        where: Sequence[Condition] = (),
        limits: Limits = Limits(),
    ) -> Step:
        """`step` without elements it does not need; dearer ones are dropped first.

        The result is minimal (no element can be left out), not the cheapest; out of time, it may
        still hold something superfluous, as it may where `where` would not hold without it. Raises
        `InvalidValue` if `step` does not imply what it says.
        """
        started, clock = time.perf_counter(), Clock(limits)
        target = self._number[self._implied.check(arguments.check_step(step).derived)]
        columns = np.array(sorted(self._elements_of(step)), dtype=np.intp)
        space = SearchSpace(columns, np.array([target]), self._counts[target][None, columns])
        pieces = LinearPieces(self.features, self._cost(weights), where)
        oracle = self._implied.oracle
        chosen = minimal_columns(space, pieces, oracle=oracle, pool=self._pool, clock=clock)
        if chosen is None:
            raise InvalidValue(f"{step.derived} does not follow from the elements of the step")
        cost = float(pieces.values(space.counts[0][chosen].sum(axis=0)))
        result = SearchResult(0, chosen, cost, lower_bound=0.0, optimal=False)
        seconds = time.perf_counter() - started
        smaller_step = step_of(space, result, pieces, self._elements, seconds)
        return self._checked(smaller_step, None, clock)

    @one_thread
    def largest_counts(self, *, limits: Limits = Limits()) -> dict[str, int]:
        """The largest value of each feature over all steps for one fact from all other variables.

        It may use every implied fact about the others and every constraint. Givens are explained as
        well, where the rest implies them.
        """
        with self._implied.watched(limits):
            largest = largest_counts(self._implied, self._counts)
        return {name: int(n) for name, n in zip(self.features, largest, strict=False)}

    def _cost(self, weights: Weights | None) -> Cost:
        ones = dict.fromkeys(self.features, 1.0)
        return Cost(ones if weights is None else check_weights(weights, self.features))

    def _checked_best(
        self,
        state: State | None,
        objective: Objective,
        where: Sequence[Condition],
        limits: Limits,
    ) -> Step:
        clock = Clock(limits)
        search = self._for(limits)._search_for(state, objective, where)
        return self._checked(search(Clock(clock.left())), state, clock)

    def _search_for(
        self,
        state: State | None,
        objective: Objective,
        where: Sequence[Condition] = (),
        without: Sequence[Step] = (),
    ) -> StepSearch:
        state = self.start if state is None else state
        pieces = LinearPieces(self.features, objective, where)
        left_out = [(self._number[s.derived], self._elements_of(s)) for s in without]
        return StepSearch(
            Question(self._space_of(state), pieces, left_out),
            state,
            implied=self._implied,
            elements=self._elements,
            pool=self._pool,
            seed=self._seed,
        )

    def _checked(self, step: Step, state: State | None, clock: Clock) -> Step:
        return step if self._check is None else self._check(step, state, clock.left(GRACE_S))

    def _seed(self, clock: Clock) -> None:
        """Fill the pool from the solution's neighbours, in at most a third of the time."""
        masks: list[Mask] = []
        try:
            while not clock.has_spent(1 / 3):
                masks.append(next(self._seeds))
        except StopIteration:
            pass
        finally:  # an interrupt, too, must lose none: they belong to the problem, not to the query
            self._pool.plant(masks)

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

    def _space_of(self, state: State) -> SearchSpace:
        if self._space is None or self._space[0] is not state:
            arguments.check_explainable(state)
            self._space = state, space_of(state, self._implied, self._counts, self._scopes)
        return self._space[1]

    def _elements_of(self, step: Step) -> list[int]:
        return elements_of(step, self.problem, self._implied)
