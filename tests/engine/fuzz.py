"""Drawn problems and questions against brute force, as many as are asked for.

    python -m tests.engine.fuzz --cases 20000 --seed 0
    python -m tests.engine.fuzz --seed 0 --case 1234        # one of them again, with its traceback

Every case is a check of `tests.engine.checks` on a kind of problem of `tests.engine.drawn`, half of
them with weights as nobody would choose them. Allowed are the right answer, or a `HintwiseError`
that refuses the weights or the model by name. Cases run in processes of their own: one that does
not come back, or dies, is a finding as well. Every other hundred is solved by compiled pivots, if
Numba is installed.
"""

from __future__ import annotations

import argparse
import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TextIO

import numpy as np

from hintwise.bench.child import Allowance, run_in_child
from hintwise.engine.linear.compiled import load
from hintwise.errors import InvalidValue, InvalidWeights, UnsupportedExpression
from tests.engine.checks import CHECKS
from tests.engine.drawn import EVERYTHING, Rng, draw_any_weights

REFUSALS = (InvalidWeights, InvalidValue, UnsupportedExpression)
"""What a case may end with instead of the right answer."""

FINE = ("right", "refused")

SHARES = {"arithmetic": 4.0, "sudoku": 0.4, "killer": 0.4}
"""How often kinds are drawn, beside 1: models with arithmetic are what is most various, and
cheapest to go through; all subsets of a small Sudoku take a second or two."""

BATCH = 100
PATIENCE_S = 900.0
"""What a batch may take."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one case went: "right", "refused", or what is wrong."""

    number: int
    check: str
    kind: str
    how: str
    message: str = ""


def draw_case(seed: int, number: int) -> tuple[str, str, Rng]:
    rng = np.random.default_rng([seed, number])
    checks, kinds = list(CHECKS), list(EVERYTHING)
    shares = np.array([SHARES.get(kind, 1.0) for kind in kinds])
    kind = kinds[rng.choice(len(kinds), p=shares / shares.sum())]
    return checks[rng.integers(len(checks))], kind, rng


def run_case(seed: int, number: int) -> Outcome:
    check, kind, rng = draw_case(seed, number)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)  # such as an overflow in numpy
            CHECKS[check](kind, rng, draw_any_weights)
    except REFUSALS as error:
        return Outcome(number, check, kind, "refused", f"{type(error).__name__}: {error}")
    except AssertionError as error:
        return Outcome(number, check, kind, "wrong", _where(error))
    except Exception as error:  # whatever else comes out is what this looks for
        return Outcome(number, check, kind, type(error).__name__, _where(error))
    return Outcome(number, check, kind, "right")


def run_cases(seed: int, first: int, last: int) -> Iterator[Outcome]:
    if first // BATCH % 2:
        load()
    for number in range(first, last):
        yield run_case(seed, number)


def outcomes(seed: int, cases: int, processes: int) -> Iterator[Outcome]:
    """All cases, in batches; what ends a process is the outcome of the case it was at."""
    with ThreadPoolExecutor(processes) as pool:
        batches = range(0, cases, BATCH)
        for batch in pool.map(
            lambda first: _batch(seed, first, min(first + BATCH, cases)), batches
        ):
            yield from batch


def _batch(seed: int, first: int, last: int) -> list[Outcome]:
    found: list[Outcome] = []
    while first + len(found) < last:
        allowance = Allowance(PATIENCE_S, 4 * 2**30)
        ended = run_in_child(run_cases, seed, first + len(found), last, allowance=allowance)
        found += ended.found
        if ended.how != "done":
            number = first + len(found)
            check, kind, _ = draw_case(seed, number)
            found.append(Outcome(number, check, kind, ended.how))
    return found


def _where(error: Exception) -> str:
    place = traceback.extract_tb(error.__traceback__)[-1]
    text = str(error).strip().splitlines() or [place.line or ""]
    return f"{text[0][:200]} ({place.name}, line {place.lineno})"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--case", type=int, help="run this one alone, and show its traceback")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    if options.case is not None:
        check, kind, rng = draw_case(options.seed, options.case)
        _say(f"{check} on {kind}")
        CHECKS[check](kind, rng, draw_any_weights)
        return 0
    tally: Counter[tuple[str, str]] = Counter()
    for found in outcomes(options.seed, options.cases, options.processes):
        tally[found.check, found.how] += 1
        if found.how not in FINE:
            _say(
                f"case {found.number}: {found.check} on {found.kind}: {found.how}: {found.message}"
            )
        if (found.number + 1) % BATCH == 0:
            _say(f"{found.number + 1} of {options.cases} cases …", sys.stderr)
    for (check, how), count in sorted(tally.items()):
        _say(f"{check:50} {how:30} {count:6}")
    wrong = sum(count for (_, how), count in tally.items() if how not in FINE)
    _say(f"{sum(tally.values())} cases, {wrong} wrong")
    return 1 if wrong else 0


def _say(text: str, stream: TextIO = sys.stdout) -> None:
    stream.write(f"{text}\n")
    stream.flush()


if __name__ == "__main__":
    sys.exit(main())
