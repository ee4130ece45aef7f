"""Expressions that CPMpy translates wrongly, or not at all, said in others that it does.

For OR-Tools only; the engine's own encoding takes them as they are. Found by comparing all of
CPMpy's global constraints in all Boolean contexts with what their `value()` says (CPMpy 1.1):

- an MDD with a node that no path from the root reaches raises a KeyError, one with a node that
  leads nowhere loses solutions when negated; and decomposing an MDD changes it;
- a table, an automaton or an MDD over expressions, rather than variables, raises an AttributeError
  when it is nested.
"""

from __future__ import annotations

import copy
from typing import Any

import cpmpy as cp
import numpy as np
from cpmpy.expressions.core import Expression
from cpmpy.expressions.utils import get_bounds, is_any_list
from cpmpy.expressions.variables import _NumVarImpl

_OVER_VARIABLES = ("mdd", "regular", "table", "negative_table", "short_table")


def plain_spoken(expression: Any) -> Any:
    """The same in other words, or None if it can stay as it is."""
    definitions: list[Any] = []
    said = _said(expression, definitions)
    if said is expression and not definitions:
        return None
    return [said, *definitions]


def _said(term: Any, definitions: list[Any]) -> Any:
    """The term, or a copy with other parts; what they stand for is added to `definitions`."""
    if isinstance(term, np.ndarray):
        parts = [_said(part, definitions) for part in term.flat]
        if term.dtype != object or all(a is b for a, b in zip(parts, term.flat, strict=True)):
            return term
        return cp.cpm_array(np.array(parts, dtype=object).reshape(term.shape))
    if is_any_list(term):
        parts = [_said(part, definitions) for part in term]
        return parts if any(a is not b for a, b in zip(parts, term, strict=True)) else term
    if not isinstance(term, Expression) or isinstance(term, _NumVarImpl):
        return term
    arguments = [_said(argument, definitions) for argument in term.args]
    if term.name in _OVER_VARIABLES:
        arguments[0] = _variables(arguments[0], definitions)
    changed = any(a is not b for a, b in zip(arguments, term.args, strict=True))
    if term.name == "mdd":
        return cp.MDD(arguments[0], _useful(term), start=term.root_node)
    if not changed:
        return term
    twin = copy.copy(term)
    twin.update_args(arguments)
    return twin


def _variables(terms: Any, definitions: list[Any]) -> Any:
    """The terms, with a variable for each that is none."""
    if all(isinstance(term, _NumVarImpl) for term in terms):
        return terms
    variables = []
    for term in terms:
        if isinstance(term, Expression) and not isinstance(term, _NumVarImpl):
            variable = cp.intvar(*get_bounds(term))
            definitions.append(variable == term)
            term = variable
        variables.append(term)
    return variables


def _useful(mdd: Any) -> list[tuple[Any, int, Any]]:
    """The transitions on paths from the root to the sink."""
    layers = [{mdd.root_node}]
    for _ in mdd.args[0]:
        layers.append({to for node in layers[-1] for to in mdd.mapping.get(node, {}).values()})
    found: list[tuple[Any, int, Any]] = []
    leading = {mdd.sink_node}
    for layer in reversed(layers[:-1]):
        kept = [
            (node, value, to)
            for node in sorted(layer, key=str)
            for value, to in mdd.mapping.get(node, {}).items()
            if to in leading
        ]
        found = [*kept, *found]
        leading = {node for node, _, _ in kept}
    return found
