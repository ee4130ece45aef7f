"""The tables of the paper's questions, and what their figures compare, from compact results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from hintwise.elicit.settings import preset
from hintwise.experiments.report.findings import MethodFindings, ProblemFindings
from hintwise.experiments.report.published import Published, published_for
from hintwise.experiments.report.sections import (
    AS_PUBLISHED,
    ENOUGH_USERS,
    difference_table,
    regret_table,
    user_means,
)
from hintwise.experiments.sweep.compact import CompactCell
from hintwise.experiments.sweep.query_times import mean_and_std
from hintwise.people.statistics import Summary, quantile
from hintwise.puzzles.kinds import kind_called
from hintwise.render.table import Table, number

PROBLEMS = {"sudoku": "Sudoku", "logic_grid": "Logic grid"}
METHODS = {
    "choice_perceptron": "choice perceptron",
    "non_dominated": "non-dominated",
    "learned_weights": "learned weights",
    "machop": "MACHOP",
    "bayes": "Bayes",
    "bayes_regret": "Bayes, least regret",
}
HEADLINE = ("choice_perceptron", "machop")
DOMINATION = ("choice_perceptron", "non_dominated")
WEIGHTINGS = ("choice_perceptron", "non_dominated", "learned_weights", "machop")
_OURS = ("bayes", "bayes_regret")
NORMALISATIONS = ("nadir", "none", "cumulative", "local")
SELECTIONS = {
    "online": "online",
    "offline_random": "offline, random",
    "offline_ses": "offline, smallest steps",
}
RATES = (0.1, 0.5, 1.0, 5.0, 10.0)

_NONE = "–"


@dataclass(frozen=True, slots=True)
class PaperResults:
    """Compact results on the published puzzles and users, asked for by what the paper varies."""

    cells: tuple[CompactCell, ...]
    queries: int

    @classmethod
    def of(cls, cells: Iterable[CompactCell], queries: int = 100) -> PaperResults:
        """Of those that have so many queries."""
        return cls(tuple(cell for cell in cells if cell.queries == queries), queries)

    def found(
        self,
        problem: str,
        method: str,
        *,
        normalisation: str = "local",
        selection: str = "online",
        rate: float | None = None,
        label: str = "",
    ) -> MethodFindings | None:
        """The runs of a method, at the appendix's rate unless one is given; None without any."""
        asked = {"method": method}
        if method not in _OURS:
            asked |= {"normalisation": normalisation, "selection": selection}
        for cell in self.cells:
            flat = cell.settings.flat
            told = cell.kind.name == problem and all(flat[k] == v for k, v in asked.items())
            if told and cell.runs and _has_rate(cell, rate):
                results = {(run.user, run.run): run.result for run in cell.runs}
                name = label or METHODS[method]
                return MethodFindings(name, cell.kind, cell.settings, results, as_published=True)
        return None

    def together(self, problem: str, methods: Mapping[str, Mapping[str, Any]]) -> ProblemFindings:
        """Those of several methods that there are, by label; each with the options of `found`."""
        found = (self.found(problem, label=name, **asked) for name, asked in methods.items())
        return ProblemFindings(PROBLEMS[problem], tuple(f for f in found if f is not None))


def _has_rate(cell: CompactCell, rate: float | None) -> bool:
    if "learning_rate" not in cell.settings.flat:
        return rate is None
    if rate is None:
        return cell.settings.has_appendix_rate(cell.kind)
    return cell.settings.rate_for(cell.kind) == rate


def paper_tables(results: PaperResults) -> dict[str, Table]:
    """All tables, by the names that pages call them."""
    return {
        "headline": headline_table(results),
        "normalisation": normalisation_table(results),
        "non-domination": non_domination_table(results),
        "weighting": weighting_table(results),
        "weighting-differences": weighting_differences(results),
        "selection": selection_table(results),
        "selection-differences": selection_differences(results),
        "rates": rate_table(results),
        "methods": methods_table(results),
    }


def paper_comparisons(results: PaperResults) -> dict[str, tuple[ProblemFindings, ...]]:
    """What each of the paper's figures compares, on both problems."""
    asked: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
        "headline": _by_name(HEADLINE),
        "normalisation": {
            f"{METHODS[m]}, {n}": {"method": m, "normalisation": n}
            for m, n in product(DOMINATION, NORMALISATIONS)
        },
        "weighting": _by_name(WEIGHTINGS),
        "selection": {name: {"method": "machop", "selection": s} for s, name in SELECTIONS.items()},
    }
    return {
        question: tuple(results.together(problem, methods) for problem in PROBLEMS)
        for question, methods in asked.items()
    }


