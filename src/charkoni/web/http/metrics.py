"""Counters and gauges in the text form that Prometheus reads."""

from collections import Counter, deque
from collections.abc import Mapping


class Metrics:
    """What a server counts."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, tuple[tuple[str, str], ...]]] = Counter()
        self._times: dict[str, deque[float]] = {}

    def count(self, name: str, by: int = 1, **labels: str) -> None:
        """Count something."""
        self._counts[name, tuple(sorted(labels.items()))] += by

    def took(self, name: str, seconds: float) -> None:
        """Note how long something took; the last thousand count."""
        self._times.setdefault(name, deque(maxlen=1000)).append(seconds)

    def text(self, gauges: Mapping[str, float]) -> str:
        """Return everything, with the gauges of the moment."""
        lines = []
        for (name, labels), count in sorted(self._counts.items()):
            lines.append(f"charkoni_{name}{_labels(labels)} {count}")
        for name, value in sorted(gauges.items()):
            lines.append(f"charkoni_{name} {value:g}")
        for name, times in sorted(self._times.items()):
            ordered = sorted(times)
            for share in (0.5, 0.95, 0.99):
                reached = ordered[min(len(ordered) - 1, int(share * len(ordered)))]
                lines.append(f'charkoni_{name}_seconds{{quantile="{share}"}} {reached:.6f}')
        return "\n".join(lines) + "\n"


def _labels(labels: tuple[tuple[str, str], ...]) -> str:
    if not labels:
        return ""
    inside = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels)
    return f"{{{inside}}}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
