"""What a check found, as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from hintwise.problem import Fact, Problem
from hintwise.render.words.steps import enumerate_words, rule_text, wording_of


def conflict_text(
    problem: Problem, givens: Sequence[Fact], entries: Sequence[Fact], constraints: Sequence[str]
) -> str:
    """Which facts and rules clash; where there are `entries`, they are "your" own.

    >>> from hintwise.puzzles import sudoku
    >>> problem = sudoku(".5....5.." + "." * 72)
    >>> conflict_text(problem, problem.givens, (), ["row 1"])
    'r1c2=5 and r1c7=5 clash with row 1'
    """
    parts = []
    if entries:
        parts.append(f"your {enumerate_words(map(str, entries))}")
    if givens:
        parts.append(f"{'the given ' if entries else ''}{enumerate_words(map(str, givens))}")
    facts = " and ".join(parts)
    alone = len(givens) + len(entries) == 1
    if facts and constraints:
        return f"{facts} {'clashes' if alone else 'clash'} with {_rules(problem, constraints)}"
    if facts:
        return f"{facts} {'can never hold' if alone else 'contradict each other'}"
    if constraints:
        rules = enumerate_words(rule_text(problem, name) for name in constraints)
        return f"{rules} {'can never hold' if len(constraints) == 1 else 'contradict each other'}"
    return "what must always hold contradicts itself"


def _rules(problem: Problem, constraints: Sequence[str]) -> str:
    rules = enumerate_words(rule_text(problem, name) for name in constraints)
    if wording_of(problem).short_rules:
        return rules
    # Whole sentences, which need something to lead up to them.
    return f"{'this rule' if len(constraints) == 1 else 'these rules'}: {rules}"


def difference_text(problem: Problem, variable: str, values: Sequence[int]) -> str:
    """How two solutions differ.

    >>> from hintwise.puzzles import sudoku
    >>> difference_text(sudoku("." * 16), "r1c3", (3, 4))
    'r1c3 can be 3 or 4'
    """
    if problem.variable(variable).boolean:
        return f"{variable} can be true or not"
    return f"{variable} can be {' or '.join(map(str, values))}"
