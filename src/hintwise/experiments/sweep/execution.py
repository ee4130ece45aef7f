"""Carrying out plans: what is not there yet is computed, and stored as it finishes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hintwise.evaluate import OptimalSequence
from hintwise.experiments.sweep.executors import Done, Executor, Job
from hintwise.experiments.sweep.results import Results
from hintwise.experiments.sweep.task import Cell, RunResult, RunTask, SequenceTask


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a sweep is in one of its stages."""

    stage: str
    """First `sequences`, then `runs`."""
    total: int
    finished: int = 0
    """Failed ones included."""
    failed: int = 0

    def after(self, *, failed: bool) -> Progress:
        return replace(self, finished=self.finished + 1, failed=self.failed + failed)


ReportProgress = Callable[[Progress], None]


def carry_out(
    cells: Iterable[Cell], results: Results, executor: Executor, report_progress: ReportProgress
) -> None:
    """Do the tasks of `cells` that `results` does not have yet; those that failed, again.

    Each is stored as soon as it is finished. If this is interrupted or killed, only what was under
    way is lost. The optimal sequence of a user for a puzzle is computed once, before the runs that
    need it; then come the first runs of all users and methods, then the second ones, and so on. A
    task that fails is stored as such, and the others go on. The caller sees to it that
    nobody else writes (`Results.sole_writer`).
    """
    # Round by round: if this is interrupted, every method has been tried on every user.
    tasks = {cell.task.key: cell.task for cell in sorted(cells, key=lambda cell: cell.run)}
    missing = [task for key, task in tasks.items() if not results.is_done(key)]
    failures = _find_sequences(missing, results, executor, report_progress)
    for task in missing:
        if task.sequence.key in failures:
            reason = failures[task.sequence.key]
            results.add_failure(task, f"the user's optimal sequence was not found: {reason}")
    able = [task for task in missing if task.sequence.key not in failures]
    _run(able, results, executor, report_progress)


def _find_sequences(
    runs: Iterable[RunTask], results: Results, executor: Executor, report_progress: ReportProgress
) -> Mapping[str, str]:
    """Compute the sequences that `runs` need; return why some failed, by key."""
    needed = {run.sequence.key: run.sequence for run in runs}
    tasks = {key: task for key, task in needed.items() if results.sequence(task) is None}
    jobs = (Job(key, SequenceTask.compute, task) for key, task in tasks.items())
    failures: dict[str, str] = {}
    progress = Progress("sequences", len(tasks))
    report_progress(progress)
    for outcome in executor.outcomes(jobs):
        if isinstance(outcome, Done):
            results.add_sequence(tasks[outcome.key], outcome.value)
        else:
            failures[outcome.key] = outcome.message
        progress = progress.after(failed=not isinstance(outcome, Done))
        report_progress(progress)
    return failures


def _run(
    runs: Sequence[RunTask], results: Results, executor: Executor, report_progress: ReportProgress
) -> None:
    tasks = {run.key: run for run in runs}
    progress = Progress("runs", len(tasks))
    report_progress(progress)
    for outcome in executor.outcomes(_run_jobs(runs, results)):
        if isinstance(outcome, Done):
            results.add_run(tasks[outcome.key], outcome.value)
        else:
            results.add_failure(tasks[outcome.key], outcome.message)
        progress = progress.after(failed=not isinstance(outcome, Done))
        report_progress(progress)


def _run_jobs(runs: Iterable[RunTask], results: Results) -> Iterator[Job]:
    sequences: dict[str, OptimalSequence | None] = {}
    for run in runs:
        key = run.sequence.key
        if key not in sequences:
            # Always as stored, so that a sweep that is resumed has the very same.
            sequences[key] = results.sequence(run.sequence)
        yield Job(run.key, _compute_run, (run, sequences[key]))


def _compute_run(argument: tuple[RunTask, OptimalSequence]) -> RunResult:
    run, best = argument
    return run.compute(best)
