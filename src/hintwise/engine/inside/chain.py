"""Chains of steps to a goal, each the cheapest to what it derives, without those nobody needs."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from hintwise.engine.inside.grounds import Grounds
from hintwise.engine.inside.reach import Reach
from hintwise.engine.search.objective import LinearPieces
from hintwise.limits import Clock
from hintwise.problem import Fact, Inside, Seen, Step


@dataclass(frozen=True)
class Aim:
    """Where a chain starts and ends: from `facts`, and what is `assumed`, by `rules` to `goal`.

    `anchor` is what a step counts relative to that breaks a rule; each step must cost less than
    `below`.
    """

    facts: tuple[Fact, ...]
    rules: tuple[str, ...]
    goal: Fact
    anchor: Fact
    below: float
    assumed: Fact | None = None

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
        self.steps: list[Step] = []
        self._learn(aim.start)

    @property
    def complete(self) -> bool:
        return self._aim.goal in self._known

    def extend(self, clock: Clock, *, readily: bool) -> bool:
        """Add steps until the goal is reached; whether it was.

        `readily`, each step is the cheapest of the easiest kind at hand. Else it is the cheapest of
        all: then no chain of such steps has an easier hardest one, since whenever a chain could go
        on with cheaper steps only, so could this one.
        """
        while not self.complete:
            self._grounds.oracle.watch(clock)
            levels = self._reach.levels(self._known) if readily else [self._all_open()]
            tried = (self._step(level, clock) for level in levels if level)
            step = next(filter(None, tried), None)
            if step is None:
                return False
            self.steps.append(step)
            self._learn((step.derived, *step.taken_along))
        return True

    def _all_open(self) -> list[int]:
        return self._reach.all_open(self._known)

    def _step(self, targets: Sequence[int], clock: Clock) -> Step | None:
        """The cheapest step to one of the targets, with all that follows for the same reason."""
        started = time.perf_counter()
        grounds, aim = self._grounds, self._aim
        known = [grounds.number[fact] for fact in self._known]
        elements = [*known, *self._rules]
        step = grounds.cheapest(elements, targets, self._pieces, aim.anchor, Clock(clock.left()))
        held = grounds.elements_of(step)
        if not step.breaks_rule and not grounds.can_hold(held):
            # From what clashes anything follows: say that it clashes.
            return self._step([grounds.contradiction], clock)
        if not step.cost < aim.below:
            return None
        also: tuple[Fact, ...] = ()
        if not step.breaks_rule:
            others = [target for target in targets if target != grounds.number[step.derived]]
            also = tuple(grounds.facts[n] for n in grounds.oracle.implied_among(held, others))
        seconds = time.perf_counter() - started
        return replace(step, also=also, taken_along=also, seconds=seconds)

    def _learn(self, facts: Iterable[Fact]) -> None:
        fresh = [fact for fact in facts if fact not in self._known]
        self._known.update(dict.fromkeys(fresh))
        for fact in fresh:
            if fact in self._grounds.number:
                for seen in self._reach.seen(fact):
                    self._known.setdefault(seen.fact, seen)

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
