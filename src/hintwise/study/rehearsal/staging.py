"""The real web application, for the time of a rehearsal: started, walked through, looked at."""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from hintwise.bench.web.callers import API, PATIENCE_S
from hintwise.bench.web.plan import Share
from hintwise.bench.web.server import ServerProcess, running_server
from hintwise.bench.web.stopping import run_unless
from hintwise.errors import HintwiseError
from hintwise.limits import Cancel
from hintwise.study.rehearsal.running import Rehearsing, ReportProgress

_RATE = "100000"
_UNLIMITED = {
    # All these people come from one address, and type faster than people do.
    "HINTWISE_PERSON_RATE": _RATE,
    "HINTWISE_ADDRESS_RATE": _RATE,
    "HINTWISE_NEWCOMER_RATE": _RATE,
}


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a rehearsal takes place: a database that has the study, and a log."""

    database: str = field(repr=False)
    researcher: str = field(repr=False)
    """The token that the export is behind."""
    log: Path
    workers: int = 1


@dataclass(frozen=True, slots=True)
class Played:
    """What has come of it."""

    export: Mapping[str, str]
    """Texts of files by their names."""
    seconds: float
    processor_s: Share
    """Of the server that was there last."""


def play(
    rehearsing: Rehearsing, stage: Stage, report: ReportProgress, cancel: Cancel | None = None
) -> Played:
    """Start a server, let everybody walk, and fetch the export as a researcher does."""
    with running_server(
        stage.database, stage.log, workers=stage.workers, environment=_UNLIMITED
    ) as server:
        began_s = time.perf_counter()
        run_unless(cancel, rehearsing.run(server, report))
        seconds, processor_s = time.perf_counter() - began_s, server.cpu_s()
        export = _fetch_export(server, rehearsing.study, stage.researcher)
        server.stop()
    return Played(export, seconds, processor_s)


def _fetch_export(server: ServerProcess, study: str, researcher: str) -> dict[str, str]:
    reply = httpx.get(
        f"{server.url}{API}/studies/{study}/export",
        headers={"authorization": f"Bearer {researcher}"},
        timeout=PATIENCE_S,
        trust_env=False,
    )
    if reply.status_code != 200:
        raise HintwiseError(f"the export failed: {reply.status_code} {reply.text[:300]}")
    with zipfile.ZipFile(io.BytesIO(reply.content)) as folder:
        return {
            Path(name).name: folder.read(name).decode()
            for name in folder.namelist()
            if not name.endswith("/")
        }
