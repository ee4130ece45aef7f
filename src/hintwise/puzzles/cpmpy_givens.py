"""What is given with a CPMpy model: facts, texts of facts, or expressions like `x == 3`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from cpmpy.expressions.core import Comparison, Expression
from cpmpy.expressions.variables import NegBoolView, _NumVarImpl

from hintwise.errors import InvalidModel, shown
from hintwise.problem import Fact, Problem


def given_facts(problem: Problem, name_of: Mapping[str, str], givens: Any) -> Iterator[Fact]:
    """The facts in any nesting of lists; `name_of` is what we call each CPMpy variable."""
    if isinstance(givens, (Fact, str, Expression)):
        yield _given_fact(problem, name_of, givens)
        return
    if not isinstance(givens, Iterable):
        raise InvalidModel(
            f"{shown(givens)} is not a fact; give x == value, x >= value, a Boolean variable or a "
            "text"
        )
    for given in givens:
        yield from given_facts(problem, name_of, given)


def _given_fact(problem: Problem, name_of: Mapping[str, str], given: Any) -> Fact:
    if isinstance(given, str):
        fact = problem.parse_fact(given)
    else:
        fact = given if isinstance(given, Fact) else _read_fact(name_of, given)
        fact = problem.fact(fact.variable, fact.value, fact.relation)
    if not problem.explains(problem.variable(fact.variable), fact.relation):
        needed = "bounds=True" if fact.is_bound else "exclusions=True"
        raise InvalidModel(
            f"{fact} is given, but facts of the form variable {fact.relation} value need {needed}; "
            "or state it as a constraint"
        )
    return fact


_STRICT = {">": (">=", 1), "<": ("<=", -1)}
_TURNED = {">=": "<=", "<=": ">=", ">": "<", "<": ">"}


def _read_fact(name_of: Mapping[str, str], given: Any) -> Fact:
    """Read `b`, `~b`, `x == 3`, `3 == x`, `x != 3`, `x >= 3` or `x < 3`."""
    variable, value, relation = given, 1, "=="
    if isinstance(given, NegBoolView):
        variable, value = given._bv, 0
    elif isinstance(given, Comparison):
        variable, value = given.args
        relation = given.name
        if isinstance(value, _NumVarImpl):
            variable, value = value, variable
            relation = _TURNED.get(relation, relation)
    if (
        not isinstance(variable, _NumVarImpl)
        or (variable is given and not given.is_bool())
        or not isinstance(value, (int, np.integer))
    ):
        raise InvalidModel(
            f"{given} is not a fact; give x == value, x >= value, a Boolean variable or its ~"
        )
    if variable.name not in name_of:
        raise InvalidModel(
            f"{given} is given, but {variable} is not among the variables that facts are about"
        )
    relation, shift = _STRICT.get(relation, (relation, 0))
    return Fact(name_of[variable.name], int(value) + shift, relation)
