"""Logic grids drawn at random: a solution first, then clues until it is the only one."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hintwise.engine import Solutions
from hintwise.errors import InvalidValue, UnknownName, is_whole_number, shown
from hintwise.problem import Fact, Problem
from hintwise.puzzles import read_logic_grid
from hintwise.puzzles.logic_grid.file import VALUES, VERSIONS
from hintwise.workshop.clues import (
    CLUE_KINDS,
    USUAL_KINDS,
    DrawnClue,
    Named,
    Row,
    Solved,
    draw_clue,
)
from hintwise.workshop.themes import Theme, Topic, names, themes

CATEGORIES = range(3, 7)
"""How many a generated grid may have; each theme has topics for the most of them."""

_CLUES_PER_VALUE = 2
"""Clues drawn for every value of a grid; far fewer are kept."""

_DRAWS = 4
_STARTS_PER_DRAW = 6
"""How often to draw clues, and to choose from them, while some value stays unnamed."""

_COUNTS = ("", "", "", "Three", "Four", "Five", "Six", "Seven", "Eight")


@dataclass(frozen=True, slots=True)
class GridShape:
    """How many categories of how many values each."""

    categories: int
    values: int

    def __post_init__(self) -> None:
        for what, count, accepted in (
            ("categories", self.categories, CATEGORIES),
            ("values", self.values, VALUES),
        ):
            if not is_whole_number(count) or count not in accepted:
                raise InvalidValue(
                    f"a logic grid has {accepted.start} to {accepted.stop - 1} {what}, "
                    f"not {shown(count)}"
                )


def generate_logic_grid(
    shape: GridShape,
    rng: np.random.Generator,
    *,
    kinds: Collection[str] = USUAL_KINDS,
) -> str:
    """The text of a logic-grid file with exactly one solution and no clue to spare.

    Clues are of the given `kinds` (see `CLUE_KINDS`), and every value is named in one of them if a
    few attempts bring that about. The same state of `rng` gives the same grid, in any process.
    Raises `InvalidValue` if clues of these kinds do not single out a solution.
    """
    for kind in kinds:
        if kind not in CLUE_KINDS:
            raise UnknownName("kind of clue", kind, CLUE_KINDS)
    theme = themes()[rng.integers(len(themes()))]
    topics = _draw_topics(theme, shape, rng)
    draft = _Draft(theme, Solved(_draw_rows(topics, rng), theme.many))
    best: list[DrawnClue] | None = None
    for kept in _selections(draft, sorted(kinds), rng):
        if best is None or len(draft.unnamed(kept)) < len(draft.unnamed(best)):
            best = kept
        if not draft.unnamed(best):
            break
    if best is None:
        raise InvalidValue(
            f"clues of the kinds {', '.join(sorted(kinds)) or '(none)'} do not single out a "
            f"solution of {shape.categories} categories with {shape.values} values; allow others "
            f"of {', '.join(CLUE_KINDS)}"
        )
    return draft.grid_file(best)


@dataclass(frozen=True, slots=True)
class _Draft:
    """A grid that still lacks its clues."""

    theme: Theme
    solved: Solved

    def unnamed(self, clues: Iterable[DrawnClue]) -> frozenset[str]:
        """The values that no clue names."""
        named = frozenset().union(*(clue.names for clue in clues))
        return frozenset(str(value) for row in self.solved.rows for value in row) - named

    def grid_file(self, clues: Iterable[DrawnClue]) -> str:
        story = self.theme.story.format(count=_COUNTS[len(self.solved.rows)])
        lines = [f"version = {VERSIONS[-1]}"]
        lines += [f"title = {_quoted(self.theme.title)}", f"story = {_quoted(story)}"]
        lines += ["", "[categories]", *map(_category_line, self.solved.topics)]
        for clue in clues:
            lines += ["", "[[clues]]"]
            lines += [f"text = {_quoted(clue.text)}", f"rule = {_quoted(clue.rule)}"]
        return "\n".join(lines) + "\n"


def _draw_topics(theme: Theme, shape: GridShape, rng: np.random.Generator) -> list[Topic]:
    """People, the order they stand in, and some other categories, cut to size."""
    people = theme.people(names()[rng.integers(len(names()))])
    chosen = rng.choice(len(theme.others), size=shape.categories - 2, replace=False)
    topics = [people, theme.lead, *(theme.others[i] for i in sorted(chosen))]
    return [replace(topic, values=_draw_values(topic, shape.values, rng)) for topic in topics]


def _draw_values(topic: Topic, count: int, rng: np.random.Generator) -> tuple[str | int, ...]:
    if topic.order is not None and not topic.is_spread:
        return topic.values[:count]  # without gaps, so that neighbours are neighbours
    chosen = rng.choice(len(topic.values), size=count, replace=False)
    return tuple(topic.values[i] for i in sorted(chosen))


def _draw_rows(topics: Sequence[Topic], rng: np.random.Generator) -> tuple[Row, ...]:
    shuffled = [
        [Named(topic, topic.values[i]) for i in rng.permutation(len(topic.values))]
        for topic in topics
    ]
    return tuple(zip(*shuffled, strict=True))


def _draw_clues(solved: Solved, kinds: Sequence[str], rng: np.random.Generator) -> list[DrawnClue]:
    """Different clues, of all kinds in turn."""
    count = _CLUES_PER_VALUE * len(solved.topics) * len(solved.rows)
    drawn = (
        draw_clue(kind, solved, rng) for kind in itertools.islice(itertools.cycle(kinds), count)
    )
    return list({clue.rule: clue for clue in drawn if clue is not None}.values())


def _selections(
    draft: _Draft, kinds: Sequence[str], rng: np.random.Generator
) -> Iterator[list[DrawnClue]]:
    """Clues that fix the solution and of which none can be left out, again and again."""
    for _ in range(_DRAWS):
        drawn = _draw_clues(draft.solved, kinds, rng) if kinds else []
        clues = {f"clue {number}": clue for number, clue in enumerate(drawn, 1)}
        problem = read_logic_grid(draft.grid_file(drawn))
        solutions = Solutions(problem)
        reasons = _reasons_of_links(problem, draft.solved, solutions)
        if reasons is None:
            continue
        pruning = _Pruning(clues, solutions, rng)
        for _ in range(_STARTS_PER_DRAW):
            selection: _Selection | None = pruning.prune(list(clues), reasons)
            while selection is not None:
                yield selection.clues
                selection = _with_more_named(draft, selection, pruning)


def _with_more_named(draft: _Draft, selection: _Selection, pruning: _Pruning) -> _Selection | None:
    """Exchange clues of the selection for one about a value that it leaves unnamed."""
    missing = draft.unnamed(selection.clues)
    for name, clue in pruning.clues.items():
        if not clue.names.isdisjoint(missing):
            other = pruning.prune([*selection.names, name], selection.reasons, precious=missing)
            if len(draft.unnamed(other.clues)) < len(missing):
                return other
    return None


def _reasons_of_links(
    problem: Problem, solved: Solved, solutions: Solutions
) -> dict[Fact, frozenset[str]] | None:
    """Which constraints imply the links of the solution; None if some do not follow."""
    reasons = {}
    # The other links follow from these by the rules of the grid.
    for first, *others in solved.rows:
        for other in others:
            link = problem.parse_fact(f"{first} = {other}")
            found = solutions.reasons(link)
            if found is None:
                return None
            reasons[link] = found
    return reasons


@dataclass(frozen=True, slots=True)
class _Selection:
    """Clues by name, and for each link of the solution constraints that imply it."""

    clues_by_name: Mapping[str, DrawnClue]
    reasons: Mapping[Fact, frozenset[str]]

    @property
    def names(self) -> list[str]:
        return list(self.clues_by_name)

    @property
    def clues(self) -> list[DrawnClue]:
        return list(self.clues_by_name.values())


@dataclass(frozen=True, slots=True)
class _Pruning:
    """Leaves out clues that are not needed."""

    clues: Mapping[str, DrawnClue]
    solutions: Solutions
    rng: np.random.Generator

    def prune(
        self,
        names: Sequence[str],
        reasons: Mapping[Fact, frozenset[str]],
        *,
        precious: Collection[str] = (),
    ) -> _Selection:
        """Drop clues in turn while every link still follows; each is looked at once.

        Those that name a `precious` value are tried last. Invariant: `reasons` says for each link
        which of the clues that are left imply it, so only links that rest on a dropped clue need
        another reason.
        """
        kept = {names[i]: self.clues[names[i]] for i in self.rng.permutation(len(names))}
        untried = dict(kept)
        while untried:
            name = _most_dispensable(untried, kept, precious)
            del untried[name]
            others = self._reasons_without(kept.keys() - {name}, name, reasons)
            if others is not None:
                reasons = {**reasons, **others}
                del kept[name]
        return _Selection(kept, reasons)

    def _reasons_without(
        self, left: Collection[str], name: str, reasons: Mapping[Fact, frozenset[str]]
    ) -> dict[Fact, frozenset[str]] | None:
        """New reasons for the links that rest on the clue `name`; None if one of them needs it."""
        without = self.clues.keys() - left
        others = {}
        for link, constraints in reasons.items():
            if name in constraints:
                found = self.solutions.reasons(link, without=without)
                if found is None:
                    return None
                others[link] = found
        return others


def _most_dispensable(
    untried: Mapping[str, DrawnClue], kept: Mapping[str, DrawnClue], precious: Collection[str]
) -> str:
    """The clue to try next: its values are named elsewhere, and its kind is frequent."""
    values = Counter(name for clue in kept.values() for name in clue.names)
    kinds = Counter(clue.kind for clue in kept.values())

    def dispensable(name: str) -> tuple[bool, bool, int]:
        clue = untried[name]
        named_elsewhere = all(values[value] > 1 for value in clue.names)
        return clue.names.isdisjoint(precious), named_elsewhere, kinds[clue.kind]

    return max(untried, key=dispensable)


def _category_line(topic: Topic) -> str:
    values = ", ".join(str(v) if isinstance(v, int) else _quoted(v) for v in topic.values)
    if topic.unit:
        return f"{topic.name} = {{ values = [{values}], unit = {_quoted(topic.unit)} }}"
    # Numbers, times and dates have an order of their own.
    if topic.order is None or topic.has_amounts:
        return f"{topic.name} = [{values}]"
    return f"{topic.name} = {{ values = [{values}], ordered = true }}"


def _quoted(text: str) -> str:
    # A JSON string is a TOML string as well.
    return json.dumps(text, ensure_ascii=False)
