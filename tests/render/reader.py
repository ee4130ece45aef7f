"""Reads step texts back: which facts and constraints they mention, and what they conclude.

It knows nothing of how texts are made, only what a person knows: the puzzle and the language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hintwise.problem import Assignment, Fact, Problem, Step

CELL = r"r\d+c\d+"
NUMBERS = r"(?:\d+(?:, | and | und )?)+"
PLACES = rf"(?:\d+ in {CELL}(?:, | and | und )?)+"


def several(words: str) -> str:
    """A pattern for a list of such words."""
    return rf"((?:(?:{words})(?:, | and | und )?)+)"


UNITS = several(r"(?:row|column|block|zeile|spalte) \d+")


@dataclass(frozen=True)
class Mentioned:
    facts: frozenset[str]
    constraints: frozenset[str]
    derived: str

    @classmethod
    def by(cls, step: Step) -> Mentioned:
        """What a right text about the step mentions."""
        return cls(frozenset(map(str, step.facts)), frozenset(step.constraints), str(step.derived))


@dataclass(frozen=True)
class Grammar:
    """How a language says what a reader looks for."""

    units: dict[str, str]
    cell_concludes: str
    holds: str
    holds_by_now: str
    filled_by_now: str
    meets: str
    emptiness: str
    bijectivity: str
    transitivity: str
    clue: str
    together: str
    apart: str
    must: str
    cannot: str
    joints: str
    openings: str


GRAMMARS: dict[str, Grammar] = {
    "en": Grammar(
        units={"row": "row", "column": "col", "block": "block"},
        cell_concludes=rf"({CELL}) must be (\d+)",
        holds=rf"{UNITS} ha(?:s|ve) ({PLACES})",
        holds_by_now=rf"{UNITS} (?:has its|have their) ({NUMBERS}) by now",
        filled_by_now=rf"{several(CELL)} (?:is|are) filled by now",
        meets=(
            r"(?:so the (?P<one>\d+) of (?P<within>.+?) must lie|"
            r"so (?P<bases>.+?) must have their (?P<each>\d+)) where "
            rf"(?:it meets|they meet) {UNITS}"
        ),
        emptiness=r"\b(?:still|left|empty|free|open|yet)\b",
        bijectivity=r"every (.+?) has exactly one (\w+)",
        transitivity=r"(\w+) and (\w+) with the same (\w+) go together",
        clue=r"a clue says “(.+?)”",
        together=r"(.+?) goes with (.+)",
        apart=r"(.+?) does not go with (.+)",
        must=r"(.+?) must go with (.+)",
        cannot=r"(.+?) cannot go with (.+)",
        joints=r", | and | or ",
        openings=r"^(so|in any case,)\s",
    ),
    "de": Grammar(
        units={"zeile": "row", "spalte": "col", "block": "block"},
        cell_concludes=rf"({CELL}) muss (\d+) sein",
        holds=rf"{UNITS} ha(?:t|ben) ({PLACES})",
        holds_by_now=rf"{UNITS} ha(?:t|ben) inzwischen auch ({NUMBERS})",
        filled_by_now=rf"{several(CELL)} (?:ist|sind) inzwischen besetzt",
        meets=(
            r"(?:die (?P<one>\d+) von (?P<within>.+?) muss also|"
            rf"in (?P<bases>.+?) muss die (?P<each>\d+) also jeweils) im schnitt mit {UNITS} liegen"
        ),
        emptiness=r"\b(?:noch|frei|leer|offen|jetzt)\b",
        bijectivity=r"zu jedem wert von „(.+?)“ gehört genau einer von „(.+?)“",
        transitivity=(
            r"was unter „(.+?)“ und „(.+?)“ den gleichen wert von „(.+?)“ hat, gehört zusammen"
        ),
        clue=r"ein hinweis sagt „(.+?)“",
        together=r"(.+?) gehört zu (.+)",
        apart=r"(.+?) gehört nicht zu (.+)",
        must=r"(.+?) muss zu (.+) gehören",
        cannot=r"(.+?) kann nicht zu (.+) gehören",
        joints=r", | und | oder ",
        openings=r"^(also|auf jeden fall gilt)\s",
    ),
}
"""A new language needs an entry here, so that its sentences are checked like the others."""


def read_sudoku_text(text: str, language: str) -> Mentioned:
    grammar = GRAMMARS[language]
    held = {f"{cell}={value}" for value, cell in re.findall(rf"\b(\d+) in ({CELL})", text)}
    held |= {f"{cell}={value}" for cell, value in re.findall(rf"({CELL})=(\d+)", text)}
    units = re.findall(rf"\b({'|'.join(grammar.units)}) (\d+)", text, re.IGNORECASE)
    concluded = re.findall(grammar.cell_concludes, text)
    return Mentioned(
        frozenset(held),
        frozenset(f"{grammar.units[word.lower()]} {number}" for word, number in units),
        "=".join(concluded[-1]) if concluded else "",
    )


@dataclass(frozen=True)
class WholeBoard:
    """All that a person sees, of which a step uses a part; and what is right in the end."""

    problem: Problem
    known: Mapping[str, int]
    solution: Assignment

    def false_claims(self, text: str, language: str) -> list[str]:
        """The sentences of a Sudoku text that are not so on this board, or name a place twice."""
        grammar = GRAMMARS[language]
        concluded: set[tuple[str, int]] = set()
        wrong = []
        for sentence in re.split(r"(?<=\.)\s", text):
            places = [(cell, int(v)) for v, cell in re.findall(rf"\b(\d+) in ({CELL})", sentence)]
            claims = [
                len(set(places)) == len(places),
                all(self.known.get(cell) == value for cell, value in places),
                not re.search(grammar.emptiness, sentence, re.IGNORECASE),
                *self._about_units(sentence, grammar, concluded),
            ]
            concluded |= placements(sentence, language)
            claims.append(all(self.solution[cell] == value for cell, value in concluded))
            if not all(claims):
                wrong.append(sentence)
        return wrong

    def _about_units(
        self, sentence: str, grammar: Grammar, concluded: set[tuple[str, int]]
    ) -> Iterator[bool]:
        for units, places in re.findall(grammar.holds, sentence, re.IGNORECASE):
            for cells in self._units(units, grammar):
                yield cells.issuperset(re.findall(CELL, places))
        for units, values in re.findall(grammar.holds_by_now, sentence, re.IGNORECASE):
            for cells in self._units(units, grammar):
                here = {value for cell, value in concluded if cell in cells}
                yield here.issuperset(map(int, re.findall(r"\d+", values)))
        for filled in re.findall(grammar.filled_by_now, sentence, re.IGNORECASE):
            yield {cell for cell, _ in concluded}.issuperset(re.findall(CELL, filled))
        for match in re.finditer(grammar.meets, sentence, re.IGNORECASE):
            value = int(match["one"] or match["each"])
            met = frozenset().union(*self._units(match[match.re.groups], grammar))
            for cells in self._units(match["within"] or match["bases"], grammar):
                yield {cell for cell in cells if self.solution[cell] == value} <= met

    def _units(self, text: str, grammar: Grammar) -> list[frozenset[str]]:
        """The cells of each unit that is named."""
        found = re.findall(rf"\b({'|'.join(grammar.units)}) (\d+)", text, re.IGNORECASE)
        names = (f"{grammar.units[word.lower()]} {number}" for word, number in found)
        return [self.problem.constraint(name).variables for name in names]


def placements(text: str, language: str) -> set[tuple[str, int]]:
    """All cells that a Sudoku text says must hold a value, on the way to its conclusion too."""
    found = re.findall(GRAMMARS[language].cell_concludes, text)
    return {(cell, int(value)) for cell, value in found}


def read_grid_text(problem: Problem, text: str, language: str) -> Mentioned:
    grammar = GRAMMARS[language]
    rest = text
    constraints = set()
    for pattern, description in (
        (grammar.clue, "{}"),
        (grammar.bijectivity, "each {} has one {}"),
        (grammar.transitivity, "{} and {} with the same {} go together"),
    ):
        for match in re.finditer(pattern, rest, re.IGNORECASE):
            constraints.add(_constraint(problem, description.format(*match.groups())))
        rest = re.sub(pattern, "", rest, flags=re.IGNORECASE)
    facts: set[str] = set()
    derived = ""
    for clause in filter(None, re.split(r"[.;:]\s*", rest)):
        said = re.sub(grammar.openings, "", clause.strip(), flags=re.IGNORECASE)
        for fact, concludes in _links(problem, said, grammar):
            if concludes:
                derived = str(fact)
            else:
                facts.add(str(fact))
    return Mentioned(frozenset(facts), frozenset(constraints), derived)


def _constraint(problem: Problem, description: str) -> str:
    (name,) = (
        c.name
        for c in problem.constraints
        if c.description.rstrip(".").lower() == description.lower()
    )
    return name


def _links(problem: Problem, clause: str, grammar: Grammar) -> Iterator[tuple[Fact, bool]]:
    """The links that a clause speaks about, and whether it concludes them."""
    for pattern, holds, concludes in (
        (grammar.must, True, True),
        (grammar.cannot, False, True),
        (grammar.apart, False, False),
        (grammar.together, True, False),
    ):
        match = re.fullmatch(pattern, clause)
        if match:
            for other in re.split(grammar.joints, match[2]):
                variable = problem.find_variable(f"{match[1]} = {other}")
                assert variable is not None, f"{clause!r}: {match[1]!r} and {other!r}"
                yield Fact(variable.name, holds), concludes
            return
