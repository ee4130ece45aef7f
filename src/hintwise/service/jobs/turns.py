"""Whose turn it is."""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

Entry = TypeVar("Entry")


class Turns(Generic[Entry]):
    """Entries that wait, of people who take turns: nobody waits for all that another has asked for.

    >>> turns = Turns[str]()
    >>> for person, entry in [("ada", "a1"), ("ada", "a2"), ("bob", "b1")]:
    ...     turns.add(person, entry)
    >>> [turns.take() for _ in range(len(turns))]
    ['a1', 'b1', 'a2']
    """

    def __init__(self) -> None:
        self._entries: dict[str, deque[Entry]] = {}  # in the order in which people have their turn
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, person: str, entry: Entry) -> None:
        self._entries.setdefault(person, deque()).append(entry)
        self._count += 1

    def add_first(self, person: str, entry: Entry) -> None:
        """Before all others: it had its turn already."""
        others = self._entries.pop(person, deque())
        others.appendleft(entry)
        self._entries = {person: others, **self._entries}
        self._count += 1

    def take(self) -> Entry:
        """The next one; there must be some."""
        person, entries = next(iter(self._entries.items()))
        del self._entries[person]
        entry = entries.popleft()
        if entries:
            self._entries[person] = entries  # at the end
        self._count -= 1
        return entry

    def discard(self, person: str, entry: Entry) -> None:
        """Forget an entry, if it waits."""
        if entry in self._entries.get(person, ()):
            self._entries[person].remove(entry)
            self._shrink(person)

    def take_last_of_most(self, person: str) -> Entry | None:
        """The last one of whoever has the most, if a new one of `person` deserves its place."""
        most = max(self._entries, key=lambda other: len(self._entries[other]), default=person)
        own = len(self._entries.get(person, ()))
        if len(self._entries.get(most, ())) <= own + 1:
            return None
        entry = self._entries[most].pop()
        self._shrink(most)
        return entry

    def _shrink(self, person: str) -> None:
        self._count -= 1
        if not self._entries[person]:
            del self._entries[person]
