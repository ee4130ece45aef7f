"""Comparing and keeping secrets.

Threat: a comparison that stops at the first difference tells, by how long it takes, how much of a
guess is right; and whoever reads a database or a log finds the secrets that are in there.
So secrets are compared by their SHA-256, in constant time, and only that is kept.
A fast hash is enough: tokens and keys are random, and too long to be guessed.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable


def digest(secret: str) -> str:
    """What may be kept of a secret.

    >>> digest("a long key")[:8]
    '1a42fedf'
    """
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def is_one_of(secret: str, digests: Iterable[str]) -> bool:
    """Whether the secret has one of the digests; takes as long whichever it is, or none."""
    own = digest(secret)
    found = False
    for known in digests:
        found |= hmac.compare_digest(own, known)
    return found
