"""Jobs computed on a Dask cluster."""

from __future__ import annotations

import importlib.metadata
import itertools
import pickle
import platform
import re
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import CancelledError

from distributed import Client, Future, KilledWorker, as_completed
from distributed.client import ClosedClientError

from hintwise.closable import Closable
from hintwise.errors import InvalidValue
from hintwise.experiments.sweep.executors import Failed, Job, Outcome, attempt

CONNECT_S = 10
"""How long a scheduler may take to answer."""

AHEAD = 2
"""Jobs that are at the scheduler for each thread of the workers: none waits for us to send more."""

_DECISIVE = ("hintwise", "numpy", "python-sat", "cpmpy")
"""The distributions that results may depend on."""

_EXPECTED = "give the address that `dask scheduler` prints, such as tcp://10.0.0.1:8786"


class DaskCluster(Closable):
    """The workers of the Dask scheduler at a URL such as `tcp://10.0.0.1:8786`.

    They need the same versions of Python, hintwise and what it computes with as this process, and
    should have one thread each. When a worker dies, Dask does its jobs again elsewhere; one that
    has seen several workers die (`allowed-failures` of the scheduler) fails.
    """

    def __init__(self, url: str) -> None:
        _check_address(url)
        self._url = url
        try:
            self._client = Client(url, timeout=CONNECT_S, set_as_default=False)
        except OSError as error:
            raise InvalidValue(
                f"no Dask scheduler answers at {url!r} ({_first_line(error)}); {_EXPECTED}"
            ) from None

    def close(self) -> None:
        self._client.close()

    @property
    def threads(self) -> int:
        """How many jobs the workers that are there now compute at a time; they may come and go."""
        threads: dict[str, int] = self._client.nthreads()
        return sum(threads.values())

    def outcomes(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        source = iter(jobs)
        sent: dict[str, Future[Outcome]] = {}
        finished = as_completed(loop=self._client.loop, raise_errors=False)
        try:
            while True:
                for job in itertools.islice(source, max(0, self._room() - len(sent))):
                    sent[job.key] = self._send(job)
                    finished.add(sent[job.key])
                if not sent:
                    return
                future = next(finished)
                del sent[str(future.key)]
                yield self._outcome(future)
        except (OSError, ClosedClientError, CancelledError):
            raise self._gone() from None
        finally:
            if self._client.status == "running":
                self._client.cancel(list(sent.values()))

    def _room(self) -> int:
        """How many jobs the workers that are there now can be given."""
        return AHEAD * max(1, self.threads)

    def _send(self, job: Job) -> Future[Outcome]:
        # As bytes, which the scheduler passes on without looking inside.
        return self._client.submit(_attempt, _versions(), pickle.dumps(job), key=job.key)

    def _outcome(self, future: Future[Outcome]) -> Outcome:
        # If the worker that held it has died since, Dask computes it anew, and we wait for that.
        error = future.exception()
        if error is None:
            return future.result()
        if isinstance(error, KilledWorker):
            return Failed(str(future.key), "its workers on the cluster died, several times")
        # Errors of the job itself are outcomes, so this one comes from before it began.
        raise InvalidValue(f"a Dask worker cannot compute our jobs: {_first_line(error)}")

    def _gone(self) -> InvalidValue:
        return InvalidValue(
            f"the Dask scheduler at {self._url!r} is gone; what was finished is kept, "
            "so do the same again when it is back"
        )


def _check_address(url: str) -> None:
    # A Dask client that is given something else takes long to fail, and again to be forgotten.
    if not re.fullmatch(r"(tcp|tls|ws|wss)://\S+:\d+/?", url):
        raise InvalidValue(f"{url!r} is not the address of a Dask scheduler; {_EXPECTED}")


def _attempt(versions: Mapping[str, str], job: bytes) -> Outcome:
    """Do a job, on a worker."""
    others = _versions()
    if others != versions:
        differences = ", ".join(
            f"{name} {there} instead of {versions[name]}"
            for name, there in others.items()
            if there != versions[name]
        )
        raise InvalidValue(f"it has {differences}; install the same versions on every worker")
    return attempt(pickle.loads(job))


def _versions() -> dict[str, str]:
    python = ".".join(platform.python_version_tuple()[:2])
    return {"Python": python, **{name: importlib.metadata.version(name) for name in _DECISIVE}}


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
