"""What was found of the web application, as a table."""

from __future__ import annotations

from hintwise.bench.web.plan import KillResult, LoadResult, WebResults, waits
from hintwise.render.table import Table, seconds

_MEGABYTE = 1024 * 1024
_TOLD = 5


def web_table(results: WebResults) -> Table:
    """Both as one table: a column for each run."""
    runs = [_load_cells(load) for load in results.loads]
    runs += [_kill_cells(kills) for kills in results.kills]
    names = list(dict.fromkeys(name for run in runs for name in run))
    rows = tuple((name, *(run.get(name, "–") for run in runs)) for name in names if name)
    return Table(
        "The web application under load and kills",
        ("", *(run[""] for run in runs)),
        rows,
        (
            "Waits: from an answer to the next question on the screen. Busy: told honestly to come "
            "back. Memory: the process itself and all its workers, at the end, and how much it "
            "grew a minute in the second half.",
            "Lost, doubled or misplaced: after kill -9 of server or workers, compared with all "
            "that was acknowledged.",
            *dict.fromkeys(error for load in results.loads for error in load.errors[:_TOLD]),
            *(complaint for kills in results.kills for complaint in kills.complaints[:_TOLD]),
        ),
    )


def _load_cells(result: LoadResult) -> dict[str, str]:
    load = result.load
    cells = {
        "": f"{load.people} people, {load.thinking_s:g} s",
        "answers": str(result.answers),
        "answers a second": f"{result.answers_per_s:.1f}",
    }
    for name, found in (
        ("first question", result.first_waits_s),
        ("wait", result.waits_s),
        ("hint", result.hint_waits_s),
    ):
        summary = waits(found)
        cells[f"{name}, median"] = seconds(summary["median_s"]) if found else "–"
        cells[f"{name}, 95 %"] = seconds(summary["p95_s"]) if found else "–"
    cells["busy"] = str(result.busy)
    cells["errors"] = str(len(result.errors))
    cells["lost answers"] = str(result.lost)
    for part in ("server", "workers"):
        cells[f"processor, {part}"] = seconds(getattr(result.cpu_s, part))
        held = getattr(result.memory[-1], part) / _MEGABYTE if result.memory else 0.0
        growth = result.growth(part)
        more = "" if growth is None else f" ({growth / _MEGABYTE:+.1f}/min)"
        cells[f"memory of {part}, MB"] = f"{held:.0f}{more}"
    return cells


def _kill_cells(result: KillResult) -> dict[str, str]:
    return {
        "": f"kills, {result.database}",
        "kills of server": str(result.server_kills),
        "kills of workers": str(result.worker_kills),
        "moves": str(result.moves),
        "answers": str(result.answers),
        "stored, reply lost": str(result.came_through),
        "lost, doubled or misplaced": str(len(result.complaints)),
    }
