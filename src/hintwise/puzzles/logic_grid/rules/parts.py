"""What the forms of rules share: named values, what may be said of them, and lists in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lark import Token, v_args
from lark.visitors import Transformer_NonRecursive

from hintwise.errors import InvalidRule
from hintwise.puzzles.logic_grid.category import Category
from hintwise.puzzles.logic_grid.clues import Value
from hintwise.puzzles.logic_grid.rules import statements
from hintwise.puzzles.logic_grid.rules.amounts import Amount, Distance, Quantity
from hintwise.puzzles.logic_grid.rules.comparisons import Comparison
from hintwise.puzzles.logic_grid.rules.statements import Rule
from hintwise.puzzles.logic_grid.vocabulary import Vocabulary, offset_of


class Named(NamedTuple):
    """A value, where it is named, and how to write it."""

    value: Value
    token: Token
    text: str


@dataclass(frozen=True, slots=True)
class Predicate:
    """What may follow "is": a rule for each subject, and one that denies it."""

    of: Callable[[Named], Rule]
    denied_of: Callable[[Named], Rule]


@v_args(inline=True)
class Forms(Transformer_NonRecursive):  # type: ignore[type-arg]
    """Values, lists and amounts; `exclusive` is how "either" is read if left open."""

    def __init__(self, vocabulary: Vocabulary, *, exclusive: bool) -> None:
        super().__init__()
        self.vocabulary = vocabulary
        self.exclusive = exclusive

    def named(self, token: Token) -> Named:
        value = self.vocabulary.value(token)
        return Named(value, token, self.vocabulary.written(value))

    def group(self, *who: Named) -> tuple[Named, ...]:
        return who

    subjects = options = sum = group

    def addends(self, token: Token) -> tuple[Named, ...]:
        return (self.named(token),)

    def longer_sum(self, who: tuple[Named, ...], one: Named) -> tuple[Named, ...]:
        return (*who, one)

    def quantity(self, token: Token) -> Quantity:
        return Quantity.read(token)

    def one(self) -> Quantity:
        return Quantity.read(Token("NUMBER", "1"))

    def exactly(self, quantity: Quantity) -> Amount:
        return Amount("", quantity)

    def at_bound(self, bound: Token, quantity: Quantity) -> Amount:
        return Amount(f"at {bound.type.lower()}", quantity)

    def by_amount(self, amount: Amount) -> Distance:
        return Distance(amount)

    def by_places(self, amount: Amount, _: Token) -> Distance:
        return Distance(amount, in_places=True)

    def directly(self) -> Distance:
        return Distance(Amount("", self.one()), in_places=True)

    def value_predicate(self, value: Named) -> Predicate:
        return Predicate(lambda who: self.linked(who, value), lambda who: self.apart(who, value))

    # Not forms of the grammar, but what several of them say.

    def linked(self, a: Named, b: Named) -> Rule:
        self._check_categories(a, b)
        return statements.linked(a.value, b.value, (a.text, b.text))

    def apart(self, a: Named, b: Named) -> Rule:
        self._check_categories(a, b)
        return statements.not_linked(a.value, b.value, (a.text, b.text))

    def _ordered(self, within: Token) -> Category:
        return self.vocabulary.ordered_category(within)

    def _numeric(self, within: Token) -> Category:
        category = self._ordered(within)
        if not category.numeric:
            raise InvalidRule(
                f"'{category.name}' has no numbers; write 'before' or 'after'", offset_of(within)
            )
        return category

    def _telling(self, comparison: Comparison, category: Category, at: Token) -> Comparison:
        """The comparison, unless it is with limits only that all values keep, or none."""
        if comparison.others:
            return comparison
        kept = [comparison.relation(amount) for amount in comparison.measures.values()]
        if all(kept) or not any(kept):
            what = "says nothing" if all(kept) else "can never hold"
            raise InvalidRule(
                f"'{comparison.text}' {what}: {category.name} has {', '.join(category.values)}",
                offset_of(at),
            )
        return comparison

    def _check_categories(self, a: Named, b: Named) -> None:
        if a.value.category == b.value.category:
            raise InvalidRule(
                f"'{a.value}' and '{b.value}' are of one category, so they are never linked",
                offset_of(b.token),
            )


def deniable(of: Callable[[Named], Rule]) -> Predicate:
    return Predicate(of, lambda who: statements.denied(of(who)))


def listed(texts: Sequence[str], word: str) -> str:
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}" if len(texts) > 1 else texts[0]