def headline_table(results: PaperResults) -> Table:
    """MACHOP beside the choice perceptron, with all that was published of them."""
    compared = [results.together(problem, _by_name(HEADLINE)) for problem in PROBLEMS]
    tables = {problem.label: regret_table(problem) for problem in compared if problem.methods}
    rows = [
        (label if label == AS_PUBLISHED else f"{problem}, {label}", *cells)
        for problem, table in tables.items()
        for label, *cells in table.rows
    ]
    headers = next((table.headers[1:] for table in tables.values()), ())
    return Table(f"Regret after {results.queries} queries", ("", *headers), tuple(rows))


def _by_name(methods: Iterable[str]) -> dict[str, Mapping[str, Any]]:
    """What tells the runs of each method, by what it is called."""
    return {METHODS[method]: {"method": method} for method in methods}


def normalisation_table(results: PaperResults) -> Table:
    """Q1 and Q2: regret with and without dominated steps, under each normalisation."""
    rows = []
    for problem, method in _pairs(DOMINATION):
        found = [results.found(problem, method, normalisation=n) for n in NORMALISATIONS]
        rows.append(
            (
                f"{PROBLEMS[problem]}, {METHODS[method]}",
                *(_regret(one, results.queries) for one in found),
                _published_regret(problem, method),
            )
        )
    headers = ("", *NORMALISATIONS, "local, published")
    return Table("Regret by normalisation", headers, tuple(rows))


def non_domination_table(results: PaperResults) -> Table:
    """Q1: how the choice perceptron and non-dominated queries differ, user by user."""
    pairs = [
        (
            problem,
            f"{PROBLEMS[problem]}, {normalisation}",
            {
                METHODS[method]: {"method": method, "normalisation": normalisation}
                for method in DOMINATION
            },
        )
        for problem in PROBLEMS
        for normalisation in NORMALISATIONS
    ]
    return _differences(results, "Choice perceptron less non-dominated", pairs)


def weighting_table(results: PaperResults) -> Table:
    """Q3: regret by what the second step differs in."""
    rows: list[tuple[str, ...]] = []
    for problem, name in PROBLEMS.items():
        found = [results.found(problem, method) for method in WEIGHTINGS]
        rows.append((name, *(_regret(one, results.queries) for one in found)))
        rows.append(("published", *(_published_regret(problem, method) for method in WEIGHTINGS)))
    return Table("Regret by weighting", ("", *(METHODS[m] for m in WEIGHTINGS)), tuple(rows))


def weighting_differences(results: PaperResults) -> Table:
    return _differences(
        results,
        "Differences between weightings",
        [
            (problem, name, _by_name(pair))
            for problem, name in PROBLEMS.items()
            for pair in combinations(WEIGHTINGS, 2)
        ],
    )


def selection_table(results: PaperResults) -> Table:
    """Q4: regret and seconds by how the fact is chosen that a query is about."""
    rows: list[tuple[str, ...]] = []
    for problem, name in PROBLEMS.items():
        found = [results.found(problem, "machop", selection=s) for s in SELECTIONS]
        rows.append((f"{name}, regret", *(_regret(one, results.queries) for one in found)))
        rows.append(("published", *(_published_regret(problem, "machop", s) for s in SELECTIONS)))
        rows.append(("seconds a query", *map(_seconds, found)))
        rows.append(("published", *(_published_seconds(problem, s) for s in SELECTIONS)))
        rows.append(("not proven", *map(_unproven, found)))
    return Table("Regret and seconds by selection", ("", *SELECTIONS.values()), tuple(rows))


def selection_differences(results: PaperResults) -> Table:
    return _differences(
        results,
        "Differences between selections",
        [
            (problem, name, {SELECTIONS[s]: {"method": "machop", "selection": s} for s in pair})
            for problem, name in PROBLEMS.items()
            for pair in combinations(SELECTIONS, 2)
        ],
    )


def rate_table(results: PaperResults) -> Table:
    """Regret by learning rate, for the users that there are runs at every rate of."""
    rows = []
    for problem, method in _pairs(WEIGHTINGS):
        found = {rate: results.found(problem, method, rate=rate) for rate in RATES}
        shared = set.intersection(
            *(set(one.results) if one is not None else set() for one in found.values())
        )
        usual = next((r for r, one in found.items() if one and _is_usual(one)), None)
        rows.append(
            (
                f"{PROBLEMS[problem]}, {METHODS[method]}",
                *(_regret(_only(one, shared), results.queries) for one in found.values()),
                _NONE if usual is None else f"{usual:g}",
            )
        )
    headers = ("", *(f"{rate:g}" for rate in RATES), "the paper's")
    return Table("Regret by learning rate", headers, tuple(rows))


def methods_table(results: PaperResults) -> Table:
    """What each method costs in seconds, and what regret is left after so many questions."""
    points = (0, 10, 30, 100)
    rows = []
    for problem in PROBLEMS:
        for found in whole_methods(results, problem).methods:
            regrets = [_regret_at(found, point) for point in points]
            runs = f"{len(found.results)} of {found.users} users"
            rows.append((f"{PROBLEMS[problem]}, {found.label}", runs, *regrets, _seconds(found)))
    after = (f"after {point}" for point in points)
    return Table("Whole methods", ("", "runs", *after, "seconds a query"), tuple(rows))


