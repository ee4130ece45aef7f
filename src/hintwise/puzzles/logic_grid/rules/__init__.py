"""The rule language of logic-grid files: `Ada is 2 before rye in hour`.

`read_rule` turns a rule into a function of a grid; `grammar` is the whole language. Rules speak of
direct links: "a is b" is `grid.link(a, b)`. A comparison says which places go together, which do
not, and that what cannot share a place is not linked, so that a clue alone shows what a person sees
in it ("Ada is before Ben, so Ada is not last").

The kinds of `clues` say the same with more of the grid's rules, by way of a base category, since
the published optima assume it. So the two share no expression, only `Value` and `ClueRule`.
"""

from __future__ import annotations

from lark.exceptions import VisitError

from hintwise.puzzles.logic_grid.clues import Value
from hintwise.puzzles.logic_grid.rules.grammar import GRAMMAR, MAX_WORDS, parse
from hintwise.puzzles.logic_grid.rules.meaning import Meaning
from hintwise.puzzles.logic_grid.rules.statements import Rule
from hintwise.puzzles.logic_grid.vocabulary import Vocabulary

__all__ = ["GRAMMAR", "MAX_WORDS", "Rule", "read_fact", "read_rule"]


def read_rule(text: str, vocabulary: Vocabulary, *, exclusive: bool = False) -> Rule:
    """What a rule says, a function of a grid; raise `InvalidRule` where it says nothing.

    "Either … or" that is left open means exactly one if `exclusive`, and else at least one. As
    text, a rule is what was understood, which reads back to the same.

    >>> from hintwise.puzzles.logic_grid.category import Category
    >>> pets = Category("pet", ("cat", "dog")), Category("owner", ("Ann", "Bob"))
    >>> str(read_rule("neither the cat nor the dog is Ann", Vocabulary(pets)))
    'cat is not Ann and dog is not Ann'
    >>> read_rule("Ann is not the other", Vocabulary(pets))
    Traceback (most recent call last):
    hintwise.errors.InvalidRule: 'other' cannot stand here; expected 'first' or a value
    """
    tree = parse("rule", text, vocabulary)
    try:
        rule: Rule = Meaning(vocabulary, exclusive=exclusive).transform(tree)
    except VisitError as error:
        raise error.orig_exc from None
    return rule


def read_fact(text: str, vocabulary: Vocabulary) -> tuple[Value, Value, bool]:
    """Read `a is b`, `a = b`, `a is not b` or `not a = b`: two values, whether they are linked.

    This is the language of the file's rules, with its words, quotes and places of mistakes, and it
    is read before there is a problem; `Problem.parse_fact` reads facts as we write them.
    """
    tree = parse("fact", text, vocabulary)
    try:
        a, b, holds = Meaning(vocabulary, exclusive=False).transform(tree)
    except VisitError as error:
        raise error.orig_exc from None
    return a, b, holds
