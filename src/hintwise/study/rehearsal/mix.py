"""Who comes to a rehearsal: how many of each kind, and in which order."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from hintwise.errors import InvalidValue, known_name
from hintwise.study.rehearsal.people import Leaving, Manner, Return, SimulatedPerson

Mix = Mapping[Manner, float]
"""So many of each for so many of the others."""

DEFAULT_MIX: Mix = {Manner.ORACLE: 4, Manner.PRIOR: 4, Manner.CARELESS: 1, Manner.QUITTER: 1}

_EARLIEST, _LATEST = 0.05, 0.8
"""Between which shares of the questions somebody leaves who does."""


def read_mix(text: str) -> dict[Manner, float]:
    """Read `oracle=4,prior=4,careless=1,quitter=1`; who is not named does not come.

    >>> read_mix("prior=3,careless=1")
    {<Manner.PRIOR: 'prior'>: 3.0, <Manner.CARELESS: 'careless'>: 1.0}
    """
    mix: dict[Manner, float] = {}
    for part in text.split(","):
        name, equals, share = (piece.strip() for piece in part.partition("="))
        manner = Manner(known_name("kind of people", name, [manner.value for manner in Manner]))
        if not equals or not _is_share(share):
            raise InvalidValue(f"{part.strip()!r} does not say how many; write {name}=3")
        if manner in mix:
            raise InvalidValue(f"{name} is there twice in {text!r}; name each kind once")
        mix[manner] = float(share)
    if not sum(mix.values()):
        raise InvalidValue(f"{text!r} is nobody; one number must be above zero")
    return mix


def _is_share(text: str) -> bool:
    try:
        return 0 <= float(text) < math.inf
    except ValueError:
        return False


def write_mix(mix: Mix) -> str:
    """What `read_mix` reads."""
    return ",".join(f"{manner.value}={share:g}" for manner, share in mix.items())


def crowd(people: int, mix: Mix, seed: int) -> tuple[SimulatedPerson, ...]:
    """So many people, as near to the mix as whole people come, in an order of their own.

    Of the quitters the first comes back, the second withdraws, the third stays away, and so on.
    """
    rng = np.random.default_rng([seed, 0])
    manners = [manner for manner, count in _counts(people, mix).items() for _ in range(count)]
    found, returns = [], 0
    for number, place in enumerate(rng.permutation(people), 1):
        manner, leaving = manners[place], None
        if manner is Manner.QUITTER:
            then = (Return.LATER, Return.WITHDRAWN, Return.NEVER)[returns % 3]
            leaving = Leaving(float(rng.uniform(_EARLIEST, _LATEST)), then)
            returns += 1
        found.append(SimulatedPerson(number, manner, seed, leaving))
    return tuple(found)


def _counts(people: int, mix: Mix) -> dict[Manner, int]:
    """Whole numbers in these proportions, by largest remainders."""
    total = sum(mix.values())
    exact = {manner: people * share / total for manner, share in mix.items()}
    counts = {manner: math.floor(count) for manner, count in exact.items()}
    by_remainder = sorted(exact, key=lambda manner: counts[manner] - exact[manner])
    for manner in by_remainder[: people - sum(counts.values())]:
        counts[manner] += 1
    return counts
