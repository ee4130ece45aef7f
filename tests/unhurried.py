"""Time enough for what a person would wait for, however busy the machine is."""

from __future__ import annotations

import importlib

import pytest


def let_hints_take_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a hint name no step before it is proven the easiest."""
    module = importlib.import_module("hintwise.cli.commands.hint")
    monkeypatch.setattr(module, "_NAMED_AFTER_S", 60.0)
    monkeypatch.setattr(module, "seconds_since_start", lambda: -60.0)
