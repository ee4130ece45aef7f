"""Rules about the order of a category."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from lark import Token, v_args

from hintwise.errors import InvalidRule
from hintwise.puzzles.logic_grid.category import Category
from hintwise.puzzles.logic_grid.clues import Value
from hintwise.puzzles.logic_grid.rules import statements
from hintwise.puzzles.logic_grid.rules.amounts import Distance
from hintwise.puzzles.logic_grid.rules.comparisons import (
    Comparison,
    Reach,
    Relation,
    within_reaches,
)
from hintwise.puzzles.logic_grid.rules.limits import Limit, Reached, read_limit
from hintwise.puzzles.logic_grid.rules.parts import Forms, Named, Predicate, deniable, listed
from hintwise.puzzles.logic_grid.rules.statements import Rule
from hintwise.puzzles.logic_grid.vocabulary import offset_of
from hintwise.puzzles.logic_grid.words import ORDINALS

_SIDES = {"BEFORE": "before", "AFTER": "after", "LESS": "less than", "MORE": "more than"}
_TOGETHER = 2
"""Of how many others the places are looked at together; more are compared one by one."""


class _Reaching(NamedTuple):
    """A side and a distance as written, for values that follow."""

    distance: Distance | None
    side: Token
    others: tuple[Reached, ...]


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

    def reached(self, token: Token) -> Reached:
        """A value if it can be one; what else is known once the category is."""
        if token.type == "VALUE" or self.vocabulary.is_value(token):
            return self.named(token)
        return token

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

    def next_to(self, *parts: Any) -> Comparison | Predicate:
        *others, within = parts
        if len(others) > _TOGETHER:
            each = [self.comparison_predicate(self.next_to(one, within)) for one in others]
            return deniable(lambda who: statements.all_of([one.of(who) for one in each]))
        category = self._ordered(within)
        names = listed([other.text for other in others], "and")
        text = f"next to {'both ' if len(others) > 1 else ''}{names} in {category.name}"

        def relation(at: Fraction, *places: Fraction) -> bool:
            return all(abs(at - place) == 1 for place in places)

        values = tuple(other.value for other in others)
        return Comparison(values, category.places, relation, text)

    def apart_from(self, distance: Distance, other: Named, within: Token) -> Comparison:
        category = self._ordered(within)
        allows, measures = distance.allows(category), distance.measures(category)
        text = f"{distance.text(category)} apart from {other.text} in {category.name}"
        return Comparison((other.value,), measures, lambda p, q: allows(abs(p - q)), text)

    def between(self, one: Reached, other: Reached, within: Token) -> Comparison:
        return self._between((one, other), within, "", lambda p, q, r: min(q, r) < p < max(q, r))

    def between_in_that_order(self, one: Reached, other: Reached, within: Token) -> Comparison:
        return self._between((one, other), within, " in that order", lambda p, q, r: q < p < r)

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

    def at_neither_position(self, *parts: Token) -> Predicate:
        found = self.at_position(*parts)
        return Predicate(found.denied_of, found.of)

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

    def _beyond(self, reaching: Sequence[_Reaching], within: Token) -> Comparison:
        category = self._ordered(within)
        reaches, texts, in_places = (
            [],
            [],
            {part.distance.in_places for part in reaching if part.distance},
        )
        for distance, side, reached in reaching:
            if side.type in ("LESS", "MORE"):
                self._numeric(within)
            others = [self._value_or_limit(other, category) for other in reached]
            allows = (lambda d: d > 0) if distance is None else distance.allows(category)
            sign = 1 if side.type in ("BEFORE", "LESS") else -1
            values = tuple(other.value for other in others if isinstance(other, Named))
            limits = tuple(other.number for other in others if isinstance(other, Limit))
            if limits:
                in_places.add(distance is not None and distance.in_places)
            reaches.append(Reach(values, sign, allows, limits))
            far = f"{distance.text(category)} " if distance else ""
            names = listed([other.text for other in others], "and")
            texts.append(f"{far}{_SIDES[side.type]} {names}")
        measures = self._measures(category, in_places, reaching[-1])
        text = f"{' but '.join(texts)} in {category.name}"
        return self._telling(within_reaches(reaches, measures, text), category, reaching[-1].side)

    def _measures(
        self, category: Category, in_places: set[bool], last: _Reaching
    ) -> dict[Value, Fraction]:
        """Places or amounts, whichever all distances are counted in; a limit is an amount."""
        if in_places == {True, False}:
            raise InvalidRule(
                "places and amounts are mixed; write two rules with 'and'", offset_of(last.side)
            )
        limit = next((one for one in last.others if isinstance(one, Token)), None)
        if in_places == {True} and limit is not None:
            raise InvalidRule(
                f"'{limit}' is no value of '{category.name}', so no places lead to it",
                offset_of(limit),
            )
        return category.places if in_places == {True} else category.measures

    def _between(
        self, ends: tuple[Reached, Reached], within: Token, order: str, relation: Relation
    ) -> Comparison:
        category = self._ordered(within)
        one, other = (self._value_or_limit(end, category) for end in ends)

        def stands(at: Fraction, *places: Fraction) -> bool:
            rest = iter(places)
            return relation(
                at, *(end.number if isinstance(end, Limit) else next(rest) for end in (one, other))
            )

        values = tuple(end.value for end in (one, other) if isinstance(end, Named))
        text = f"between {one.text} and {other.text}{order} in {category.name}"
        return self._telling(Comparison(values, category.measures, stands, text), category, within)

    def _value_or_limit(self, reached: Reached, category: Category) -> Named | Limit:
        return reached if isinstance(reached, Named) else read_limit(reached, category)

    def _pair(self, who: tuple[Named, ...]) -> tuple[Named, Named]:
        if len(who) != 2:
            raise InvalidRule(
                f"this is said of two, here are {len(who)}; write a rule for each pair",
                offset_of(who[2].token),
            )
        return who[0], who[1]

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
