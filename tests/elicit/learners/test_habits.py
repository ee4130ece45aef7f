"""How somebody answers, and how often at random, against enumeration."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace

import numpy as np
import pytest

from hintwise.elicit.learners.habits import Answered, Expected, Habits

CHAINS = 6000
EXPECTED = Expected(0.2, 10.0, (0.7, 0.3), shrugs=(0.4, 0.3, 0.2, 0.1))
ON_PURPOSE = np.array([[0.9, 0.05, 0.8, 0.02, 0.9, 0.1], [0.9, 0.2, 0.7, 0.3, 0.5, 0.2]])
AT_RANDOM = np.array([[1 / 3] * 6, [0.5, 0.3, 0.3, 0.4, 0.2, 0.3]])
SIDES = np.array([1.0, 1.0, -1.0, 1.0, 0.0, 1.0])
DECIDED = np.abs(SIDES)
SHRUGS = {0.0: 0.4, 0.1: 0.3, 0.25: 0.2, 0.5: 0.1}
"""How likely each is beforehand."""


def answered(count: int) -> Answered:
    on_purpose, at_random = (
        np.repeat(each[:, None, :], count, axis=1) for each in (ON_PURPOSE, AT_RANDOM)
    )
    return Answered(on_purpose, at_random, SIDES, DECIDED)


@pytest.mark.parametrize("trust", [1.0, 0.6])
def test_habits_agree_with_enumeration(trust: float) -> None:
    rng, expected = np.random.default_rng(0), replace(EXPECTED, trust=trust)
    habits = expected.draw(CHAINS, rng)
    lapses, leanings = np.unique(habits.lapse), np.unique(habits.leaning)
    for _ in range(20):
        habits = expected.given(habits, answered(CHAINS), rng)
    every = np.array(list(itertools.product(lapses, leanings, (0, 1), SHRUGS)))
    lapse, leaning, shrug = every[:, :1], every[:, 1:2], every[:, 3:]
    way = every[:, 2].astype(int)
    # A Beta of mean 0.2 that counts as ten answers, and one that leans to neither side.
    before = (lapse * (1 - lapse) ** 7 * (1 - leaning**2))[:, 0] * np.array(EXPECTED.ways)[way]
    before *= [SHRUGS[each] for each in every[:, 3].tolist()]
    at_random = lapse * AT_RANDOM[way] * (1 + leaning * SIDES)
    looked = (1 - lapse) * ON_PURPOSE[way] + at_random
    share = before * ((1 - shrug) * looked + shrug * (1 - DECIDED)).prod(axis=1) ** trust
    share /= share.sum()
    drawn = habits.lapse, habits.leaning, habits.way, habits.shrug
    for found, exact in zip(drawn, every.T, strict=True):
        mean = float(share @ exact)
        sd = float(np.sqrt(share @ (exact - mean) ** 2))
        assert found.mean() == pytest.approx(mean, abs=5 * sd / np.sqrt(CHAINS))
        assert found.std() == pytest.approx(sd, rel=0.06)


def test_before_the_first_answer_they_are_as_expected() -> None:
    habits = EXPECTED.draw(CHAINS, np.random.default_rng(1))
    assert habits.lapse.mean() == pytest.approx(0.2, abs=0.05)
    assert habits.leaning.mean() == pytest.approx(0, abs=0.05)
    assert habits.way.mean() == pytest.approx(0.3, abs=0.03)
    for shrug, chance in SHRUGS.items():
        assert (habits.shrug == shrug).mean() == pytest.approx(chance, abs=0.03)


def of_one(*, leaning: float = 0.0, shrug: float = 0.0) -> Habits:
    return Habits(np.array([0.5]), np.array([leaning]), np.array([0]), np.array([shrug]))


def test_who_shrugs_is_likelier_to_have_no_preference() -> None:
    more = of_one(shrug=0.25).likelihood(answered(1)) - of_one().likelihood(answered(1))
    assert np.array_equal(more[0] > 0, DECIDED == 0)


def test_who_leans_to_a_side_is_likelier_to_name_it() -> None:
    neither, left = of_one(), of_one(leaning=0.8)
    more = left.likelihood(answered(1))[0] - neither.likelihood(answered(1))[0]
    assert np.array_equal(np.sign(more), SIDES)


def test_likelihoods_of_all_answers_add_up_to_one() -> None:
    habits = EXPECTED.draw(50, np.random.default_rng(2))
    assert set(habits.way) == {0, 1}
    on_purpose, at_random = (
        np.repeat(np.array(ways)[:, None, :], 50, axis=1)
        for ways in ([[0.7, 0.2, 0.1], [0.5, 0.1, 0.4]], [[0.4, 0.4, 0.2], [0.25, 0.25, 0.5]])
    )
    everything = Answered(on_purpose, at_random, np.array([1.0, -1.0, 0.0]), np.array([1, 1, 0]))
    assert habits.likelihood(everything).sum(axis=1) == pytest.approx(1.0)


def test_they_read_back_as_they_were_written() -> None:
    habits = EXPECTED.draw(5, np.random.default_rng(3))
    again = Habits.resumed(json.loads(json.dumps(habits.remembered())))
    for name in ("lapse", "leaning", "way", "shrug"):
        assert np.array_equal(getattr(again, name), getattr(habits, name))
    before = Habits.resumed({name: habits.remembered()[name] for name in ("lapse", "leaning")})
    assert not before.way.any()
    assert not before.shrug.any()
