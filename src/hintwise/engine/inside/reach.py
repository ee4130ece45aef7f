"""What is within reach from known facts, by rules that may be used: the easiest kind first.

What the value of one variable rules out by one rule is seen, not derived. Of the rest, these come
in turn:

1. what follows by unit propagation from one rule: in a Sudoku, the singles;
2. what leads to a clash by propagation with one or two rules if it is denied: pairs, triples and
   locked candidates;
3. the same with all rules: if that is denied, single rules lead to a clash one after the other.

Of the third kind there may be hundreds, nearly all as hard to explain as the whole: those about
variables with the fewest values left are looked at first. Where there is nothing of the kind, and
the whole clashes, one rule is left out and it is asked what the others say `behind` its back.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from hintwise.engine.inside.grounds import Grounds
from hintwise.problem import CONTRADICTION, Fact, Seen

Numbers = Sequence[int]

Within = dict[int, Numbers]
"""Facts within reach, each with elements that imply it."""

ByVariable = Mapping[str, Numbers]


class Reach:
    """Which facts are near, for steps from `facts` that use no other rules than these."""

    def __init__(self, grounds: Grounds, rules: Numbers, facts: Iterable[Fact]) -> None:
        self._grounds = grounds
        self._rules = rules
        self._start = [grounds.number[fact] for fact in facts]
        self._scopes = {rule: grounds.constraint(rule).variables for rule in rules}

    def seen(self, fact: Fact) -> Iterator[tuple[int, Seen]]:
        """What the value of a variable rules out for others by one rule, and that rule."""
        if fact == CONTRADICTION or not (fact.settles and fact.positive):
            return
        number = self._grounds.number[fact]
        for rule in self._rules:
            if fact.variable in self._scopes[rule]:
                name = self._grounds.constraint(rule).name
                for other in self._grounds.propagated([number, rule]) or ():
                    if other.variable != fact.variable and not other.positive:
                        yield rule, Seen(other, fact, name)

    def levels(self, known: Collection[Fact]) -> Iterator[Within]:
        """Facts that follow, and perhaps a contradiction: the easiest kind first."""
        of_variable = self._by_variable(known)
        yield self._by_one_rule(known, of_variable)
        open_facts = self.all_open(known)
        yield self._by_two_rules(known, of_variable, open_facts)
        yield self._refuted(known, open_facts)

    def behind(self, rule: int, elements: Numbers, known: Collection[Fact]) -> Numbers:
        """What elements without a rule say about its variables, if that breaks the rule.

        No more of it than needed for that.
        """
        grounds = self._grounds
        said = [n for name in sorted(self._scopes[rule]) for n in grounds.about.get(name, ())]
        if not grounds.can_hold(elements):
            return []
        found = list(grounds.oracle.implied_among(elements, self._open(said, known)))
        held = [grounds.number[fact] for fact in known]
        if grounds.can_hold([*held, *found, rule]):
            return []
        for fact in list(found):
            rest = [other for other in found if other != fact]
            if not grounds.can_hold([*held, *rest, rule]):
                found = rest
        return found

    def all_open(self, known: Collection[Fact]) -> Numbers:
        """All that follows and is not known; of variables whose value is known, nothing more."""
        return self._open(self._all_that_follows, known)

    def _open(self, found: Iterable[int], known: Collection[Fact]) -> Numbers:
        facts = self._grounds.facts
        settled = {fact.variable for fact in known if fact.settles}
        return [
            number
            for number in found
            if facts[number] not in known and facts[number].variable not in settled
        ]

    @cached_property
    def _all_that_follows(self) -> Numbers:
        """Where the facts and rules clash that is everything, a contradiction included."""
        grounds, elements = self._grounds, [*self._start, *self._rules]
        scope = sorted(frozenset().union(*self._scopes.values()))
        said = [fact for name in scope for fact in grounds.about.get(name, ())]
        if grounds.can_hold(elements):
            return list(grounds.oracle.implied_among(elements, said))
        return [*said, grounds.contradiction]

    def _by_one_rule(self, known: Collection[Fact], of_variable: ByVariable) -> Within:
        grounds = self._grounds
        found: Within = {}
        for name, held in of_variable.items():
            for fact in grounds.propagated(held) or ():
                found.setdefault(grounds.number[fact], of_variable[name])
        for rule in self._rules:
            elements = self._around([rule], of_variable)
            facts = grounds.propagated(elements)
            if facts is None:
                return {grounds.contradiction: elements}
            for fact in facts:
                found.setdefault(grounds.number[fact], elements)
        return self._worth_deriving(found, known)

    def _by_two_rules(
        self, known: Collection[Fact], of_variable: ByVariable, open_facts: Numbers
    ) -> Within:
        """What a variable is not; what it is comes of that one rule at a time."""
        found: Within = {}
        for fact in open_facts:
            if not self._grounds.facts[fact].positive:
                for rules in self._pairs(fact):
                    elements = self._around(rules, of_variable)
                    if self._grounds.propagated(elements, denied=fact) is None:
                        found[fact] = elements
                        break
        return self._worth_deriving(found, known)

    def _refuted(self, known: Collection[Fact], open_facts: Numbers) -> Within:
        grounds = self._grounds
        elements = [*(grounds.number[fact] for fact in known), *self._rules]
        found = [
            fact
            for fact in open_facts
            if fact != grounds.contradiction and grounds.propagated(elements, denied=fact) is None
        ]
        few = self._about_few(self._worth_deriving(dict.fromkeys(found, ()), known), known)
        return {fact: core for fact in few if (core := self._core(fact, elements)) is not None}

    def _core(self, fact: int, elements: Numbers) -> Numbers | None:
        """Some of the elements that imply a fact; they do."""
        return self._grounds.oracle.refuting_core(fact, elements)

    def _by_variable(self, known: Collection[Fact]) -> ByVariable:
        """What is known of each variable: only that plays a part in rules about it."""
        of_variable: dict[str, list[int]] = {}
        for fact in known:
            of_variable.setdefault(fact.variable, []).append(self._grounds.number[fact])
        return of_variable

    def _around(self, rules: Numbers, of_variable: ByVariable) -> Numbers:
        scope = sorted(frozenset().union(*(self._scopes[rule] for rule in rules)))
        return [*(number for name in scope for number in of_variable.get(name, ())), *rules]

    def _pairs(self, fact: int) -> Iterator[Numbers]:
        """Rules about the variable of a fact, and pairs of one with another that shares variables.

        That they share two at least: by one alone, they would work one after the other.
        """
        variable = self._grounds.facts[fact].variable
        about = [rule for rule in self._rules if variable in self._scopes[rule]]
        yield from ([rule] for rule in about)
        for one, other in itertools.product(about, self._rules):
            if one != other and len(self._scopes[one] & self._scopes[other]) > 1:
                yield [one, other]

    def _about_few(self, facts: Collection[int], known: Collection[Fact]) -> Numbers:
        """Those about variables with the fewest values that are not ruled out."""
        grounds = self._grounds
        left: dict[str, int] = {}
        for fact in facts:
            name = grounds.facts[fact].variable
            if name not in left and fact != grounds.contradiction:
                ruled_out = sum(grounds.facts[n] in known for n in grounds.about[name])
                left[name] = grounds.problem.variable(name).size - ruled_out
        fewest = min(left.values(), default=0)
        return [fact for fact in facts if left.get(grounds.facts[fact].variable) == fewest]

    def _worth_deriving(self, found: Within, known: Collection[Fact]) -> Within:
        """Of what was found, not what a variable is not where its value was found as well."""
        facts = {number: self._grounds.facts[number] for number in found}
        settled = {fact.variable for fact in (*known, *facts.values()) if fact.settles}
        return {
            number: found[number]
            for number, fact in facts.items()
            if fact not in known and (fact.settles or fact.variable not in settled)
        }
