"""Figures: how many requests there were, and how long they took."""

from __future__ import annotations

from collections import Counter, defaultdict
from threading import Lock

BOUNDS = (0.005, 0.025, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Figures:
    """Counts requests by operation and status, and sorts their durations into buckets."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._requests: Counter[tuple[str, int]] = Counter()
        self._buckets: Counter[tuple[str, float]] = Counter()
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def count(self, operation: str, status: int, seconds: float) -> None:
        """Note one answered request."""
        with self._lock:
            self._requests[operation, status] += 1
            self._seconds[operation] += seconds
            for bound in BOUNDS:
                self._buckets[operation, bound] += seconds <= bound

    def text(self, **gauges: int) -> str:
        """Return everything in Prometheus' text format."""
        with self._lock:
            lines = ["# TYPE recommender_requests_total counter"]
            for (name, status), n in sorted(self._requests.items()):
                labels = f'operation="{name}",status="{status}"'
                lines.append(f"recommender_requests_total{{{labels}}} {n}")
            lines.append("# TYPE recommender_request_seconds histogram")
            for name, seconds in sorted(self._seconds.items()):
                lines += self._histogram(name, seconds)
        for name, value in gauges.items():
            lines += [f"# TYPE recommender_{name} gauge", f"recommender_{name} {value}"]
        return "\n".join(lines) + "\n"

    def _histogram(self, name: str, seconds: float) -> list[str]:
        whole = sum(n for (other, _), n in self._requests.items() if other == name)
        label = f'operation="{name}"'
        return [
            *(
                f'recommender_request_seconds_bucket{{{label},le="{bound}"}} '
                f"{self._buckets[name, bound]}"
                for bound in BOUNDS
            ),
            f'recommender_request_seconds_bucket{{{label},le="+Inf"}} {whole}',
            f"recommender_request_seconds_sum{{{label}}} {seconds:.6f}",
            f"recommender_request_seconds_count{{{label}}} {whole}",
        ]
