"""Logic grid puzzles: values of several categories that go together one to one.

There is one Boolean variable per link between two values of different categories. The constraints
are bijectivity (for each pair of categories, one constraint for all rows of their table and one for
all columns), transitivity (for each triple of categories three, one per form of its clauses) and
the clues. This is the model of the published explanations; nothing is hard.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import cpmpy as cp
from cpmpy.expressions.core import BoolVal, Expression
from cpmpy.transformations.get_variables import get_variables

from hintwise.errors import InvalidPuzzle, expect, expect_several
from hintwise.problem import (
    Assignment,
    Constraint,
    Fact,
    Problem,
    PuzzleQuestion,
    Staircase,
    Variable,
    squeezed,
)
from hintwise.puzzles.logic_grid.clues import Clue, Value
from hintwise.puzzles.logic_grid.kind import FEATURES, LOGIC_GRID
from hintwise.puzzles.logic_grid.patterns import propose_patterns
from hintwise.puzzles.logic_grid.rule_names import (
    bijectivity_name,
    link_name,
    transitivity_name,
)

# Facts are written `category value = category value`, with or without "not" in front.
NO_NAME = re.compile(r"[=≠]|^not\s", re.IGNORECASE)


def logic_grid(
    categories: Mapping[str, Sequence[str]],
    clues: Sequence[Clue],
    givens: Sequence[str | Fact] = (),
    *,
    order: Sequence[str] | None = None,
    base: str | None = None,
    ordered: Collection[str] | None = None,
    title: str = "",
) -> Problem:
    """A logic grid with these clues and given facts (`"wolfenden = month 1"`, `"not …"`).

    `order` is the order of the categories in names, tables and triples (as given in `categories`
    unless stated), `base` the category by way of which clues speak (the first in order), `ordered`
    those that may be compared (all of them).

    >>> problem = logic_grid(
    ...     {"pet": ["cat", "dog"], "owner": ["ann", "bob"]},
    ...     [Clue("Ann has no cat", lambda grid: ~grid.link("ann", "cat"))],
    ... )
    >>> [str(constraint) for constraint in problem.constraints]
    ['each pet has one owner', 'each owner has one pet', 'Ann has no cat']
    """
    grid = Grid(categories, order=order, base=base, ordered=ordered)
    return grid.problem(clues, givens, title=title)


class Grid:
    """The links of a logic grid; never changes.

    `values` holds the values of each category, in order, `base_values` those that clues go by.
    `also` are other ways to write values in facts.
    """

    def __init__(
        self,
        categories: Mapping[str, Sequence[str]],
        *,
        order: Sequence[str] | None = None,
        base: str | None = None,
        ordered: Collection[str] | None = None,
        also: Mapping[Value, tuple[str, ...]] | None = None,
    ) -> None:
        accepted = "a mapping from categories to lists of values"
        for category, values in expect(categories, Mapping, accepted).items():
            expect(category, str, "names of categories")
            expect_several(values, accepted)
        for listed in (order, ordered):
            if listed is not None:
                for category in expect_several(listed, "a list of categories"):
                    expect(category, str, "names of categories")
        names = _checked_order(categories, order)
        self.values = {c: tuple(Value(c, str(v)) for v in categories[c]) for c in names}
        _check_values(self.values)
        for category in (*(ordered or ()), *((base,) if base is not None else ())):
            self._check_category(category)
        self.base_values = self.values[base if base is not None else names[0]]
        self._ordered = frozenset(names if ordered is None else ordered)
        self._also = dict(also or {})
        self._spellings = self._read_spellings()
        self._links = {
            frozenset((a, b)): self._variable(a, b)
            for x, y in itertools.combinations(names, 2)
            for a, b in itertools.product(self.values[x], self.values[y])
        }

    @property
    def variables(self) -> tuple[Variable, ...]:
        return tuple(self._links.values())

    def link(self, a: str | Value, b: str | Value) -> Any:
        """The CPMpy Boolean of "a goes with b", a constant if both are of one category."""
        one, other = self.value(a), self.value(b)
        if one.category == other.category:
            return BoolVal(one == other)
        return self._links[frozenset((one, other))].expression

    def value(self, text: str | Value) -> Value:
        """The value that `month 1`, or `1` if it is unambiguous, stands for."""
        if isinstance(text, Value):
            return text
        found = self._spellings.get(squeezed(text), ())
        if len(found) > 1:
            raise InvalidPuzzle(
                f"{text!r} may be {' or '.join(repr(str(v)) for v in found)}; add its category"
            )
        if not found:
            known = "; ".join(
                f"{c}: {', '.join(v.name for v in vs)}" for c, vs in self.values.items()
            )
            raise InvalidPuzzle(f"no category has a value {text!r}; there are {known}")
        return found[0]

    def numbers(self, category: str) -> dict[Value, Fraction]:
        """The values of a category with the numbers they are, or else with their positions."""
        self._check_category(category)
        if category not in self._ordered:
            raise InvalidPuzzle(
                f"a clue compares values of {category!r}, which has no order; "
                f"ordered are: {', '.join(sorted(self._ordered)) or 'none'}"
            )
        values = self.values[category]
        try:
            return {value: Fraction(value.name) for value in values}
        except (ValueError, ZeroDivisionError):
            return {value: Fraction(position) for position, value in enumerate(values, 1)}

    def variable(self, a: str | Value, b: str | Value) -> Variable:
        """The variable that says whether two values of different categories go together."""
        one, other = self.value(a), self.value(b)
        if one.category == other.category:
            raise InvalidPuzzle(
                f"{one} and {other} are of one category; a fact links values of two categories"
            )
        return self._links[frozenset((one, other))]

    def problem(
        self,
        clues: Sequence[Clue],
        givens: Sequence[str | Fact] = (),
        *,
        title: str = "",
        story: str = "",
        question: PuzzleQuestion | None = None,
    ) -> Problem:
        """The problem of this grid with these clues and given facts."""
        for clue in expect_several(clues, "a list of clues, each as Clue(text, rule)"):
            expect(clue, Clue, "a Clue(text, rule)")
        expect_several(givens, "a list of given facts")
        values = tuple(self._layout.categories.items())
        problem = Problem(
            kind=LOGIC_GRID,
            variables=self.variables,
            constraints=(
                *self._bijectivity(),
                *self._transitivity(),
                *(self._clue(clue, number) for number, clue in enumerate(clues, 1)),
            ),
            features=FEATURES,
            title=title,
            story=story,
            layout=self._layout,
            neighbours=functools.partial(neighbours, values),
            proposals=functools.partial(propose_patterns, values),
            question=question,
        )
        facts = (problem.parse_fact(f) if isinstance(f, str) else f for f in givens)
        return problem.with_givens(dict.fromkeys(facts))

    @functools.cached_property
    def _layout(self) -> Staircase:
        return Staircase(
            {c: tuple(v.name for v in values) for c, values in self.values.items()},
            {
                self.variable(a, b).name: ((a.category, a.name), (b.category, b.name))
                for x, y in itertools.combinations(self.values.values(), 2)
                for a, b in itertools.product(x, y)
            },
            tuple(category for category in self.values if category in self._ordered),
            {(v.category, v.name): texts for v, texts in self._also.items()},
        )

    def _bijectivity(self) -> Iterator[Constraint]:
        for x, y in itertools.combinations(self.values, 2):
            names = self._names(itertools.product(self.values[x], self.values[y]))
            for each, one in ((x, y), (y, x)):
                yield Constraint(
                    name=bijectivity_name(x, y, each),
                    group="bijectivity",
                    variables=names,
                    expression=cp.all(
                        [
                            cp.sum([self.link(value, v) for v in self.values[one]]) == 1
                            for value in self.values[each]
                        ]
                    ),
                    description=f"each {each} has one {one}",
                    terms=(each, one),
                )

    def _transitivity(self) -> Iterator[Constraint]:
        for x, y, z in itertools.combinations(self.values, 3):
            forms: list[list[Any]] = [[], [], []]
            pairs: set[tuple[Value, Value]] = set()
            for a, b, c in itertools.product(self.values[x], self.values[y], self.values[z]):
                p, q, r = self.link(a, c), self.link(b, c), self.link(a, b)
                pairs |= {(a, c), (b, c), (a, b)}
                forms[0].append(~p | ~q | r)
                forms[1].append(~p | q | ~r)
                forms[2].append(p | ~q | ~r)
            shared = ((x, y, z), (y, z, x), (x, z, y))
            for number, (clauses, (one, other, by)) in enumerate(
                zip(forms, shared, strict=True), 1
            ):
                yield Constraint(
                    name=transitivity_name(x, y, z, number),
                    group="transitivity",
                    variables=self._names(pairs),
                    expression=cp.all(clauses),
                    description=f"{one} and {other} with the same {by} go together",
                    terms=(one, other, by),
                )

    def _clue(self, clue: Clue, number: int) -> Constraint:
        try:
            expression = clue.expression(self)
            about = [self.variable(a, b).name for a, b in clue.about or ()]
        except InvalidPuzzle as error:
            raise InvalidPuzzle(f"clue {number} ({clue}): {error}") from error
        if isinstance(expression, (bool, BoolVal)):
            says = "says nothing" if expression else "can never hold"
            raise InvalidPuzzle(f"clue {number} ({clue}) {says}, whatever the links are")
        if not isinstance(expression, Expression) or not expression.is_bool():
            raise InvalidPuzzle(
                f"clue {number} ({clue}) must be a Boolean expression over links, "
                f"not {expression!r}"
            )
        # CPMpy tells variables apart by name, so links of an equal grid serve as well.
        inside = {variable.name for variable in get_variables(expression)}
        links = (v.name for v in self._links.values() if v.expression.name in inside)
        return Constraint(
            name=f"clue {number}",
            group="clue",
            variables=frozenset(links if clue.about is None else about),
            expression=expression,
            description=str(clue),
            reading=clue.reading,
        )

    def _names(self, pairs: Any) -> frozenset[str]:
        return frozenset(self.variable(a, b).name for a, b in pairs)

    def _variable(self, a: Value, b: Value) -> Variable:
        name = link_name(a, b)
        spellings = [(str(v), v.name) if self._unambiguous(v) else (str(v),) for v in (a, b)]
        aliases = [f"{q} = {p}" for p, q in itertools.product(*spellings)]
        aliases += [f"{p} = {q}" for p, q in itertools.product(*spellings)]
        return Variable(
            name,
            domain=(0, 1),
            boolean=True,
            # The brackets keep an expression readable, and a category may then start with BV or
            # IV, which CPMpy keeps for itself.
            expression=cp.boolvar(name=f"({name})"),
            aliases=tuple(alias for alias in aliases if alias != name),
        )

    def _unambiguous(self, value: Value) -> bool:
        return self._spellings[squeezed(value.name)] == [value]

    def _read_spellings(self) -> dict[str, list[Value]]:
        bare: dict[str, list[Value]] = {}
        full: dict[str, list[Value]] = {}
        for value in itertools.chain.from_iterable(self.values.values()):
            bare.setdefault(squeezed(value.name), []).append(value)
            full.setdefault(squeezed(str(value)), []).append(value)
        # A name with its category wins over a bare one that looks the same.
        return {**bare, **full}

    def _check_category(self, category: str) -> None:
        if category not in self.values:
            raise InvalidPuzzle(
                f"no category is called {category!r}; there are {_list(self.values)}"
            )


def neighbours(
    layout: tuple[tuple[str, tuple[str, ...]], ...], solution: Assignment
) -> Iterator[dict[str, int]]:
    """Assignments close to `solution`, each with two values of one category swapped.

    They are swapped in all their links or in those with one other category only. No assignment is
    given twice. `layout` lists the categories with their values, in the grid's order.
    """
    values = [[Value(category, name) for name in names] for category, names in layout]
    seen: set[frozenset[str]] = set()
    for index, own in enumerate(values):
        before, after = values[:index], values[index + 1 :]
        for a, b in itertools.combinations(own, 2):
            rows = [[(link_name(v, a), link_name(v, b)) for v in other] for other in before]
            rows += [[(link_name(a, v), link_name(b, v)) for v in other] for other in after]
            for row in (list(itertools.chain.from_iterable(rows)), *rows):
                differing = [pair for pair in row if solution[pair[0]] != solution[pair[1]]]
                changed = {p: solution[q] for p, q in differing}
                changed.update({q: solution[p] for p, q in differing})
                if changed and (key := frozenset(changed)) not in seen:
                    seen.add(key)
                    yield {**solution, **changed}


def _list(names: Collection[str]) -> str:
    return ", ".join(repr(name) for name in names)


def _checked_order(
    categories: Mapping[str, Sequence[str]], order: Sequence[str] | None
) -> tuple[str, ...]:
    names = tuple(categories if order is None else order)
    if sorted(names) != sorted(categories):
        raise InvalidPuzzle(
            f"the order {_list(names)} must name each category once: {_list(categories)}"
        )
    if len(names) < 2:
        raise InvalidPuzzle(f"a logic grid links two categories or more, not {len(names)}")
    return names


def _check_values(categories: Mapping[str, Sequence[Value]]) -> None:
    for what, name in (
        *(("category", category) for category in categories),
        *(("value", value.name) for values in categories.values() for value in values),
    ):
        if not name.strip() or NO_NAME.search(name):
            raise InvalidPuzzle(
                f"{name!r} cannot name a {what}: it must not be empty, contain '=' or '≠', "
                "or start with 'not '"
            )
    sizes = {category: len(values) for category, values in categories.items()}
    if len(set(sizes.values())) > 1 or min(sizes.values()) < 2:
        counted = ", ".join(f"{category} has {count}" for category, count in sizes.items())
        raise InvalidPuzzle(
            f"all categories must have the same number of values, two or more: {counted}"
        )
    seen: dict[str, Value] = {}
    for value in itertools.chain.from_iterable(categories.values()):
        other = seen.setdefault(squeezed(str(value)), value)
        if other is not value:
            raise InvalidPuzzle(
                f"{str(value)!r} and {str(other)!r} cannot be told apart (case and spaces do not "
                "count); each value of a category needs its own name"
            )
