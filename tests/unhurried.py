"""Time enough for what a person would wait for, however busy the machine is."""

from __future__ import annotations

import importlib

import pytest


def let_hints_take_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a hint name no step before it is proven the easiest, on the command line or the web."""
    command = importlib.import_module("hintwise.cli.commands.hint")
    monkeypatch.setattr(command, "_NAMED_AFTER_S", 60.0)
    monkeypatch.setattr(command, "seconds_since_start", lambda: -60.0)
    monkeypatch.setattr("hintwise.service.api.steps.NAMED_AFTER_S", 60.0)
