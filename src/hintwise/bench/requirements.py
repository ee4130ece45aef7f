"""What the benchmarks need besides hintwise itself."""

from __future__ import annotations

import importlib.util

import cpmpy as cp

from hintwise.bench.cpmpy_tools import DEFAULT

INSTALL = "pip install 'hintwise[bench]'"


def missing_for_comparison() -> str | None:
    """What to say if a solver that CPMpy's tools are run with is not installed."""
    for name in (DEFAULT.solver, DEFAULT.hs_solver):
        if not cp.SolverLookup.lookup(name).supported():
            return f"the comparison needs CPMpy's solver {name!r}, not installed: {INSTALL}"
    return None


def missing_for_figures() -> str | None:
    """What to say if figures cannot be drawn."""
    if importlib.util.find_spec("matplotlib") is None:
        return f"figures need matplotlib, not installed: {INSTALL}"
    return None


def missing_for_web() -> str | None:
    """What to say if there is no web application to measure, or nothing to measure it with."""
    for module, extra in (("fastapi", "web"), ("httpx", "bench"), ("psutil", "bench")):
        if importlib.util.find_spec(module) is None:
            return f"web needs {module}, not installed: pip install 'hintwise[{extra}]'"
    return None
