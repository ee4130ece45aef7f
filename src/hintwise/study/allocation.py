"""Which cell a newcomer gets, and all that is drawn for one person.

What is drawn depends on a seed and a text alone, so that it is the same in every process and with
every version of every library.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping

from hintwise.study.plan import Cell, StudyPlan

_SEEDS = 2**32


def allocate(
    plan: StudyPlan, counts: Mapping[str, int], closed_arms: Collection[str] = ()
) -> Cell | None:
    """The cell with the fewest people, by its name; of several such, the first of the plan.

    Nobody goes through an arm that is closed: the cell comes without it. None if all are.
    """
    found = [
        Cell(cell.name, order)
        for cell in plan.cells
        if (order := tuple(arm for arm in cell.order if arm not in closed_arms))
    ]
    return min(found, key=lambda cell: counts.get(cell.name, 0), default=None)


def seed_of(plan: StudyPlan, number: int) -> int:
    """The seed of the participant with that number."""
    return draw(plan.seed, f"participant:{number}") % _SEEDS


def seed_for(seed: int, part: str) -> int:
    """The seed of a participant's session in one part: another one for each."""
    return draw(seed, f"part:{part}") % _SEEDS


def draw(seed: int, what: str) -> int:
    """A large number, the same for the same seed and text, as good as random otherwise."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{what}".encode()).digest()[:8])
