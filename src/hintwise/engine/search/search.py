"""The cheapest refuting set, by implicit hitting sets and one best-first tree over all targets.

A node is a task (a target with a linear objective), some elements fixed in or out and some limits
on features; its linear relaxation over the correction sets known so far bounds every step below it.
The node with the least bound is refined. An integral relaxation is a candidate step, which either
refutes (then nothing is cheaper) or has a model that violates the target, whose mask gives new
correction sets. Of a fractional one all elements with a share are checked first: if they do not
refute, the correction sets found are disjoint from them, the deepest cuts there are; if they do,
the node is branched on. SAT is asked about nothing else, and most targets never get that far.

Measured on 30 random 9x9 states with weights 10^U(-1.5, 1.5): checking a rounding of a fractional
point instead took 35 % more SAT calls and 20 % more nodes; branching on the most fractional element
regardless of its cost, 84 % more nodes.

After Gamba, Bogaerts and Guns, "Efficiently explaining CSPs with unsatisfiable subset optimization"
(JAIR 2023); best-first over targets as their split OCUS, with the tree shared by all targets.
"""

from __future__ import annotations

import heapq
import itertools
import math
import time

import numpy as np

from hintwise.engine.linear.basis import Indices, Vector
from hintwise.engine.linear.compiled import Compiled
from hintwise.engine.linear.simplex import Relaxation
from hintwise.engine.search.attainable import Levels, unit_of
from hintwise.engine.search.correction import SearchSpace
from hintwise.engine.search.incumbent import Incumbent
from hintwise.engine.search.objective import LinearPieces, Roots, Task
from hintwise.engine.search.pool import Pool
from hintwise.engine.search.refutations import Refutations
from hintwise.engine.search.relaxations import Relaxations
from hintwise.engine.search.ties import TOLERANCE, least_of, surcharges
from hintwise.engine.search.tree import Node, SearchResult
from hintwise.engine.solvers.oracle import Oracle
from hintwise.errors import NoSuchStep, OutOfTime
from hintwise.limits import Clock, Limits, Stopped

_GRACE_TARGETS = 100

_WORTH_SPLITTING = 0.3
"""The share of the gap between bound and best step that a chord must be off by, to be split first.

Late in a session distances hardly count, and each split doubles what is left to branch on: split
always, 60 MACHOP queries took 36 000 nodes on Sudoku and 30 000 on a grid, so 7 000 and 16 000.
"""

_CONSTRAINT_WEIGHT = 3.0
"""How much sooner a constraint is branched on than a fact with the same share and cost.

Without a constraint the facts about its variables have little to do, so deciding it lifts both
bounds: on four of the hardest states of a 9x9 Sudoku (cheap constraints, steps of 24 to 33
elements) it took 26 800 nodes instead of 32 900, 28 s instead of 39 s. Choosing by the bounds of
both children halved the nodes of some, and took twice as long in all; by how far the first pivot
would lift them, it made no difference. Zero-half cuts from three rows saved a fifth and no time.
"""

_LARGE = 15_000
"""With so many pairs of target and element, a search looks for steps before it begins.

A 16x16 Sudoku has 23 000. On a 9x9 (3 000) good steps turn up early, and looking for them would
take a tenth of the time. Where the problem proposes a step, nothing better was found nearby on
eight hard boards of pencil marks, in 0.1 to 0.5 s of CPU.
"""

_ROUNDING = 2e-14
"""How far off a bound may be by rounding errors, as a share of the numbers it is made of.

Nodes this close to the best step are looked at: they may hold one that comes before it.
"""

_MOST_TWINS = 500
"""Times that a search looks for another step beside one that is the best but for rounding errors:
more than ever needed, unless weights are so far apart that surcharges vanish beside the costs."""


