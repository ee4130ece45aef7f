"""How long participants wait for what comes next, since the server was started."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from hintwise.service.jobs.figures import Histogram
from hintwise.store.studies import Participant

LONGEST_S = 300.0
"""Whoever asks again after longer was away in between."""

_MOST = 1000


class Waits:
    """A histogram for each study; a wait goes on while somebody has to ask again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._histograms: dict[str, Histogram] = {}
        self._going_on: OrderedDict[str, float] = OrderedDict()

    def of(self, study: str) -> Histogram:
        return self._histograms.get(study, Histogram())

    def begin(self, participant: Participant) -> float:
        """When the wait began of which this is the beginning, or a further try."""
        now = self._clock()
        before = self._going_on.pop(participant.stream_id, now)
        return before if now - before <= LONGEST_S else now

    def go_on(self, participant: Participant, began: float) -> None:
        """There is nothing yet; whoever waits asks again."""
        self._going_on[participant.stream_id] = began
        if len(self._going_on) > _MOST:
            self._going_on.popitem(last=False)

    def end(self, participant: Participant, began: float) -> None:
        """They are shown what comes next."""
        waited = self.of(participant.study).with_one(self._clock() - began)
        self._histograms[participant.study] = waited
