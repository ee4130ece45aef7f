"""What proofs of Sudoku steps are made of: moves, and the reasons they rest on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hintwise.problem import Fact

Candidate = tuple[str, int]
"""A cell and a value it might hold."""

UNITS = ("row", "col", "block")
SINGLES = ("full_house", "naked_single", "hidden_single")
BREAKS = ("twice", "no_value", "no_place")
DIRECT = "direct"
EASY = (DIRECT, *BREAKS, *SINGLES, "pointing", "claiming", "naked_pair", "hidden_pair")
"""What everybody sees who knows a little about Sudokus."""

CHAIN = "singles_chain"

PATTERNS: tuple[str, ...] = (
    DIRECT,
    *BREAKS,
    *SINGLES,
    CHAIN,
    "pointing",
    "claiming",
    "multiple_lines",
    "naked_pair",
    "hidden_pair",
    "naked_triple",
    "hidden_triple",
    "x_wing",
    "swordfish",
    "naked_quad",
    "hidden_quad",
    "skyscraper",
    "two_string_kite",
    "turbot_fish",
    "xy_wing",
    "w_wing",
    "xyz_wing",
    "finned_x_wing",
    "jellyfish",
    "simple_colouring",
    "finned_swordfish",
    "finned_jellyfish",
    "short_chain",
)
"""The patterns, easiest first; several singles in a row are a chain."""


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """`cell` holds `value`: a fact, or placed `by` an earlier move.

    Through `unit` it keeps the value out of another cell; without one, other values out of its own.
    """

    cell: str
    value: int
    unit: str | None = None
    by: Move | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Crossed:
    """That `cell` does not hold `value` is a fact."""

    cell: str
    value: int


@dataclass(frozen=True, slots=True)
class Link:
    """Then `candidate` is so, or is not, by `unit`, or else by the other values of its cell."""

    candidate: Candidate
    holds: bool
    unit: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """One deduction: for these reasons, `values` and `cells` belong together in `units`.

    A single places its value. Other moves strike out what `removes` lists, or end in a broken rule.
    `links` are those of a chain, `seen_through` the units in which the two ends of a chain, or the
    fins of a fish, meet what is struck out.
    """

    rule: str
    units: tuple[str, ...]
    cells: tuple[str, ...]
    values: tuple[int, ...]
    reasons: tuple[Reason, ...]
    removes: tuple[Candidate, ...] = ()
    links: tuple[Link, ...] = ()
    seen_through: tuple[str, ...] = ()

    @property
    def places(self) -> bool:
        return self.rule in SINGLES


Reason = Held | Crossed | Move
"""Why a candidate is gone."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The moves that lead to the derived fact, in order; each but the last serves a later one."""

    pattern: str
    moves: tuple[Move, ...]

    def facts(self) -> set[Fact]:
        """The facts that it uses."""
        return set(self._facts())

    def units(self) -> set[str]:
        used = {u for move in self.moves for u in (*move.units, *move.seen_through)}
        links = (link.unit for move in self.moves for link in move.links)
        held = (r.unit for move in self.moves for r in move.reasons if isinstance(r, Held))
        return used | {unit for unit in (*links, *held) if unit is not None}

    def _facts(self) -> Iterator[Fact]:
        for reason in (r for move in self.moves for r in move.reasons):
            if isinstance(reason, Crossed):
                yield Fact(reason.cell, reason.value, "≠")
            elif isinstance(reason, Held) and reason.by is None:
                yield Fact(reason.cell, reason.value)
