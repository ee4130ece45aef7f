"""Rules about the numbers of a category: limits, multiples and sums."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from lark import Token, v_args

from hintwise.errors import InvalidRule
from hintwise.puzzles.logic_grid.rules.amounts import Amount, Quantity
from hintwise.puzzles.logic_grid.rules.comparisons import BOUNDS, Comparison, summed
from hintwise.puzzles.logic_grid.rules.parts import Forms, Named, Predicate
from hintwise.puzzles.logic_grid.rules.statements import Rule
from hintwise.puzzles.logic_grid.units import read_number
from hintwise.puzzles.logic_grid.vocabulary import offset_of
from hintwise.puzzles.logic_grid.words import FACTORS

_MOST_SUMMED = 4
_BOUNDS = {"LEAST": "at least", "MOST": "at most", "MORE": "more than", "LESS": "less than"}

Addends = tuple[Named, ...]


class Total(NamedTuple):
    """What a sum is, or is more or less than: what others come to."""

    bound: str
    addends: Addends


@v_args(inline=True)
class NumberForms(Forms):
    """One method for each form that counts, multiplies or adds up."""

    def within_amount(self, amount: Amount, within: Token) -> Comparison | Predicate:
        """`at least $12`; an amount without a bound is a value, said with its category."""
        category = self._numeric(within)
        number, compare, offset = amount.number(category), amount.compare, amount.quantity.offset
        if not amount.bound:
            value = next((v for v, n in category.measures.items() if n == number), None)
            if value is None:
                raise InvalidRule(
                    f"'{category.name}' has no {amount.text(category)}, but "
                    f"{', '.join(category.values)}",
                    offset,
                )
            named = Named(value, within, self.vocabulary.written(value))
            return self.value_predicate(named)
        text = f"{amount.text(category)} in {category.name}"
        found = Comparison((), category.measures, lambda at: compare(at, number), text)
        return self._telling(found, category, Token("NUMBER", "", start_pos=offset))

    def multiple(self, factor: Token, other: Named, within: Token) -> Comparison:
        return self._multiple("", factor, other, within)

    def bounded_multiple(
        self, bound: Token, factor: Token, other: Named, within: Token
    ) -> Comparison:
        return self._multiple(_BOUNDS[bound.type], factor, other, within)

    def total_of(self, addends: Addends, last: Named, within: Token) -> Comparison:
        category, everybody = self._numeric(within), (*addends, last)
        self._check_count(everybody, _MOST_SUMMED - 1)

        def relation(total: Fraction, *amounts: Fraction) -> bool:
            return total == sum(amounts)

        values = tuple(one.value for one in everybody)
        text = f"{self._added(everybody)} in {category.name}"
        return Comparison(values, category.measures, relation, text)

    def beyond_amount(self, side: Token, quantity: Quantity) -> Amount:
        return Amount(_BOUNDS[side.type], quantity)

    def equal_addends(self, total: Addends) -> Total:
        return Total("", total)

    def beyond_addends(self, side: Token, total: Addends) -> Total:
        return Total(_BOUNDS[side.type], total)

    def sum_rule(self, who: Addends, total: Amount | Total, within: Token) -> Rule:
        return self._sum(who, total, within, is_so=True)

    def not_sum_rule(self, who: Addends, total: Amount | Total, within: Token) -> Rule:
        return self._sum(who, total, within, is_so=False)

    def _multiple(self, bound: str, factor: Token, other: Named, within: Token) -> Comparison:
        category = self._numeric(within)
        word = " ".join(factor.casefold().split())
        up, down = FACTORS.get(word) or (read_number(word.partition(" ")[0]), 1)
        if not up:
            raise InvalidRule("an amount must be more than 0", offset_of(factor))
        compare = BOUNDS[bound]
        shown = word if word in FACTORS else f"{float(up):g} times"
        text = f"{bound} {shown} {other.text} in {category.name}".strip()

        def relation(p: Fraction, q: Fraction) -> bool:
            return compare(p * down, q * up)

        return Comparison((other.value,), category.measures, relation, text)

    def _sum(self, who: Addends, total: Amount | Total, within: Token, *, is_so: bool) -> Rule:
        category = self._numeric(within)
        verb = "is" if is_so else "is not"
        others: Addends = ()
        if isinstance(total, Amount):
            wanted, compare = total.number(category), total.compare
            shown = total.text(category)
        else:
            others = total.addends
            wanted, compare = Fraction(), BOUNDS[total.bound]
            shown = f"{total.bound} {self._added(others)}".strip()
        self._check_count((*who, *others), _MOST_SUMMED)
        return summed(
            [one.value for one in who],
            [one.value for one in others],
            category.measures,
            lambda rest: compare(rest, wanted) == is_so,
            f"{self._added(who)} {verb} {shown} in {category.name}",
        )

    def _check_count(self, who: Addends, most: int) -> None:
        if len(who) > most:
            raise InvalidRule(
                f"{len(who)} are too many to add up; {most} at most", offset_of(who[most].token)
            )

    def _added(self, who: Addends) -> str:
        """With its category what would else be read as an amount."""
        texts = (one.text if self.vocabulary.is_name(one.text) else str(one.value) for one in who)
        return " plus ".join(texts)
