"""What a report says of one problem: tables, and remarks on how far they can be trusted."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any

from hintwise.experiments.report import published
from hintwise.experiments.report.findings import (
    SETTINGS,
    MethodFindings,
    Pairing,
    ProblemFindings,
)
from hintwise.experiments.report.published import Figures
from hintwise.experiments.sweep.query_times import mean_and_std
from hintwise.people.statistics import (
    LEVEL,
    PairedTest,
    Summary,
    cliffs_delta,
    quantile,
    wilcoxon,
)
from hintwise.render.table import Table, counted, number, spread

AS_PUBLISHED = "– as published"
"""How the rows begin that hold published figures of the method above them."""
ENOUGH_USERS = 6
"""With fewer, not even all users agreeing would make a two-sided test significant."""
_POINTS_IN_A_TABLE = 6
_METHODS_COMPARED_IN_PAIRS = 8


def tables(problem: ProblemFindings) -> Iterator[Table]:
    """All that there is to tabulate."""
    if problem.points:
        yield regret_table(problem)
        if len(problem.points) > 1:
            yield course_table(problem)
        if len(problem.methods) > 1:
            yield difference_table(problem)
    if any(method.waits for method in problem.methods):
        yield waiting_table(problem)
    yield settings_table(problem)


def remarks(problem: ProblemFindings) -> Iterator[str]:
    """What a reader must know before believing the figures, as sentences."""
    users, runs = counted(problem.users, "user"), counted(problem.runs_per_user, "run")
    everyone = problem.users * problem.runs_per_user
    complete = all(len(method.results) == everyone for method in problem.methods)
    yield f"{users}, {runs} each." if complete else f"{users}, up to {runs} each."
    if problem.users < ENOUGH_USERS:
        yield (
            f"That is too few to conclude anything about other users: with fewer than "
            f"{ENOUGH_USERS}, no difference from user to user can be significant."
        )
    if not problem.points:
        yield "Regret was never computed: the plan has no evaluation points."
        return
    yield from _lowest(problem)
    if any(method.published for method in problem.methods):
        yield _scale(problem)
    elif any(published.published_for(m.kind, m.settings) for m in problem.methods):
        yield "The published figures are left out: they are about other puzzles or users."
    sizes = {method.label: len(method.results) for method in problem.methods}
    if len(set(sizes.values())) > 1:
        listed = ", ".join(f"{label} {size}" for label, size in sizes.items())
        yield f"The methods have different numbers of finished runs ({listed})."
    yield from _doubts(problem)


def _lowest(problem: ProblemFindings) -> Iterator[str]:
    """Which method did best, by mean and by median."""
    point = problem.points[-1]
    samples = {
        method.label: Summary.of(regrets.values())
        for method in problem.methods
        if (regrets := method.regrets(point))
    }
    if len(samples) < 2:
        return
    mean = min(samples, key=lambda label: samples[label].mean)
    median = min(samples, key=lambda label: samples[label].median)
    yield (
        f"Lowest after {counted(point, 'query')}: by mean {mean} ({number(samples[mean].mean)}), "
        f"by median {median} ({number(samples[median].median)})."
    )


def _scale(problem: ProblemFindings) -> str:
    nouns = ("user", "run", "query")
    there, here = (
        " x ".join(counted(count, noun) for count, noun in zip(scale, nouns, strict=True))
        for scale in (
            (published.USERS, published.RUNS, published.QUERIES),
            (problem.users, problem.runs_per_user, problem.points[-1]),
        )
    )
    if here == there:
        return f"The published figures are of the same scale: {there}."
    return (
        "The published figures are about the same puzzles and users, but not of the same scale: "
        f"theirs {there}, here {here}."
    )


def _doubts(problem: ProblemFindings) -> Iterator[str]:
    evaluations = [
        evaluation
        for method in problem.methods
        for result in method.results.values()
        for evaluation in result.evaluations
    ]
    infinite = sum(math.isinf(evaluation.regret) for evaluation in evaluations)
    if infinite:
        yield (
            f"{infinite} of {counted(len(evaluations), 'evaluation')} have infinite regret (a step "
            "that need not cost anything did), which makes the mean infinite: go by the median."
        )
    unproven = sum(not evaluation.proven for evaluation in evaluations)
    if unproven:
        yield (
            f"In {unproven} of {counted(len(evaluations), 'evaluation')} some step was not proven "
            "optimal within the limit, so their regret may be off either way."
        )


def regret_table(problem: ProblemFindings) -> Table:
    """Regret at the last evaluation point, with the published figures below each method."""
    point = problem.points[-1]
    rows: list[tuple[str, ...]] = []
    notes = ["std: standard deviation of the sample (divisor n - 1)."]
    for method in problem.methods:
        regrets = method.regrets(point)
        if regrets:
            rows.append((method.label, *_summary_cells(Summary.of(regrets.values()))))
        if method.published is not None:
            rows.append(
                (
                    AS_PUBLISHED,
                    str(published.USERS * published.RUNS),
                    *_published_cells(method.published.regret),
                )
            )
            if method.published.remark:
                notes.append(f"{method.label}: {method.published.remark}.")
    return Table(
        f"Relative regret after {counted(point, 'query')}",
        ("method", "runs", "mean ± std", "median", "quartiles", "range"),
        tuple(rows),
        tuple(notes),
    )


def _summary_cells(summary: Summary) -> tuple[str, ...]:
    return (
        str(summary.n),
        spread(summary.mean, summary.std),
        number(summary.median),
        f"{number(summary.lower_quartile)} – {number(summary.upper_quartile)}",
        f"{number(summary.least)} – {number(summary.most)}",
    )


def _published_cells(figures: Figures) -> tuple[str, ...]:
    """Mean, median, quartiles and range, to the digits that were published."""
    return (
        f"{figures.mean:g}" if figures.std is None else f"{figures.mean:g} ± {figures.std:g}",
        "–" if figures.median is None else f"{figures.median:g}",
        *(
            "–" if pair is None else f"{pair[0]:g} – {pair[1]:g}"
            for pair in (figures.quartiles, figures.range)
        ),
    )


def course_table(problem: ProblemFindings) -> Table:
    """Mean and median regret at each evaluation point."""
    points = problem.points
    every = math.ceil(len(points) / _POINTS_IN_A_TABLE)
    shown = points[::-1][::every][::-1]
    notes = ["Means ± their standard errors; medians in brackets."]
    if len(shown) < len(points):
        notes.append(f"{len(shown)} of {len(points)} evaluation points; regret.csv has them all.")
    rows = []
    for method in problem.methods:
        samples = [list(method.regrets(point).values()) for point in shown]
        rows.append((method.label, *(_course_cell(sample) for sample in samples)))
    return Table(
        "Relative regret by number of queries",
        ("queries", *map(str, shown)),
        tuple(rows),
        tuple(notes),
    )


def _course_cell(regrets: Sequence[float]) -> str:
    if not regrets:
        return "–"
    summary = Summary.of(regrets)
    return f"{spread(summary.mean, summary.standard_error)} ({number(summary.median)})"


def difference_table(problem: ProblemFindings) -> Table:
    """How methods differ over the runs that they can be compared on."""
    point = problem.points[-1]
    regrets = {method.label: method.regrets(point) for method in problem.methods}
    pairs = _compared({label: found for label, found in regrets.items() if found})
    rows = [
        (f"{first} against {second}", *_difference_cells(regrets[first], regrets[second]))
        for first, second in pairs
    ]
    return Table(
        f"Differences in regret after {counted(point, 'query')}",
        ("", "pairs", "mean difference", "p, runs", "p, users", "Cliff's delta"),
        tuple(rows),
        (
            "p: two-sided Wilcoxon signed-rank test over runs of the same user and seed, and over "
            "the means of users. Runs of one user resemble each other, so the first promises too "
            "much about other users.",
            f"No p-value is corrected for the number of comparisons; with {len(rows)} of them, to "
            f"be safe, only a p below {LEVEL / max(1, len(rows)):.2g} tells anything.",
            "Cliff's delta: 1 if every regret of the first method is above every one of the "
            "second, -1 if below, 0 if neither tends to be.",
        ),
    )


def _compared(regrets: Mapping[str, Mapping[Pairing, float]]) -> list[tuple[str, str]]:
    """All pairs of methods, or of many methods the one with the lowest mean with each other."""
    if len(regrets) <= _METHODS_COMPARED_IN_PAIRS:
        return list(combinations(regrets, 2))
    best = min(regrets, key=lambda label: fmean(regrets[label].values()))
    return [(best, other) for other in regrets if other != best]


def _difference_cells(
    first: Mapping[Pairing, float], second: Mapping[Pairing, float]
) -> tuple[str, ...]:
    both = [pairing for pairing in first if pairing in second]
    if not both:
        return ("0", "–", "–", "–", "–")
    a, b = [first[pairing] for pairing in both], [second[pairing] for pairing in both]
    differences = [0.0 if x == y else x - y for x, y in zip(a, b, strict=True)]
    return (
        str(len(both)),
        number(_mean(differences)),
        _p_text(wilcoxon(a, b)),
        _p_text(wilcoxon(user_means(first, both), user_means(second, both))),
        f"{cliffs_delta(a, b):+.2f}",
    )


def user_means(regrets: Mapping[Pairing, float], pairings: Sequence[Pairing]) -> list[float]:
    users: dict[str, list[float]] = {}
    for pairing in pairings:
        users.setdefault(pairing[0], []).append(regrets[pairing])
    return [fmean(own) for own in users.values()]


def _mean(differences: Sequence[float]) -> float | None:
    """None where infinities of both signs leave no mean."""
    if {math.inf, -math.inf} <= set(differences):
        return None
    return fmean(differences)


def _p_text(test: PairedTest) -> str:
    if test.p is None:
        return test.reason
    return f"{test.p:.3f}" if test.p >= 0.001 else f"{test.p:.1e}"


def waiting_table(problem: ProblemFindings) -> Table:
    """How long queries took to compute, with the published figures below each method."""
    rows: list[tuple[str, ...]] = []
    notes = [
        "Seconds of computing: time spent waiting for a busy machine is not counted.",
        "95 %: so many queries took no longer. Not proven: queries with a step that was not proven "
        "optimal within the limit.",
        "Peak memory: the most that a process which computed such runs has held since it started.",
    ]
    if any(run.summary for method in problem.methods for run in method.results.values()):
        notes.append(
            "Some runs were taken up from files that keep a few quantiles of their times: median "
            "and 95 % of all queries are put together from those."
        )
    for method in problem.methods:
        if method.waits:
            rows.append((method.label, *_waiting_cells(method)))
        if method.published is not None and method.published.seconds is not None:
            figures = method.published.seconds
            mean, median, *_ = _published_cells(figures)
            rows.append((AS_PUBLISHED, "–", mean, median, *4 * ("–",)))
            notes.append("The published runs used other machines and a commercial solver.")
    return Table(
        "Seconds to compute a query",
        ("method", "queries", "mean ± std", "median", "95 %", "max", "not proven", "peak memory"),
        tuple(rows),
        tuple(dict.fromkeys(notes)),
    )


def _waiting_cells(method: MethodFindings) -> tuple[str, ...]:
    waits, times = method.waits, method.times
    unproven = sum(run.unproven for run in times) / len(waits)
    memory = max(result.peak_memory_mb for result in method.results.values())
    return (
        str(len(waits)),
        spread(*mean_and_std(times)),
        number(quantile(waits, 0.5)),
        number(quantile(waits, 0.95)),
        number(max(waits)),
        f"{100 * unproven:.1f} %",
        f"{memory:.0f} MB" if memory else "–",
    )


_NOT_USED = "–"


def settings_table(problem: ProblemFindings) -> Table:
    """The settings that differ between methods; the note has those that all share."""
    texts = {name: [_setting_text(m, name) for m in problem.methods] for name in SETTINGS}
    differing = [
        name for name, told in texts.items() if name == "learning_rate" or len(set(told)) > 1
    ]
    shared = ", ".join(
        f"{name} {told[0]}"
        for name, told in texts.items()
        if name not in differing
        and told[0] != _NOT_USED
        and problem.methods[0].setting(name) is not None
    )
    return Table(
        "Settings",
        ("", *(name.replace("_", " ") for name in differing)),
        tuple(
            (method.label, *(texts[name][number] for name in differing))
            for number, method in enumerate(problem.methods)
        ),
        (f"All of them: {shared}.",),
    )


def _setting_text(method: MethodFindings, name: str) -> str:
    if name not in method.settings.flat:
        return _NOT_USED
    value: Any = method.setting(name)
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else f"{value}"
