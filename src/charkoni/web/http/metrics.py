"""Counters, times and gauges of a server, as text for Prometheus."""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, disable_created_metrics, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric

from charkoni.core.files.data_files import read_file

CONTENT_TYPE = "text/plain; version=0.0.4"
QUANTILES = (0.5, 0.95, 0.99)  # the usual page, a slow one, the slowest that are no accident
MOST_TIMES = 1000  # of which quantiles are taken

disable_created_metrics()


@dataclass(frozen=True, slots=True)
class Family:
    """The description of a metric: its full name, type, help text and labels."""

    name: str
    kind: str
    meaning: str
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Table:
    families: tuple[Family, ...]


FAMILIES = {each.name: each for each in read_file(_Table, Path(__file__).with_suffix(".toml")).families}
"""All metrics of a server by name."""


class Metrics:
    """The counters, times and gauges of a server; all names begin with `charkoni_`."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._counters = {
            name: Counter(name, family.meaning, family.labels, registry=self._registry)
            for name, family in FAMILIES.items()
            if family.kind == "counter"
        }
        self._times: deque[float] = deque(maxlen=MOST_TIMES)
        self._gauges: Mapping[str, float] = {}
        self._registry.register(self)

    def count(self, name: str, **labels: str) -> None:
        """Add one to a counter, by its name without what all begin and counters end with."""
        counter = self._counters[f"charkoni_{name}_total"]
        (counter.labels(**labels) if labels else counter).inc()

    def observe(self, seconds: float) -> None:
        """Record the time of a page."""
        self._times.append(seconds)

    def text(self, gauges: Mapping[str, float]) -> str:
        """Return everything in Prometheus's text format, with the gauges of the moment, all of them by name."""
        self._gauges = gauges
        return generate_latest(self._registry).decode()

    def collect(self) -> Iterator[Metric]:
        """Yield the gauges, and the quantiles of the times of pages (the library's own summaries have none)."""
        for name, value in self._gauges.items():
            yield GaugeMetricFamily(f"charkoni_{name}", FAMILIES[f"charkoni_{name}"].meaning, value)
        page = FAMILIES["charkoni_page_seconds"]
        family, ordered = Metric(page.name, page.meaning, page.kind), sorted(self._times)
        for share in QUANTILES if ordered else ():
            # The nearest rank: a time that was measured, no mean of two.
            reached = ordered[min(len(ordered) - 1, int(share * len(ordered)))]
            family.add_sample(family.name, {"quantile": str(share)}, round(reached, 6))
        yield family
