"""Known patterns in the steps of a Sudoku.

A reasoner that may use nothing but the facts and units of a step strikes out candidates, the
easiest rule first, until what the step derives is there: a value, a crossed-out candidate, or a
broken rule. Each rule is sound in itself, so what it finds is a proof, and the hardest rule in the
proof names the step. Not every step is found this way: the rules here are the usual ones, and steps
can be harder than that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from hintwise.problem import Problem, Step
from hintwise.render.words.sudoku.candidates import Candidates
from hintwise.render.words.sudoku.chains import CHAINS, chains, xyz_wings
from hintwise.render.words.sudoku.fish import finned_fishes, fishes
from hintwise.render.words.sudoku.moves import (
    BREAKS,
    CHAIN,
    DIRECT,
    PATTERNS,
    SINGLES,
    UNITS,
    Candidate,
    Crossed,
    Held,
    Move,
    Proof,
)
from hintwise.render.words.sudoku.subsets import hidden_subsets, locked, naked_subsets, singles
from hintwise.render.words.wording import worth_saying


@lru_cache(maxsize=64)  # sentence, badge and picture of a step all ask for it
def prove(problem: Problem, step: Step) -> Proof | None:
    """The step as a chain of known patterns, if it is one and all its elements take part."""
    if not _is_plain(problem, step):
        return None
    grid = Candidates(problem, step)
    while (last := _reached(grid, step)) is None:
        move = _next_move(grid, step)
        if move is None:
            return None
        grid.apply(move)
    moves = _needed(last, (*grid.applied, last))
    proof = Proof(_pattern(moves), moves)
    complete = proof.facts() == set(step.facts)
    return proof if complete and proof.units() == set(step.constraints) else None


def _is_plain(problem: Problem, step: Step) -> bool:
    """Whether it speaks of values of cells, and of units that hold every value once."""
    size = len(problem.variables[0].domain)
    return all(not fact.is_bound for fact in (*step.facts, step.derived)) and all(
        unit.group in UNITS and len(unit.variables) == size
        for unit in map(problem.constraint, step.constraints)
    )


def _reached(grid: Candidates, step: Step) -> Move | None:
    """The move that ends in what the step derives, if nothing else is needed."""
    if step.breaks_rule:
        return next(_breaks(grid), None)
    cell, value = step.derived.variable, step.derived.value
    if step.derived.settles:
        return grid.placed_by.get(cell) if grid.known.get(cell) == value else None
    cause = grid.why.get((cell, value))
    if isinstance(cause, Held):
        units = () if cause.unit is None else (cause.unit,)
        return Move(DIRECT, units, (cell,), (value,), (cause,), _told_at_once(grid, step, cause))
    return None if isinstance(cause, Crossed) else cause


def _told_at_once(grid: Candidates, step: Step, cause: Held) -> tuple[Candidate, ...]:
    """What of the step's conclusions has the same cause."""
    derived = ((f.variable, f.value) for f in (step.derived, *step.taken_along) if not f.settles)
    return tuple(candidate for candidate in derived if grid.why.get(candidate) is cause)


def _breaks(grid: Candidates) -> Iterator[Move]:
    """The ways in which a rule is broken by now."""
    for unit, members in grid.units.items():
        cell_of: dict[int, str] = {}
        for cell in members:
            value = grid.known.get(cell)
            if value is not None and (other := cell_of.setdefault(value, cell)) != cell:
                held = tuple(Held(c, value, unit, grid.placed_by.get(c)) for c in (other, cell))
                yield Move("twice", (unit,), (other, cell), (value,), held)
    for cell, left in grid.left.items():
        if not left:
            yield Move("no_value", (), (cell,), (), grid.why_no_other_value(cell))
    for unit in grid.units:
        for value in grid.domain:
            if not grid.places(unit, value):
                reasons = grid.why_no_other_place(unit, value)
                yield Move("no_place", (unit,), (), (value,), reasons)


_STRIKING_RULES: tuple[Callable[[Candidates], Iterator[Move]], ...] = (
    locked,
    lambda grid: fishes(grid, "multiple_lines"),
    lambda grid: naked_subsets(grid, 2),
    lambda grid: hidden_subsets(grid, 2),
    lambda grid: naked_subsets(grid, 3),
    lambda grid: hidden_subsets(grid, 3),
    lambda grid: fishes(grid, "x_wing"),
    lambda grid: fishes(grid, "swordfish"),
    lambda grid: naked_subsets(grid, 4),
    lambda grid: hidden_subsets(grid, 4),
    lambda grid: iter(sorted(chains(grid, CHAINS), key=lambda move: PATTERNS.index(move.rule))),
    xyz_wings,
    lambda grid: finned_fishes(grid, "x_wing"),
    lambda grid: fishes(grid, "jellyfish"),
    lambda grid: chains(grid, ("simple_colouring",)),
    lambda grid: finned_fishes(grid, "swordfish"),
    lambda grid: finned_fishes(grid, "jellyfish"),
    lambda grid: chains(grid, ("short_chain",)),
)


def _next_move(grid: Candidates, step: Step) -> Move | None:
    """An easiest move that gets further; at equal difficulty one about what the step derives."""
    target = step.derived.variable
    others = [cell for cell in grid.left if cell != target]
    for cells in ([target] if target in grid.left else [], others):
        for move in singles(grid, cells):
            return move
    derived = None if step.derived.settles else (target, step.derived.value)
    for rule in _STRIKING_RULES:
        first = None
        for move in rule(grid):
            if derived in move.removes:
                return move
            if first is None and move.removes:
                first = move
        if first is not None:
            return first
    return None


def _needed(last: Move, applied: Iterable[Move]) -> tuple[Move, ...]:
    """`last` and the earlier moves that it rests on, in the order in which they were made."""
    needed: set[Move] = set()
    waiting = [last]
    while waiting:
        move = waiting.pop()
        if move not in needed:
            needed.add(move)
            for reason in move.reasons:
                cause = reason.by if isinstance(reason, Held) else reason
                if isinstance(cause, Move):
                    waiting.append(cause)
    return tuple(dict.fromkeys(move for move in applied if move in needed))


def _pattern(moves: tuple[Move, ...]) -> str:
    hardest = max((move.rule for move in moves), key=PATTERNS.index)
    placed = sum(move.rule in SINGLES for move in moves)
    return CHAIN if hardest in SINGLES and placed > 1 else hardest


def gives_values_away(step: Step, proof: Proof) -> bool:
    """Whether it finds values on the way to nothing but what cells are not.

    Who asks why a value is wrong is told no more of the solution than that.
    """
    derives_value = step.breaks_rule or any(fact.settles for fact in worth_saying(step))
    return not derives_value and any(move.places for move in proof.moves)


def reason_candidates(problem: Problem, step: Step) -> set[Candidate]:
    """The candidates that the step's pattern is made of: those of a pair, the links of a chain."""
    proof = prove(problem, step)
    found: set[Candidate] = set()
    for move in () if proof is None or gives_values_away(step, proof) else proof.moves:
        if move.links:
            found |= {link.candidate for link in move.links}
        elif move.rule not in (DIRECT, *BREAKS):
            found |= {(cell, value) for cell in move.cells for value in move.values}
        if move.rule.startswith("finned"):  # its cells are the fins
            bases = map(problem.constraint, move.units[: len(move.units) // 2])
            found |= {(cell, move.values[0]) for unit in bases for cell in unit.variables}
    return found
