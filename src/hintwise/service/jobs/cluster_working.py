"""What happens on the workers of a Dask cluster."""

from __future__ import annotations

import json
import os
import pickle
import threading
from dataclasses import dataclass, field
from typing import Any

from distributed import get_worker

from hintwise.service.jobs.memory import FULL, limit_memory, taken_bytes
from hintwise.service.jobs.performing import Bench, Broken, Outcome, Work
from hintwise.service.jobs.working import WorkerSettings

TOPIC = "hintwise-jobs"
"""Where workers tell how far they are. One for all, as a scheduler forgets no topic."""

_LATE_S = 10.0
"""So long after its deadline, a job that nobody has ended ends its worker."""

_MOST_UNWANTED = 10_000
"""Keys of jobs that were stopped before they came here, and may never come."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """Work for a worker of a cluster; the key tells it from that of all web processes."""

    key: str
    work: Work
    settings: WorkerSettings


@dataclass(frozen=True, slots=True)
class Answer:
    """An outcome with all parts, whether or not they arrived one by one, and where it was done."""

    outcome: Outcome
    parts: list[Any] = field(repr=False)
    address: str


def perform_parcel(packed: bytes) -> Answer:
    """Do the work in a parcel."""
    parcel: Parcel = pickle.loads(packed)
    worker = get_worker()
    parts: list[Any] = []

    def emit(part: Any) -> None:
        if parcel.work.wants_parts:
            # As text: a number that Python can hold may be too large for Dask.
            told = {"key": parcel.key, "part": len(parts), "value": json.dumps(part)}
            worker.log_event(TOPIC, told)
            parts.append(part)

    worker.log_event(TOPIC, {"key": parcel.key, "begun": worker.address})
    _running.add(parcel.key)
    # The web process that would end us at its deadline may be gone.
    late = threading.Timer(parcel.work.deadline_s + _LATE_S, os._exit, (1,))
    late.daemon = True
    late.start()
    try:
        outcome = _bench(parcel.settings).perform(parcel.work, _Unwanted(parcel.key), emit)
    finally:
        late.cancel()
        _running.discard(parcel.key)
        _unwanted.pop(parcel.key, None)
    if isinstance(outcome, Broken) or taken_bytes() > FULL * parcel.settings.memory_bytes:
        _local.benches = {}
    return Answer(outcome, parts, worker.address)


def stop_here(key: str) -> None:
    """Stop a job, if it is computed here or ever will be."""
    _unwanted[key] = None
    while len(_unwanted) > _MOST_UNWANTED:
        del _unwanted[next(iter(_unwanted))]


def end_worker_of(key: str) -> None:
    """End this process, if it is still at that job."""
    if key in _running:
        os._exit(1)


_unwanted: dict[str, None] = {}
_running: set[str] = set()
_local = threading.local()
"""Functions that Dask calls have nowhere else to keep anything; a thread has its own benches."""


@dataclass(frozen=True, slots=True)
class _Unwanted:
    key: str

    def is_set(self) -> bool:
        return self.key in _unwanted


def _bench(settings: WorkerSettings) -> Bench:
    benches: dict[WorkerSettings, Bench] = _local.__dict__.setdefault("benches", {})
    if settings not in benches:
        limit_memory(settings.memory_bytes)
        benches[settings] = Bench(settings.tasks_module)
    return benches[settings]
