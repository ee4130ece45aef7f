"""Everything that touches a database: people, their streams of events, shared pages.

    >>> from hintwise.store import NewEvent, open_store          # doctest: +SKIP
    >>> with open_store("sqlite:///hintwise.db") as store:       # doctest: +SKIP
    ...     person, token = store.new_person()
    ...     game = store.begin(person, "game", [NewEvent("started", {...})])
    ...     store.append(game.id, person, game.position, [NewEvent("ticked", {"seconds": 9})])

Events are the truth, and are only ever appended to; all else is rebuilt from them.
"""

from hintwise.store.events import Appended, Event, Kept, NewEvent, Stream
from hintwise.store.games import Game
from hintwise.store.store import Store, open_store

__all__ = [
    "Appended",
    "Event",
    "Game",
    "Kept",
    "NewEvent",
    "Store",
    "Stream",
    "open_store",
]
