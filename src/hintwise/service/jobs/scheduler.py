"""The connection of a web process to a Dask scheduler."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any

from distributed import Client

from hintwise.errors import InvalidValue
from hintwise.service.jobs.cluster_working import TOPIC

CONNECT_S = 10
"""How long a scheduler may take to answer."""

_GOODBYE_S = 2
"""How long the last words to the cluster may take."""

_EXPECTED = "give the address that `dask scheduler` prints, such as tcp://10.0.0.1:8786"

_log = logging.getLogger("hintwise.jobs")

Event = Mapping[str, Any]


class Scheduler:
    """A Dask scheduler by its address: how many threads its workers have, and what they tell.

    What is lost with a connection is up to whoever waits for it; the next one is made anew.
    """

    def __init__(self, url: str) -> None:
        # A Dask client that is given something else takes long to fail.
        if not re.fullmatch(r"(tcp|tls|ws|wss)://\S+:\d+/?", url):
            raise InvalidValue(f"{url!r} is not the address of a Dask scheduler; {_EXPECTED}")
        self._url = url
        self._client: Client | None = None
        self._connecting = asyncio.Lock()
        self._listeners: dict[str, Callable[[Event], object]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.threads = 0
        """How many jobs the workers that are there now compute at a time."""
        self.on_change: Callable[[], object] = lambda: None
        """Is called when `threads` has changed."""
        self.on_removed: Callable[[str], object] = lambda address: None
        """Is called with the address of a worker that is gone."""

    async def client(self) -> Client:
        """A client that is connected; `InvalidValue` if no scheduler answers."""
        async with self._connecting:
            if self._client is not None and self._client.status == "running":
                return self._client
            await self._disconnect()
            try:
                client: Client = await Client(
                    self._url, asynchronous=True, timeout=CONNECT_S, set_as_default=False
                )
            except OSError as error:
                reason = next(iter(str(error).splitlines()), type(error).__name__)
                raise InvalidValue(
                    f"no Dask scheduler answers at {self._url!r} ({reason}); {_EXPECTED}"
                ) from None
            self._client = client
            client.subscribe_topic(TOPIC, self._hear)
            client.subscribe_topic("all", self._hear_of_workers)
            await self._count_threads(client)
            return client

    async def forget(self, client: Client) -> None:
        """The connection was lost; Dask's own way to mend it forgets what we listen to."""
        async with self._connecting:
            if self._client is client:
                await self._disconnect()

    async def close(self) -> None:
        if self._tasks:  # workers are told what to stop
            await asyncio.wait(self._tasks, timeout=_GOODBYE_S)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._disconnect()

    def listen(self, key: str, listener: Callable[[Event], object]) -> None:
        """Have it told what workers say about a job."""
        self._listeners[key] = listener

    def stop_listening(self, key: str) -> None:
        self._listeners.pop(key, None)

    def tell(self, addresses: list[str] | None, function: Callable[..., None], key: str) -> None:
        """Have a function called on some workers, or all, beside whatever they compute."""

        async def call() -> None:
            client = await self.client()
            await client.run(function, key, workers=addresses, on_error="ignore")

        self.begin(call())

    def begin(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        """Do something that nobody waits for."""
        task = asyncio.get_running_loop().create_task(_logged(coroutine))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _disconnect(self) -> None:
        client, self._client = self._client, None
        self._set_threads(0)
        if client is not None:
            with suppress(OSError, asyncio.TimeoutError):
                await client.close(timeout=1)

    def _hear(self, event: tuple[float, Event]) -> None:
        _, told = event
        listener = self._listeners.get(told["key"])
        if listener is not None:
            listener(told)

    def _hear_of_workers(self, event: tuple[float, Event]) -> None:
        _, told = event
        if told.get("action") in ("add-worker", "remove-worker") and self._client is not None:
            self.begin(self._count_threads(self._client))
        if told.get("action") == "remove-worker":
            self.on_removed(told["worker"])

    async def _count_threads(self, client: Client) -> None:
        threads = await client.nthreads()
        if client is self._client:
            self._set_threads(sum(threads.values()))

    def _set_threads(self, count: int) -> None:
        if self.threads != count:
            self.threads = count
            self.on_change()


async def _logged(coroutine: Coroutine[Any, Any, Any]) -> None:
    try:
        await coroutine
    except (OSError, InvalidValue) as error:  # the connection is lost, which all others notice
        _log.warning("the Dask scheduler does not answer: %s", error)
