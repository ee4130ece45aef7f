"""Whether models that people write are constructed, how large they get, and their first step."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from hintwise.bench.child import Allowance, run_in_child
from hintwise.bench.models import MODELS
from hintwise.engine import Explainer, Limits
from hintwise.engine.encode import encode
from hintwise.errors import HintwiseError, NothingToExplain, OutOfTime, Unsatisfiable
from hintwise.experiments.machine import peak_memory_bytes

MEMORY_BYTES = 4 * 2**30
"""What the process of one model may take."""

_BESIDES_S = 15.0
"""What a process may take besides: to load OR-Tools, to check the step."""


@dataclass(frozen=True, slots=True)
class ModelRecord:
    """One model: how far it came, and what that took.

    `outcome` is "step", "clash" (no solution, and the facts and constraints that already clash),
    "nothing to explain", "refused", or what the process ran out of; what came after is None then.
    `construction_s` is from the CPMpy model to an explainer that can be asked. `size` counts the
    elements of the first step, or of the clash. On a busy machine the `…_cpu_s` say more.
    """

    name: str
    outcome: str = "out of time"
    message: str = ""
    constraints: int | None = None
    clauses: int | None = None
    variables: int | None = None
    construction_s: float | None = None
    construction_cpu_s: float | None = None
    targets: int | None = None
    step_s: float | None = None
    step_cpu_s: float | None = None
    size: int | None = None
    cost: float | None = None
    lower_bound: float | None = None
    optimal: bool = False
    peak_memory_bytes: int | None = None

    @property
    def constructed(self) -> bool:
        return self.construction_s is not None


@dataclass(frozen=True, slots=True)
class ModelTimes:
    """What the section `models` found."""

    records: tuple[ModelRecord, ...]
    allowance: Allowance

    @property
    def constructed(self) -> int:
        return sum(record.constructed for record in self.records)

    @property
    def explained(self) -> int:
        return sum(record.size is not None for record in self.records)

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"constructed": self.constructed, "explained": self.explained}


def measure_models(
    names: Sequence[str], construction_deadline_s: float, limits: Limits
) -> Generator[str, None, ModelTimes]:
    """Try each of the models, in a process of its own; yields progress."""
    step_s = 0.0 if limits.deadline_s is None else limits.deadline_s
    allowance = Allowance(construction_deadline_s + step_s + _BESIDES_S, MEMORY_BYTES)
    records = []
    for number, name in enumerate(names, 1):
        yield f"{name}: model {number} of {len(names)}"
        ended = run_in_child(
            try_model,
            name,
            construction_deadline_s,
            limits.deadline_s,
            allowance=allowance,
            cancel=limits.cancel,
        )
        record = ended.found[-1] if ended.found else ModelRecord(name)
        records.append(record if ended.how == "done" else replace(record, outcome=ended.how))
    return ModelTimes(tuple(records), allowance)


def try_model(
    name: str, construction_deadline_s: float, step_deadline_s: float | None
) -> Iterator[ModelRecord]:
    """Construct an explainer and find the first step; yields the record as it fills."""
    # Whatever is imported with the first model is not the model's.
    encode(MODELS["magic square 3x3"]())
    started, cpu_started = time.perf_counter(), time.process_time()
    record = ModelRecord(name)

    def filled(**found: Any) -> ModelRecord:
        return replace(record, peak_memory_bytes=peak_memory_bytes(), **found)

    def taken() -> dict[str, float]:
        return {
            "construction_s": time.perf_counter() - started,
            "construction_cpu_s": time.process_time() - cpu_started,
        }

    try:
        problem = MODELS[name]()
        yield (record := filled(constraints=len(problem.constraints)))
        encoding = encode(problem)
        yield (record := filled(clauses=len(encoding.clauses), variables=encoding.size))
        explainer = Explainer(problem, limits=Limits(deadline_s=construction_deadline_s))
        targets = len(explainer.start.targets)
        yield (record := filled(**taken(), targets=targets))
        cpu_before = time.process_time()
        step = explainer.optimal_step(limits=Limits(deadline_s=step_deadline_s))
        yield filled(
            outcome="step",
            step_s=step.seconds,
            step_cpu_s=time.process_time() - cpu_before,
            size=len(step),
            cost=step.cost,
            lower_bound=step.lower_bound,
            optimal=step.optimal,
        )
    except Unsatisfiable as clash:
        size = len(clash.facts) + len(clash.constraints)
        yield filled(outcome="clash", message=str(clash), size=size, **taken())
    except NothingToExplain as error:
        yield filled(outcome="nothing to explain", message=str(error))
    except OutOfTime as error:
        yield filled(outcome="out of time", message=str(error))
    except HintwiseError as error:
        yield filled(outcome="refused", message=str(error))
