"""What holds for all tests."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.postgres import postgres  # noqa: F401 - a fixture for all tests

# A busy machine is not a failing test.
settings.register_profile("hintwise", deadline=None)
settings.load_profile("hintwise")


@pytest.fixture(autouse=True)
def _ctrl_c_stays_with_python() -> Iterator[None]:
    """Undo what OR-Tools does, where a test calls it as CPMpy does.

    It takes SIGINT for itself, and leaves it with what ends the process at once.
    """
    yield
    signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))
