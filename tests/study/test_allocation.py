"""Who goes through which arms in which order."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.study.allocation import allocate, seed_for, seed_of
from hintwise.study.plan import Arm, StudyPlan
from hintwise.study.plan.orders import balanced_orders
from tests.study.made_plans import changed, small_plan


def with_arms(count: int, design: str = "within") -> StudyPlan:
    arms = tuple(Arm(f"arm-{number}", "machop") for number in range(1, count + 1))
    return changed(small_plan(), arms=arms, design=design)


@pytest.mark.parametrize("count", range(1, 11))
def test_every_arm_is_as_often_in_every_place_and_after_every_other(count: int) -> None:
    names = [f"arm-{number}" for number in range(count)]
    orders = balanced_orders(names)
    assert len(set(orders)) == len(orders) == (2 * count if count % 2 and count > 1 else count)
    assert all(sorted(order) == sorted(names) for order in orders)
    places = Counter((place, name) for order in orders for place, name in enumerate(order))
    assert len(set(places.values())) == 1
    following = Counter(pair for order in orders for pair in pairwise(order))
    assert len(following) == count * (count - 1)
    assert len(set(following.values())) <= 1


@given(st.integers(1, 6), st.sampled_from(["within", "between"]), st.integers(1, 60))
@settings(max_examples=50, deadline=None)
def test_people_who_come_one_after_another_are_balanced_over_cells(
    arms: int, design: str, people: int
) -> None:
    plan = with_arms(arms, design)
    counts: Counter[str] = Counter()
    for _ in range(people):
        cell = allocate(plan, counts)
        assert cell is not None
        counts[cell.name] += 1
    assert max(counts.values()) - min(counts[cell.name] for cell in plan.cells) <= 1


def test_the_cell_with_the_fewest_gets_the_newcomer_and_of_several_the_first() -> None:
    plan = with_arms(3, "between")
    names = [cell.name for cell in plan.cells]
    assert allocate(plan, {}) == plan.cells[0]
    assert allocate(plan, dict(zip(names, (2, 1, 1), strict=True))) == plan.cells[1]
    assert allocate(plan, dict(zip(names, (2, 1, 0), strict=True))) == plan.cells[2]


def test_nobody_goes_through_a_closed_arm() -> None:
    between, within = with_arms(2, "between"), with_arms(2)
    cell = allocate(between, {"arm-1": 0, "arm-2": 5}, ["arm-1"])
    assert cell is not None
    assert cell.order == ("arm-2",)
    cell = allocate(within, {}, ["arm-1"])
    assert cell is not None
    assert (cell.name, cell.order) == ("order-1", ("arm-2",))
    assert allocate(within, {}, ["arm-1", "arm-2"]) is None


def test_seeds_are_the_same_everywhere_and_differ_between_people_and_parts() -> None:
    plan = small_plan()
    assert [seed_of(plan, number) for number in (1, 2)] == [1292525841, 3182294081]
    seeds = {seed_of(plan, number) for number in range(1, 1001)}
    assert len(seeds) == 1000
    assert len({seed_for(seed, part) for seed in (1, 2) for part in ("practice", "machop")}) == 4
    assert seed_of(changed(plan, seed=4), 1) != seed_of(plan, 1)
