from __future__ import annotations

from dataclasses import dataclass

import pytest

from hintwise.service.security.rates import AddressRates, Buckets, CallerRates, address_of
from hintwise.service.settings import ServiceLimits
from tests.service.security.asked import client_of

pytestmark = pytest.mark.anyio


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_empties_and_fills_up_again() -> None:
    clock = Clock()
    buckets = Buckets(rate=2, burst=3, clock=clock)
    assert [buckets.wait_s("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert buckets.wait_s("b") == 0
    clock.now = 0.5
    assert [buckets.wait_s("a") for _ in range(2)] == [0, 0.5]
    clock.now = 1000
    assert [buckets.wait_s("a") for _ in range(4)] == [0, 0, 0, 0.5]


def test_what_is_remembered_is_bounded_and_the_longest_silent_forgotten() -> None:
    buckets = Buckets(rate=1, burst=1, remembered=10, clock=Clock())
    for number in range(1000):
        buckets.wait_s(f"caller {number}")
        assert buckets.wait_s("loud") == (0 if number == 0 else 1)
    assert len(buckets) == 10


async def test_too_many_requests_are_told_when_to_come_back() -> None:
    client = client_of(AddressRates, ServiceLimits(address_rate=0.1, address_burst=2))
    answers = [await client.get("/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].headers["retry-after"] == "10"


async def test_a_person_is_slowed_down_without_others_at_the_address() -> None:
    client = client_of(CallerRates, ServiceLimits(person_rate=0.1, person_burst=1))
    one, other = ({"authorization": f"Bearer {letter * 43}"} for letter in "ab")
    assert (await client.post("/", headers=one)).status_code == 200
    assert (await client.post("/", headers=one)).status_code == 429
    assert (await client.post("/", headers=other)).status_code == 200
    assert (await client.get("/", headers=one)).status_code == 200


async def test_invented_tokens_do_not_help() -> None:
    client = client_of(AddressRates, ServiceLimits(address_rate=0.1, address_burst=2))
    tokens = [{"authorization": f"Bearer {letter * 43}"} for letter in "abc"]
    answers = [await client.post("/", headers=token) for token in tokens]
    assert [answer.status_code for answer in answers] == [200, 200, 429]


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("10.1.2.3", "10.1.2.3"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::2", "2001:db8::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_machine_counts_once(host: str, counted: str) -> None:
    assert address_of({"client": (host, 1)}) == counted


def test_who_has_no_address_is_counted_too() -> None:
    assert address_of({"client": None}) == "unknown"