class Search:
    """One query. `run` returns the best step; masks and cores found go to the pool."""

    def __init__(
        self,
        space: SearchSpace,
        pieces: LinearPieces,
        *,
        oracle: Oracle,
        pool: Pool,
        least: float = 0.0,
        keep_ties: bool = False,
    ) -> None:
        """`least` is what the best step is known to cost at least; ties are for `leave_out`."""
        self._space = space
        self._pieces = pieces
        self._least = least
        self._unit = float(unit_of(pieces.objective)) / pieces.unit
        self._levels = Levels(0.0, np.zeros(len(space.targets)))
        self._oracle = oracle
        self._effort = oracle.effort
        self._pool = pool
        self._clock = Clock(Limits())
        self._correction = pool.correction_sets(space)
        constraints = oracle.constraints_among(space.columns)
        self._branch_weights = np.where(constraints, _CONSTRAINT_WEIGHT, 1.0)
        self._best = Incumbent(space, pieces)
        self._refutations = Refutations(space, oracle, self._correction, self._best)
        self._compiled = Compiled()
        self._relaxations = Relaxations(
            space, self._correction, self._best.forbidden, self._compiled
        )
        self._roots: Roots | None = None
        self._heap: list[tuple[float, int, Node]] = []
        self._serial = itertools.count()
        self._lower = -math.inf
        self._scale = 0.0
        self._rounding = 0.0
        self._twins = 0
        self._least_surcharge = 0.0
        self._most = math.inf
        self._keep_ties = keep_ties
        self._ended: list[tuple[float, Node]] = []
        """Nodes whose cheapest set is a step: others may come after it, if more are wanted."""

    def forbid(self, target: int, columns: Indices) -> None:
        """Leave out the step with these columns, and every step that contains it."""
        self._best.forbid(target, columns)

    def allow_at_most(self, cost: float) -> None:
        """Take no step that costs more, surcharges aside."""
        self._most = cost / self._pieces.unit

    def leave_out(self, result: SearchResult) -> None:
        """Let the next run look for the best step but this one, and those that contain it.

        It goes on in the same tree, which holds every step that may be taken at all: for searches
        that `allow_at_most` some cost, or that keep ties. Where five more steps that are as cheap
        as the best were looked for each by a search of its own, as after every step of a logic
        grid, that took two fifths of the time of a 6 x 6; by one search for all of them, a fifth.
        """
        assert self._keeps_others, "what was dearer than the step is no longer in the tree"
        self._best.begin_anew(self._ceiling)
        self._best.forbid(result.target, result.chosen)
        self._relaxations.forbid(result.target, self._best.forbidden[result.target][-1])
        for bound, node in self._ended:
            self._push(bound, node)
        self._ended = []

    def run(self, clock: Clock) -> SearchResult:
        """Return a step of least value, or the best one known when the clock stops the search.

        Stopped, it may be run again and goes on from there, with the refuting sets that others have
        left in the pool since.

        Invariant: `_lower` bounds every step from below, since it is the least bound in the tree.
        """
        self._clock = clock
        self._compiled.begin(clock)
        self._oracle.watch(clock)
        try:
            if self._roots is None:
                self._plant()
            else:
                self._best.recall(self._pool, self._roots)
            self._refine()
        except Stopped:
            if self._roots is not None:
                nearest = heapq.nsmallest(_GRACE_TARGETS, self._heap)
                tasks = [node.task for _, _, node in nearest]
                self._refutations.settle(tasks, self._roots, clock)
            if not self._best.known:
                raise OutOfTime(
                    "stopped before a step was found; allow a longer deadline, or more nodes"
                ) from None
        finally:
            self._oracle.watch(None)
            cores = self._refutations.cores(self._pool.elements)
            self._pool.remember(self._correction.take_news(), cores)
        if not self._best.known:
            raise NoSuchStep("no step of this state meets the side constraints")
        return self._found()

    def _plant(self) -> None:
        """Put the root of every task into the tree, each with a bound that costs no SAT call."""
        started = time.perf_counter()
        roots = self._pieces.roots(self._space.counts)
        # What lowers the objective is taken for nothing; every set without such is paid for.
        gains = np.minimum(roots.costs, 0.0).sum(axis=1)
        payable = np.maximum(roots.costs, 0.0)
        self._scale = float((np.abs(roots.constants) - gains).max(initial=0.0))
        self._rounding = _ROUNDING * self._scale
        least = self._scale
        if self._unit or not least:
            promise = self._pool.least_costs(self._space, payable)
            self._levels = Levels.of(self._unit, roots.costs, promise)
            least = least or least_of(promise, payable)
        extra = surcharges(self._space, roots.costs, max(least, self._least))
        self._least_surcharge = float(extra.min(initial=math.inf))
        self._best.charge(extra, self._levels.handicaps)
        if math.isfinite(self._most):
            self._best.allow_at_most(self._levels.as_dear_as(self._most))
        self._roots = roots = roots.charged(extra)
        self._best.recall(self._pool, roots)
        self._effort.bound_s += time.perf_counter() - started
        try:
            if not gains.any():
                self._refutations.consider_proposed(roots)
        finally:  # stopped here, it must know where to look
            bounds = self._put_roots(roots, roots.constants + gains, payable)
        # Where the cost is given, a step that is near shows nothing that is not known.
        wanted = not self._best.known and math.isinf(self._most)
        if wanted and len(bounds) * len(self._space.columns) > _LARGE:
            promising = np.argsort(bounds, kind="stable").tolist()
            self._refutations.look_nearby(map(roots.task, promising), self._clock)

    def _put_roots(self, roots: Roots, least: Vector, payable: Vector) -> Vector:
        """Put the roots that may hold the best step into the tree; return the bounds of all."""
        started = time.perf_counter()
        enough = self._ceiling + self._slack() - least
        bounds: Vector = least + self._correction.packing_bounds(payable, enough)
        for target in (~(bounds > self._ceiling + self._slack())).nonzero()[0].tolist():
            node = Node(roots.task(target), open=self._pieces.conditional)
            self._push(self._levels.raised(target, float(bounds[target])), node)
        self._effort.bound_s += time.perf_counter() - started
        return bounds

    def _refine(self) -> None:
        while self._heap:
            bound, _, node = heapq.heappop(self._heap)
            self._lower = max(self._lower, bound)
            if self._settled(bound):
                self._push(bound, node)
                return
            self._effort.nodes += 1
            try:
                self._clock.count_node()
                self._clock.report(*self._so_far())
                self._expand(node)
            except Stopped:
                self._push(bound, node)
                raise
        self._lower = self._best.value

    def _expand(self, node: Node) -> None:
        task = node.task
        relaxation = self._own_relaxation(node)
        lowest = task.constant + self._bound(task, relaxation)
        bound = self._levels.raised(task.target, lowest)
        if self._hopeless(bound):
            return
        later = bool(self._heap) and bound > self._heap[0][0] + self._tolerance(bound)
        if later or bound > self._best.value + self._slack():
            self._push(bound, node)
            return
        if not relaxation.solved and relaxation.free.any():
            self._branch(node, bound, int(relaxation.free.nonzero()[0][0]))
            return
        point = relaxation.primal()
        whole = np.rint(point)
        if np.abs(point - whole).max(initial=0.0) <= 1e-6:
            if not relaxation.admits(whole) and relaxation.free.any():
                # Rounded, large counts exceed a limit that they met.
                self._branch(node, bound, int(relaxation.free.nonzero()[0][0]))
                return
            if not self._refutations.refutes(task, whole):
                self._push(bound, node)
            elif not self._divide(node, bound, whole, worth=0.0):
                room = self._levels.room(task.target, self._best.value + self._slack())
                other = relaxation.undecided(room - lowest)
                if other is not None and self._twins < _MOST_TWINS:
                    self._twins += 1
                    self._branch(node, bound, other)
                elif self._keeps_others:
                    self._ended.append((bound, node))
            return
        self._exclude_hopeless(relaxation, lowest, task)
        support = (point > 1e-9).astype(float)
        worth = _WORTH_SPLITTING * (self._best.value - bound)
        if self._refutations.learn_from(task, support, hard=False):
            self._push(bound, node)
        elif not self._divide(node, bound, point, worth=worth):
            fractional = np.flatnonzero(np.abs(point - whole) > 1e-6)
            weighed = np.minimum(point, 1 - point) * np.abs(task.costs) * self._branch_weights
            undecided = weighed[fractional]
            self._branch(node, bound, int(fractional[undecided.argmax()]))

    def _divide(self, node: Node, bound: float, point: Vector, *, worth: float) -> bool:
        """Replace a node by what it stands for, if that makes a difference at this point.

        An open node stands for its alternatives; a bound that is off by more than `worth`, for the
        pieces that it bounds.
        """
        task, counts = node.task, self._space.counts[node.task.target]
        if node.open and not self._pieces.admits(counts.T @ point):
            for limits in self._pieces.alternatives:
                self._push(bound, Node(task, node.relaxation, limits))
            return True
        worth = max(worth, self._slack())
        pieces = self._pieces.division(task, counts.T @ point, counts, worth)
        for piece, limits in pieces:
            relaxation = self._relaxations.of(piece, node.relaxation)
            self._push(bound, Node(piece, relaxation, limits, open=node.open))
        return bool(pieces)

    def _branch(self, node: Node, bound: float, element: int) -> None:
        for value in (1, 0):
            decision = element, value
            self._push(bound, Node(node.task, node.relaxation, decision, open=node.open))

    def _bound(self, task: Task, relaxation: Relaxation) -> float:
        started, pivots = time.perf_counter(), relaxation.pivots
        target, constant, most = task.target, task.constant, self._best.value + self._slack()
        cutoff = self._levels.room(target, most) + self._slack() - constant

        def is_beyond(least: float) -> bool:
            raised = self._levels.raised(target, constant + least)
            return raised == math.inf or raised > most

        bound = self._relaxations.solve(relaxation, task, cutoff, is_beyond)
        if relaxation.pivots != pivots:
            self._correction.mark_useful(self._relaxations.tight(relaxation, task))
            self._effort.pivots += relaxation.pivots - pivots
            self._compiled.consider(self._effort.pivots)
        self._effort.bound_s += time.perf_counter() - started
        return bound

    def _own_relaxation(self, node: Node) -> Relaxation:
        if node.relaxation is None:
            node.relaxation = self._relaxations.of(node.task)
        elif node.decision:
            node.relaxation = node.relaxation.copy()
            match node.decision:
                case (int(element), int(value)):
                    node.relaxation.fix(element, value)
                case limits:
                    self._relaxations.restrict(node.relaxation, node.task, limits)
            node.decision = ()
        return node.relaxation

    def _exclude_hopeless(self, relaxation: Relaxation, bound: float, task: Task) -> None:
        """Fix out what would lift the bound past the best step known."""
        room = self._levels.room(task.target, self._ceiling + self._slack()) - bound
        if math.isfinite(room):
            relaxation.exclude_above(room)

    def _push(self, bound: float, node: Node) -> None:
        if not self._hopeless(bound):
            heapq.heappush(self._heap, (bound, next(self._serial), node))

    @property
    def _ceiling(self) -> float:
        """What is worse is of no use: than the best step, or than all that may be taken."""
        if math.isfinite(self._best.most):
            return self._best.most
        if self._keep_ties and self._best.known:
            return self._levels.as_dear_as(self._best.true_value)
        return self._best.value

    @property
    def _keeps_others(self) -> bool:
        """Whether the tree holds steps that come after the best."""
        return self._keep_ties or math.isfinite(self._most)

    def _slack(self) -> float:
        """How far above the best value a bound may lie and still not speak against its node."""
        return self._rounding + _ROUNDING * (abs(self._best.value) if self._best.known else 0.0)

    def _tolerance(self, value: float) -> float:
        return TOLERANCE * max(abs(value) if math.isfinite(value) else 0.0, self._scale)

    def _hopeless(self, bound: float) -> bool:
        return bound == math.inf or bound > self._ceiling + self._slack()

    def _settled(self, bound: float) -> bool:
        gap, bound_at_least = self._clock.gap, bound - self._levels.largest_handicap
        return bound > self._best.value + self._slack() or (
            0.0 < self._best.value - bound_at_least <= gap * abs(bound_at_least)
        )

    def _so_far(self) -> tuple[float, float]:
        """What the best step known costs, and what every step costs at least."""
        unit, lowest = self._pieces.unit, self._lower - self._levels.largest_handicap
        return unit * self._best.true_value, unit * max(lowest, 0.0)

    def _found(self) -> SearchResult:
        value = self._best.true_value
        optimal = bool(self._lower >= self._best.value - self._tolerance(value))
        lowest = self._lower - self._levels.largest_handicap
        return SearchResult(
            target=self._best.target,
            chosen=np.flatnonzero(self._best.chosen > 0.5),
            value=value,
            lower_bound=value if optimal else lowest - self._tolerance(lowest),
            optimal=optimal,
            blurred=self._least_surcharge <= 2 * self._slack(),
        )