def whole_methods(results: PaperResults, problem: str) -> ProblemFindings:
    """All methods that there are runs of, over the runs that each of them has."""
    return _over_shared_runs(results, problem, METHODS)


def _over_shared_runs(
    results: PaperResults, problem: str, methods: Iterable[str]
) -> ProblemFindings:
    found = results.together(problem, _by_name(methods))
    pairings = [set(method.results) for method in found.methods]
    shared = set.intersection(*pairings) if pairings else set()
    alike = (_only(method, shared) for method in found.methods)
    return ProblemFindings(found.label, tuple(method for method in alike if method is not None))


def users_table(results: Mapping[str, PaperResults]) -> Table:
    """Our methods against MACHOP for users of several sets, over the runs that both have."""
    rows = []
    for problem, users, method in product(PROBLEMS, results, _OURS):
        found = _over_shared_runs(results[users], problem, ("machop", method)).methods
        if len(found) < 2:
            continue
        machop, ours = found
        theirs_after, ours_after = (user_means(m.regrets(100), list(m.results)) for m in found)
        above = sum(mean > theirs for mean, theirs in zip(ours_after, theirs_after, strict=True))
        rows.append(
            (
                f"{PROBLEMS[problem]}, {users}, {METHODS[method]}",
                f"{len(ours.results)} of {ours.users} users",
                _regret_at(machop, 100),
                *(_regret_at(ours, point) for point in (20, 30, 100)),
                f"{above}",
            )
        )
    points = ("MACHOP after 100", "ours after 20", "after 30", "after 100")
    headers = ("", "runs", *points, "users above MACHOP")
    return Table("Our methods against MACHOP", headers, tuple(rows))


def _pairs(methods: Sequence[str]) -> Iterator[tuple[str, str]]:
    return ((problem, method) for problem in PROBLEMS for method in methods)


def _is_usual(found: MethodFindings) -> bool:
    return found.settings.has_appendix_rate(found.kind)


def _only(found: MethodFindings | None, pairings: set[Any]) -> MethodFindings | None:
    if found is None or not pairings:
        return None
    results = {pairing: found.results[pairing] for pairing in sorted(pairings)}
    return MethodFindings(found.label, found.kind, found.settings, results)


def _regret(found: MethodFindings | None, point: int) -> str:
    """`0.541 (0.312), 50`: mean, median, and how many runs."""
    text = _regret_at(found, point)
    return text if found is None or text == _NONE else f"{text}, {len(found.regrets(point))}"


def _regret_at(found: MethodFindings | None, point: int) -> str:
    regrets = [] if found is None else list(found.regrets(point).values())
    if not regrets:
        return _NONE
    summary = Summary.of(regrets)
    return f"{number(summary.mean)} ({number(summary.median)})"


def _published(problem: str, method: str, selection: str) -> Published | None:
    kind = kind_called(problem)
    return published_for(kind, preset("published", kind, method=method, selection=selection))


def _published_regret(problem: str, method: str, selection: str = "online") -> str:
    published = _published(problem, method, selection)
    return _NONE if published is None else f"{published.regret.mean:g}"


def _published_seconds(problem: str, selection: str) -> str:
    published = _published(problem, "machop", selection)
    if published is None or published.seconds is None:
        return _NONE
    middle = published.seconds.median
    return f"{published.seconds.mean:g}" + ("" if middle is None else f" ({middle:g})")


def _seconds(found: MethodFindings | None) -> str:
    if found is None:
        return _NONE
    mean, _ = mean_and_std(found.times)
    return f"{number(mean)} ({number(quantile(found.waits, 0.5))})"


def _unproven(found: MethodFindings | None) -> str:
    if found is None:
        return _NONE
    share = sum(run.unproven for run in found.times) / sum(run.count for run in found.times)
    return f"{100 * share:.1f} %"


def _differences(
    results: PaperResults,
    title: str,
    pairs: Iterable[tuple[str, str, Mapping[str, Mapping[str, Any]]]],
) -> Table:
    """Over the runs that both of a pair have; with too few users, no p-value is given."""
    rows = []
    for problem, label, pair in pairs:
        compared = results.together(problem, pair)
        if len(compared.methods) < 2:
            continue
        a, b = (set(method.results) for method in compared.methods)
        users = len({user for user, _ in a & b})
        ((names, runs, difference, _, p, delta),) = difference_table(compared).rows
        tested = p if users >= ENOUGH_USERS else _NONE
        rows.append((f"{label}: {names}", runs, str(users), difference, tested, delta))
    headers = ("", "runs", "users", "mean difference", "p, users", "Cliff's delta")
    return Table(title, headers, tuple(rows))
