"""The benchmark suite: which sections run, on what, and everything they found."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, TypeVar

import numpy as np

from hintwise.bench.cases import Material
from hintwise.bench.clashes import CASES, ClashTimes, measure_clashes
from hintwise.bench.compare import Races, Terms, compare
from hintwise.bench.deadlines import DeadlineTimes, measure_deadlines
from hintwise.bench.growth import SIZES, Growth, SequenceTimes, Size, measure_sequence, measure_size
from hintwise.bench.look_ahead import LookAheadWaits, Sitting, measure_waits
from hintwise.bench.measure import StepTimes, measure_family
from hintwise.bench.model_times import ModelTimes, measure_models
from hintwise.bench.models import MODELS
from hintwise.bench.queries import METHODS, QueryTimes, measure_queries
from hintwise.bench.web.plan import WebPlan, WebResults
from hintwise.engine import Limits
from hintwise.errors import UnknownName
from hintwise.experiments.machine import Machine, peak_memory_bytes, this_machine

_T = TypeVar("_T")

Section = (
    StepTimes
    | SequenceTimes
    | Growth
    | Races
    | QueryTimes
    | LookAheadWaits
    | ModelTimes
    | DeadlineTimes
    | ClashTimes
    | WebResults
)
Sections = Mapping[str, Section]


@dataclass(frozen=True, slots=True)
class BenchSettings:
    """How much is measured; the defaults take many minutes."""

    states: int = 30
    """Random states per kind of puzzle; a tenth of that for each size in `growth`."""
    seed: int = 0
    deadline_s: float = 10.0
    """For each query of hintwise."""
    referee_deadline_s: float = 60.0
    """For each state that the referee is given."""
    sampled_targets: int | None = 3
    """Targets that CPMpy's tools are given in each state; None for all."""
    queries: int = 30
    """Queries to a simulated user, for each kind of puzzle, in `queries` and `look_ahead`."""
    thinking_s: float = 2.0
    """What that user takes to answer in `look_ahead`."""
    models: tuple[str, ...] = tuple(MODELS)
    """Which of the models are tried."""
    clashes: tuple[str, ...] = tuple(CASES)
    """Which cases without a solution are tried."""
    construction_deadline_s: float = 60.0
    """For each model until its explainer is ready."""
    calls: int = 200
    """Calls on the models that are stopped in `deadlines`."""
    web: WebPlan = field(default_factory=WebPlan)
    sizes: tuple[Size, ...] = SIZES

    @property
    def states_per_size(self) -> int:
        return max(1, self.states // 10)

    def as_json(self) -> dict[str, Any]:
        record = asdict(replace(self, sizes=()))
        del record["sizes"]
        return {**record, "web": self.web.as_json()}


@dataclass(frozen=True, slots=True)
class BenchResults:
    """A whole run."""

    machine: Machine
    settings: BenchSettings
    source: str
    sections: Sections = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {
            "machine": asdict(self.machine),
            "settings": self.settings.as_json(),
            "puzzles": self.source,
            **{name: section.as_json() for name, section in self.sections.items()},
        }


@dataclass(frozen=True, slots=True)
class _Task:
    """What a section is given."""

    settings: BenchSettings
    material: Material
    limits: Limits
    rng: np.random.Generator


def _steps(task: _Task) -> Generator[str, None, StepTimes]:
    states, limits, rng = task.settings.states, task.limits, task.rng
    families = yield from _each(
        measure_family(family, puzzles, states, limits, rng)
        for family, puzzles in task.material.families.items()
    )
    return StepTimes(families, peak_memory_bytes())


def _sequence(task: _Task) -> Generator[str, None, SequenceTimes]:
    return (yield from measure_sequence(task.material.sequence, task.limits))


def _growth(task: _Task) -> Generator[str, None, Growth]:
    states, limits, rng = task.settings.states_per_size, task.limits, task.rng
    points = yield from _each(
        measure_size(size, states, limits, rng) for size in task.settings.sizes
    )
    return Growth(points)


def _compare(task: _Task) -> Generator[str, None, Races]:
    settings = task.settings
    terms = Terms(task.limits, settings.referee_deadline_s, settings.sampled_targets)
    return Races((yield from _each(compare(case, terms) for case in task.material.compared)))


def _queries(task: _Task) -> Generator[str, None, QueryTimes]:
    count, limits, rng = task.settings.queries, task.limits, task.rng
    families = yield from _each(
        measure_queries(family, puzzles, count, limits, rng, method)
        for family, puzzles in task.material.families.items()
        for method in METHODS
    )
    return QueryTimes(families)


def _look_ahead(task: _Task) -> Generator[str, None, LookAheadWaits]:
    settings = task.settings
    sitting = Sitting(settings.queries, settings.thinking_s, settings.seed)
    families = yield from _each(
        measure_waits(family, puzzles, sitting, task.limits)
        for family, puzzles in task.material.families.items()
    )
    return LookAheadWaits(families, sitting.thinking_s, sitting.workers)


def _models(task: _Task) -> Generator[str, None, ModelTimes]:
    settings = task.settings
    return (
        yield from measure_models(settings.models, settings.construction_deadline_s, task.limits)
    )


def _deadlines(task: _Task) -> Generator[str, None, DeadlineTimes]:
    settings = task.settings
    return (yield from measure_deadlines(settings.models, settings.calls, task.limits, task.rng))


def _clashes(task: _Task) -> Generator[str, None, ClashTimes]:
    limits = Limits(deadline_s=task.settings.referee_deadline_s, cancel=task.limits.cancel)
    return (yield from measure_clashes(task.settings.clashes, limits, task.rng))


def _web(task: _Task) -> Generator[str, None, WebResults]:
    # What it needs is an extra.
    from hintwise.bench.web.section import measure_web

    return (yield from measure_web(task.settings.web, task.settings.seed, task.limits.cancel))


def _each(measured: Iterable[Generator[str, None, _T]]) -> Generator[str, None, tuple[_T, ...]]:
    """What they find, one after the other; yields their progress."""
    found = []
    for measure in measured:
        result = yield from measure
        found.append(result)
    return tuple(found)


SECTIONS: Mapping[str, Callable[[_Task], Generator[str, None, Section]]] = {
    # In this order the others leave no trace in the peak memory that `steps` reports.
    "steps": _steps,
    "sequence": _sequence,
    "growth": _growth,
    "compare": _compare,
    "queries": _queries,
    "look_ahead": _look_ahead,
    "models": _models,
    "deadlines": _deadlines,
    "clashes": _clashes,
    "web": _web,
}
"""What can be measured, by name."""


def run(
    settings: BenchSettings,
    material: Material,
    only: tuple[str, ...] = (),
    cancel: threading.Event | None = None,
) -> Iterator[str | BenchResults]:
    """Run the sections (all of them unless some are named).

    Yields what it is doing, and after each section the results so far.
    """
    for name in only:
        if name not in SECTIONS:
            raise UnknownName("section", name, SECTIONS)
    limits = Limits(deadline_s=settings.deadline_s, cancel=cancel)
    results = BenchResults(this_machine(), settings, material.source)
    for number, (name, measure) in enumerate(SECTIONS.items()):
        if only and name not in only:
            continue
        # Each section has numbers of its own, so leaving one out changes nothing in the others.
        rng = np.random.default_rng([settings.seed, number])
        section = yield from measure(_Task(settings, material, limits, rng))
        sections = {**results.sections, name: section}
        results = replace(results, sections=sections, machine=results.machine.now())
        yield results
