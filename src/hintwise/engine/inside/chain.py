"""Chains of steps to a goal, each the cheapest to what it derives, without those nobody needs."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from hintwise.engine.inside.grounds import Grounds
from hintwise.engine.inside.reach import Reach, Within
from hintwise.engine.search.objective import LinearPieces
from hintwise.errors import NoSuchStep
from hintwise.limits import Clock
from hintwise.problem import CONTRADICTION, Fact, Inside, Seen, Step

IsEasy = Callable[[Step], bool]
"""Whether people need no further explanation of a step."""


def nothing_is_easy(step: Step) -> bool:
    """Every step is looked into, as long as anything inside is cheaper."""
    return False


_ATTEMPTS = 4
"""How often a step is looked for that does not rest on a clash, nor says just the same."""

_LOOKED_AT = 12
"""Of so many facts of a kind, the easiest is taken."""

_NODES = 200
"""So long a proof is looked for that a step is the cheapest to its fact.

Nearly all take less. Where the whole of a hard Sudoku clashes, some would take ten seconds.
"""


@dataclass(frozen=True)
class Aim:
    """Where a chain starts and ends: from `facts`, and what is `assumed`, by `rules` to `goal`.

    `anchor` is what a step counts relative to that breaks a rule. Each step must cost less than
    `below`, take fewer rules, or be of a kind that `is_easy` for people.
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

    def admits(self, step: Step) -> bool:
        """Whether a step is easier than the whole."""
        fewer = len(step.constraints) < len(self.rules)
        return step.cost < self.below or fewer or self.is_easy(step)

    @property
    def start(self) -> tuple[Fact, ...]:
        """What is known at first."""
        return self.facts if self.assumed is None else (*self.facts, self.assumed)


