"""Rules about links, and rules made of rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from lark import Token, v_args

from hintwise.errors import InvalidRule
from hintwise.puzzles.logic_grid.clues import Value
from hintwise.puzzles.logic_grid.rules import statements
from hintwise.puzzles.logic_grid.rules.amounts import Amount
from hintwise.puzzles.logic_grid.rules.parts import Forms, Named, Predicate, deniable, listed
from hintwise.puzzles.logic_grid.rules.statements import Bond, Rule
from hintwise.puzzles.logic_grid.vocabulary import offset_of

_MOST_COUNTED = 10
_EXCLUSIVE = ("BUT_NOT_BOTH", "BUT_ONLY_ONE")


@v_args(inline=True)
class LinkForms(Forms):
    """One method for each form that says what goes with what, or joins rules."""

    # Rules made of rules.

    def or_rule(self, *rules: Rule) -> Rule:
        return statements.any_of(rules)

    def and_rule(self, *rules: Rule) -> Rule:
        return statements.all_of(rules)

    def not_rule(self, rule: Rule) -> Rule:
        return statements.denied(rule)

    def if_rule(self, reason: Rule, consequence: Rule) -> Rule:
        return statements.implied(reason, consequence)

    def iff_rule(self, one: Rule, other: Rule) -> Rule:
        return statements.equivalent(one, other)

    def either_rule(self, *parts: Any) -> Rule:
        *rules, but = parts
        # An ending would go with the nearest "either".
        texts = [f"({r})" if "either" in r.text else r.within(Bond.SINGLE) for r in rules]
        return self._either(rules, but, f"either {listed(texts, 'or')}")

    def count_rule(self, count: Amount, *rules: Rule) -> Rule:
        return self._count(count, rules, listed([f"({rule})" for rule in rules], "and"))

    def but(self, limit: Token | None = None) -> Token | None:
        return limit

    # Rules about links.

    def said_rule(self, who: Named, predicate: Predicate) -> Rule:
        return predicate.of(who)

    def denied_rule(self, who: Named, predicate: Predicate) -> Rule:
        return predicate.denied_of(who)

    def either_subject_rule(self, *parts: Any) -> Rule:
        *who, predicate, but = parts
        return self.either_rule(*(predicate.of(one) for one in who), but)

    def neither_subject_rule(self, *parts: Any) -> Rule:
        *who, predicate = parts
        return statements.all_of([predicate.denied_of(one) for one in who])

    def count_subjects_rule(
        self, count: Amount, who: tuple[Named, ...], predicate: Predicate
    ) -> Rule:
        return self.count_rule(count, *(predicate.of(one) for one in who))

    def not_predicate(self, predicate: Predicate) -> Predicate:
        return Predicate(predicate.denied_of, predicate.of)

    def either_predicate(self, *parts: Any) -> Predicate:
        *options, but = parts

        def of(who: Named) -> Rule:
            text = f"{who.text} is either {listed([option.text for option in options], 'or')}"
            return self._either([self.linked(who, option) for option in options], but, text)

        return deniable(of)

    def neither_predicate(self, *options: Named) -> Predicate:
        def of(who: Named) -> Rule:
            text = f"{who.text} is neither {listed([option.text for option in options], 'nor')}"
            return statements.all_of([self.apart(who, option) for option in options], text)

        return deniable(of)

    def count_predicate(self, count: Amount, options: tuple[Named, ...]) -> Predicate:
        def of(who: Named) -> Rule:
            names = listed([option.text for option in options], "and")
            rules = [self.linked(who, option) for option in options]
            counted = self._count(count, rules, names)
            return replace(counted, text=f"{who.text} is {counted}")

        return deniable(of)

    def one_each_rule(self, p: Named, q: Named, a: Named, b: Named) -> Rule:
        text = f"of {p.text} and {q.text}, one is {a.text} and the other is {b.text}"
        return statements.crossed(p.value, q.value, a.value, b.value, text)

    def all_different_rule(self, who: tuple[Named, ...]) -> Rule:
        text = f"{listed([one.text for one in who], 'and')} are all different"
        return statements.different([one.value for one in who], text)

    def respective_rule(self, who: tuple[Named, ...], are: tuple[Named, ...]) -> Rule:
        self._check_as_many(who, are, "respectively")
        return statements.all_of([self.linked(a, b) for a, b in zip(who, are, strict=True)])

    def some_order_rule(self, who: tuple[Named, ...], are: tuple[Named, ...]) -> Rule:
        self._check_as_many(who, are, "in some order")
        names, values = ([one.text for one in several] for several in (who, are))
        text = f"{listed(names, 'and')} are {listed(values, 'and')} in some order"
        return statements.in_some_order([w.value for w in who], [a.value for a in are], text)

    def fact_holds(self, a: Named, b: Named) -> tuple[Value, Value, bool]:
        self.linked(a, b)
        return a.value, b.value, True

    def fact_fails(self, a: Named, b: Named) -> tuple[Value, Value, bool]:
        return (*self.fact_holds(a, b)[:2], False)

    def _check_as_many(self, who: tuple[Named, ...], are: tuple[Named, ...], manner: str) -> None:
        if len(who) != len(are):
            raise InvalidRule(
                f"{len(who)} cannot be {len(are)} {manner}; name as many on both sides",
                offset_of(are[0].token),
            )

    def _either(self, rules: Sequence[Rule], but: Token | None, text: str) -> Rule:
        """One of the rules holds; whether several may is said, or else as "either" is read."""
        count = len(rules)
        if but is not None and but.type.endswith("BOTH") and count > 2:
            instead = "but only one" if but.type in _EXCLUSIVE else "or more"
            raise InvalidRule(
                f"'both' speaks of two, here are {count}; write '{instead}'",
                offset_of(but) + but.casefold().index("both"),
            )
        exclusive = self.exclusive if but is None else but.type in _EXCLUSIVE
        if all(a.excludes(b) for n, a in enumerate(rules) for b in rules[:n]):
            suffix = ""
        elif exclusive:
            suffix = ", but not both" if count == 2 else ", but only one"
        else:
            suffix = ", or both" if count == 2 else ", or more"
        either = statements.one_of if exclusive else statements.any_of
        return either(rules, text + suffix)

    def _count(self, count: Amount, rules: Sequence[Rule], among: str) -> Rule:
        number, many = count.whole(), len(rules)
        if many > _MOST_COUNTED:
            raise InvalidRule(
                f"{many} are too many to count; {_MOST_COUNTED} at most", count.quantity.offset
            )
        least = 0 if count.bound == "at most" else number
        most = many if count.bound == "at least" else number
        if not (least or most < many) or least > many or most > many:
            raise InvalidRule(
                f"{count.bound or 'exactly'} {number} of {many} says nothing or cannot be",
                count.quantity.offset,
            )
        text = f"{count.bound or 'exactly'} {number} of {among}"
        return statements.some_of(rules, least, most, text)
