"""How often someone may ask.

Threat: one caller who leaves nothing for the others, or fills the database with people that are
none, or tries one key after the other. Each address has a bucket, and each person and each key
another, that fill up steadily; a request takes one from each, and waits if there is none left.
Addresses are counted before anything else is looked at, so that refused requests count too. An
address is the one behind trusted proxies only: anybody can write X-Forwarded-For. Of IPv6 it is the
/64, as one machine may have all of it.

What is remembered is bounded: a bucket that is full again is as good as none.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from hintwise.service.security.refusal import refuse
from hintwise.service.security.secrets import digest
from hintwise.service.security.tokens import any_token
from hintwise.service.settings import ServiceLimits

_REMEMBERED = 20_000


@dataclass(slots=True)
class _Bucket:
    left: float
    at_s: float


class Buckets:
    """A bucket of tokens for each name, `burst` of them, `rate` more every second."""

    def __init__(
        self,
        rate: float,
        burst: int,
        *,
        remembered: int = _REMEMBERED,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.rate, self.burst = rate, burst
        self._remembered = remembered
        self._clock = clock
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def wait_s(self, name: str) -> float:
        """Take a token: 0; or, if there is none, how long until there is one."""
        now = self._clock()
        bucket = self._buckets.pop(name, None) or _Bucket(float(self.burst), now)
        bucket.left = min(self.burst, bucket.left + (now - bucket.at_s) * self.rate)
        bucket.at_s = now
        self._buckets[name] = bucket  # the last in the row is the last to be forgotten
        if len(self._buckets) > self._remembered:
            self._buckets.popitem(last=False)
        if bucket.left >= 1:
            bucket.left -= 1
            return 0.0
        return (1 - bucket.left) / self.rate


class AddressRates:
    """Refuses what comes too often from one address: 429, with when to come back."""

    def __init__(self, app: ASGIApp, limits: ServiceLimits) -> None:
        self.app = app
        self.addresses = Buckets(limits.address_rate, limits.address_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        wait_s = self.addresses.wait_s(address_of(scope)) if scope["type"] == "http" else 0.0
        await _pass_on(self.app, wait_s, scope, receive, send)


class CallerRates:
    """Refuses what comes too often from one person, or with one key, wherever they are.

    A key may ask as often as an address.
    """

    def __init__(self, app: ASGIApp, limits: ServiceLimits) -> None:
        self.app = app
        self.keys = Buckets(limits.address_rate, limits.address_burst)
        self.people = Buckets(limits.person_rate, limits.person_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        wait_s = self._wait_s(scope) if scope["type"] == "http" else 0.0
        await _pass_on(self.app, wait_s, scope, receive, send)

    def _wait_s(self, scope: Scope) -> float:
        key = scope.get("state", {}).get("api_key")
        wait_s = self.keys.wait_s(key) if key else 0.0
        token = any_token(Headers(scope=scope))
        # Only what changes or computes something is counted for a person: a page has many files.
        if wait_s or token is None or scope["method"] in {"GET", "HEAD"}:
            return wait_s
        return self.people.wait_s(digest(token))


async def _pass_on(app: ASGIApp, wait_s: float, scope: Scope, receive: Receive, send: Send) -> None:
    if wait_s:
        detail = "That was too much at once; come back a little later."
        after = {"retry-after": str(math.ceil(wait_s))}
        await refuse(send, HTTPStatus.TOO_MANY_REQUESTS, detail, after)
    else:
        await app(scope, receive, send)


def address_of(scope: Scope) -> str:
    """Where a request comes from, as it is counted."""
    client = scope.get("client")
    host = client[0] if client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host or "unknown"
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
