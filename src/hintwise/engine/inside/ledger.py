"""What is known along a chain of steps, and what each fact rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from hintwise.engine.inside.grounds import Grounds
from hintwise.engine.inside.reach import Reach
from hintwise.problem import Fact, Inside, Seen, Step

Support = frozenset[int]
"""The facts at the start, and the rules, that something rests on, by their numbers."""


class Ledger:
    """The facts known at the start, derived by steps, or seen from one of these.

    A fact that is seen comes with where it is seen from.
    """

    def __init__(self, grounds: Grounds, reach: Reach, facts: Iterable[Fact]) -> None:
        self._grounds = grounds
        self._reach = reach
        self.known: dict[Fact, Seen | None] = {}
        self._support: dict[Fact, Support] = {}
        self._steps: list[Step] = []
        self._learn({fact: frozenset({grounds.number[fact]}) for fact in facts})

    def add(self, step: Step) -> None:
        """Know what a step derives."""
        self._steps.append(step)
        support = frozenset().union(
            self._grounds.rules(step.constraints), *(self._support[fact] for fact in step.facts)
        )
        self._learn(dict.fromkeys((step.derived, *step.taken_along), support))

    @property
    def has_steps(self) -> bool:
        return bool(self._steps)

    def conclude(self, step: Step) -> None:
        """Let the step derive what was only seen until then."""
        self._steps.append(step)
        self.known[step.derived] = None

    def resting_on_others(self, element: int) -> list[int]:
        """The numbers of the known facts that do not rest on an element."""
        known = (fact for fact in self.known if element not in self._support[fact])
        return [self._grounds.number[fact] for fact in known]

    def _learn(self, facts: Mapping[Fact, Support]) -> None:
        fresh = {fact: support for fact, support in facts.items() if fact not in self.known}
        self.known.update(dict.fromkeys(fresh))
        self._support.update(fresh)
        for fact, support in fresh.items():
            for rule, seen in self._reach.seen(fact):
                # That something known is ruled out is no fact to go on with: the rule is broken.
                if seen.fact not in self.known and seen.fact.negation not in self.known:
                    self.known[seen.fact] = seen
                    self._support[seen.fact] = support | {rule}

    def chain_to(self, goal: Fact, assumed: Fact | None) -> Inside:
        """The steps that a known fact rests on, and what they use of that which is seen.

        Of what a step takes along, only what is used is kept.
        """
        needed: set[Fact] = set()
        seen: list[Seen] = []

        def need(fact: Fact) -> None:
            if fact in needed:
                return
            needed.add(fact)
            if (at_sight := self.known[fact]) is not None:
                seen.append(at_sight)
                need(at_sight.because)

        need(goal)
        kept: list[Step] = []
        for step in reversed(self._steps):
            if needed.isdisjoint((step.derived, *step.taken_along)):
                continue
            used = tuple(fact for fact in step.taken_along if fact in needed)
            kept.append(replace(step, also=used, taken_along=used))
            for fact in step.facts:
                need(fact)
        return Inside(tuple(reversed(kept)), assumed, tuple(reversed(seen)))
