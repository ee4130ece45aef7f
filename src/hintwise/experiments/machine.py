"""The machine that something was computed on, and what that took."""

from __future__ import annotations

import contextlib
import importlib.metadata
import os
import platform
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

_NEEDED = ("hintwise", "cpmpy", "python-sat", "numpy")


@dataclass(frozen=True, slots=True)
class Machine:
    """Where it was measured, and how busy that was."""

    processor: str
    cores: int
    system: str
    versions: Mapping[str, str]
    load_before: float | None
    load_after: float | None = None

    def now(self) -> Machine:
        return replace(self, load_after=_load())


def this_machine() -> Machine:
    return Machine(
        processor=_processor(),
        cores=os.cpu_count() or 1,
        system=f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        versions=_versions(),
        load_before=_load(),
    )


def _versions() -> dict[str, str]:
    """Of what results may depend on; Numba's only where it is installed, and so used."""
    found = {name: importlib.metadata.version(name) for name in _NEEDED}
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        found["numba"] = importlib.metadata.version("numba")
    return found


def _processor() -> str:
    """The processor as Linux names it, or as Python does."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            named = [
                line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")
            ]
    except OSError:
        named = []
    return named[0] if named else platform.processor() or "unknown processor"


def _load() -> float | None:
    """The load average of the last minute, where the system has one."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def peak_memory_bytes() -> int | None:
    """The most memory this process has held so far; None where the system does not tell."""
    status = Path("/proc/self/status")
    if status.exists():
        # What `resource` says on Linux includes what the parent held when it started the process.
        found = re.search(r"VmHWM:\s*(\d+) kB", status.read_text(encoding="utf-8"))
        return None if found is None else 1024 * int(found[1])
    if sys.platform == "darwin":
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return None
