"""What holds for all tests of the service."""

from __future__ import annotations

import pytest


@pytest.fixture
def anyio_backend() -> str:
    """Coroutines run as in uvicorn."""
    return "asyncio"
