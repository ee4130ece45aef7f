"""Jobs that wait, urgent ones and others."""

from __future__ import annotations

from dataclasses import dataclass

from hintwise.service.jobs.job import Job
from hintwise.service.jobs.ticket import Ticket
from hintwise.service.jobs.turns import Turns


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much may wait, and for how long.

    An urgent job that is expected to wait more than `longest_wait_s`, or has found no worker after
    `patience_s`, is refused as `Busy`. One that is still computed `grace_s` after its deadline, or
    after it was cancelled, is ended together with its worker. A worker that has had nothing to do
    for `quiet_s` warms up.
    """

    urgent: int = 200
    ahead: int = 400
    longest_wait_s: float = 6.0
    patience_s: float = 30.0
    grace_s: float = 2.0
    quiet_s: float = 2.0


class WaitingRoom:
    """Three queues, in each of which people take turns.

    What is not urgent is taken when nothing urgent waits, what is unlikely to be needed last.
    """

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._urgent = Turns[Ticket]()
        self._ahead = Turns[Ticket]()
        self._unlikely = Turns[Ticket]()

    def __len__(self) -> int:
        return self.urgent + self.ahead

    @property
    def urgent(self) -> int:
        return len(self._urgent)

    @property
    def ahead(self) -> int:
        return len(self._ahead) + len(self._unlikely)

    def is_full_for(self, job: Job) -> bool:
        """Whether there is no room for a job such as this one."""
        if job.urgent:
            return self.urgent >= self._bounds.urgent
        return self.ahead >= self._bounds.ahead

    def make_room_for(self, job: Job) -> Ticket | None:
        """Take out what another person has beyond their share, if anybody has."""
        return self._of(job).take_last_of_most(job.person)

    def add(self, ticket: Ticket) -> None:
        self._of(ticket.job).add(ticket.job.person, ticket)

    def put_back(self, ticket: Ticket) -> None:
        """Before all others, as it had its turn already; there is always room for it."""
        self._of(ticket.job).add_first(ticket.job.person, ticket)

    def take(self) -> Ticket:
        """The next one; there must be some."""
        return (self._urgent or self._ahead or self._unlikely).take()

    def discard(self, ticket: Ticket) -> None:
        """Forget it, if it waits."""
        self._of(ticket.job).discard(ticket.job.person, ticket)

    def _of(self, job: Job) -> Turns[Ticket]:
        if job.urgent:
            return self._urgent
        return self._unlikely if job.unlikely else self._ahead
