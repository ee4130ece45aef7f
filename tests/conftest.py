"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# A busy machine is not a failing test.
settings.register_profile("hintwise", deadline=None)
settings.load_profile("hintwise")
