"""Any CPMpy model as a problem: its constraints named and grouped, its variables as facts."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cpmpy as cp
import numpy as np
from cpmpy.expressions.core import BoolVal, Expression
from cpmpy.expressions.globalconstraints import DirectConstraint
from cpmpy.expressions.utils import is_any_list
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl, _NumVarImpl

from hintwise.errors import (
    InvalidModel,
    OutOfTime,
    UnboundedVariable,
    UnsupportedExpression,
    expect,
    shown,
)
from hintwise.limits import Clock, Limits
from hintwise.problem import (
    Board,
    Constraint,
    FeatureScheme,
    Kind,
    Layout,
    Problem,
    Variable,
)
from hintwise.puzzles.cpmpy_givens import given_facts

LARGEST_NUMBER = 10**15
"""In constraints and domains: beyond, sums are more than solvers can hold."""

_DEFAULT_GROUP = "constraint"
_SHORT_NAME = 40
_SHORT_DESCRIPTION = 100


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A constraint, or a list of them that is explained as one, with what to call it.

    What is left out is filled in by `from_cpmpy`.
    """

    expression: Any
    group: str | None = None
    name: str | None = None
    description: str | None = None

    def __post_init__(self) -> None:
        for what in ("group", "name", "description"):
            if not isinstance(text := getattr(self, what), str | None):
                raise InvalidModel(f"the {what} of a Rule is {shown(text)}; give a text, or None")


def from_cpmpy(
    model: Any,
    *,
    variables: Any = None,
    groups: Sequence[str] | None = None,
    hard: Any = (),
    givens: Any = (),
    exclusions: bool = False,
    bounds: bool | None = None,
    features: FeatureScheme | None = None,
    kind: str | Kind = "cpmpy",
    layout: Layout | None = None,
    title: str = "",
    limits: Limits = Limits(),
) -> Problem:
    """Make a problem of a CPMpy model.

    `model` is a `cpmpy.Model`, a list of constraints, or a mapping from group names to constraints.
    Every entry is one explainable unit: a constraint, a list of constraints that belong together
    (so `model += [a, b]` adds one unit), or a `Rule`. `groups` names the group of each entry in
    turn. A unit is described by its `Rule`, else by CPMpy's `set_description`, else by the text of
    its expression; it is named by its `Rule`, else by a short description of its own, else by group
    and number. Empty lists are passed over, as CPMpy does.

    Facts are about `variables` only: CPMpy variables in any nesting of lists and arrays, or a
    mapping from names to them; all variables of the model, as they appear, if left out. `hard`
    constraints always hold and are never part of an explanation. `givens` are facts, texts of
    facts, or CPMpy expressions like `x == 3`, `x >= 3`, `b` and `~b`. With `exclusions`, what a
    variable is not is explained as well, with `bounds` what it is at least and at most; without
    either word, bounds are for variables with more than 100 values (see `Problem`).

    Variables called r1c1, r1c2, … are drawn as a board, with walls around the constraints of a
    group `block`; `layout` says otherwise. `OutOfTime` is raised when the `limits` end the reading.

    >>> x, y = cp.intvar(1, 2, shape=2, name=("x", "y"))
    >>> problem = from_cpmpy([x < y, Rule(x != 2, group="odd")])
    >>> [(c.name, c.group, c.description) for c in problem.constraints]
    [('constraint 1', 'constraint', '(x) < (y)'), ('odd 1', 'odd', 'x != 2')]
    """
    _check_settings(features, kind, layout, title)
    clock = Clock(limits)
    units = []
    for entry in _entries(model, groups):
        _look_at(clock)
        if (unit := _unit(entry)) is not None:
            units.append(unit)
    if not units:
        raise InvalidModel("the model has no constraints, so there is nothing to explain with")
    always = tuple(_parts(hard))
    appearing = _variables_in([*(part for unit in units for part in unit.parts), *always])
    facts = _fact_variables(appearing if variables is None else variables)
    name_of = {variable.expression.name: variable.name for variable in facts}
    constraints = tuple(
        Constraint(
            name=name,
            group=unit.group,
            variables=frozenset(name_of[x] for x in _variables_in(unit.parts) if x in name_of),
            expression=unit.parts[0] if len(unit.parts) == 1 else cp.all(unit.parts),
            description=unit.description or _shorten("; ".join(map(str, unit.parts))),
        )
        for unit, name in zip(units, _names(units), strict=True)
        if _look_at(clock)
    )
    problem = Problem(
        kind=kind if isinstance(kind, Kind) else Kind(kind),
        variables=facts,
        constraints=constraints,
        hard=always,
        features=features,
        exclusions=exclusions,
        bounds=bounds,
        title=title,
        layout=layout or Board.named(facts, constraints),
    )
    return problem.with_givens(dict.fromkeys(given_facts(problem, name_of, givens)))


