"""The grammar of rules, which is the whole language, and its parser."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import Any

from lark import Lark, Token, UnexpectedToken

from hintwise.errors import InvalidRule
from hintwise.puzzles.logic_grid.advice import unexpected
from hintwise.puzzles.logic_grid.vocabulary import Vocabulary, offset_of
from hintwise.puzzles.logic_grid.words import KINDS

GRAMMAR = r"""
?rule: any
    | _IF any (_THEN | _COMMA) any -> if_rule
    | any _IFF any -> iff_rule
?any: all | any _OR all -> or_rule
?all: single | all _AND single -> and_rule
?single: _NOT single -> not_rule
    | _LPAR rule _RPAR
    | named _IS predicate -> said_rule
    | named _ISNT deniable -> denied_rule
    | _EITHER _either_subjects _is predicate but -> either_subject_rule
    | _EITHER _either_rules but -> either_rule
    | _NEITHER _neither_subjects _is deniable -> neither_subject_rule
    | count _OF subjects _is predicate -> count_subjects_rule
    | count _OF _bracketed -> count_rule
    | _OF named _AND named _COMMA? _ONE _IS named _the_other named -> one_each_rule
    | _ONE _OF named _AND named _IS named _the_other named -> one_each_rule
    | group _ARE _ALL? _DIFFERENT -> all_different_rule
    | group _ARE group _IN_SOME_ORDER -> some_order_rule
    | group _ARE group (_RESPECTIVELY | _IN_THAT_ORDER) -> respective_rule
    | group _ARE distance _APART _IN CATEGORY -> group_apart_rule
    | group _ARE _NOT distance _APART _IN CATEGORY -> group_not_apart_rule
    | group _ARE _NEXT _TO _EACH_OTHER _IN CATEGORY -> group_next_rule
    | group _ARE _NOT _NEXT _TO _EACH_OTHER _IN CATEGORY -> group_not_next_rule
    | sum _is _total _IN CATEGORY -> sum_rule
    | sum _is_not _total _IN CATEGORY -> not_sum_rule
_either_rules: _rules _OR single | _either_rules _OR single
_rules: single | _rules _COMMA single
_either_subjects: named _OR named | _series _OR named
_neither_subjects: named _NOR named | _series _NOR named | _neither_subjects _NOR named
_bracketed: _brackets _AND _LPAR rule _RPAR
_brackets: _LPAR rule _RPAR | _brackets _COMMA _LPAR rule _RPAR
sum: named _PLUS named | sum _PLUS named -> longer_sum
_total: amount | equal_addends | beyond_amount | beyond_addends
equal_addends: addends
beyond_amount: (LESS | MORE) _THAN quantity
beyond_addends: (LESS | MORE) _THAN addends
addends: _THE? VALUE | addends _PLUS named -> longer_sum
?predicate: deniable
    | _NOT deniable -> not_predicate
    | _EITHER _names _OR named but -> either_predicate
    | _NEITHER _neither_names -> neither_predicate
    | _EITHER _positions _IN CATEGORY -> at_position
    | _NEITHER _THE? POSITION _NOR _THE? POSITION _IN CATEGORY -> at_neither_position
?deniable: named -> value_predicate
    | amount _OF options -> count_predicate
    | comparison -> comparison_predicate
comparison: _reaches _IN CATEGORY -> beyond
    | amount _IN CATEGORY -> within_amount
    | _NEXT _TO _neighbours _IN CATEGORY -> next_to
    | distance _APART _FROM named _IN CATEGORY -> apart_from
    | _BETWEEN reached _AND reached _IN CATEGORY -> between
    | _BETWEEN reached _AND reached _IN_THAT_ORDER _IN CATEGORY -> between_in_that_order
    | _EXACTLY? FACTOR (_AS | _OF)? named _IN CATEGORY -> multiple
    | _AT (LEAST | MOST) FACTOR (_AS | _OF)? named _IN CATEGORY -> bounded_multiple
    | (LESS | MORE) _THAN FACTOR (_AS | _OF)? named _IN CATEGORY -> bounded_multiple
    | addends _PLUS named _IN CATEGORY -> total_of
    | _positions _IN CATEGORY -> at_position
_reaches: reach
    | _reaches (_BUT | _AND) reach
    | _reaches (_AND | _COMMA) reached
reach: distance? _side _BOTH? reached
_neighbours: _BOTH? named | _neighbours (_AND | _COMMA) named
_positions: _THE? POSITION | _positions _OR _THE? POSITION
distance: amount -> by_amount
    | amount PLACES -> by_places
    | _DIRECTLY -> directly
amount: _EXACTLY? quantity -> exactly
    | _AT LEAST quantity -> at_bound
    | _AT MOST quantity -> at_bound
count: _EXACTLY quantity -> exactly
    | _AT LEAST quantity -> at_bound
    | _AT MOST quantity -> at_bound
quantity: NUMBER
    | QUANTITY
    | _ONE -> one
but: (BUT_NOT_BOTH | BUT_ONLY_ONE | OR_BOTH | OR_MORE)?
_is: _IS | _ARE
_is_not: _IS _NOT | _ISNT
_the_other: (_AND | _COMMA) _THE _OTHER _IS?
_side: (BEFORE | AFTER) _THAN? | (LESS | MORE) _THAN
_names: named | _names _COMMA named
_neither_names: _names _NOR named | _neither_names _NOR named
_series: named _COMMA named | _series _COMMA named
group: _group
_group: named _AND named | _series | _series _AND named | _group _AND named
subjects: named _AND named | _series _AND named
options: named (_AND | _OR) named | _series (_AND | _OR) named
named: _THE? VALUE | _THE? NUMBER | _THE? QUANTITY | _THE? MOMENT
reached: _THE? VALUE | _THE? NUMBER | _THE? QUANTITY | _THE? MOMENT
fact: named _IS named -> fact_holds
    | named _is_not named -> fact_fails
    | _NOT named _IS named -> fact_fails
"""
MAX_WORDS = 200


def parse(start: str, text: str, vocabulary: Vocabulary) -> Any:
    """The tree of a `rule` or a `fact`; raise `InvalidRule` where the text is none."""
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
    return tree


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
