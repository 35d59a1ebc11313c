"""Counters, times and gauges of a server, as text for Prometheus."""

from collections import deque
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from prometheus_client import CollectorRegistry, Counter, disable_created_metrics, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric

CONTENT_TYPE = "text/plain; version=0.0.4"
COUNTERS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "closed": ("WebSockets closed", ("reason",)),
    "faults": ("Requests that ended in an exception nobody expected", ()),
    "games": ("Games created", ("game",)),
    "messages": ("Messages received on WebSockets", ()),
    "pages": ("Pages answered", ("status",)),
    "refused": ("Messages and sockets refused", ("code",)),
    "rows": ("Rows appended to the logs of games", ("kind",)),
    "sockets": ("WebSockets opened", ()),
}
"""By name, without the suffix `_total`: the help text, and the labels."""

GAUGES: Mapping[str, str] = {
    "boards": "Boards that visitors have open",
    "computer_games_ready": "Games that the computer is ready to play",
    "computer_queue": "Requests that wait for the computer",
    "requests_waiting": "Pages, answers and boards that wait for their turn",
    "rooms": "Games in memory",
}
"""The help texts of gauges by name."""

PAGE_SECONDS, _PAGE_SECONDS = "charkoni_page_seconds", "Seconds that the last thousand pages took"
QUANTILES = (0.5, 0.95, 0.99)  # the usual page, a slow one, the slowest that are no accident
MOST_TIMES = 1000  # of which quantiles are taken

disable_created_metrics()


class Family(NamedTuple):
    """The description of a metric: its full name, type, labels and help text."""

    name: str
    kind: str
    labels: tuple[str, ...]
    meaning: str


def families() -> tuple[Family, ...]:
    """Return all metrics of a server by name."""
    found = [Family(f"charkoni_{name}_total", "counter", labels, text) for name, (text, labels) in COUNTERS.items()]
    found += [Family(f"charkoni_{name}", "gauge", (), text) for name, text in GAUGES.items()]
    return tuple(sorted([*found, Family(PAGE_SECONDS, "summary", ("quantile",), _PAGE_SECONDS)]))


class Metrics:
    """The counters, times and gauges of a server; all names begin with `charkoni_`."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._counters = {
            name: Counter(f"charkoni_{name}", text, labels, registry=self._registry)
            for name, (text, labels) in COUNTERS.items()
        }
        self._times: deque[float] = deque(maxlen=MOST_TIMES)
        self._gauges: Mapping[str, float] = {}
        self._registry.register(self)

    def count(self, name: str, **labels: str) -> None:
        """Add one to a counter of `COUNTERS`."""
        counter = self._counters[name]
        (counter.labels(**labels) if labels else counter).inc()

    def observe(self, seconds: float) -> None:
        """Record the time of a page."""
        self._times.append(seconds)

    def text(self, gauges: Mapping[str, float]) -> str:
        """Return everything in Prometheus's text format, with the gauges of the moment by the names of `GAUGES`."""
        self._gauges = gauges
        return generate_latest(self._registry).decode()

    def collect(self) -> Iterator[Metric]:
        """Yield the gauges, and the quantiles of the times of pages (the library's own summaries have none)."""
        for name, value in self._gauges.items():
            yield GaugeMetricFamily(f"charkoni_{name}", GAUGES[name], value)
        family, ordered = Metric(PAGE_SECONDS, _PAGE_SECONDS, "summary"), sorted(self._times)
        for share in QUANTILES if ordered else ():
            # The nearest rank: a time that was measured, no mean of two.
            reached = ordered[min(len(ordered) - 1, int(share * len(ordered)))]
            family.add_sample(family.name, {"quantile": str(share)}, round(reached, 6))
        yield family