def _look_at(clock: Clock) -> bool:
    """True, or `OutOfTime` is raised."""
    if clock.has_spent(1.0):
        raise OutOfTime("stopped before all constraints of the model were read; allow more time")
    return True


def _check_settings(features: object, kind: object, layout: object, title: object) -> None:
    if features is not None and not (hasattr(features, "names") and hasattr(features, "counts")):
        raise InvalidModel(
            f"features are {shown(features)}; give a FeatureScheme, such as a CountScheme, or None"
        )
    for what, value, accepted in (
        ("kind", kind, str | Kind),
        ("layout", layout, Layout | None),
        ("title", title, str),
    ):
        expect(value, accepted, f"a {what}, as from_cpmpy says")


@dataclass(frozen=True, slots=True, eq=False)
class _Unit:
    """One explainable unit: its constraints, its group, and what it was called, if anything."""

    parts: list[Any]
    group: str
    name: str | None
    description: str


def _entries(model: Any, groups: Sequence[str] | None) -> list[Rule]:
    """The entries of a model in any of its forms, each with its group."""
    if isinstance(model, cp.Model):
        if model.has_objective():
            raise InvalidModel(
                f"the model optimises {model.objective_}; only what follows from constraints can "
                "be explained: leave the objective out, or state its best value as a constraint"
            )
        model = model.constraints
    if isinstance(model, Mapping):
        if groups is not None:
            raise InvalidModel("give groups as a mapping or by `groups`, not both")
        return [_in_group(entry, name) for name, part in model.items() for entry in _listed(part)]
    entries = _listed(model)
    if groups is None:
        return [_in_group(entry, _DEFAULT_GROUP) for entry in entries]
    named = isinstance(groups, list | tuple | np.ndarray) and len(groups) == len(entries)
    if not (named and all(isinstance(name, str) for name in groups)):
        raise InvalidModel(
            f"`groups` must name one group for each of the {len(entries)} entries, not "
            f"{shown(groups)}"
        )
    return [_in_group(entry, name) for entry, name in zip(entries, groups, strict=True)]


def _listed(constraints: Any) -> list[Any]:
    if is_any_list(constraints):
        return list(constraints)
    if isinstance(constraints, (Expression, Rule)):
        return [constraints]
    raise InvalidModel(
        f"{shown(constraints)} is not a model; give a cpmpy.Model, a list of constraints, or a "
        "mapping from group names to constraints"
    )


def _in_group(entry: Any, group: str) -> Rule:
    if isinstance(entry, Rule):
        return Rule(entry.expression, entry.group or group, entry.name, entry.description)
    return Rule(entry, group)


def _unit(rule: Rule) -> _Unit | None:
    parts = list(_parts(rule.expression))
    if not parts:
        return None
    described = [text for part in parts if (text := _description(part))]
    description = rule.description or "; ".join(described)
    return _Unit(parts, rule.group or _DEFAULT_GROUP, rule.name, description)


def _description(expression: Any) -> str:
    """What `set_description` was told, wherever this version of CPMpy keeps it."""
    stored = getattr(expression, "_description", None)
    return str(stored.text if stored is not None else getattr(expression, "desc", None) or "")


def _parts(constraints: Any) -> Iterator[Any]:
    """The constraints in any nesting of lists, each checked to be one."""
    if is_any_list(constraints):
        for part in constraints:
            yield from _parts(part)
        return
    if isinstance(constraints, (bool, np.bool_)):
        constraints = BoolVal(constraints)
    if not isinstance(constraints, Expression) or not constraints.is_bool():
        raise UnsupportedExpression(
            f"{shown(constraints)} is not a constraint; a Boolean CPMpy expression is expected"
        )
    for inner in _walk(constraints):
        if (number := _too_large(inner)) is not None:
            raise UnsupportedExpression(
                f"{shown(number)} in {shown(constraints)} is too large; numbers and bounds may go "
                f"from -{LARGEST_NUMBER} to {LARGEST_NUMBER}"
            )
        if isinstance(inner, DirectConstraint):
            raise UnsupportedExpression(
                f"{inner!r} is a DirectConstraint: only one solver knows what it means; state it "
                "with CPMpy's own constraints"
            )
    yield constraints


