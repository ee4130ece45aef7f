"""The engine's front door: `Explainer`."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.attainable import raise_bound
from hintwise.engine.correction import SearchSpace
from hintwise.engine.implied import Implied, find_implied, not_implied
from hintwise.engine.limits import Clock, Limits
from hintwise.engine.objective import Condition, Contrast, Cost, LinearPieces, Objective, Size
from hintwise.engine.oracle import Effort, Mask
from hintwise.engine.pool import POOL_LIMIT, Pool
from hintwise.engine.search import Search, SearchResult, Unhittable
from hintwise.engine.verify import StepCheck
from hintwise.errors import InvalidValue, NoSuchStep, NothingToExplain, OutOfTime
from hintwise.features import Weights, check_weights, scheme_of
from hintwise.problem import Assignment, Element, Fact, Problem, State, Step


class Explainer:
    """Finds steps of least cost for one problem, and proves that nothing is cheaper.

    What one query learns about the problem makes the next one faster; the answer's cost never
    depends on it. Same problem and same calls give the same steps, in any process. An explainer
    can be pickled (it is rebuilt on arrival, with what it had learned) but serves one thread at a
    time; only `Limits.cancel` may be set from another one.

    Every step that it returns has passed the independent `Verifier`, or `FailedCheck` is raised:
    then we have made a mistake. `verify=False` saves that, for steps that nobody is shown.

    >>> from hintwise.puzzles import sudoku
    >>> explainer = Explainer(sudoku("12343412214.432."))
    >>> step = explainer.smallest_step()
    >>> str(step.derived), len(step), step.optimal
    ('r3c4=3', 4, True)
    """

    def __init__(
        self, problem: Problem, *, verify: bool = True, pool_limit: int = POOL_LIMIT
    ) -> None:
        if not isinstance(problem, Problem):
            raise InvalidValue(
                f"a {type(problem).__name__} is not a problem; make one of a CPMpy model with "
                "from_cpmpy, of a Sudoku's text with sudoku"
            )
        self.problem = problem
        self._check = StepCheck(problem) if verify else None
        self._pool_limit = pool_limit
        scheme = scheme_of(problem)
        self.features: tuple[str, ...] = scheme.names(problem)
        self._implied: Implied = find_implied(problem)
        self._facts = self._implied.facts
        self._number = {fact: i for i, fact in enumerate(self._facts)}
        elements: list[Element] = [*self._facts, *problem.constraints]
        counts = scheme.counts(problem, self._facts, elements)
        size = np.ones((*counts.shape[:2], 1), dtype=np.int16)
        self._counts: NDArray[np.int16] = np.concatenate([counts, size], axis=2)
        self._pool = Pool(len(elements), pool_limit)
        self._seeds = itertools.islice(self._implied.neighbouring_masks(), pool_limit // 2)
        self._seeded: list[Mask] = []

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

    def fresh(self) -> Explainer:
        """An explainer of the same problem that has answered no query, quickly made.

        All that are made from one explainer answer alike, whatever that one was asked.
        """
        self._seed(Clock(Limits()))
        twin = Explainer.__new__(Explainer)
        twin.__dict__.update(self.__dict__)
        twin._implied = self._implied.fresh()
        twin._pool = Pool(self._counts.shape[1], self._pool_limit)
        twin._pool.remember(self._seeded, [])
        return twin

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

    def state(self, facts: Iterable[Fact] = ()) -> State:
        """The state in which the givens and `facts` are known.

        Raises `NotImplied` for a fact that does not hold in every solution.
        """
        known = frozenset(self.problem.givens) | frozenset(facts)
        for fact in known:
            self._check_implied(fact)
        return State(self.problem, known, frozenset(self._facts) - known)

    def target(self, text: str) -> Fact:
        """The implied fact that a person means by `r7c7=6`, or by the variable alone, `r7c7`."""
        variable = self.problem.find_variable(text)
        is_fact = any(sign in text for sign in "=≠") or text.strip().lower().startswith("not ")
        if variable is None and not is_fact:
            variable = self.problem.variable(text)
        if variable is None or variable.boolean:
            return self._check_implied(self.problem.parse_fact(text))
        fact = self.problem.fact(variable.name, self.solution[variable.name])
        if fact not in self._number:
            raise InvalidValue(f"{variable.name} is not determined: solutions differ in it")
        return fact

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
        return self._checked(self._best(state, self._cost(weights), where, limits))

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
        return self._checked(self._best(state, objective, where, limits))

    def smallest_step(self, state: State | None = None, *, limits: Limits = Limits()) -> Step:
        """A step with the fewest elements; its cost is their number."""
        return self._checked(self._best(state, Size(), (), limits))

    def best_steps(
        self,
        count: int,
        state: State | None = None,
        weights: Weights | None = None,
        *,
        limits: Limits = Limits(),
    ) -> list[Step]:
        """The `count` cheapest different steps, cheapest first; fewer if there are no more.

        Two steps for one fact are different if neither contains the other. `limits` hold for each
        search; what was found before one of them ended without a step is returned.
        """
        if count < 1:
            raise InvalidValue(f"count is {count}; at least one step must be asked for")
        state = state or self.start
        objective = self._cost(weights)
        steps: list[Step] = []
        while len(steps) < count:
            try:
                steps.append(self._best(state, objective, (), limits, without=steps))
            except NoSuchStep:
                break
            except OutOfTime:
                if not steps:
                    raise
                break
        return sorted(map(self._checked, steps), key=lambda step: step.cost)

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

    def also(
        self, step: Step, state: State | None = None, *, limits: Limits = Limits()
    ) -> tuple[Fact, ...]:
        """The other targets that the elements of `step` imply; out of time, those found so far."""
        state = state or self.start
        others = [self._number[f] for f in state.targets if f != step.derived]
        implied: list[int] = []
        with self._implied.oracle.watched(Clock(limits)) as oracle:
            for fact in oracle.implied_among(self._elements_of(step), sorted(others)):
                implied.append(fact)  # noqa: PERF402 - what came before a stop is kept
        return tuple(self._facts[i] for i in implied)

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
        started = time.perf_counter()
        target = self._number[self._check_implied(step.derived)]
        columns = np.array(sorted(self._elements_of(step)), dtype=np.intp)
        space = SearchSpace(columns, np.array([target]), self._counts[target][None, columns])
        pieces = LinearPieces(self.features, self._cost(weights), where)
        costs = pieces.root(0, space.counts[0]).costs
        dearest_first = columns[np.argsort(-costs, kind="stable")].tolist()
        kept = columns.tolist()
        if self._implied.oracle.refuting_core(target, kept) is None:
            raise InvalidValue(f"{step.derived} does not follow from the elements of the step")
        with self._implied.oracle.watched(Clock(limits)) as oracle:
            smaller = True
            while smaller:
                size = len(kept)
                for element in dearest_first:
                    core = oracle.shrink(target, kept, [element])
                    if element not in core:  # the core may have lost more than that: too much
                        subsets = (core, [e for e in kept if e != element])
                        counts = ((s, self._counts[target][s].sum(0)) for s in subsets)
                        kept = next((s for s, n in counts if pieces.admits(n)), kept)
                # What a condition forbade to drop at first may go once other elements have.
                smaller = len(kept) < size and not pieces.monotone
        chosen = np.flatnonzero(np.isin(columns, kept))
        result = SearchResult(0, chosen, float(costs[chosen].sum()), lower_bound=0.0, optimal=False)
        return self._checked(self._step(space, result, time.perf_counter() - started))

    def largest_counts(self) -> dict[str, int]:
        """The largest value of each feature over all steps for one fact from all other variables.

        Such a step may use every implied fact about the others and every constraint. Givens are
        explained as well, where the rest implies them.
        """
        given = {fact.variable for fact in self.problem.givens}
        largest = np.zeros(len(self.features) + 1, dtype=np.int64)
        constraints = range(len(self._facts), len(self._facts) + len(self.problem.constraints))
        for target, fact in enumerate(self._facts):
            others = [i for i, f in enumerate(self._facts) if f.variable != fact.variable]
            others += constraints
            refutes = self._implied.oracle.refuting_core
            if fact.variable not in given or refutes(target, others) is not None:
                largest = np.maximum(largest, self._counts[target, others].sum(0))
        return {name: int(n) for name, n in zip(self.features, largest, strict=False)}

    def _cost(self, weights: Weights | None) -> Cost:
        ones = dict.fromkeys(self.features, 1.0)
        return Cost(ones if weights is None else check_weights(weights, self.features))

    def _check_implied(self, fact: Fact) -> Fact:
        self.problem.check(fact)
        if fact in self._number:
            return fact
        solution = self._implied.counter_example(fact)
        if solution is None:
            raise InvalidValue(
                f"{fact} follows, but facts of the form variable ≠ value are only explained in "
                "problems made with exclusions=True"
            )
        raise not_implied(fact, solution)

    def _best(
        self,
        state: State | None,
        objective: Objective,
        where: Sequence[Condition],
        limits: Limits,
        *,
        without: Sequence[Step] = (),
    ) -> Step:
        started = time.perf_counter()
        pieces = LinearPieces(self.features, objective, where)
        space = self._space_of(state or self.start)
        clock = Clock(limits)
        self._seed(clock)
        search = Search(space, pieces, oracle=self._implied.oracle, pool=self._pool, clock=clock)
        for step in without:
            target = int(np.flatnonzero(space.targets == self._number[step.derived])[0])
            search.forbid(target, np.flatnonzero(np.isin(space.columns, self._elements_of(step))))
        try:
            result = search.run()
        except Unhittable as unhittable:
            fact = self._facts[int(space.targets[unhittable.target])]
            known = (state or self.start).facts
            raise not_implied(fact, self._implied.counter_example(fact, known) or {}) from None
        return self._step(space, raise_bound(result, objective), time.perf_counter() - started)

    def _checked(self, step: Step) -> Step:
        return step if self._check is None else self._check(step)

    def _seed(self, clock: Clock) -> None:
        """Fill the pool from the solution's neighbours, in at most a third of the time."""
        masks = list(itertools.takewhile(lambda _: not clock.has_spent(1 / 3), self._seeds))
        if masks:
            self._pool.remember(masks, [])
            self._seeded += masks

    def _sequence(
        self, state: State | None, objective: Objective, take_along: bool, limits: Limits
    ) -> Iterator[Step]:
        state = state or self.start
        while state.targets:
            step = self._best(state, objective, (), limits)
            if take_along:
                also = self.also(step, state, limits=limits)
                step = replace(step, also=also, taken_along=also)
            yield self._checked(step)
            state = state.after(step)

    def _space_of(self, state: State) -> SearchSpace:
        if not state.targets:
            raise NothingToExplain("every fact that follows is already known")
        if known_targets := state.targets & state.facts:
            named = ", ".join(sorted(map(str, known_targets)))
            raise InvalidValue(f"{named}: a fact that is known cannot be a target as well")
        targets = np.array(sorted(self._number[self._check_implied(f)] for f in state.targets))
        known = sorted(self._number[self._check_implied(f)] for f in state.facts)
        constraints = range(len(self._facts), len(self._facts) + len(self.problem.constraints))
        columns = np.array([*known, *constraints], dtype=np.intp)
        return SearchSpace(columns, targets, self._counts[np.ix_(targets, columns)])

    def _elements_of(self, step: Step) -> list[int]:
        offset = len(self._facts)
        index = {c.name: offset + i for i, c in enumerate(self.problem.constraints)}
        for name in step.constraints:
            self.problem.constraint(name)
        return [self._number[self._check_implied(f)] for f in step.facts] + [
            index[name] for name in step.constraints
        ]

    def _step(self, space: SearchSpace, result: SearchResult, seconds: float) -> Step:
        elements = space.columns[result.chosen].tolist()
        counts = space.counts[result.target][result.chosen].sum(axis=0)
        facts = len(self._facts)
        return Step(
            derived=self._facts[int(space.targets[result.target])],
            facts=tuple(self._facts[e] for e in elements if e < facts),
            constraints=tuple(
                self.problem.constraints[e - facts].name for e in elements if e >= facts
            ),
            features={name: int(n) for name, n in zip(self.features, counts, strict=False)},
            cost=result.value,
            optimal=result.optimal,
            lower_bound=result.lower_bound,
            seconds=seconds,
        )
