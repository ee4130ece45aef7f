"""The figures that the paper and its stored runs give, to stand beside one's own.

Sources: the appendix's summary of regret (means to three digits, median, quartiles, range), the
tables on MACHOP and on fact selection (standard deviations, seconds per query), and the stored runs
where the paper only has a figure to look at.
"""

from __future__ import annotations

from dataclasses import dataclass

from hintwise.elicit.settings import Settings
from hintwise.problem import Kind

USERS, RUNS, QUERIES = 10, 5, 100
"""Simulated users, runs for each, and queries in a run."""


@dataclass(frozen=True, slots=True)
class Figures:
    """A published sample; None for what is not given."""

    mean: float
    std: float | None = None
    median: float | None = None
    quartiles: tuple[float, float] | None = None
    range: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Published:
    """Relative regret after a hundred queries, and seconds per query, of one method."""

    regret: Figures
    seconds: Figures | None = None
    remark: str = ""


def published_for(kind: Kind, settings: Settings) -> Published | None:
    """The published figures of what these settings mean for this kind of problem, if there are any.

    The paper and the published runs differ in settings of detail; figures are given for both.
    """
    flat = settings.flat
    if flat.get("normalisation") != "local" or not settings.has_appendix_rate(kind):
        return None
    return _PUBLISHED.get((kind.name, flat["method"], flat["selection"]))


# All with local norms, which the paper settles on before it gives figures.
_PUBLISHED = {
    ("sudoku", "choice_perceptron", "online"): Published(
        Figures(2.013, 2.9, 1.019, (0.432, 1.869), (0.084, 13.902))
    ),
    ("sudoku", "non_dominated", "online"): Published(Figures(0.77)),
    ("sudoku", "learned_weights", "online"): Published(
        Figures(0.506, None, 0.321, (0.156, 0.682), (0.006, 2.705))
    ),
    ("sudoku", "machop", "online"): Published(
        Figures(0.410, 0.4, 0.266, (0.146, 0.480), (0.007, 2.663)), Figures(35.6, 38.3, 15.2)
    ),
    ("sudoku", "machop", "offline_ses"): Published(
        Figures(0.588, 0.4, 0.543, (0.278, 0.796), (0.065, 1.833)), Figures(12.5, 26.7)
    ),
    ("sudoku", "machop", "offline_random"): Published(Figures(0.68, 0.8), Figures(44.2, 44.7)),
    ("logic_grid", "choice_perceptron", "online"): Published(
        Figures(3.795, 7.7, 0.880, (0.313, 1.283), (0.087, 27.408))
    ),
    ("logic_grid", "non_dominated", "online"): Published(Figures(1.70)),
    ("logic_grid", "learned_weights", "online"): Published(
        Figures(1.696, None, 0.507, (0.161, 1.162), (0.079, 25.664))
    ),
    ("logic_grid", "machop", "online"): Published(
        Figures(0.947, 1.0, 0.578, (0.243, 1.182), (0.059, 3.821)), Figures(49.2, 15.1)
    ),
    ("logic_grid", "machop", "offline_ses"): Published(
        Figures(1.359, 3.2, 0.475, (0.154, 1.110), (0.044, 16.466)), Figures(8.3, 1.0)
    ),
    ("logic_grid", "machop", "offline_random"): Published(
        Figures(2.7, 9.7),
        Figures(11.2, 1.9),
        remark="the paper prints a mean regret of 2.7 where its stored runs have 0.81",
    ),
}
