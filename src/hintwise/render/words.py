"""Steps as sentences."""

from __future__ import annotations

from collections.abc import Iterable

from hintwise.problem import Fact, Problem, Step


def step_text(problem: Problem, step: Step) -> str:
    """One plain sentence that says what follows from what; it fits every problem and step."""
    reasons = []
    if step.facts:
        reasons.append(f"because {enumerate_words(map(str, step.facts))}")
    if step.constraints:
        rules = [rule_text(problem, name) for name in step.constraints]
        reasons.append(f"because of {enumerate_words(rules)}")
    reason = ", and ".join(reasons) or "in any case"
    sentence = f"{reason[0].upper()}{reason[1:]}, {_conclusion(step.derived)}."
    if step.taken_along:
        sentence += f" So follows {enumerate_words(map(str, step.taken_along))}."
    return sentence


def rule_text(problem: Problem, name: str) -> str:
    """What a person reads for a constraint: its description, quoted, or its name without one."""
    description = problem.constraint(name).description.strip().rstrip(".")
    if problem.kind == "sudoku":  # everybody knows the rule, "column 7" is enough
        return description.partition(":")[0] or name
    return f"“{description}”" if description else name


def enumerate_words(words: Iterable[str]) -> str:
    """
    >>> enumerate_words(["row 7", "col 1", "block 9"])
    'row 7, col 1 and block 9'
    """
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _conclusion(fact: Fact) -> str:
    if isinstance(fact.value, bool):
        return f"{fact.variable} {'must' if fact.positive else 'cannot'} hold"
    return f"{fact.variable} {'must' if fact.equal else 'cannot'} be {fact.value}"
