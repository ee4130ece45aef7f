"""A nurse roster: why does this nurse work this night?

The ideas shown: the rules leave much of the roster open, and what they fix can be explained, one
question at a time. That nobody works twice a day is `hard`: everyone knows it, no step mentions it.
"""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import cpmpy as cp

import hintwise as hw

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SHIFTS = {"day": 2, "night": 1}  # and how many nurses each needs
CONTRACTS = {"Ada": 4, "Ben": 5, "Chloe": 4, "Dev": 4, "Eva": 3, "Finn": 4}  # shifts a week
QUALIFIED = ("Ada", "Chloe", "Dev", "Eva")  # to be alone on the ward
MOST_NIGHTS = 2
REQUESTS = {"Ada": ("Wednesday",), "Chloe": ("Tuesday", "Wednesday"), "Finn": ("Friday",)}
AGREED = [("Eva", "Thursday", "day"), ("Ben", "Monday", "day")]

Works = dict[tuple[str, str, str], Any]


def problem() -> hw.Problem:
    works: Works = {
        (nurse, day, shift): cp.boolvar(name=f"{nurse} on {day} {shift}")
        for nurse, day, shift in product(CONTRACTS, DAYS, SHIFTS)
    }
    return hw.from_cpmpy(
        {
            "cover": cover(works),
            "rest": [rest(works, nurse) for nurse in CONTRACTS],
            "contract": [contract(works, nurse) for nurse in CONTRACTS],
            "qualification": [
                never(
                    [works[nurse, day, "night"] for day in DAYS],
                    f"{nurse} is not qualified for nights",
                )
                for nurse in CONTRACTS
                if nurse not in QUALIFIED
            ],
            "request": [
                never(
                    [works[nurse, day, shift] for shift in SHIFTS], f"{nurse} asked for {day} off"
                )
                for nurse, days in REQUESTS.items()
                for day in days
            ],
        },
        variables=list(works.values()),
        givens=[works[agreed] for agreed in AGREED],
        hard=[
            ~(works[nurse, day, "day"] & works[nurse, day, "night"])
            for nurse, day in product(CONTRACTS, DAYS)
        ],
        kind="roster",
        title="A week on the ward",
    )


def cover(works: Works) -> list[hw.Rule]:
    return [
        hw.Rule(
            cp.sum([works[nurse, day, shift] for nurse in CONTRACTS]) >= need,
            description=f"{day} {shift} needs at least {need} on the ward",
        )
        for day, (shift, need) in product(DAYS, SHIFTS.items())
    ]


def rest(works: Works, nurse: str) -> hw.Rule:
    return hw.Rule(
        [works[nurse, a, "night"].implies(~works[nurse, b, "day"]) for a, b in pairwise(DAYS)],
        description=f"{nurse} has no day shift after a night",
    )


def contract(works: Works, nurse: str) -> hw.Rule:
    nights = [works[nurse, day, "night"] for day in DAYS]
    shifts = [*nights, *(works[nurse, day, "day"] for day in DAYS)]
    return hw.Rule(
        [cp.sum(shifts) <= CONTRACTS[nurse], cp.sum(nights) <= MOST_NIGHTS],
        description=f"{nurse} has at most {CONTRACTS[nurse]} shifts, {MOST_NIGHTS} of them nights",
    )


def never(shifts: list[Any], why: str) -> hw.Rule:
    return hw.Rule([~shift for shift in shifts], description=why)


def main() -> None:
    explainer = hw.Explainer(problem())
    print("Why is Dev on the ward on Wednesday night?")
    asked = explainer.target("Dev on Wednesday night")
    why = explainer.smallest_step(explainer.start.only([asked]))
    print(hw.step_text(explainer.problem, why))
    print("\nWhat else is fixed, and why:")
    known = explainer.start.after(why)
    for step in explainer.smallest_sequence(known, take_along=True):
        print(hw.step_text(explainer.problem, step))


if __name__ == "__main__":
    main()