class Chain:
    """Derives fact after fact until the goal is reached.

    A fact counts as known if it was there at the start, was derived, or is seen from one of these.
    """

    def __init__(self, grounds: Grounds, aim: Aim, pieces: LinearPieces) -> None:
        self._grounds = grounds
        self._aim = aim
        self._pieces = pieces
        self._rules = grounds.rules(aim.rules)
        self._reach = Reach(grounds, self._rules, aim.start)
        self._known: dict[Fact, Seen | None] = {}
        self._support: dict[Fact, frozenset[int]] = {}
        self.steps: list[Step] = []
        self._learn({fact: frozenset({grounds.number[fact]}) for fact in aim.start})

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
        return len(self._reach.all_open(self._known)) * (len(self._known) + len(self._rules))

    def _any_step(self, clock: Clock) -> Step | None:
        """The cheapest step if it costs less than the whole, or else one that takes fewer rules."""
        known = [self._grounds.number[fact] for fact in self._known]
        targets = self._reach.all_open(self._known)
        step = self._cheapest([*known, *self._rules], targets, clock, None, attempts=None)
        for rule in self._rules:
            if step is None:
                rest = [*known, *(other for other in self._rules if other != rule)]
                implied = self._implied_by(rest, targets)
                step = (
                    self._cheapest(rest, implied, clock, None, attempts=None) if implied else None
                )
        return step

    def _implied_by(self, elements: Sequence[int], targets: Sequence[int]) -> Sequence[int]:
        """Those of the targets that elements imply; where these clash, that they do."""
        if not self._grounds.can_hold(elements):
            return [self._grounds.contradiction]
        facts = [target for target in targets if target != self._grounds.contradiction]
        return list(self._grounds.oracle.implied_among(elements, facts))

    def _extended(self, find: Callable[[Clock], Step | None], clock: Clock) -> bool:
        while self._aim.goal not in self._known:
            self._grounds.oracle.watch(clock)
            step = find(clock)
            if step is None:
                return False
            self._add(step)
        return True

    def _easy_step(self, clock: Clock) -> Step | None:
        """The cheapest step to a fact of the easiest kind, if one is cheap enough."""
        for level in self._reach.levels(self._known):
            if level and (step := self._step(self._most_promising(level, clock), clock, _NODES)):
                return step
        if self._aim.goal != CONTRADICTION:
            return None
        last = [self._grounds.contradiction]
        return (
            self._step_behind_a_rule(clock)
            or self._step_in_part(clock)
            or self._step(last, clock, _NODES)
        )

    def _most_promising(self, level: Within, clock: Clock) -> Sequence[int]:
        """The target with the cheapest step among elements that are known to imply it.

        Of many, only some are looked at: the others will have their turn. To look for the cheapest
        step over all targets and elements took 13 s in a hard Sudoku.
        """
        grounds, aim = self._grounds, self._aim
        costs = {
            target: grounds.minimal_cost(elements, target, self._pieces, aim.anchor, clock)
            for target, elements in itertools.islice(level.items(), _LOOKED_AT)
        }
        return sorted(costs, key=costs.__getitem__)[:1]

    def _step_behind_a_rule(self, clock: Clock) -> Step | None:
        """The cheapest step, without one of the rules, to facts that help to break that rule.

        The dearer the rule, the easier it is for the others.
        """
        for rule in self._dearest_first:
            if rule in self._rules:
                elements = self._without(rule)
                targets = self._reach.behind(rule, elements, self._known)
                if targets and (step := self._cheapest(elements, targets, clock, _NODES)):
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
                    for fact in self._reach.all_open(self._known)
                    if fact not in found and fact != grounds.contradiction
                ]
                found.update(dict.fromkeys(grounds.oracle.implied_among(rest, said), rest))
            if len(found) >= _LOOKED_AT:
                break
        targets = self._most_promising(found, clock)
        return self._cheapest(found[targets[0]], targets, clock, _NODES) if targets else None

    def _without(self, element: int) -> Sequence[int]:
        """All that is known without one of the facts and rules at the start, and the others."""
        known = (fact for fact in self._known if element not in self._support[fact])
        rules = (rule for rule in self._rules if rule != element)
        return [*(self._grounds.number[fact] for fact in known), *rules]

    @cached_property
    def _dearest_first(self) -> Sequence[int]:
        """The facts and rules at the start."""
        elements = [*self._rules, *(self._grounds.number[fact] for fact in self._aim.facts)]
        costs = self._grounds.costs(elements, self._aim.anchor, self._pieces)
        return sorted(elements, key=lambda element: -costs[element])

    def _step(self, targets: Sequence[int], clock: Clock, nodes: int | None = None) -> Step | None:
        known = [self._grounds.number[fact] for fact in self._known]
        return self._cheapest([*known, *self._rules], targets, clock, nodes)

    def _cheapest(
        self,
        elements: Sequence[int],
        targets: Sequence[int],
        clock: Clock,
        nodes: int | None,
        attempts: int | None = _ATTEMPTS,
    ) -> Step | None:
        """The cheapest step to one of the targets, with all that follows for the same reason.

        After so many nodes, the best one known. None if it is not easier than the whole.
        """
        started = time.perf_counter()
        step = self._best(elements, targets, Clock(replace(clock.left(), nodes=nodes)), attempts)
        if step is None:
            return None
        grounds = self._grounds
        also: tuple[Fact, ...] = ()
        if not step.breaks_rule:
            others = [n for n in self._reach.all_open(self._known) if n != grounds.contradiction]
            implied = grounds.oracle.implied_among(grounds.elements_of(step), others)
            also = tuple(self._worth_telling(step, implied))
            if self._aim.goal in also:  # then nothing else matters
                step, also = self._to_goal(step, elements, clock, attempts), ()
        seconds = time.perf_counter() - started
        return replace(step, also=also, taken_along=also, seconds=seconds)

    def _to_goal(
        self, step: Step, elements: Sequence[int], clock: Clock, attempts: int | None
    ) -> Step:
        """The cheapest step to the goal; if that is as hard as the whole, by the same elements."""
        goal = self._aim.goal
        best = self._best(elements, [self._grounds.number[goal]], clock, attempts)
        swapped = replace(step, derived=goal, optimal=False, lower_bound=0.0)
        return best or self._grounds.as_counted(swapped, self._pieces, goal)

    def _best(
        self, elements: Sequence[int], targets: Sequence[int], clock: Clock, attempts: int | None
    ) -> Step | None:
        """The cheapest step that is easier than the whole, and does not follow from a clash."""
        grounds, aim = self._grounds, self._aim
        left_out: list[Sequence[int]] = []
        while attempts is None or len(left_out) < attempts:
            left = Clock(clock.left())
            try:
                step = grounds.cheapest(elements, targets, self._pieces, aim.anchor, left, left_out)
            except NoSuchStep:
                return None
            if not aim.admits(step):
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

    def _add(self, step: Step) -> None:
        self.steps.append(step)
        support = frozenset().union(
            self._grounds.rules(step.constraints), *(self._support[fact] for fact in step.facts)
        )
        self._learn(dict.fromkeys((step.derived, *step.taken_along), support))

    def _learn(self, facts: Mapping[Fact, frozenset[int]]) -> None:
        """Know these facts, each of which rests on these elements, and what is seen from them."""
        fresh = {fact: support for fact, support in facts.items() if fact not in self._known}
        self._known.update(dict.fromkeys(fresh))
        self._support.update(fresh)
        for fact, support in fresh.items():
            for rule, seen in self._reach.seen(fact):
                # That something known is ruled out is no fact to go on with: the rule is broken.
                if seen.fact not in self._known and seen.fact.negation not in self._known:
                    self._known[seen.fact] = seen
                    self._support[seen.fact] = support | {rule}

    def inside(self) -> Inside:
        """The steps that the goal rests on, and what they use of that which is seen.

        Of what a step takes along, only what is used is kept.
        """
        needed: set[Fact] = set()
        seen: list[Seen] = []

        def need(fact: Fact) -> None:
            if fact in needed:
                return
            needed.add(fact)
            if (at_sight := self._known[fact]) is not None:
                seen.append(at_sight)
                need(at_sight.because)

        need(self._aim.goal)
        kept: list[Step] = []
        for step in reversed(self.steps):
            if needed.isdisjoint((step.derived, *step.taken_along)):
                continue
            used = tuple(fact for fact in step.taken_along if fact in needed)
            kept.append(replace(step, also=used, taken_along=used))
            for fact in step.facts:
                need(fact)
        return Inside(tuple(reversed(kept)), self._aim.assumed, tuple(reversed(seen)))
