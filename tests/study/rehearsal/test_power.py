"""The power that a study of some size may expect."""

from __future__ import annotations

import numpy as np

from hintwise.people.statistics import wilcoxon
from hintwise.study.rehearsal.power import (
    Evaluated,
    Judge,
    Leaning,
    Power,
    expected_power,
    signed_rank_p,
)

AFTER_10 = Evaluated(10, "smallest")


def _leaning(middle: float, spread: float, rng: np.random.Generator) -> Leaning:
    """About so much for the learned step, and the rest for the other one."""
    learned = middle + spread * float(rng.standard_normal())
    return Leaning(learned, 1 - learned)


def _judges(
    people: int, advantage: float, *, excluded: int = 0, spread: float = 0.1
) -> list[Judge]:
    rng = np.random.default_rng(1)
    return [
        Judge(
            {
                ("new", AFTER_10): _leaning(0.5 + advantage, spread, rng),
                ("old", AFTER_10): _leaning(0.5, spread, rng),
            },
            is_excluded=number < excluded,
        )
        for number in range(people)
    ]


def _power(judges: list[Judge], *sizes: int) -> list[Power]:
    """To tell arms apart."""
    return [power for power in _all_power(judges, *sizes) if power.other != power.against]


def _power_by_itself(judges: list[Judge], *sizes: int) -> list[Power]:
    """To tell arms from what they were judged against."""
    return [power for power in _all_power(judges, *sizes) if power.other == power.against]


def _all_power(judges: list[Judge], *sizes: int) -> list[Power]:
    return expected_power(judges, sizes, np.random.default_rng(1), draws=400)


def test_a_clear_advantage_is_found_in_one_direction_by_few_people() -> None:
    better, worse = _power(_judges(30, 0.3), 12)
    assert (better.arm, better.other, better.after, better.against) == (
        "new",
        "old",
        10,
        "smallest",
    )
    assert better.share > 0.95
    assert worse.share == 0


def test_more_people_see_more() -> None:
    few, some, many, *_ = _power(_judges(40, 0.05), 8, 30, 120)
    assert few.share < some.share < many.share


def test_no_advantage_is_seldom_found() -> None:
    judges = _judges(40, 0.0)
    mirrored = [
        Judge(
            {
                ("new", AFTER_10): j.shares["old", AFTER_10],
                ("old", AFTER_10): j.shares["new", AFTER_10],
            }
        )
        for j in judges
    ]
    assert all(power.share < 0.2 for power in _power(judges + mirrored, 30))


def test_who_is_excluded_is_missing_from_the_test() -> None:
    assert _power(_judges(30, 0.3, excluded=28), 12)[0].share < 0.3


def test_people_who_judged_one_arm_each_are_compared_with_each_other() -> None:
    rng = np.random.default_rng(1)
    judges = [
        Judge({(arm, AFTER_10): _leaning(middle, 0.1, rng)})
        for arm, middle in (("new", 0.8), ("old", 0.5))
        for _ in range(15)
    ]
    few, many, worse, _ = _power(judges, 2, 30)
    assert few.share == 0
    assert many.share > 0.95
    assert worse.share == 0


def test_with_one_arm_there_is_what_it_was_judged_against() -> None:
    rng = np.random.default_rng(1)
    judges = [Judge({("new", AFTER_10): _leaning(0.7, 0.1, rng)}) for _ in range(20)]
    assert _power(judges, 12) == []
    (found,) = _power_by_itself(judges, 12)
    assert (found.arm, found.other, found.against) == ("new", "smallest", "smallest")
    assert found.share > 0.95
    # No preference is for neither.
    undecided = [Judge({("new", AFTER_10): Leaning(0.4, 0.4)}) for _ in range(20)]
    assert _power_by_itself(undecided, 12)[0].share == 0


def test_arms_that_are_preferred_to_nothing_may_still_differ() -> None:
    judges = _judges(30, -0.3)
    assert [power.share > 0.95 for power in _power(judges, 12)] == [False, True]
    by_itself = {power.arm: power.share for power in _power_by_itself(judges, 12)}
    assert by_itself["new"] == 0
    assert by_itself["old"] < 0.3


def test_of_three_arms_each_two_are_compared_as_in_the_report() -> None:
    rng = np.random.default_rng(1)
    middles = {("one", "two"): 0.8, ("one", "three"): 0.8, ("two", "three"): 0.5}
    judges = [
        Judge(
            {
                (arm, Evaluated(10, other)): _leaning(middle, 0.1, rng)
                for (arm, other), middle in middles.items()
            }
        )
        for _ in range(20)
    ]
    by_itself = {(p.arm, p.against): p.share for p in _power_by_itself(judges, 12)}
    assert by_itself.keys() == middles.keys()
    assert by_itself["one", "two"] > 0.95
    assert by_itself["one", "three"] > 0.95
    assert by_itself["two", "three"] < 0.3
    assert {(p.arm, p.other, p.against) for p in _power(judges, 12)} == {
        ("one", "two", "three"),
        ("two", "one", "three"),
    }


def test_the_test_is_that_of_the_statistics() -> None:
    rng = np.random.default_rng(1)
    for size, compared in ((6, 2), (25, 20), (60, 20)):  # small ones take long in scipy
        samples = rng.integers(-3, 5, size=(compared, size)) / 8
        ours = signed_rank_p(samples)
        for sample, p in zip(samples, ours, strict=True):
            theirs = wilcoxon(sample.tolist(), [0.0] * size, "greater").p
            assert p >= 0.05 if theirs is None else abs(p - theirs) < 1e-9
