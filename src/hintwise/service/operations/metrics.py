"""What can be measured of a running server, in the form that Prometheus reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate

from prometheus_client import (
    CollectorRegistry,
    Counter,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client import Histogram as RequestTimes
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)

from hintwise.service.jobs.figures import BOUNDS_S, Figures, Histogram

# When a count began is of no use to anybody here.
disable_created_metrics()  # type: ignore[no-untyped-call]

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_NOW = {
    "workers": "Worker processes that are there",
    "queued": "Jobs that wait and that somebody waits for",
    "ahead": "Jobs that wait and that nobody waits for yet",
    "running": "Jobs that are being computed",
}
_SO_FAR = ("done", "failed", "cancelled", "refused", "gave_way")


class Metrics:
    """Counts requests by route, and asks for the figures of jobs when somebody looks."""

    def __init__(self, figures: Callable[[], Figures | None]) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "hintwise_requests",
            "Requests answered",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self._seconds = RequestTimes(
            "hintwise_request_seconds",
            "From a request to the end of its answer",
            ("route",),
            buckets=BOUNDS_S,
            registry=self.registry,
        )
        self.registry.register(_JobCollector(figures))

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """One more request; `route` is its template, of which there are few."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def as_text(self) -> bytes:
        return generate_latest(self.registry)


class _JobCollector:
    """The figures of jobs as metrics."""

    def __init__(self, figures: Callable[[], Figures | None]) -> None:
        self._figures = figures

    def describe(self) -> list[Metric]:
        return []

    def collect(self) -> Iterator[Metric]:
        figures = self._figures()
        if figures is None:  # not started yet
            return
        for name, meaning in _NOW.items():
            yield GaugeMetricFamily(f"hintwise_jobs_{name}", meaning, getattr(figures, name))
        ended = CounterMetricFamily("hintwise_jobs", "Jobs by what became of them", labels=["end"])
        for name in _SO_FAR:
            ended.add_metric([name], getattr(figures, name))
        yield ended
        yield CounterMetricFamily(
            "hintwise_workers_restarted", "Workers that were replaced", figures.restarted
        )
        yield _histogram("hintwise_job_wait_seconds", "Wait for a worker", figures.waits)
        yield _histogram("hintwise_job_run_seconds", "Time to compute a job", figures.runs)


def _histogram(name: str, meaning: str, histogram: Histogram) -> HistogramMetricFamily:
    bounds = [*map(str, BOUNDS_S), "+Inf"]
    buckets = list(zip(bounds, map(float, accumulate(histogram.counts)), strict=True))
    return HistogramMetricFamily(name, meaning, buckets=buckets, sum_value=histogram.total_s)
