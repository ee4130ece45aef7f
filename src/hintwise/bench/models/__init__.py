"""Models of the kinds that people write with CPMpy, by name, at the sizes they have them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hintwise.bench.models import (
    arrangements,
    boards,
    numbers,
    packing,
    rosters,
    schedules,
    stories,
)
from hintwise.problem import Problem

Build = Callable[[], Problem]

MODELS: Mapping[str, Build] = {
    "SEND + MORE = MONEY": numbers.send_more_money,
    "DONALD + GERALD = ROBERT": numbers.donald_gerald_robert,
    "SIX + SEVEN + SEVEN = TWENTY": numbers.six_seven_twenty,
    "TWO x TWO = SQUARE": numbers.two_times_two,
    "crossfigure": numbers.crossfigure,
    "cubes of digits": numbers.digits_cubed,
    "monkey and coconuts": numbers.monkey_and_coconuts,
    "ages": numbers.ages,
    "five brigands": numbers.five_brigands,
    "change": numbers.change,
    "magic square 3x3": arrangements.magic_square_3,
    "magic square 4x4": arrangements.magic_square_4,
    "magic square 5x5": arrangements.magic_square_5,
    "magic square of products": arrangements.magic_square_of_products,
    "8 queens": arrangements.queens_8,
    "12 queens": arrangements.queens_12,
    "Golomb ruler, 7 marks": arrangements.golomb_ruler_7,
    "Golomb ruler, 8 marks": arrangements.golomb_ruler_8,
    "graceful graph K4 x P2": arrangements.graceful_graph,
    "Langford, 7 pairs": arrangements.langford,
    "self-counting digits": arrangements.self_counting,
    "block design 7, 3, 1": arrangements.block_design,
    "round trip of 7 towns": arrangements.round_trip,
    "job shop 3x3": schedules.job_shop_3,
    "job shop 4x4": schedules.job_shop_4,
    "job shop 6x6": schedules.job_shop_6,
    "project, 10 activities": schedules.project,
    "bus drivers": schedules.buses,
    "four meetings in minutes": schedules.meetings,
    "four meetings in seconds": schedules.meetings_in_seconds,
    "school timetable": schedules.timetable,
    "roster 10 x 14 with hours": rosters.roster,
    "roster 10 x 14, too tight": rosters.tight_roster,
    "nurses' preferences": rosters.preferences,
    "Sudoku 9x9": boards.sudoku_9,
    "Sudoku 16x16": boards.sudoku_16,
    "Sudoku 25x25": boards.sudoku_25,
    "killer Sudoku 9x9": boards.killer_sudoku_9,
    "futoshiki": boards.futoshiki,
    "kakuro": boards.kakuro,
    "nonogram": boards.nonogram,
    "minesweeper": boards.minesweeper,
    "skyscrapers": boards.skyscrapers,
    "zebra": stories.zebra,
    "who killed Agatha": stories.agatha,
    "map colouring": stories.map_colouring,
    "stable marriage": stories.stable_marriage,
    "water buckets": stories.water_buckets,
    "computer of parts": stories.configuration,
    "knapsack": packing.knapsack,
    "vans and parcels": packing.bins,
    "allocation": packing.allocation,
    "committees": packing.committees,
    "pigeon-holes, 10 in 9": packing.pigeons,
}

NO_SOLUTION = frozenset({"roster 10 x 14, too tight", "pigeon-holes, 10 in 9"})
"""Those that have none: what is explained is the clash."""
