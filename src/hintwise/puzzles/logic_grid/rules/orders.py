"""Rules about the order of a category, and about its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from lark import Token, v_args

from hintwise.errors import InvalidRule
from hintwise.puzzles.logic_grid.category import Category
from hintwise.puzzles.logic_grid.clues import Value
from hintwise.puzzles.logic_grid.rules import statements
from hintwise.puzzles.logic_grid.rules.amounts import Amount, Distance
from hintwise.puzzles.logic_grid.rules.comparisons import (
    Comparison,
    Reach,
    summed,
    within_reaches,
)
from hintwise.puzzles.logic_grid.rules.parts import Forms, Named, Predicate, deniable, listed
from hintwise.puzzles.logic_grid.rules.statements import Rule
from hintwise.puzzles.logic_grid.units import read_number
from hintwise.puzzles.logic_grid.vocabulary import offset_of
from hintwise.puzzles.logic_grid.words import FACTORS, ORDINALS

_SIDES = {"BEFORE": "before", "AFTER": "after", "LESS": "less than", "MORE": "more than"}
_MOST_SUMMED = 4
_TOGETHER = 2
"""Of how many others the places are looked at together; more are compared one by one."""


class _Reaching(NamedTuple):
    """A side and a distance as written, for values that follow."""

    distance: Distance | None
    side: Token
    others: tuple[Named, ...]


@v_args(inline=True)
class OrderForms(Forms):
    """One method for each form that compares."""

    def comparison_predicate(self, comparison: Comparison | Predicate) -> Predicate:
        if isinstance(comparison, Predicate):
            return comparison
        return Predicate(
            lambda who: comparison.of(who.value, who.text),
            lambda who: comparison.denied().of(who.value, who.text),
        )

    def reach(self, *parts: Any) -> _Reaching:
        *distance, side, other = parts
        return _Reaching(distance[0] if distance else None, side, (other,))

    def beyond(self, *parts: Any) -> Comparison | Predicate:
        *written, within = parts
        reaching: list[_Reaching] = []
        for part in written:
            if isinstance(part, _Reaching):
                reaching.append(part)
            else:
                last = reaching.pop()
                reaching.append(last._replace(others=(*last.others, part)))
        if sum(len(part.others) for part in reaching) <= _TOGETHER:
            return self._beyond(reaching, within)
        single = [part._replace(others=(other,)) for part in reaching for other in part.others]
        each = [self.comparison_predicate(self._beyond([part], within)) for part in single]
        return deniable(lambda who: statements.all_of([one.of(who) for one in each]))

    def next_to(self, other: Named, within: Token) -> Comparison:
        category = self._ordered(within)
        text = f"next to {other.text} in {category.name}"
        return Comparison((other.value,), category.places, lambda p, q: abs(p - q) == 1, text)

    def apart_from(self, distance: Distance, other: Named, within: Token) -> Comparison:
        category = self._ordered(within)
        allows, measures = distance.allows(category), distance.measures(category)
        text = f"{distance.text(category)} apart from {other.text} in {category.name}"
        return Comparison((other.value,), measures, lambda p, q: allows(abs(p - q)), text)

    def between(self, one: Named, other: Named, within: Token) -> Comparison:
        category = self._ordered(within)
        text = f"between {one.text} and {other.text} in {category.name}"
        return Comparison(
            (one.value, other.value),
            category.places,
            lambda p, q, r: min(q, r) < p < max(q, r),
            text,
        )

    def between_in_that_order(self, one: Named, other: Named, within: Token) -> Comparison:
        category = self._ordered(within)
        text = f"between {one.text} and {other.text} in that order in {category.name}"
        others = (one.value, other.value)
        return Comparison(others, category.places, lambda p, q, r: q < p < r, text)

    def multiple(self, factor: Token, other: Named, within: Token) -> Comparison:
        category = self._numeric(within)
        word = factor.casefold().split()[0]
        up, down = FACTORS[word] if word in FACTORS else (read_number(word), 1)
        if not up:
            raise InvalidRule("an amount must be more than 0", offset_of(factor))
        shown = word if word in FACTORS else f"{up} times"
        text = f"{shown} {other.text} in {category.name}"
        others = (other.value,)
        return Comparison(others, category.measures, lambda p, q: p * down == q * up, text)

    def at_position(self, *parts: Token) -> Predicate:
        *positions, within = parts
        category = self._ordered(within)
        order = list(category.places)
        places = {place for token in positions for place in _places(token, category)}
        values = [self._as_named(order[place], within) for place in sorted(places)]
        texts = [value.text for value in values]

        def of(who: Named) -> Rule:
            rules = [self.linked(who, value) for value in values]
            return statements.any_of(rules, f"{who.text} is either {listed(texts, 'or')}")

        def denied_of(who: Named) -> Rule:
            rules = [self.apart(who, value) for value in values]
            return statements.all_of(rules, f"{who.text} is neither {listed(texts, 'nor')}")

        return Predicate(of, denied_of)

    def group_apart_rule(self, who: tuple[Named, ...], distance: Distance, within: Token) -> Rule:
        one, other = self._pair(who)
        return self.comparison_predicate(self.apart_from(distance, other, within)).of(one)

    def group_not_apart_rule(
        self, who: tuple[Named, ...], distance: Distance, within: Token
    ) -> Rule:
        one, other = self._pair(who)
        return self.comparison_predicate(self.apart_from(distance, other, within)).denied_of(one)

    def group_next_rule(self, who: tuple[Named, ...], within: Token) -> Rule:
        one, other = self._pair(who)
        return self.comparison_predicate(self.next_to(other, within)).of(one)

    def group_not_next_rule(self, who: tuple[Named, ...], within: Token) -> Rule:
        one, other = self._pair(who)
        return self.comparison_predicate(self.next_to(other, within)).denied_of(one)

    def sum_rule(self, who: tuple[Named, ...], amount: Amount, within: Token) -> Rule:
        return self._sum(who, amount, within, is_so=True)

    def not_sum_rule(self, who: tuple[Named, ...], amount: Amount, within: Token) -> Rule:
        return self._sum(who, amount, within, is_so=False)

    def _beyond(self, reaching: Sequence[_Reaching], within: Token) -> Comparison:
        category = self._ordered(within)
        reaches, texts, in_places = (
            [],
            [],
            {part.distance.in_places for part in reaching if part.distance},
        )
        for distance, side, others in reaching:
            if side.type in ("LESS", "MORE"):
                self._numeric(within)
            allows = (lambda d: d > 0) if distance is None else distance.allows(category)
            sign = 1 if side.type in ("BEFORE", "LESS") else -1
            reaches.append(Reach(tuple(other.value for other in others), sign, allows))
            far = f"{distance.text(category)} " if distance else ""
            names = listed([other.text for other in others], "and")
            texts.append(f"{far}{_SIDES[side.type]} {names}")
        if in_places == {True, False}:
            raise InvalidRule(
                "places and amounts are mixed; write two rules with 'and'",
                offset_of(reaching[-1].side),
            )
        measures = category.places if in_places == {True} else category.measures
        return within_reaches(reaches, measures, f"{' but '.join(texts)} in {category.name}")

    def _sum(self, who: tuple[Named, ...], amount: Amount, within: Token, *, is_so: bool) -> Rule:
        category = self._numeric(within)
        if len(who) > _MOST_SUMMED:
            raise InvalidRule(
                f"{len(who)} are too many to add up; {_MOST_SUMMED} at most",
                offset_of(who[_MOST_SUMMED].token),
            )
        wanted, compare = amount.number(category), amount.compare
        names = " plus ".join(one.text for one in who)
        verb = "is" if is_so else "is not"
        return summed(
            [one.value for one in who],
            category.measures,
            lambda total: compare(total, wanted) == is_so,
            f"{names} {verb} {amount.text(category)} in {category.name}",
        )

    def _pair(self, who: tuple[Named, ...]) -> tuple[Named, Named]:
        if len(who) != 2:
            raise InvalidRule(
                f"this is said of two, here are {len(who)}; write a rule for each pair",
                offset_of(who[2].token),
            )
        return who[0], who[1]

    def _ordered(self, within: Token) -> Category:
        return self.vocabulary.ordered_category(within)

    def _numeric(self, within: Token) -> Category:
        category = self._ordered(within)
        if not category.numeric:
            raise InvalidRule(
                f"'{category.name}' has no numbers; write 'before' or 'after'", offset_of(within)
            )
        return category

    def _as_named(self, value: Value, within: Token) -> Named:
        return Named(value, within, self.vocabulary.written(value))


def _places(position: Token, category: Category) -> Sequence[int]:
    """The places, from 0, that are called so."""
    word, count = " ".join(position.casefold().split()), len(category.values)
    if word == "last":
        return (count - 1,)
    if word == "second to last":
        return (count - 2,)
    if word == "in the middle":
        if count % 2 == 0:
            one, other = ORDINALS[count // 2 - 1], ORDINALS[count // 2]
            raise InvalidRule(
                f"'{category.name}' has {count} values, so none is in the middle; "
                f"write '{one} or {other} in {category.name}'",
                offset_of(position),
            )
        return (count // 2,)
    if word.startswith("at "):
        return (0, count - 1)
    place = ORDINALS.index(word)
    if place >= count:
        raise InvalidRule(
            f"'{category.name}' has {count} values, so none is {word}", offset_of(position)
        )
    return (place,)
