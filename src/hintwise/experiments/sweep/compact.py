"""Results in a few kilobytes: a file for each method and problem, with a line for each run.

They are what is kept of a long sweep when its database is gone: fit for version control, and enough
to redraw tables and figures, and to go on on another machine. What a run has learned, and its
queries one by one, is not in them.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hintwise.elicit.fingerprint import fingerprint
from hintwise.elicit.settings import Settings
from hintwise.errors import InvalidValue
from hintwise.experiments.sweep.query_times import QueryTimes, rounded
from hintwise.experiments.sweep.results import Results
from hintwise.experiments.sweep.simulation import Evaluation
from hintwise.experiments.sweep.task import Cell, RunResult, RunTask, results_version
from hintwise.problem import Kind
from hintwise.puzzles.kinds import kind_called

COMPACT_VERSION = 1
"""Of the files."""

_DIGITS = 6
"""Of a regret, which are more than any table shows."""

_NAMED = ("normalisation", "selection")
"""The settings that a file is called after, besides kind, method and an unusual learning rate."""


@dataclass(frozen=True, slots=True)
class CompactRun:
    """A run, without its queries and what was learned."""

    user: str
    run: int
    key: str
    """Of its task: says whether a plan asks for this very run."""
    made_with: str
    """The versions of what computed it."""
    result: RunResult

    @classmethod
    def of(cls, cell: Cell, result: RunResult, made_with: str) -> CompactRun:
        return cls(cell.user, cell.run, cell.task.key, made_with, result)

    def as_json(self) -> dict[str, Any]:
        found = self.result.evaluations
        return {
            "user": self.user,
            "run": self.run,
            "key": self.key,
            "regret": [rounded(e.regret, _DIGITS) for e in found],
            "unproven_at": [e.queries for e in found if not e.proven],
            "query_times": self.result.times.as_json(),
            "seconds": rounded(self.result.seconds),
            "peak_memory_mb": round(self.result.peak_memory_mb),
            "made_with": self.made_with,
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any], points: Iterable[int]) -> CompactRun:
        unproven = set(document["unproven_at"])
        evaluations = tuple(
            Evaluation(point, float(regret), point not in unproven, {})
            for point, regret in zip(points, document["regret"], strict=True)
        )
        times = QueryTimes.from_json(document["query_times"])
        result = RunResult(
            (), evaluations, document["seconds"], document["peak_memory_mb"], summary=times
        )
        user, run, key = document["user"], document["run"], document["key"]
        return cls(user, run, key, document["made_with"], result)


@dataclass(frozen=True, slots=True)
class CompactCell:
    """The runs of one method on one problem, under settings that differ in the seed only."""

    kind: Kind
    training: tuple[str, ...]
    """Fingerprints of the puzzles that were learned from."""
    judged_on: str
    settings: Settings
    queries: int
    evaluate_at: tuple[int, ...]
    runs: tuple[CompactRun, ...]
    results_version: int

    @classmethod
    def for_task(cls, task: RunTask) -> CompactCell:
        """The one that runs like this belong to, without any."""
        return cls(
            task.sequence.judged_on.kind,
            tuple(map(fingerprint, task.training)),
            fingerprint(task.sequence.judged_on),
            replace(task.settings, seed=0),
            task.queries,
            task.evaluate_at,
            (),
            results_version(task.settings),
        )

    @property
    def name(self) -> str:
        """Of its file: what people look for, and a hash of all that its runs have in common."""
        flat = self.settings.flat
        told = [flat[name] for name in _NAMED if name in flat]
        if not self.settings.has_appendix_rate(self.kind) and "learning_rate" in flat:
            told.append(f"rate {flat['learning_rate']:g}")
        words = "-".join(str(part) for part in (self.kind.name, flat["method"], *told))
        common = {**self.about, "results_version": None}
        text = json.dumps(common, sort_keys=True, ensure_ascii=False)
        return f"{words.replace(' ', '_')}-{hashlib.sha256(text.encode()).hexdigest()[:6]}"

    @property
    def about(self) -> dict[str, Any]:
        """All that its runs have in common."""
        settings = self.settings.as_json()
        del settings["seed"]
        return {
            "version": COMPACT_VERSION,
            "results_version": self.results_version,
            "problem": self.kind.name,
            "training": list(self.training),
            "judged_on": self.judged_on,
            "settings": settings,
            "queries": self.queries,
            "evaluate_at": list(self.evaluate_at),
        }

    def with_runs(self, runs: Iterable[CompactRun]) -> CompactCell:
        """With these as well, of which those with a known key replace others; in order."""
        found = {run.key: run for run in (*self.runs, *runs)}
        return replace(self, runs=tuple(sorted(found.values(), key=_round_by_round)))

    def as_text(self) -> str:
        """A JSON document with a run on each line, so that changes can be read."""
        head = json.dumps(self.about, ensure_ascii=False, indent=1)
        lines = ",\n".join(json.dumps(run.as_json(), ensure_ascii=False) for run in self.runs)
        return f'{head.removesuffix("}").rstrip()},\n "runs": [\n{lines}\n]}}\n'

    @classmethod
    def from_text(cls, text: str) -> CompactCell:
        document = json.loads(text)
        if document["version"] != COMPACT_VERSION:
            raise InvalidValue(f"version {document['version']!r} (known: {COMPACT_VERSION})")
        points = tuple(document["evaluate_at"])
        return cls(
            kind_called(document["problem"]),
            tuple(document["training"]),
            document["judged_on"],
            Settings.from_json(document["settings"]),
            document["queries"],
            points,
            tuple(CompactRun.from_json(run, points) for run in document["runs"]),
            document["results_version"],
        )


def read_compact(folder: Path) -> list[CompactCell]:
    """What the files in a folder hold, by name; nothing if there is no such folder."""
    return [_read(file) for file in sorted(folder.glob("*.json"))]


def take_up(cells: Iterable[Cell], results: Results, folder: Path) -> int:
    """Add to `results` what the folder has of these cells and they do not; return how many."""
    known = {run.key: run.result for cell in read_compact(folder) for run in cell.runs}
    tasks = {cell.task.key: cell.task for cell in cells}
    missing = [key for key in tasks if key in known and not results.is_done(key)]
    for key in missing:
        results.take_up(tasks[key], known[key])
    return len(missing)


def write_compact(
    cells: Iterable[Cell], results: Results, folder: Path, made_with: str
) -> list[Path]:
    """Write what has been computed of these cells to the folder, beside the runs it has already.

    Runs that it has stay as they are. Those of another version of the results make room.
    """
    kept = {run.key for cell in read_compact(folder) for run in cell.runs}
    fresh: dict[str, tuple[CompactCell, list[CompactRun]]] = {}
    for cell in cells:
        result = None if cell.task.key in kept else results.run(cell.task.key)
        if result is not None:
            own = CompactCell.for_task(cell.task)
            _, runs = fresh.setdefault(own.name, (own, []))
            runs.append(CompactRun.of(cell, result, made_with))
    return [_add(own, runs, folder) for own, runs in fresh.values()]


def _add(cell: CompactCell, runs: Iterable[CompactRun], folder: Path) -> Path:
    file = folder / f"{cell.name}.json"
    if file.exists() and (before := _read(file)).results_version == cell.results_version:
        cell = before
    _write(file, cell.with_runs(runs).as_text())
    return file


def _read(file: Path) -> CompactCell:
    try:
        return CompactCell.from_text(file.read_text(encoding="utf-8"))
    except (OSError, KeyError, TypeError, ValueError, InvalidValue) as error:
        why = f"{type(error).__name__} {error}"
        raise InvalidValue(f"{file} cannot be read as compact results: {why}") from None


def _write(file: Path, text: str) -> None:
    """Whole or not at all."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(file)
    except OSError as error:
        raise InvalidValue(f"{file} cannot be written: {error.strerror}") from None


def _round_by_round(run: CompactRun) -> tuple[int, list[tuple[int, str]]]:
    return run.run, list(_natural(run.user))


def _natural(text: str) -> Iterator[tuple[int, str]]:
    """Such that user 2 comes before user 10."""
    for number, word in re.findall(r"(\d+)|(\D+)", text):
        yield int(number or 0), word
