"""An explainer serves one thread at a time: whoever comes second is told so."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any, TypeVar, cast

from hintwise.errors import InUse

Method = TypeVar("Method", bound=Callable[..., Any])


class Turn:
    """Held by the thread whose turn it is; nobody waits for it."""

    def __init__(self) -> None:
        self._lock = threading.RLock()  # a question may ask others on its way

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise InUse(
                "the explainer is answering a question of another thread; it serves one at a time: "
                "make one for each thread, or take turns"
            )

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def one_thread(method: Method) -> Method:
    """Let a method be called by one thread at a time; its object has a `_turn`."""

    @functools.wraps(method)
    def in_turn(self: Any, *arguments: Any, **named: Any) -> Any:
        with self._turn:
            return method(self, *arguments, **named)

    return cast(Method, in_turn)
