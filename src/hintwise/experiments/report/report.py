"""Reports: what the runs of plans have shown, as a page, as Markdown and as plain tables."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from hintwise.errors import InvalidValue
from hintwise.experiments.report.document import (
    Block,
    Command,
    Heading,
    Paragraph,
    Remarks,
    as_markdown,
    as_page,
)
from hintwise.experiments.report.figures import FigureFile, drawings
from hintwise.experiments.report.findings import findings
from hintwise.experiments.report.sections import remarks, tables
from hintwise.experiments.sweep.task import Cell, RunResult
from hintwise.render.table import Table, counted, long_time


@dataclass(frozen=True, slots=True)
class Reported:
    """A plan and what has become of its cells; those in neither list are still to be run."""

    plan_name: str
    title: str
    question: str
    """What the plan is meant to find out."""
    cells: Sequence[tuple[Cell, RunResult]]
    failures: Sequence[tuple[Cell, str]] = ()
    missing: int = 0
    """How many cells are still to be run."""
    as_published: Collection[str] = ()
    """The problems that have the published puzzles and users."""


@dataclass(frozen=True, slots=True)
class About:
    """Where the figures come from, as the caller knows it. What is empty is left out."""

    title: str = "Experiments"
    command: str = ""
    scale: str = ""
    puzzles: str = ""
    """Which puzzles, and whose weights the users have."""
    when: str = ""
    """When the report was written, in whatever form."""
    seconds: float | None = None
    """From start to end of the sweep."""
    cores: int | None = None
    processor: str = ""
    system: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)


def write_report(reported: Sequence[Reported], folder: Path, about: About) -> list[Path]:
    """Write `report.html`, `report.md`, figures and tables into a folder, and name the files.

    The same runs give the same files. The folder is made if need be; what is in it stays, unless
    it has the name of a file of the report.
    """
    blocks = list(_blocks(reported, about))
    contents = {
        "report.html": as_page(about.title, blocks),
        "report.md": as_markdown(about.title, blocks),
        **{f"{block.name}.svg": block.svg for block in blocks if isinstance(block, FigureFile)},
        "regret.csv": _as_csv(_REGRET_COLUMNS, _regret_rows(reported)),
        "queries.csv": _as_csv(_QUERY_COLUMNS, _query_rows(reported)),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in contents.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise InvalidValue(f"no report can be written to {folder}: {error.strerror}") from None
    return [folder / name for name in contents]


def _blocks(reported: Sequence[Reported], about: About) -> Iterator[Block]:
    yield _overview(reported)
    names: dict[str, int] = {}
    for plan in reported:
        name = _slug(plan.plan_name) or "plan"
        names[name] = names.get(name, 0) + 1
        yield from _plan_blocks(plan, name if names[name] == 1 else f"{name}-{names[name]}")
    yield Heading(2, "Where this comes from")
    if about.command:
        yield Command(about.command)
    yield Remarks(tuple(_provenance(reported, about)))


def _overview(reported: Sequence[Reported]) -> Table:
    rows = [
        (
            plan.title,
            str(len(plan.cells)),
            str(len(plan.failures)),
            str(plan.missing),
            long_time(sum(result.seconds for _, result in plan.cells)),
        )
        for plan in reported
    ]
    headers = ("plan", "finished runs", "failed", "still to run", "computing time")
    return Table("What was run", headers, tuple(rows))


def _plan_blocks(plan: Reported, name: str) -> Iterator[Block]:
    yield Heading(2, plan.title)
    if plan.question:
        yield Paragraph(plan.question)
    if plan.missing:
        yield Paragraph(f"This is preliminary: {counted(plan.missing, 'run')} still to come.")
    problems = findings(plan.cells, plan.as_published)
    if not problems:
        yield Paragraph("No run has finished.")
    for drawing in drawings(problems):
        yield replace(drawing, name=f"{name}-{drawing.name}")
    for problem in problems:
        yield Heading(3, problem.label)
        yield Remarks(tuple(remarks(problem)))
        yield from tables(problem)
    if plan.failures:
        yield Heading(3, "Failed runs")
        yield Remarks(
            tuple(
                f"{cell.problem}, {cell.method}, {cell.user}, run {cell.run}: {message}"
                for cell, message in plan.failures
            )
        )


def _provenance(reported: Sequence[Reported], about: About) -> Iterator[str]:
    results = {cell.task.key: result for plan in reported for cell, result in plan.cells}
    computing = long_time(sum(result.seconds for result in results.values()))
    yield (
        f"Computing time of {counted(len(results), 'run')} in all: {computing}, each run in one "
        "thread. Time spent waiting for a busy machine is not counted, here or for queries."
    )
    if about.seconds is not None:
        yield f"From start to end: {long_time(about.seconds)}."
    for label, text in (
        ("Scale", about.scale),
        ("Puzzles and users", about.puzzles),
        ("When", about.when),
        ("Processor", about.processor),
        ("Cores", str(about.cores or "")),
        ("System", about.system),
        ("Versions", ", ".join(f"{name} {number}" for name, number in about.versions.items())),
    ):
        if text:
            yield f"{label}: {text}."
    yield "regret.csv and queries.csv, beside this report, have every evaluation and every query."


def _slug(name: str) -> str:
    """
    >>> _slug("Q1: non-domination"), _slug("?")
    ('q1-non-domination', '')
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


_CELL_COLUMNS = ("plan", "problem", "method", "user", "run", "seed")
_REGRET_COLUMNS = (*_CELL_COLUMNS, "queries", "regret", "proven")
_QUERY_COLUMNS = (*_CELL_COLUMNS, "query", "answer", "fallback", "proven", "seconds")


def _regret_rows(reported: Sequence[Reported]) -> Iterator[tuple[object, ...]]:
    for place, result in _runs(reported):
        for found in result.evaluations:
            yield (*place, found.queries, found.regret, _yes(found.proven))


def _query_rows(reported: Sequence[Reported]) -> Iterator[tuple[object, ...]]:
    for place, result in _runs(reported):
        for number, query in enumerate(result.queries, 1):
            how = (query.answer, query.fallback, _yes(query.proven))
            yield (*place, number, *how, f"{query.seconds:.6f}")


def _runs(reported: Sequence[Reported]) -> Iterator[tuple[tuple[object, ...], RunResult]]:
    """Each run with what the columns that both tables share say of it."""
    for plan in reported:
        for cell, result in plan.cells:
            seed = cell.task.settings.seed
            place = (plan.plan_name, cell.problem, cell.method, cell.user, cell.run, seed)
            yield place, result


def _yes(answer: bool) -> str:
    return "true" if answer else "false"


def _as_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()