def _too_large(term: Any) -> int | None:
    """A number in a term itself, or a bound of a variable, that no solver could reckon with."""
    if isinstance(term, _NumVarImpl):
        numbers: list[Any] = [term.lb, term.ub]
    else:
        numbers = [n for a in term.args for n in (a if isinstance(a, list | tuple) else [a])]
    for number in numbers:
        if isinstance(number, int) and abs(number) > LARGEST_NUMBER:
            return number
    return None


def _walk(expression: Any) -> Iterator[Any]:
    """The expression and all that it contains, in reading order; `~b` shows as `b`."""
    stack = [expression]
    while stack:
        term = stack.pop()
        if isinstance(term, NegBoolView):
            yield term._bv
        elif isinstance(term, _NumVarImpl):
            yield term
        elif isinstance(term, Expression):
            yield term
            stack.extend(reversed(term.args))
        elif isinstance(term, np.ndarray):
            # Other arrays hold constants only, and tables of them may be large.
            if term.dtype == object:
                stack.extend(reversed(list(term.flat)))
        elif isinstance(term, (list, tuple)):
            stack.extend(reversed(term))


def _variables_in(expressions: Iterable[Any]) -> dict[str, Any]:
    """CPMpy's variables by name, as they appear; CPMpy tells them apart by name only."""
    found: dict[str, Any] = {}
    for term in itertools.chain.from_iterable(map(_walk, expressions)):
        if isinstance(term, _NumVarImpl):
            other = found.setdefault(str(term.name), term)
            if other is not term and (other.lb, other.ub) != (term.lb, term.ub):
                raise InvalidModel(
                    f"two variables are called {term.name!r}, one with values {other.lb} … "
                    f"{other.ub} and one with {term.lb} … {term.ub}; names must be unique"
                )
    return found


def _fact_variables(variables: Any) -> tuple[Variable, ...]:
    if isinstance(variables, Mapping):
        named = [(str(name), variable) for name, variable in variables.items()]
    else:
        named = [(str(getattr(x, "name", x)), x) for x in _flat(variables)]
    if not named:
        raise InvalidModel("the problem has no variables, so there are no facts to explain")
    facts = tuple(_fact_variable(name, variable) for name, variable in named)
    for name, count in Counter(fact.expression.name for fact in facts).items():
        if count > 1:
            raise InvalidModel(f"the variable {name} is listed {count} times; once is enough")
    return facts


def _fact_variable(name: str, variable: Any) -> Variable:
    if not isinstance(variable, _NumVarImpl) or isinstance(variable, NegBoolView):
        raise UnboundedVariable(
            f"{shown(variable)} cannot have facts; give variables made by cpmpy.boolvar or "
            "cpmpy.intvar"
        )
    if isinstance(variable, _BoolVarImpl):
        return Variable(name, (0, 1), boolean=True, expression=variable)
    return Variable(name, range(variable.lb, variable.ub + 1), expression=variable)


def _flat(items: Any) -> Iterator[Any]:
    if is_any_list(items):
        for item in items:
            yield from _flat(item)
    else:
        yield items


def _names(units: Sequence[_Unit]) -> Iterator[str]:
    """A name for each unit: unique, except where two were given the same one."""
    uses = Counter(unit.name or unit.description for unit in units)
    own = [
        unit.name
        or (unit.description if uses[unit.description] == 1 and _is_short(unit.description) else "")
        for unit in units
    ]
    taken = set(own)
    in_group: Counter[str] = Counter()
    for unit, name in zip(units, own, strict=True):
        in_group[unit.group] += 1
        while not name and f"{unit.group} {in_group[unit.group]}" in taken:
            in_group[unit.group] += 1
        yield name or f"{unit.group} {in_group[unit.group]}"


def _is_short(text: str) -> bool:
    return 0 < len(text) <= _SHORT_NAME


def _shorten(text: str) -> str:
    return text if len(text) <= _SHORT_DESCRIPTION else f"{text[: _SHORT_DESCRIPTION - 1]}…"
