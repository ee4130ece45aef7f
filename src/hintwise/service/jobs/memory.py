"""How much memory this process takes, and may take."""

from __future__ import annotations

import os
import sys
from pathlib import Path

MEMORY_BYTES = 3 * 2**29
"""What a worker may take, unless told otherwise."""

FULL = 0.6
"""At this share of its memory a worker gives up what it keeps, between two jobs."""


def limit_memory(memory_bytes: int) -> None:
    """More is refused by the system: Python raises `MemoryError`, and others end the process."""
    if sys.platform != "linux":  # elsewhere the system does not count what is taken
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    if most != resource.RLIM_INFINITY:
        memory_bytes = min(memory_bytes, most)
    # Not the address space, most of which is only set aside.
    resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, most))


def taken_bytes() -> int:
    """What is counted against the limit; zero where that is not known."""
    if sys.platform != "linux":
        return 0
    *_, data, _ = Path("/proc/self/statm").read_text(encoding="ascii").split()
    return int(data) * os.sysconf("SC_PAGE_SIZE")
