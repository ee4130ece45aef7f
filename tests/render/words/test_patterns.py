"""A pattern's name is earned: each move is checked against the definition of its rule."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hintwise.engine import Explainer
from hintwise.engine.verify import Verifier
from hintwise.problem import Fact, Problem, Step
from hintwise.puzzles import logic_grid, sudoku
from hintwise.puzzles.logic_grid.clues import Clue, IsNot
from hintwise.render.words import logic_grid_patterns as patterns_grid
from hintwise.render.words.sudoku.moves import BREAKS, CHAIN, DIRECT, PATTERNS, SINGLES, Move
from hintwise.render.words.sudoku.proof import prove
from tests import reference
from tests.render import samples
from tests.render.words.pencil_examples import PENCIL_EXAMPLES

NINE = sudoku("." * 81)


def step(derived: Fact, facts: Iterable[Fact], constraints: Iterable[str]) -> Step:
    return Step(derived, tuple(facts), tuple(constraints), {}, 1.0, True, 1.0)


def cells(text: str) -> list[Fact]:
    """`r1c1=1 r1c2=2`: facts of a Sudoku."""
    return [NINE.parse_fact(word) for word in text.split()]


def column(number: int, values: str, *, first_row: int = 2) -> list[Fact]:
    """The values below each other in one column, `.` for a gap."""
    return [
        Fact(f"r{row}c{number}", int(value))
        for row, value in enumerate(values, first_row)
        if value != "."
    ]


def row(number: int, values: str) -> list[Fact]:
    return [Fact(f"r{number}c{c}", int(v)) for c, v in enumerate(values, 1) if v != "."]


def units(kind: str, numbers: Iterable[int]) -> list[str]:
    return [f"{kind} {number}" for number in numbers]


EXAMPLES: dict[str, Step] = {
    "full_house": step(Fact("r1c9", 9), row(1, "12345678"), ["row 1"]),
    "naked_single": step(
        Fact("r5c5", 9),
        cells("r5c1=1 r5c2=2 r5c3=3 r1c5=4 r2c5=5 r3c5=6 r4c4=7 r6c6=8"),
        ["row 5", "col 5", "block 5"],
    ),
    "hidden_single": step(
        Fact("r2c1", 7),
        cells("r1c6=7 r3c8=7 r6c3=7 r9c2=7"),
        ["row 1", "row 3", "col 2", "col 3", "block 1"],
    ),
    "singles_chain": step(
        Fact("r5c9", 8),
        [*row(1, "1234...8"), *row(5, "1234"), *cells("r7c9=5 r8c9=6 r9c9=7")],
        ["row 1", "row 5", "col 9"],
    ),
    "pointing": step(
        Fact("r2c4", 5),
        [*row(2, "123.89"), *row(3, "467123")],
        ["row 1", "block 1", "block 2"],
    ),
    "claiming": step(
        Fact("r2c9", 5),
        [*row(1, "...123467"), *row(2, "...67891")],
        ["row 1", "row 2", "block 1"],
    ),
    "multiple_lines": step(
        Fact("r7c7", 9),
        [*cells("r1c7=1 r2c7=2 r4c7=3 r5c7=4 r9c9=7"), *row(7, "568")],
        ["row 7", "col 7", "col 8", "col 9", "block 3", "block 6"],
    ),
    "naked_pair": step(
        Fact("r1c9", 9),
        [*column(1, "3456789"), *column(4, "3456789"), *column(9, "345678")],
        ["row 1", "col 1", "col 4", "col 9"],
    ),
    "hidden_pair": step(
        Fact("r9c1", 9),
        [
            *(fact for c in (2, 3, 5, 6, 7, 8, 9) for fact in column(c, "12")),
            *column(1, "345678"),
            Fact("r8c9", 9),
        ],
        ["row 1", "row 8", *units("col", (1, 2, 3, 5, 6, 7, 8, 9))],
    ),
    "naked_triple": step(
        Fact("r1c9", 9),
        [fact for c in (1, 4, 7) for fact in column(c, "456789")] + column(9, "45678"),
        ["row 1", "col 1", "col 4", "col 7", "col 9"],
    ),
    "hidden_triple": step(
        Fact("r9c1", 9),
        [
            *(fact for c in (2, 3, 5, 6, 8, 9) for fact in column(c, "123")),
            *column(1, "45678"),
            *cells("r7c9=9 r8c8=9"),
        ],
        ["row 1", "row 7", "row 8", *units("col", (1, 2, 3, 5, 6, 8, 9))],
    ),
    "x_wing": step(
        Fact("r9c1", 9),
        [
            *(*row(1, ".12...34"), *row(5, ".21...43"), *row(9, "...678")),
            *cells("r3c5=5 r6c4=5 r2c1=1 r3c1=2 r4c1=3 r6c1=4"),
        ],
        ["row 1", "row 5", "row 9", "col 1", "col 9", "block 2", "block 5"],
    ),
    **PENCIL_EXAMPLES,
    "swordfish": step(
        Fact("r9c1", 9),
        [
            *(*row(1, ".12...346"), *row(5, "123...46"), *row(7, ".341..27")),
            *(*row(9, ".28....4"), *column(1, "673"), *cells("r3c5=5 r8c6=5")),
        ],
        ["row 1", "row 5", "row 7", "row 9", *units("col", (1, 4, 5, 6, 9))],
    ),
}
"""For each pattern a step that shows it; the grids around them need not exist."""


class Referee:
    """Candidates by their definition: what no known value of the step's units excludes."""

    def __init__(self, problem: Problem, step: Step) -> None:
        self.members = {name: problem.constraint(name).variables for name in step.constraints}
        self.groups = {name: problem.constraint(name).group for name in step.constraints}
        self.known = {fact.variable: fact.value for fact in step.facts if fact.settles}
        self.domain = set(problem.variables[0].domain)
        self.gone = {(fact.variable, fact.value) for fact in step.facts if not fact.settles}

    def left(self, cell: str) -> set[int]:
        if cell in self.known:
            return {self.known[cell]}
        seen = {
            self.known[peer]
            for members in self.members.values()
            if cell in members
            for peer in members & self.known.keys()
        }
        return {v for v in self.domain - seen if (cell, v) not in self.gone}

    def places(self, unit: str, value: int) -> set[str]:
        return {cell for cell in self.members[unit] if value in self.left(cell)}

    def allow(self, move: Move) -> None:
        """Assert that the move is what its rule says, and make it."""
        family = re.sub(r"_(pair|triple|quad)$", "", move.rule)
        getattr(self, f"_{'chain' if move.links else family}")(move)
        if move.places:
            self.known[move.cells[0]] = move.values[0]
        self.gone |= set(move.removes)

    def _full_house(self, move: Move) -> None:
        (unit,) = move.units
        assert self.members[unit] - self.known.keys() == set(move.cells)
        self._naked_single(move)

    def _naked_single(self, move: Move) -> None:
        assert self.left(move.cells[0]) == set(move.values)

    def _hidden_single(self, move: Move) -> None:
        (unit,), (value,) = move.units, move.values
        assert self.places(unit, value) == set(move.cells)

    def _locked(self, move: Move) -> None:
        (one, other), (value,) = move.units, move.values
        assert self.places(one, value) <= self.members[one] & self.members[other]
        assert all(
            v == value and cell in self.members[other] - self.members[one]
            for cell, v in move.removes
        )

    def _pointing(self, move: Move) -> None:
        assert self.groups[move.units[0]] == "block"
        self._locked(move)

    def _claiming(self, move: Move) -> None:
        assert self.groups[move.units[1]] == "block"
        self._locked(move)

    def _naked(self, move: Move) -> None:
        (unit,) = move.units
        assert set().union(*(self.left(cell) for cell in move.cells)) == set(move.values)
        assert len(move.cells) == len(move.values) == self._size(move)
        assert set(move.cells) <= self.members[unit]
        assert all(
            v in move.values and cell in self.members[unit] - set(move.cells)
            for cell, v in move.removes
        )

    def _hidden(self, move: Move) -> None:
        (unit,) = move.units
        assert set().union(*(self.places(unit, v) for v in move.values)) == set(move.cells)
        assert len(move.cells) == len(move.values) == self._size(move)
        assert all(cell in move.cells and v not in move.values for cell, v in move.removes)

    def _size(self, move: Move) -> int:
        return {"pair": 2, "triple": 3, "quad": 4}[move.rule.split("_")[1]]

    def _fish(self, move: Move, size: int, kinds: set[str]) -> None:
        bases, covers, (value,) = move.units[:size], move.units[size:], move.values
        assert len(covers) == size
        assert {self.groups[unit] for unit in bases} | {self.groups[u] for u in covers} == kinds
        covered = set().union(*(self.members[unit] for unit in covers))
        inside = set().union(*(self.places(unit, value) for unit in bases))
        assert all(self.places(unit, value) for unit in bases)
        assert inside <= covered
        assert all(v == value and cell in covered - inside for cell, v in move.removes)

    def _x_wing(self, move: Move) -> None:
        self._fish(move, 2, {"row", "col"})

    def _swordfish(self, move: Move) -> None:
        self._fish(move, 3, {"row", "col"})

    def _multiple_lines(self, move: Move) -> None:
        self._fish(move, 2, {"block", "row" if "row" in self._kinds(move) else "col"})

    def _jellyfish(self, move: Move) -> None:
        self._fish(move, 4, {"row", "col"})

    def _finned_fish(self, move: Move, size: int) -> None:
        bases, covers, (value,) = move.units[:size], move.units[size:], move.values
        (block,) = move.seen_through
        covered = set().union(*(self.members[unit] for unit in covers))
        inside = set().union(*(self.places(unit, value) for unit in bases))
        assert inside - covered == set(move.cells) <= self.members[block]
        assert {(c, value) for c in (covered - inside) & self.members[block]} >= set(move.removes)

    def _finned_x_wing(self, move: Move) -> None:
        self._finned_fish(move, 2)

    def _finned_swordfish(self, move: Move) -> None:
        self._finned_fish(move, 3)

    def _finned_jellyfish(self, move: Move) -> None:
        self._finned_fish(move, 4)

    def _sees(self, one: tuple[str, int], other: tuple[str, int]) -> bool:
        """Whether two candidates exclude each other."""
        if one[0] == other[0]:
            return one[1] != other[1]
        return one[1] == other[1] and any({one[0], other[0]} <= m for m in self.members.values())

    def _chain(self, move: Move) -> None:
        candidates = [link.candidate for link in move.links]
        assert [link.holds for link in move.links] == [False, True] * (len(candidates) // 2)
        for link, (one, other) in zip(move.links[1:], itertools.pairwise(candidates), strict=True):
            if not link.holds:
                assert self._sees(one, other)
            elif link.unit is None:
                assert self.left(one[0]) == {one[1], other[1]}
                assert one[0] == other[0]
            else:
                assert one[1] == other[1]
                assert self.places(link.unit, one[1]) == {one[0], other[0]}
        first, last = candidates[0], candidates[-1]
        assert first == last or move.removes
        assert all(self._sees(c, first) and self._sees(c, last) for c in move.removes)

    def _xyz_wing(self, move: Move) -> None:
        pivot, one, other = map(self.left, move.cells)
        assert len(pivot) == 3
        assert pivot == one | other
        assert one & other == set(move.values)
        ends = [(cell, move.values[0]) for cell in move.cells]
        assert all(self._sees(c, end) for c in move.removes for end in ends)
        for wing in move.cells[1:]:
            assert any({move.cells[0], wing} <= m for m in self.members.values())

    def _direct(self, move: Move) -> None:
        assert all(v not in self.left(cell) for cell, v in move.removes)

    def _twice(self, move: Move) -> None:
        (unit,), (value,) = move.units, move.values
        assert len({c for c in self.members[unit] if self.known.get(c) == value}) > 1

    def _no_value(self, move: Move) -> None:
        assert not self.left(move.cells[0])

    def _no_place(self, move: Move) -> None:
        assert not self.places(move.units[0], move.values[0])

    def _kinds(self, move: Move) -> set[str]:
        return {self.groups[unit] for unit in move.units}


def check_proof(problem: Problem, found: Step) -> str | None:
    """Assert that the step's proof, if there is one, holds; return its pattern."""
    proof = prove(problem, found)
    if proof is None:
        return None
    referee = Referee(problem, found)
    for move in proof.moves:
        referee.allow(move)
    derived = found.derived
    if found.breaks_rule:
        assert proof.moves[-1].rule in BREAKS
    elif derived.settles:
        assert referee.known[derived.variable] == derived.value
    else:
        assert derived.value not in referee.left(derived.variable)
    rules = {move.rule for move in proof.moves}
    if proof.pattern == CHAIN:
        assert len(proof.moves) > 1
        assert rules <= {*SINGLES, *BREAKS, DIRECT}
    else:
        assert proof.pattern in rules
    return proof.pattern


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_pattern_is_recognised(pattern: str) -> None:
    assert check_proof(NINE, EXAMPLES[pattern]) == pattern


def follows(verifier: Verifier, found: Step) -> bool:
    """By an independent solver; what breaks a rule refutes each of its facts by the others."""
    if not found.breaks_rule:
        return verifier.check(found).refutes
    first, *rest = found.facts
    return verifier.implies(rest, found.constraints, first.negation)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_examples_follow_by_an_independent_solver(pattern: str) -> None:
    example, verifier = EXAMPLES[pattern], Verifier(NINE)
    assert follows(verifier, example)
    if not example.breaks_rule:
        opposite = step(example.derived.negation, example.facts, example.constraints)
        assert not follows(verifier, opposite)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_with_an_element_missing_there_is_no_proof_unless_it_follows_still(pattern: str) -> None:
    full, verifier = EXAMPLES[pattern], Verifier(NINE)
    for element in (*full.facts, *full.constraints):
        facts = [fact for fact in full.facts if fact != element]
        names = [name for name in full.constraints if name != element]
        less = step(full.derived, facts, names)
        assert check_proof(NINE, less) is None or follows(verifier, less)


def test_a_step_with_something_superfluous_gets_no_name() -> None:
    full = EXAMPLES["full_house"]
    padded = step(full.derived, full.facts, (*full.constraints, "block 9"))
    assert prove(NINE, padded) is None


@pytest.mark.parametrize("wrong", [Fact("r1c9", 8), Fact("r1c9", 8, "≠")])
def test_nothing_but_what_follows_gets_a_name(wrong: Fact) -> None:
    full = EXAMPLES["full_house"]
    assert prove(NINE, step(wrong, full.facts, full.constraints)) is None


@pytest.mark.parametrize("name", ["4x4", "6x6", "9x9"])
def test_all_steps_of_easy_puzzles_have_names(name: str) -> None:
    problem, steps = samples.sequence(name)
    assert all(check_proof(problem, found) for found in steps)


@pytest.mark.parametrize("name", ["4x4", "6x6"])
@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_proofs_of_any_state_under_any_weights_hold(name: str, data: st.DataObject) -> None:
    check_proof(*data.draw(samples.steps(name)))


@pytest.mark.slow
def test_proofs_under_odd_weights_hold() -> None:
    problem, steps = samples.sequence("9x9", 2)
    named = [check_proof(problem, found) is not None for found in steps]
    assert sum(named) > 0.8 * len(named)


@pytest.mark.slow
def test_the_first_steps_of_the_published_sudokus_have_names() -> None:
    for line in reference.sudokus()[:10]:
        found = Explainer(sudoku(line))
        assert check_proof(found.problem, found.optimal_step(limits=samples.LIMITS))


PETS = logic_grid(
    {
        "pet": ["cat", "dog", "emu", "fox", "gnu"],
        "day": ["1", "2", "3", "4", "5"],
        "owner": ["ann", "bob", "cy", "dee", "eve"],
    },
    [Clue("The emu is not Bob's", IsNot("emu", "bob"))],
)
ONE_TO_ONE = ["pet-day: one day for each pet", "pet-day: one pet for each day"]

GRID_EXAMPLES: dict[str, tuple[str, list[str], list[str]]] = {
    "one_clue": ("not emu = bob", [], ["clue 1"]),
    "already_taken": ("not cat = 2", ["cat = 1"], ["pet-day: one day for each pet"]),
    "only_one_left": ("cat = 5", [f"not cat = {n}" for n in (1, 2, 3, 4)], ONE_TO_ONE[:1]),
    "same_thing": ("cat = ann", ["cat = 1", "ann = 1"], ["transitivity pet-day-owner 3"]),
    "pair": (
        "not emu = 1",
        [f"not {p} = {n}" for p in ("cat", "dog") for n in (3, 4, 5)],
        ONE_TO_ONE,
    ),
    "triple": (
        "not fox = 1",
        [f"not {p} = {n}" for p in ("cat", "dog", "emu") for n in (4, 5)],
        ONE_TO_ONE,
    ),
    "no_common_partner": (
        "not cat = ann",
        ["not cat = 1", "not cat = 2", "not ann = 3", "not ann = 4", "not ann = 5"],
        ["pet-day: one day for each pet", "transitivity pet-day-owner 2"],
    ),
}


def grid_step(derived: str, facts: list[str], constraints: list[str]) -> Step:
    return step(PETS.parse_fact(derived), map(PETS.parse_fact, facts), constraints)


@pytest.mark.parametrize("pattern", patterns_grid.PATTERNS)
def test_every_pattern_of_a_grid_is_recognised(pattern: str) -> None:
    found = grid_step(*GRID_EXAMPLES[pattern])
    proof = patterns_grid.prove(PETS, found)
    assert proof is not None
    assert proof.pattern == pattern
    assert Verifier(PETS).check(found).refutes


@pytest.mark.parametrize(
    ("derived", "facts"),
    [
        ("not ann = 1", ["cat = 1", "not cat = ann"]),
        ("not cat = 1", ["ann = 1", "not cat = ann"]),
    ],
)
def test_two_that_do_not_go_together_share_nothing(derived: str, facts: list[str]) -> None:
    proof = patterns_grid.prove(PETS, grid_step(derived, facts, ["transitivity pet-day-owner 3"]))
    assert proof is not None
    assert proof.pattern == "same_thing"


def test_a_grid_step_that_does_not_follow_or_is_padded_gets_no_name() -> None:
    rule = ["pet-day: one day for each pet"]
    assert patterns_grid.prove(PETS, grid_step("not dog = 1", ["cat = 1"], rule)) is None
    padded = grid_step("not cat = 2", ["cat = 1", "dog = 3"], rule)
    assert patterns_grid.prove(PETS, padded) is None


@pytest.mark.parametrize("spread", [0, 2])
def test_each_move_in_a_grid_follows_from_its_own_premises(spread: int) -> None:
    problem, steps = samples.sequence("grid", spread)
    verifier = Verifier(problem)
    named = 0
    for found in steps:
        proof = patterns_grid.prove(problem, found)
        if proof is not None:
            named += 1
            assert proof.facts() == set(found.facts)
            assert proof.constraints() == set(found.constraints)
            assert proof.moves[-1].conclusion == found.derived
            for move in proof.moves:
                alone = step(move.conclusion, move.premises, move.constraints)
                assert verifier.check(alone).refutes
    assert named
