"""Chains of steps to a goal, each the cheapest to what it derives, without those nobody needs."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from hintwise.engine.inside.grounds import Grounds
from hintwise.engine.inside.ledger import Ledger
from hintwise.engine.inside.reach import Reach, Within
from hintwise.engine.search.objective import LinearPieces
from hintwise.errors import NoSuchStep
from hintwise.limits import Clock
from hintwise.problem import CONTRADICTION, Fact, Inside, Step

IsEasy = Callable[[Step], bool]
"""Whether people need no further explanation of a step."""


def nothing_is_easy(step: Step) -> bool:
    """Every step is looked into, as long as anything inside is cheaper."""
    return False


_LOOKED_AT = 12
"""Of so many facts of a kind, the easiest is taken."""


@dataclass(frozen=True)
class Aim:
    """Where a chain starts and ends: from `facts`, and what is `assumed`, by `rules` to `goal`.

    `anchor` is what a step counts relative to that breaks a rule. Each step must cost less than
    `below`, take fewer rules, or be of a kind that `is_easy` for people; with `in_part`, one that
    rests on a part of the facts and rules will do as well.
    """

    facts: tuple[Fact, ...]
    rules: tuple[str, ...]
    goal: Fact
    anchor: Fact
    below: float
    is_easy: IsEasy
    assumed: Fact | None = None
    whole: bool = False
    """Whether a single step may use all of it."""
    in_part: bool = False

    def admits(self, step: Step) -> bool:
        """Whether a step is easier than the whole."""
        fewer = len(step.constraints) < len(self.rules)
        return step.cost < self.below or fewer or self.is_easy(step)

    @property
    def start(self) -> tuple[Fact, ...]:
        """What is known at first."""
        return self.facts if self.assumed is None else (*self.facts, self.assumed)


@dataclass(frozen=True)
class Patience:
    """How long a step is looked for; None: until it is found, or proven that there is none.

    After so many `nodes` of a search it is the best one known. Of steps that rest on a clash, or
    say just the same as the whole, so many `attempts` are passed over. It must be easier than the
    whole, unless people are `content` with less.
    """

    nodes: int | None = None
    attempts: int | None = None
    content: bool = False


_QUICK = Patience(nodes=200, attempts=4)
"""Nearly all proofs take less. Where the whole of a hard Sudoku clashes, some would take 10 s."""

_CONTENT = replace(_QUICK, content=True)

_ENDLESS = Patience()


class Chain:
    """Derives fact after fact until the goal is reached."""

    def __init__(self, grounds: Grounds, aim: Aim, pieces: LinearPieces) -> None:
        self._grounds = grounds
        self._aim = aim
        self._pieces = pieces
        self._rules = grounds.rules(aim.rules)
        self._reach = Reach(grounds, self._rules, aim.start)
        self._ledger = Ledger(grounds, self._reach, aim.start)

    def extend(self, clock: Clock) -> bool:
        """Add steps until the goal is reached; whether it was.

        Each is the cheapest to what it derives, which is of the easiest kind at hand.
        """
        return self._extended(self._easy_step, clock)

    def extend_by_any(self, clock: Clock) -> bool:
        """As `extend`, with every step that is easier than the whole, whatever it derives.

        So it misses no chain of such steps: whenever one could go on, so could this.
        """
        return self._extended(self._any_step, clock)

    @property
    def pairs(self) -> int:
        """How many targets there are for how many elements: what `extend_by_any` has to do."""
        return len(self._reach.all_open(self._ledger.known)) * len(self._elements)

    def _any_step(self, clock: Clock) -> Step | None:
        """The cheapest step if it costs less than the whole, or else one that takes fewer rules."""
        targets = self._reach.all_open(self._ledger.known)
        step = self._cheapest(self._elements, targets, clock, _ENDLESS)
        for rule in self._rules if step is None else ():
            rest = [element for element in self._elements if element != rule]
            implied = self._implied_by(rest, targets)
            if implied and (step := self._cheapest(rest, implied, clock, _ENDLESS)):
                break
        return step

    def _implied_by(self, elements: Sequence[int], targets: Sequence[int]) -> Sequence[int]:
        """Those of the targets that elements imply; where these clash, that they do."""
        if not self._grounds.can_hold(elements):
            return [self._grounds.contradiction]
        facts = [target for target in targets if target != self._grounds.contradiction]
        return list(self._grounds.oracle.implied_among(elements, facts))

    def _extended(self, find: Callable[[Clock], Step | None], clock: Clock) -> bool:
        while self._aim.goal not in self._ledger.known:
            self._grounds.oracle.watch(clock)
            step = find(clock)
            if step is None:
                return False
            self._ledger.add(step)
        self._say_what_is_seen()
        return True

    def _say_what_is_seen(self) -> None:
        """A chain ends with a step to its goal, even if that can be seen by then."""
        seen = self._ledger.known[self._aim.goal]
        if seen is not None and self._ledger.has_steps:
            rules = () if seen.constraint is None else (seen.constraint,)
            last = Step(seen.fact, (seen.because,), rules, {}, 0.0, False, 0.0)
            self._ledger.conclude(self._grounds.as_counted(last, self._pieces, self._aim.anchor))

    def _easy_step(self, clock: Clock) -> Step | None:
        """The cheapest step to a fact of the easiest kind, if one is cheap enough."""
        for level in self._reach.levels(self._ledger.known):
            for target in self._by_promise(level, clock):
                if step := self._step([target], clock):
                    return step
        if self._aim.goal != CONTRADICTION:
            return None
        last = [self._grounds.contradiction]
        return (
            self._step_behind_a_rule(clock) or self._step_in_part(clock) or self._step(last, clock)
        )

    def _by_promise(self, level: Within, clock: Clock) -> Sequence[int]:
        """The targets, those first that have the cheapest step by elements known to imply them.

        Of many, only some are looked at. To look for the cheapest step over all targets and
        elements took 13 s in a hard Sudoku.
        """
        grounds, aim = self._grounds, self._aim
        costs = {
            target: grounds.minimal_cost(elements, target, self._pieces, aim.anchor, clock)
            for target, elements in itertools.islice(level.items(), _LOOKED_AT)
        }
        return sorted((t for t in costs if costs[t] < math.inf), key=costs.__getitem__)

    def _step_behind_a_rule(self, clock: Clock) -> Step | None:
        """The cheapest step, without one of the rules, to facts that help to break that rule.

        The dearer the rule, the easier it is for the others.
        """
        for rule in self._dearest_first:
            if rule in self._rules:
                elements = self._without(rule)
                targets = self._reach.behind(rule, elements, self._ledger.known)
                if targets and (step := self._cheapest(elements, targets, clock)):
                    return step
        return None

    def _step_in_part(self, clock: Clock) -> Step | None:
        """The cheapest step to some facts that follow without one of the facts and rules."""
        grounds = self._grounds
        found: Within = {}
        for element in self._dearest_first:
            rest = self._without(element)
            if grounds.can_hold(rest):
                said = [
                    fact
                    for fact in self._reach.all_open(self._ledger.known)
                    if fact not in found and fact != grounds.contradiction
                ]
                found.update(dict.fromkeys(grounds.oracle.implied_among(rest, said), rest))
            if len(found) >= _LOOKED_AT:
                break
        patience = _CONTENT if self._aim.in_part else _QUICK
        for target in self._by_promise(found, clock):
            if step := self._cheapest(found[target], [target], clock, patience):
                return step
        return None

    def _without(self, element: int) -> Sequence[int]:
        """All that is known without one of the facts and rules at the start, and the others."""
        rules = (rule for rule in self._rules if rule != element)
        return [*self._ledger.resting_on_others(element), *rules]

    @cached_property
    def _dearest_first(self) -> Sequence[int]:
        """The facts and rules at the start."""
        elements = [*self._rules, *(self._grounds.number[fact] for fact in self._aim.facts)]
        costs = self._grounds.costs(elements, self._aim.anchor, self._pieces)
        return sorted(elements, key=lambda element: -costs[element])

    def _step(self, targets: Sequence[int], clock: Clock) -> Step | None:
        return self._cheapest(self._elements, targets, clock)

    @property
    def _elements(self) -> Sequence[int]:
        """All that a step may use."""
        known = (self._grounds.number[fact] for fact in self._ledger.known)
        return [*known, *self._rules]

    def _cheapest(
        self,
        elements: Sequence[int],
        targets: Sequence[int],
        clock: Clock,
        patience: Patience = _QUICK,
    ) -> Step | None:
        """The cheapest step to one of the targets, with all that follows for the same reason.

        None if it is not easier than the whole.
        """
        started = time.perf_counter()
        step = self._best(elements, targets, clock, patience)
        if step is None:
            return None
        grounds = self._grounds
        also: tuple[Fact, ...] = ()
        if not step.breaks_rule:
            others = [
                n for n in self._reach.all_open(self._ledger.known) if n != grounds.contradiction
            ]
            implied = grounds.oracle.implied_among(grounds.elements_of(step), others)
            also = tuple(self._worth_telling(step, implied))
            if self._aim.goal in also:
                to_goal = self._to_goal(step, elements, clock, patience)
                if to_goal is None:
                    return None
                step, also = to_goal, ()
        seconds = time.perf_counter() - started
        return replace(step, also=also, taken_along=also, seconds=seconds)

    def _to_goal(
        self, step: Step, elements: Sequence[int], clock: Clock, patience: Patience
    ) -> Step | None:
        """The cheapest step to the goal, or that by the same elements, if it is easy enough."""
        goal = self._aim.goal
        best = self._best(elements, [self._grounds.number[goal]], clock, patience)
        swapped = replace(step, derived=goal, optimal=False, lower_bound=0.0)
        counted = self._grounds.as_counted(swapped, self._pieces, goal)
        return best or (counted if self._aim.admits(counted) else None)

    def _best(
        self, elements: Sequence[int], targets: Sequence[int], clock: Clock, patience: Patience
    ) -> Step | None:
        """The cheapest step that is easier than the whole, and does not follow from a clash."""
        grounds, aim = self._grounds, self._aim
        left_out: list[Sequence[int]] = []
        while patience.attempts is None or len(left_out) < patience.attempts:
            left = Clock(replace(clock.left(), nodes=patience.nodes))
            try:
                step = grounds.cheapest(elements, targets, self._pieces, aim.anchor, left, left_out)
            except NoSuchStep:
                return None
            if not (patience.content or aim.admits(step)):
                return None
            grounds.oracle.watch(clock)
            used = grounds.elements_of(step)
            if not aim.whole and not aim.is_easy(step) and set(self._dearest_first) <= set(used):
                left_out.append(self._dearest_first)  # it says the same in other words
            elif step.breaks_rule or grounds.can_hold(used):
                return step
            else:  # from what clashes anything follows: that is no reason
                left_out.append(grounds.oracle.core_elements())
        return None

    def _worth_telling(self, step: Step, implied: Iterable[int]) -> Iterator[Fact]:
        """Of what else a step implies, not what a variable is not where its value is known."""
        facts = [self._grounds.facts[number] for number in implied]
        settled = {fact.variable for fact in (step.derived, *facts) if fact.settles}
        for fact in facts:
            if fact != step.derived and (fact.settles or fact.variable not in settled):
                yield fact

    def inside(self) -> Inside:
        """The steps of the chain that the goal rests on; it must have been reached."""
        return self._ledger.chain_to(self._aim.goal, self._aim.assumed)
