"""Facts as a person writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from hintwise.errors import HintwiseError, InvalidValue, UnknownName, expect, shown
from hintwise.problem.facts import Fact, Variable
from hintwise.problem.layout import Board, Staircase, Value

if TYPE_CHECKING:
    from hintwise.problem.model import Problem

_SIGN = re.compile(r"\s*(!=|>=|<=|==|=|≠|≥|≤|<|>)\s*")
_LINK = re.compile(r"\s*(!=|=|≠)\s*")

_STRICT = {">": ("≥", 1), "<": ("≤", -1)}


def squeezed(name: str) -> str:
    """A name as it is compared: spaces and case do not count.

    >>> squeezed("Circle Drive")
    'circledrive'
    """
    return "".join(name.lower().split())


class FactReader:
    """Reads the facts of one problem."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._spellings = {
            squeezed(name): v for v in problem.variables for name in (v.name, *v.aliases)
        }

    def find_variable(self, name: str) -> Variable | None:
        expect(name, str, "the name of a variable")
        found = self._problem.variable_by_name.get(name) or self._spellings.get(squeezed(name))
        if found is None and isinstance(layout := self._problem.layout, Staircase) and layout.also:
            return self._linking(name, layout)
        return found

    def _linking(self, text: str, layout: Staircase) -> Variable | None:
        """The link between two values that are written in other ways than by their names."""
        ends = [_called(end, layout) for end in text.split("=")]
        if [len(values) for values in ends] != [1, 1]:
            return None
        (one,), (other,) = ends
        return self._spellings.get(squeezed(f"{' '.join(one)} = {' '.join(other)}"))

    def variable(self, name: str) -> Variable:
        found = self.find_variable(name)
        if found is not None:
            return found
        if isinstance(layout := self._problem.layout, Staircase):
            raise _not_a_link(name, layout)
        raise UnknownName("variable", name, self._problem.variable_by_name)

    def fact(self, text: str) -> Fact:
        if not isinstance(text, str):
            raise InvalidValue(f"{shown(text)} is not a fact; give a text or a Fact")
        bare = text.strip()
        negated = bare.lower().startswith("not ")
        name = bare[4:] if negated else bare
        if (variable := self.find_variable(name)) is not None and variable.boolean:
            return Fact(variable.name, not negated)
        if isinstance(self._problem.layout, Staircase):
            return self._link(name, negated=negated)
        sign = _SIGN.search(name)
        if sign is None or (value := self._value(name[sign.end() :])) is None:
            raise InvalidValue(
                f"{text!r} is not a fact; write variable=value, variable≠value, variable≥value, "
                "variable≤value, or a Boolean variable with or without 'not' in front"
            )
        relation, shift = _STRICT.get(sign[1], (sign[1], 0))
        fact = Fact(self.variable(name[: sign.start()]).name, value + shift, relation)
        said = fact.negation if negated else fact
        return self._problem.fact(said.variable, said.value, said.relation)

    def _link(self, name: str, *, negated: bool) -> Fact:
        sign = _LINK.search(name)
        holds = (sign is None or sign[1] == "=") != negated
        return Fact(self.variable(_LINK.sub(" = ", name, count=1)).name, holds)

    def _value(self, text: str) -> int | None:
        if re.fullmatch(r"-?\d{1,18}", text):
            return int(text)
        # As people write them on a board that is larger than nine digits.
        problem = self._problem
        letters = isinstance(problem.layout, Board) and problem.variables[0].most > 9
        return int(text, 36) if letters and re.fullmatch("[A-Za-z]", text) else None


def _not_a_link(text: str, layout: Staircase) -> HintwiseError:
    """What is wrong with a text that should say of two values that they go together."""
    values = _values(layout)
    ends = [end.strip() for end in _LINK.split(text)[::2]]
    meant = [_called(end, layout) for end in ends]
    if len(ends) != 2:
        one = (meant[0] or values)[0]
        other = next(value for value in values if value[0] != one[0])
        return InvalidValue(
            f"{text!r} does not link two values; write them with '=' between, such as "
            f"'{one[1]} = {other[1]}', or with 'not' in front"
        )
    for end, found in zip(ends, meant, strict=True):
        if not found:
            return UnknownName("value", end, dict.fromkeys(value for _, value in values))
        if len(found) > 1:
            options = " or ".join(repr(" ".join(value)) for value in found)
            return InvalidValue(f"{end!r} may be {options}; add its category")
    return InvalidValue(
        f"{text!r}: both are of the category {meant[0][0][0]!r}; "
        "a fact links values of two categories"
    )


def _values(layout: Staircase) -> list[Value]:
    return [(category, value) for category, names in layout.categories.items() for value in names]


def _called(name: str, layout: Staircase) -> list[Value]:
    """The values that a name may stand for; it may start with their category.

    Other ways to write a value count only where nothing is called so.
    """
    wanted, values = squeezed(name), _values(layout)

    def written_so(text: Callable[[Value], Iterable[str]]) -> list[Value]:
        return [value for value in values if wanted in map(squeezed, text(value))]

    return (
        written_so(lambda value: [" ".join(value)])
        or written_so(lambda value: [value[1]])
        or written_so(lambda value: [f"{value[0]} {text}" for text in layout.also.get(value, ())])
        or written_so(lambda value: layout.also.get(value, ()))
    )
