"""`hintwise bench`: how fast, against what, and how it grows."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import numpy as np
from rich.console import Console

from hintwise.bench.cases import find_material
from hintwise.bench.report import as_markdown, describe, table_of
from hintwise.bench.requirements import (
    missing_for_comparison,
    missing_for_figures,
    missing_for_web,
)
from hintwise.bench.run import SECTIONS, BenchResults, BenchSettings, run
from hintwise.bench.web.plan import WebPlan
from hintwise.cli.background import computed_in_background
from hintwise.cli.errors import echo
from hintwise.cli.options import count_option, folder_option, json_option, seconds_option
from hintwise.cli.outputs import make_folder, write_whole
from hintwise.cli.tables import print_tables
from hintwise.errors import UnknownName

_DEFAULT = BenchSettings()
_WEB = _DEFAULT.web


def _known_models(
    context: click.Context, parameter: click.Parameter, names: tuple[str, ...]
) -> tuple[str, ...]:
    """The models named, or else all."""
    for name in names:
        if name not in _DEFAULT.models:
            raise click.BadParameter(str(UnknownName("model", name, _DEFAULT.models)))
    return names or _DEFAULT.models


@click.command()
@click.option(
    "--only",
    multiple=True,
    type=click.Choice(list(SECTIONS)),
    help="Measure this and nothing else; may be given several times.",
)
@count_option(
    "--states",
    "Random states per kind of puzzle; a tenth of that per size for growth.",
    default=_DEFAULT.states,
)
@count_option(
    "--seed",
    "What random states, weights and puzzles are drawn with.",
    least=0,
    default=_DEFAULT.seed,
)
@seconds_option("--deadline", "For each query of hintwise.", default=_DEFAULT.deadline_s)
@seconds_option(
    "--referee-deadline",
    "For each state that the referee is given.",
    default=_DEFAULT.referee_deadline_s,
)
@count_option(
    "--queries", "Queries to a simulated user, per kind of puzzle.", default=_DEFAULT.queries
)
@click.option(
    "--thinking",
    "thinking_s",
    type=click.FloatRange(min=0),
    default=_DEFAULT.thinking_s,
    metavar="SECONDS",
    help="What that user takes to answer while the next query is looked ahead to.",
)
@click.option(
    "--full", is_flag=True, help="Give CPMpy's tools every target instead of a few: many minutes."
)
@seconds_option(
    "--construction-deadline",
    "For each model until it can be explained.",
    default=_DEFAULT.construction_deadline_s,
)
@click.option(
    "--model",
    "models",
    multiple=True,
    metavar="NAME",
    callback=_known_models,
    help="Try this model and no other; may be given several times.",
)
@count_option(
    "--calls", "Calls on the models that are stopped, for deadlines.", default=_DEFAULT.calls
)
@count_option("--people", "People on the web application at a time.", default=_WEB.people)
@seconds_option("--duration", "For each load on the web application.", default=_WEB.duration_s)
@count_option(
    "--kills", "Kills of the web application, for each database.", least=0, default=_WEB.kills
)
@click.option(
    "--postgresql",
    metavar="URL",
    help="An empty database of PostgreSQL, for as many kills again; default: SQLite only.",
)
@folder_option("Write the tables, the JSON document and the figures there.")
@json_option
def bench(
    only: tuple[str, ...],
    full: bool,
    folder: Path | None,
    as_json: bool,
    people: int,
    duration_s: float,
    kills: int,
    postgresql: str | None,
    **options: Any,
) -> None:
    """Measure here and now; all of it takes many minutes.

    steps: optimal steps in random states, cold and warm. sequence: step by step along a sequence.
    growth: with the size of the puzzle. compare: against CPMpy's own tools and a plain algorithm.
    queries: pairs of steps to choose from. look_ahead: how long a person waits for the next pair.
    models: models of the kinds people write, each in a process of its own. deadlines: how late
    calls on them come back that are stopped. web: many people on the web application, and whether
    anything is lost when its processes are killed.
    """
    sample = None if full else _DEFAULT.sampled_targets
    databases = ("", postgresql) if postgresql else ("",)
    web = WebPlan(people=people, duration_s=duration_s, kills=kills, databases=databases)
    settings = BenchSettings(sampled_targets=sample, web=web, **options)
    _check_requirements(only or tuple(SECTIONS), folder)
    material = find_material(np.random.default_rng(settings.seed))

    def compute(cancel: threading.Event) -> Iterator[str | BenchResults]:
        return run(settings, material, only, cancel)

    results = None
    try:
        with closing(computed_in_background(compute)) as events:
            for results in _after_each_section(events):
                if not as_json:
                    _show_latest(results)
    finally:
        # After Ctrl-C too: what was measured by then is not lost.
        if results is not None:
            _finish(results, folder, as_json)


def _check_requirements(sections: Sequence[str], folder: Path | None) -> None:
    """Refuse now what would fail after minutes of measuring."""
    if "compare" in sections and (missing := missing_for_comparison()):
        others = " ".join(f"--only {name}" for name in sections if name != "compare")
        raise click.UsageError(f"{missing}, or leave it out: {others}")
    if "web" in sections and (missing := missing_for_web()):
        raise click.UsageError(missing)
    if folder is not None:
        if missing := missing_for_figures():
            raise click.UsageError(f"--out: {missing}")
        make_folder(folder)


def _after_each_section(events: Iterator[str | BenchResults]) -> Iterator[BenchResults]:
    """Yield the results so far; while waiting, say on stderr what for."""
    console = Console(stderr=True)
    topic = ""
    with console.status("starting …") as status:
        for event in events:
            if isinstance(event, BenchResults):
                status.stop()  # it would run through what is printed now
                yield event
                status.start()
                continue
            status.update(f"{event} …")
            if not console.is_terminal and (now := event.partition(":")[0]) != topic:
                topic = now
                click.echo(f"{topic} …", err=True)


def _show_latest(results: BenchResults) -> None:
    *_, section = results.sections.values()
    print_tables([table_of(section)])
    echo("")


def _finish(results: BenchResults, folder: Path | None, as_json: bool) -> None:
    document = json.dumps(results.as_json(), indent=2)
    echo(document if as_json else describe(results.machine))
    if folder is not None:
        write_whole(folder / "benchmarks.json", f"{document}\n")
        write_whole(folder / "benchmarks.md", as_markdown(results))
        _draw(results, folder)
        click.echo(f"written to {folder}", err=True)


def _draw(results: BenchResults, folder: Path) -> None:
    # matplotlib is an extra, and slow to import.
    from hintwise.bench.figures import figures

    for name, figure in figures(results):
        figure.savefig(folder / f"benchmarks-{name}.png", dpi=150)
        figure.savefig(folder / f"benchmarks-{name}.svg", metadata={"Date": None})
