"""A run as tables: for the terminal and as Markdown, from the same cells."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from hintwise.bench.clashes import ClashTimes, clash_table
from hintwise.bench.compare import Race, Races
from hintwise.bench.deadlines import Call, DeadlineTimes
from hintwise.bench.growth import Growth, SequenceTimes
from hintwise.bench.look_ahead import AT_ONCE_S, LookAheadWaits, Waits
from hintwise.bench.measure import WARMING_QUERIES, Measurement, StepTimes, Summary
from hintwise.bench.model_times import ModelRecord, ModelTimes
from hintwise.bench.queries import FamilyQueries, QueryTimes
from hintwise.bench.run import BenchResults, Section
from hintwise.bench.web.plan import WebResults
from hintwise.bench.web.table import web_table
from hintwise.experiments.machine import Machine
from hintwise.render.table import Table, markdown_lines, number, seconds


def table_of(section: Section) -> Table:
    match section:
        case StepTimes():
            return _steps(section)
        case SequenceTimes():
            return _sequence(section)
        case Growth():
            return _growth(section)
        case Races():
            return _comparisons(section)
        case QueryTimes():
            return _queries(section)
        case LookAheadWaits():
            return _look_ahead(section)
        case ModelTimes():
            return _models(section)
        case DeadlineTimes():
            return _deadlines(section)
        case ClashTimes():
            return clash_table(section)
        case WebResults():
            return web_table(section)


def as_markdown(results: BenchResults) -> str:
    """The whole run: where it was measured, and a table for each section."""
    parts = [f"{describe(results.machine)} Puzzles: {results.source}."]
    for section in results.sections.values():
        table = table_of(section)
        parts += [f"\n### {table.title}\n", *markdown_lines(table)]
    return "\n".join([*parts, ""])


def describe(machine: Machine) -> str:
    """One or two sentences about where it was measured, with the load."""
    versions = ", ".join(f"{name} {version}" for name, version in machine.versions.items())
    where = f"{machine.processor}, {machine.cores} cores, {machine.system}; {versions}."
    if machine.load_before is None or machine.load_after is None:
        return where
    load = f"{machine.load_before:.1f} at the start, {machine.load_after:.1f} at the end"
    return f"{where} Load average: {load}."


def _steps(steps: StepTimes) -> Table:
    columns = [
        (f"{family.family} {kind}", summary)
        for family in steps.families
        for kind, summary in family.summaries().items()
    ]
    lines = [_summary_cells(summary) for _, summary in columns]
    rows = [(name, *(cells[name] for cells in lines)) for name in lines[0]]
    constructions = [
        f"{family.family}: constructing an explainer takes "
        f"{seconds(statistics.median(family.first_constructions_s))} with encoding the rules and "
        f"{seconds(statistics.median(family.later_constructions_s))} when another puzzle of the "
        "same shape had them encoded; neither is in the times above."
        for family in steps.families
    ]
    memory = steps.peak_memory_bytes
    return Table(
        "The optimal step over all targets, in random states",
        ("", *(name for name, _ in columns)),
        tuple(rows),
        (
            f"Cold: a fresh explainer. Warm: after {WARMING_QUERIES} other random queries on the "
            "same puzzle, and those measured before it.",
            *constructions,
            f"Peak memory of the whole process: {'unknown' if memory is None else size(memory)}.",
        ),
    )


def _summary_cells(summary: Summary) -> dict[str, str]:
    return {
        "proven optimal": f"{summary.proven} of {summary.queries}",
        "median": seconds(summary.median_s),
        "95th percentile": seconds(summary.p95_s),
        "max": seconds(summary.max_s),
        "SAT calls, median": f"{summary.sat_calls_median:.0f}",
        "of these to seed the pool": f"{summary.seeding_calls_median:.0f}",
        "SAT calls, mean": f"{summary.sat_calls_mean:.0f}",
        "time in SAT": f"{summary.sat_share:.0%}",
        "time in bounds": f"{summary.bound_share:.0%}",
        "time in tree and Python": f"{summary.rest_share:.0%}",
        "largest pool": size(summary.pool_bytes_max),
    }


def _sequence(times: SequenceTimes) -> Table:
    def cells(name: str, measurements: Sequence[Measurement]) -> tuple[str, ...]:
        spent = [m.seconds for m in measurements]
        return (
            name,
            f"{sum(m.optimal for m in measurements)} of {len(measurements)}",
            seconds(spent[0]),
            seconds(statistics.median(spent)),
            seconds(max(spent)),
            seconds(sum(spent)),
            f"{statistics.median(m.sat_calls for m in measurements):.0f}",
        )

    return Table(
        f"Along a sequence: {times.label}",
        ("", "proven", "first step", "median", "max", "all steps", "SAT calls, median"),
        (
            cells("one explainer going along", times.along),
            cells("a fresh one for each step", times.fresh),
        ),
    )


def _growth(growth: Growth) -> Table:
    rows = [
        (
            p.family,
            str(p.values),
            f"{p.elements:.0f}",
            f"{p.givens:.0f}",
            seconds(p.construction_s),
            seconds(p.median_s),
            seconds(p.max_s),
            f"{p.sat_calls_median:.0f}",
            f"{p.proven} of {len(p.measurements)}",
        )
        for p in growth.points
    ]
    return Table(
        "Growth with size, cold",
        (
            "drawn puzzle",
            "values",
            "elements",
            "givens",
            "construction",
            "median",
            "max",
            "SAT calls",
            "proven",
        ),
        tuple(rows),
        (
            "Each query in a random state of another drawn puzzle; logic grids have no givens.",
            "What is not proven was stopped by the deadline: the time is then the deadline's.",
        ),
    )


def _comparisons(found: Races) -> Table:
    columns = [_comparison_cells(comparison) for comparison in found.comparisons]
    notes = [
        "hintwise: median of fresh explainers; construction is encoding the rules and solving the "
        "puzzle, nothing kept from earlier runs.",
        "Times the query: how many times longer than hintwise's query. Times in all: than its "
        "construction and query together.",
    ]
    if any(comparison.tools.estimated for comparison in found.comparisons):
        notes.append(
            "CPMpy's tools: ESTIMATED, the mean time of the targets tried times the number of "
            "targets; --full tries them all."
        )
    return Table(
        "The optimal step over all targets, against others",
        ("", *(comparison.label for comparison in found.comparisons)),
        tuple((name, *(cells[name] for cells in columns)) for name in columns[0]),
        tuple(notes),
    )


def _comparison_cells(found: Race) -> dict[str, str]:
    tools, referee = found.tools, found.referee
    fewest, most = min(tools.seconds_each), max(tools.seconds_each)
    about = "≈ " if tools.estimated else ""
    at_least = "" if referee.optimal else "> "
    return {
        "targets": str(found.targets),
        "hintwise, construction": seconds(found.hintwise.construction_s),
        "hintwise, query": seconds(found.hintwise.query_s),
        "CPMpy's tools, targets tried": str(tools.tried),
        "CPMpy's tools, per target": f"{seconds(fewest)} to {seconds(most)}",
        "CPMpy's tools, all targets": f"{about}{seconds(tools.seconds)}",
        "CPMpy's tools, times the query": _times(found.times_tools.query, about),
        "CPMpy's tools, times in all": _times(found.times_tools.in_all, about),
        "costs agree, target by target": _yes(found.tools_agree),
        "referee, all targets": f"{at_least}{seconds(referee.seconds)}",
        "referee, times the query": _times(found.times_referee.query, at_least),
        "referee, times in all": _times(found.times_referee.in_all, at_least),
        "referee's cost agrees": _yes(found.referee_agrees),
    }


def _queries(times: QueryTimes) -> Table:
    columns = [_query_cells(family) for family in times.families]
    return Table(
        "A query: MACHOP's, both steps, online, as published, and our own",
        ("", *(f"{family.family}, {family.method}" for family in times.families)),
        tuple((name, *(cells[name] for cells in columns)) for name in columns[0]),
        (
            "All queries of a run share what is learned about a puzzle, from nothing; constructing "
            "an explainer and choosing the state are in the query's time, not in the steps'.",
            "First step: MACHOP's is the optimal one under the weights learned so far.",
            "In optimal steps: the computing of a query against that of the cheapest step in its "
            "state, under the weights learned so far, by an explainer that has answered nothing.",
        ),
    )


def _query_cells(family: FamilyQueries) -> dict[str, str]:
    cells = {
        "both steps proven": f"{family.proven} of {len(family.queries)}",
        "SAT calls": f"{family.sat_calls}",
        "in optimal steps, median": f"{family.in_optimal_steps:.1f}",
    }
    for part, spread in family.spreads().items():
        name = part.replace("_", " ")
        cells[f"{name}, median"] = seconds(spread.median_s)
        cells[f"{name}, 95th percentile"] = seconds(spread.p95_s)
        cells[f"{name}, max"] = seconds(spread.max_s)
    return cells


def _look_ahead(found: LookAheadWaits) -> Table:
    def cells(name: str, waits: Waits) -> tuple[str, ...]:
        return (
            name,
            f"{len(waits.seconds)}",
            f"{waits.at_once:.0%}",
            seconds(waits.median_s),
            seconds(waits.p95_s),
        )

    rows = []
    for family in found.families:
        rows.append(cells(f"{family.family}, without", family.alone))
        rows.append(cells(f"{family.family}, with look-ahead", family.ahead))
    return Table(
        "The wait for the next MACHOP query",
        ("", "queries", "at once", "median", "95th percentile"),
        tuple(rows),
        (
            f"At once: in less than {1000 * AT_ONCE_S:.0f} ms. The first query, which nobody can "
            "look ahead to, is left out.",
            f"Look-ahead: {found.workers} processes while the user thinks for "
            f"{seconds(found.thinking_s)}.",
        ),
    )


def _models(found: ModelTimes) -> Table:
    records = found.records
    proven = sum(record.optimal for record in records)
    return Table(
        "Models of many kinds, each in a fresh process",
        (
            "model",
            "outcome",
            "constraints",
            "clauses",
            "SAT variables",
            "construction",
            "peak memory",
            "targets",
            "first step",
            "size",
            "proven",
        ),
        tuple(map(_model_cells, records)),
        (
            f"Constructed: {found.constructed} of {len(records)}. With a first step or a clash: "
            f"{found.explained}; proven cheapest: {proven}.",
            "Construction: from the CPMpy model to an explainer with all implied facts. First "
            "step: a cheapest one under all-ones weights, proven or with a lower bound. Peak "
            "memory is the process's, Python and its libraries included.",
            *(f"{r.name}: {r.message}" for r in records if r.outcome == "refused"),
        ),
    )


def _model_cells(record: ModelRecord) -> tuple[str, ...]:
    def counted(count: int | None) -> str:
        return "–" if count is None else f"{count}"

    def timed(duration: float | None) -> str:
        return "–" if duration is None else seconds(duration)

    proven = "yes" if record.optimal else f"at least {number(record.lower_bound)}"
    memory = record.peak_memory_bytes
    return (
        record.name,
        record.outcome,
        counted(record.constraints),
        counted(record.clauses),
        counted(record.variables),
        timed(record.construction_s),
        "–" if memory is None else size(memory),
        counted(record.targets),
        timed(record.step_s),
        counted(record.size),
        "–" if record.cost is None else proven,
    )


def _deadlines(found: DeadlineTimes) -> Table:
    wrong = [call for call in found.calls if not call.as_it_should]
    return Table(
        f"Calls on the models, stopped after {seconds(found.deadline_s)}",
        ("operation", "calls", "done before", "stopped", "median late", "worst late", "worst at"),
        tuple(_stopped_cells(name, calls) for name, calls in found.by_operation().items()),
        (
            "By a deadline, by a cancellation from another thread or by Ctrl-C, in turn at random. "
            "Late: how long after that a call came back, of those that were not done before.",
            *(f"{c.operation} on {c.model}, {c.way}: {c.outcome}" for c in wrong),
        ),
    )


def _stopped_cells(name: str, calls: Sequence[Call]) -> tuple[str, ...]:
    late = [call for call in calls if call.late_s > 0]
    worst = max(late, key=lambda call: call.late_s, default=None)
    return (
        name,
        f"{len(calls)}",
        f"{len(calls) - len(late)}",
        f"{len(late)}",
        seconds(statistics.median(call.late_s for call in late)) if late else "–",
        "–" if worst is None else seconds(worst.late_s),
        "–" if worst is None else f"{worst.model}, {worst.way}",
    )


def _times(factor: float, prefix: str) -> str:
    return f"{prefix}{factor:.0f} x" if factor >= 10 else f"{prefix}{factor:.1f} x"


def _yes(answer: bool | None) -> str:
    return {True: "yes", False: "NO", None: "not compared"}[answer]


def size(memory: int) -> str:
    """Bytes as people count them.

    >>> size(200_140), size(181_000_000)
    ('200 kB', '181 MB')
    """
    return f"{memory / 1e6:.0f} MB" if memory >= 10e6 else f"{memory / 1e3:.0f} kB"
