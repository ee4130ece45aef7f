"""The rule language of logic-grid files: `Ada is 2 before rye in hour`.

`read_rule` turns a rule into a function of a grid; the grammar below is the whole language. Rules
speak of direct links: "a is b" is `grid.link(a, b)`. A comparison says which places go together,
which do not, and that what cannot share a place is not linked, so that a clue alone shows what a
person sees in it ("Ada is before Ben, so Ada is not last").

The kinds of `clues` say the same with more of the grid's rules, by way of a base category, since
the published optima assume it. So the two share no expression, only `Value` and `ClueRule`.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import cpmpy as cp
from lark import Lark, Token, UnexpectedToken, v_args
from lark.exceptions import VisitError
from lark.visitors import Transformer_NonRecursive

from hintwise.errors import InvalidRule
from hintwise.puzzles.logic_grid.advice import unexpected
from hintwise.puzzles.logic_grid.clues import ClueRule, Value
from hintwise.puzzles.logic_grid.vocabulary import KINDS, Category, Vocabulary, offset_of

if TYPE_CHECKING:
    from hintwise.puzzles.logic_grid.model import Grid

GRAMMAR = r"""
?rule: any
?any: all | any _OR all -> or_rule
?all: single | all _AND single -> and_rule
?single: _NOT single -> not_rule
    | _LPAR any _RPAR
    | named _IS named -> is_rule
    | named _is_not named -> is_not_rule
    | named _IS _EITHER _names _OR named but -> is_either_rule
    | named _IS _NEITHER _names _NOR named -> is_neither_rule
    | named _IS comparison -> compare_rule
    | named _is_not comparison -> compare_not_rule
    | _EITHER single (_COMMA single)* _OR single but -> either_rule
    | _OF named _AND named _COMMA? _ONE _IS named _the_other named -> one_each_rule
    | _ONE _OF named _AND named _IS named _the_other named -> one_each_rule
    | _group _ARE _ALL? _DIFFERENT -> all_different_rule
comparison: _before named _IN CATEGORY -> before
    | _DIRECTLY _before named _IN CATEGORY -> directly_before
    | amount _before named _IN CATEGORY -> amount_before
    | amount PLACES _before named _IN CATEGORY -> places_before
    | _less _THAN named _IN CATEGORY -> less
    | amount _less _THAN named _IN CATEGORY -> amount_less
    | _NEXT _TO named _IN CATEGORY -> next_to
    | _BETWEEN named _AND named _IN CATEGORY -> between
amount: _EXACTLY? NUMBER -> exactly
    | _AT LEAST NUMBER -> at_bound
    | _AT MOST NUMBER -> at_bound
but: (_BUT _NOT BOTH | _BUT ONLY _ONE)?
_is_not: _IS _NOT | _ISNT
_the_other: (_AND | _COMMA) _THE _OTHER _IS?
_before: (BEFORE | AFTER) _THAN?
_less: LESS | MORE
_names: named | _names _COMMA named
_group: named _AND named | named _COMMA named | _group _AND named | _group _COMMA named
named: _THE? VALUE | _THE? NUMBER
fact: named _IS named -> fact_holds
    | named _is_not named -> fact_fails
    | _NOT named _IS named -> fact_fails
