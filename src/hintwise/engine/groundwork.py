"""What an explainer knows of a problem before it is asked, and what it learns meanwhile."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from hintwise.engine import arguments
from hintwise.engine.curves.pieces import pieces_of
from hintwise.engine.implied import Implied
from hintwise.engine.numbering import counts_of, elements_of, scopes_of, space_of, step_of
from hintwise.engine.search.conditions import Condition
from hintwise.engine.search.correction import SearchSpace
from hintwise.engine.search.objective import Cost, Objective
from hintwise.engine.search.optimum import Question
from hintwise.engine.search.pool import Pool
from hintwise.engine.search.tree import SearchResult
from hintwise.engine.solvers.effort import Effort
from hintwise.engine.step_search import StepSearch
from hintwise.engine.turns import Turn, one_thread
from hintwise.features import Weights, check_weights, scheme_of
from hintwise.limits import Clock, Limits
from hintwise.problem import Assignment, Element, Problem, State, Step


class Groundwork:
    """The numbered elements of a problem, the pool, and searches over both.

    It is what an `Explainer` stands on, and of no use without one.
    """

    problem: Problem
    _turn: Turn

    def _begin(self, implied: Implied, pool_limit: int) -> None:
        """Number the elements of the problem; nothing is learned yet."""
        self.problem = implied.problem
        self.features: tuple[str, ...] = scheme_of(self.problem).names(self.problem)
        self._implied = implied
        self._facts = implied.facts
        self._number = implied.number
        self._elements: list[Element] = [*self._facts, *self.problem.constraints]
        self._scopes = scopes_of(self._elements, self.problem)
        self._counts = counts_of(self._elements, implied)
        self._pool_limit = pool_limit
        self._pool = Pool(len(self._elements), pool_limit)
        self._space: tuple[State, SearchSpace] | None = None  # of the state asked about last
        self._latest: tuple[State, Objective, StepSearch] | None = None
        self._seeds = itertools.islice(implied.neighbouring_masks(), pool_limit // 2)

    @property
    def solution(self) -> Assignment:
        """One solution; where there are several, they differ only outside the implied facts."""
        return self._implied.solution

    @property
    def effort(self) -> Effort:
        """What all queries so far have spent."""
        return self._implied.oracle.effort.copy()

    @property
    def pool_bytes(self) -> int:
        """The memory that what was learned takes up."""
        return self._pool.nbytes()

    @one_thread
    def recalled(self, state: State) -> list[Step]:
        """Steps of the state that earlier searches came upon; no search is made.

        One for each combination of counts, its cost at all-ones weights. Each implies what it says,
        but no verifier has seen it, and it may hold something superfluous: `minimise` sees to both.
        """
        space, clock = self._space_of(state), Clock(Limits())
        pieces = pieces_of(self.features, self._cost(None), ())
        targets, sets = self._pool.refuting_sets(space)
        # Of sums of 16 bits some would be the same that are not; the last one is the size.
        counts = np.einsum("sc,scf->sf", sets, space.counts[targets], dtype=np.int64)[:, :-1]
        _, first = np.unique(counts, axis=0, return_index=True)
        results = (
            SearchResult(int(targets[i]), np.flatnonzero(sets[i]), 0.0, 0.0, optimal=False)
            for i in np.sort(first)
        )
        return [step_of(space, result, pieces, self._elements, clock) for result in results]

    def _cost(self, weights: Weights | Cost | None) -> Cost:
        if isinstance(weights, Cost):
            return replace(weights, weights=check_weights(weights.weights, self.features))
        ones = dict.fromkeys(self.features, 1.0)
        return Cost(ones if weights is None else check_weights(weights, self.features))

    def _search_for(
        self,
        state: State,
        objective: Objective,
        where: Sequence[Condition] = (),
        without: Sequence[Step] = (),
        most: float = math.inf,
        keep_ties: bool = False,
    ) -> StepSearch:
        """A search; if ties are to be kept, `_search_behind` has it for what is as cheap."""
        self._latest = None  # its memory is free before that of another one is taken
        keep_ties = keep_ties and type(objective) is Cost and not where
        pieces = pieces_of(self.features, objective, where)
        left_out = [(self._number[s.derived], self._elements_of(s)) for s in without]
        search = StepSearch(
            Question(self._space_of(state), pieces, left_out, most, keep_ties),
            state,
            implied=self._implied,
            elements=self._elements,
            pool=self._pool,
            seed=self._seed,
        )
        if keep_ties:
            self._latest = state, objective, search
        return search

    def _search_behind(
        self, steps: Sequence[Step], state: State, objective: Objective
    ) -> StepSearch | None:
        """The latest search that kept ties, if it has found just these steps, for the last time."""
        latest, self._latest = self._latest, None
        if latest is None or latest[0] is not state or latest[1] != objective:
            return None
        return latest[2] if latest[2].has_found(steps) else None

    def _seed(self, clock: Clock) -> None:
        """Fill the pool from the solution's neighbours."""
        self._pool.plant_in_time(self._seeds, clock)

    def _space_of(self, state: State) -> SearchSpace:
        if self._space is None or self._space[0] is not state:
            arguments.check_explainable(state)
            self._space = state, space_of(state, self._implied, self._counts, self._scopes)
        return self._space[1]

    def _elements_of(self, step: Step) -> list[int]:
        return elements_of(step, self.problem, self._implied)
