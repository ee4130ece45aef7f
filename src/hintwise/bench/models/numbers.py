"""Cryptarithms, and puzzles about digits, ages and coins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cpmpy as cp

from hintwise.problem import Problem
from hintwise.puzzles import from_cpmpy


def send_more_money() -> Problem:
    return _cryptarithm(["SEND", "MORE"], "MONEY")


def donald_gerald_robert() -> Problem:
    return _cryptarithm(["DONALD", "GERALD"], "ROBERT", givens=["D=5"])


def six_seven_twenty() -> Problem:
    return _cryptarithm(["SIX", "SEVEN", "SEVEN"], "TWENTY")


def two_times_two() -> Problem:
    """TWO x TWO = SQUARE: the squares of numbers of three digits."""
    letters = _letters("TWOSQUARE")
    two, square = _number(letters, "TWO"), _number(letters, "SQUARE")
    rules = {
        "letters": [cp.AllDifferent(list(letters.values())), letters["T"] > 0, letters["S"] > 0],
        "product": [two * two == square],
        "told": [letters["W"] > letters["O"]],
    }
    return from_cpmpy(rules, variables=letters, givens=["T=8"])


def _cryptarithm(summands: list[str], total: str, givens: Any = ()) -> Problem:
    letters = _letters("".join([*summands, total]))
    first = dict.fromkeys(word[0] for word in [*summands, total])
    rules = {
        "letters": [
            cp.AllDifferent(list(letters.values())),
            *(letters[letter] > 0 for letter in first),
        ],
        "sum": [cp.sum([_number(letters, word) for word in summands]) == _number(letters, total)],
    }
    return from_cpmpy(rules, variables=letters, givens=givens)


def _letters(text: str) -> dict[str, Any]:
    return {letter: cp.intvar(0, 9, name=letter) for letter in dict.fromkeys(text)}


def _number(letters: Mapping[str, Any], word: str) -> Any:
    return cp.sum([10**i * letters[letter] for i, letter in enumerate(reversed(word))])


def crossfigure() -> Problem:
    """A 3x3 grid of digits whose rows and columns are numbers."""
    d = cp.intvar(1, 9, shape=(3, 3), name="d")
    root = cp.intvar(10, 31, shape=3, name="root")

    def number(digits: Any) -> Any:
        return 100 * digits[0] + 10 * digits[1] + digits[2]

    rules = {
        "across": [
            number(d[0]) == root[0] * root[0],
            number(d[1]) == root[1] * root[1],
            number(d[2]) == number(d[:, 1]) + number(d[:, 2]) + 93,
        ],
        "down": [
            number(d[:, 0]) == root[2] * root[2],
            cp.sum(d[:, 1]) == 13,
            number(d[:, 0]) > number(d[0]),
            d[2, 2] == d[0, 0] + d[1, 1],
        ],
        "roots": [root[1] == root[0] + root[2]],
    }
    return from_cpmpy(rules, variables=[d, root])


def digits_cubed() -> Problem:
    """A number of three digits that is the sum of their cubes."""
    n = cp.intvar(100, 999, name="n")
    a, b, c = cp.intvar(0, 9, shape=3, name=("hundreds", "tens", "units"))
    rules = {
        "digit": [n // 100 == a, (n // 10) % 10 == b, n % 10 == c],
        "cubes": [a**3 + b**3 + c**3 == n],
        "order": [a < b, c >= 3],
    }
    return from_cpmpy(rules, variables=[n, a, b, c])


def monkey_and_coconuts() -> Problem:
    """Five sailors, one after the other, give one to the monkey and hide a fifth of the rest."""
    pile = cp.intvar(0, 5000, shape=6, name="pile")
    share = cp.intvar(1, 1000, name="share")
    rules = {
        "night": [4 * ((pile[i] - 1) // 5) == pile[i + 1] for i in range(5)],
        "whole": [(pile[i] - 1) % 5 == 0 for i in range(5)],
        "morning": [pile[5] == 5 * share],
    }
    return from_cpmpy(rules, variables=[pile, share])


def ages() -> Problem:
    """Three children and a mother, told with quotients, remainders and differences."""
    ann, ben, cleo = cp.intvar(1, 20, shape=3, name=("Ann", "Ben", "Cleo"))
    mother = cp.intvar(21, 60, name="mother")
    rules = {
        "product": [ann * ben * cleo == 728],
        "difference": [abs(ann - ben) == 1, abs(cleo - ben) >= 5],
        "mother": [mother // ann == 5, mother % cleo == 10, mother == ann + ben + 2 * cleo - 5],
        "age": [ann < ben],
    }
    return from_cpmpy(rules, variables=[ann, ben, cleo, mother])


def five_brigands() -> Problem:
    """Two hundred doubloons, counted in two ways."""
    names = ("Alfonso", "Benito", "Carlos", "Diego", "Esteban")
    a, b, c, d, e = brigands = cp.intvar(1, 200, shape=5, name=names)
    rules = {
        "count": [cp.sum(brigands) == 200, 72 * a + 18 * b + 6 * c + 3 * d + 2 * e == 1200],
        "order": [a < b, b < c, c < d, d < e],
        "told": [d == 2 * a, c == b + 1],
    }
    return from_cpmpy(rules, variables=brigands)


def change() -> Problem:
    """1.93 in ten coins."""
    values = (1, 2, 5, 10, 20, 50)
    coins = cp.intvar(0, 20, shape=6, name=tuple(f"of {value}" for value in values))
    rules = {
        "amount": [cp.sum([v * n for v, n in zip(values, coins, strict=True)]) == 193],
        "count": [cp.sum(coins) == 10],
        "told": [coins[1] > coins[2], coins[0] + coins[1] + coins[2] < coins[3]],
    }
    return from_cpmpy(rules, variables=coins)