"""
MAX_WORDS = 200


def read_rule(text: str, vocabulary: Vocabulary) -> ClueRule:
    """The function of a grid that a rule stands for; raise `InvalidRule` where it stands for none.

    >>> pets = Category("pet", ("cat", "dog")), Category("owner", ("Ann", "Bob"))
    >>> rule = read_rule("Ann is not the other", Vocabulary(pets))
    Traceback (most recent call last):
    hintwise.errors.InvalidRule: 'other' cannot stand here; expected a value
    """
    rule: ClueRule = _read("rule", text, vocabulary)
    return rule


def read_fact(text: str, vocabulary: Vocabulary) -> tuple[Value, Value, bool]:
    """Read `a is b`, `a = b`, `a is not b` or `not a = b`: two values, whether they are linked.

    This is the language of the file's rules, with its words, quotes and places of mistakes, and it
    is read before there is a problem; `Problem.parse_fact` reads facts as we write them.
    """
    a, b, holds = _read("fact", text, vocabulary)
    return a, b, holds


def _read(start: str, text: str, vocabulary: Vocabulary) -> Any:
    tokens = list(itertools.islice(vocabulary.tokens(text), MAX_WORDS + 1))
    if len(tokens) > MAX_WORDS:
        raise InvalidRule(f"a rule has at most {MAX_WORDS} words", offset_of(tokens[-1]))
    tokens.append(Token("$END", "", start_pos=len(text.rstrip())))
    parser = _parser().parse_interactive(start=start)
    tree: Any = None
    for number, token in enumerate(tokens):
        try:
            tree = parser.feed_token(token)
        except UnexpectedToken:
            accepted = _accepted_after(start, tokens[:number])
            raise unexpected(tokens[: number + 1], text, accepted, vocabulary) from None
    try:
        return _Meaning(vocabulary).transform(tree)
    except VisitError as error:
        raise error.orig_exc from None


def _accepted_after(start: str, tokens: Sequence[Token]) -> set[str]:
    """Asked of a fresh parser: a token that does not fit changes the parser all the same."""
    parser = _parser().parse_interactive(start=start)
    for token in tokens:
        parser.feed_token(token)
    accepted: set[str] = parser.accepts()  # type: ignore[no-untyped-call]
    return accepted


@functools.cache
def _parser() -> Lark:
    grammar = f"{GRAMMAR}\n%declare {' '.join(sorted(KINDS))}"
    return Lark(grammar, parser="lalr", start=["rule", "fact"])


Relation = Callable[..., bool]
"""Whether values at these places (or with these amounts) stand as the rule says."""


class _Named(NamedTuple):
    """A value and where it is named."""

    value: Value
    token: Token


@dataclass(frozen=True, slots=True)
class _Amount:
    """How far apart: `compare` is ==, >= or <=, or > for any distance at all."""

    compare: Callable[[Fraction, Fraction], bool]
    number: Fraction

    def allows(self, distance: Fraction) -> bool:
        return distance > 0 and self.compare(distance, self.number)


@dataclass(frozen=True, slots=True)
class _Ordering:
    """What follows "is": the `others` and how they relate to the subject, which comes first."""

    others: tuple[Value, ...]
    measures: dict[Value, Fraction]
    relation: Relation

    def rule(self, subject: Value) -> ClueRule:
        return functools.partial(_compare, (subject, *self.others), self.measures, self.relation)

    def negated(self) -> _Ordering:
        return _Ordering(self.others, self.measures, lambda *at: not self.relation(*at))


def _compare(
    who: Sequence[Value], measures: dict[Value, Fraction], relation: Relation, grid: Grid, /
) -> Any:
    """Some related places hold `who`, and no unrelated ones do.

    One half follows from the other only with the rules of the grid; a clue says both.
    """
    related, unrelated = [], []
    for values in itertools.product(measures, repeat=len(who)):
        links = [grid.link(a, v) for a, v in zip(who, values, strict=True)]
        if relation(*(measures[v] for v in values)):
            related.append((values, cp.all(links)))
        else:
            unrelated.append(cp.any([~link for link in links]))
    apart = [
        ~grid.link(who[i], who[j])
        for i, j in itertools.combinations(range(len(who)), 2)
        if all(values[i] != values[j] for values, _ in related)
    ]
    return cp.all([cp.any([links for _, links in related]), *unrelated, *apart])


@v_args(inline=True)
class _Meaning(Transformer_NonRecursive):  # type: ignore[type-arg]
    """From the tree of a rule, one method per form in the grammar, to a function of a grid."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__()
        self._vocabulary = vocabulary

    def named(self, token: Token) -> _Named:
        return _Named(self._vocabulary.value(token), token)

    # Rules made of rules.

    def or_rule(self, *rules: ClueRule) -> ClueRule:
        return lambda grid: cp.any([rule(grid) for rule in rules])

    def and_rule(self, *rules: ClueRule) -> ClueRule:
        return lambda grid: cp.all([rule(grid) for rule in rules])

    def not_rule(self, rule: ClueRule) -> ClueRule:
        return lambda grid: ~rule(grid)

    def either_rule(self, *parts: Any) -> ClueRule:
        *rules, but = parts
        return _at_least_one(rules, but)

    def but(self, limit: Token | None = None) -> Token | None:
        return limit

    # Rules about links.

    def is_rule(self, a: _Named, b: _Named) -> ClueRule:
        return self._linked(a, b)

    def is_not_rule(self, a: _Named, b: _Named) -> ClueRule:
        return self.not_rule(self._linked(a, b))

    def is_either_rule(self, who: _Named, *parts: Any) -> ClueRule:
        *options, but = parts
        return _at_least_one([self._linked(who, option) for option in options], but)

    def is_neither_rule(self, who: _Named, *options: _Named) -> ClueRule:
        return self.and_rule(*(self.is_not_rule(who, option) for option in options))

    def one_each_rule(self, p: _Named, q: _Named, a: _Named, b: _Named) -> ClueRule:
        def crossed(grid: Grid, /) -> Any:
            def linked(x: _Named, y: _Named) -> Any:
                return grid.link(x.value, y.value)

            cases = [linked(p, a) & linked(q, b), linked(p, b) & linked(q, a)]
            return cp.all([cp.any(cases), ~linked(p, q), ~linked(a, b)])

        return crossed

    def all_different_rule(self, *who: _Named) -> ClueRule:
        pairs = list(itertools.combinations([named.value for named in who], 2))
        return lambda grid: cp.all([~grid.link(a, b) for a, b in pairs])

    def fact_holds(self, a: _Named, b: _Named) -> tuple[Value, Value, bool]:
        self._linked(a, b)
        return a.value, b.value, True

    def fact_fails(self, a: _Named, b: _Named) -> tuple[Value, Value, bool]:
        return (*self.fact_holds(a, b)[:2], False)

    # Rules about order.

    def compare_rule(self, who: _Named, comparison: _Ordering) -> ClueRule:
        return comparison.rule(who.value)

    def compare_not_rule(self, who: _Named, comparison: _Ordering) -> ClueRule:
        return comparison.negated().rule(who.value)

    def before(self, side: Token, other: _Named, within: Token) -> _Ordering:
        return self._beyond(_Amount(operator.gt, Fraction(0)), side, other, self._ordered(within))

    def amount_before(
        self, amount: _Amount, side: Token, other: _Named, within: Token
    ) -> _Ordering:
        return self._beyond(amount, side, other, self._ordered(within))

    def places_before(
        self, amount: _Amount, _: Token, side: Token, other: _Named, within: Token
    ) -> _Ordering:
        return self._beyond(amount, side, other, self._ordered(within).in_places())

    def directly_before(self, side: Token, other: _Named, within: Token) -> _Ordering:
        next_place = _Amount(operator.eq, Fraction(1))
        return self._beyond(next_place, side, other, self._ordered(within).in_places())

    def less(self, side: Token, other: _Named, within: Token) -> _Ordering:
        return self._beyond(_Amount(operator.gt, Fraction(0)), side, other, self._numeric(within))

    def amount_less(self, amount: _Amount, side: Token, other: _Named, within: Token) -> _Ordering:
        return self._beyond(amount, side, other, self._numeric(within))

    def next_to(self, other: _Named, within: Token) -> _Ordering:
        places = self._ordered(within).places
        return _Ordering((other.value,), places, lambda p, q: abs(p - q) == 1)

    def between(self, one: _Named, other: _Named, within: Token) -> _Ordering:
        places = self._ordered(within).places
        return _Ordering(
            (one.value, other.value), places, lambda p, q, r: min(q, r) < p < max(q, r)
        )

    def exactly(self, number: Token) -> _Amount:
        return _Amount(operator.eq, _positive(number))

    def at_bound(self, bound: Token, number: Token) -> _Amount:
        return _Amount(operator.ge if bound.type == "LEAST" else operator.le, _positive(number))

    def _beyond(self, amount: _Amount, side: Token, other: _Named, category: Category) -> _Ordering:
        """Before and less count up to the other, after and more up from it."""
        sign = 1 if side.type in ("BEFORE", "LESS") else -1
        return _Ordering(
            (other.value,), category.measures, lambda p, q: amount.allows(sign * (q - p))
        )

    def _ordered(self, within: Token) -> Category:
        return self._vocabulary.ordered_category(within)

    def _numeric(self, within: Token) -> Category:
        category = self._ordered(within)
        if category.amounts is None or category.dates:
            raise InvalidRule(
                f"'{category.name}' has no numbers; write 'before' or 'after'", offset_of(within)
            )
        return category

    def _linked(self, a: _Named, b: _Named) -> ClueRule:
        if a.value.category == b.value.category:
            raise InvalidRule(
                f"'{a.value}' and '{b.value}' are of one category, so they are never linked",
                offset_of(b.token),
            )
        return lambda grid: grid.link(a.value, b.value)


def _at_least_one(rules: Sequence[ClueRule], but: Token | None) -> ClueRule:
    """One of the rules holds; no two of them with "but not both" or "but only one"."""
    if but is not None and but.type == "BOTH" and len(rules) > 2:
        raise InvalidRule(
            f"'both' speaks of two, here are {len(rules)}; write 'but only one'", offset_of(but)
        )

    def holds(grid: Grid, /) -> Any:
        cases = [rule(grid) for rule in rules]
        pairs = itertools.combinations(cases, 2) if but is not None else ()
        return cp.all([cp.any(cases), *(cp.any([~a, ~b]) for a, b in pairs)])

    return holds


def _positive(number: Token) -> Fraction:
    if not (amount := Fraction(number)):
        raise InvalidRule("an amount must be more than 0", offset_of(number))
    return amount
