"""Metrics for Prometheus."""

from dataclasses import dataclass, field

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from companion_hub.live import LiveBoxes


@dataclass(slots=True)
class Metrics:
    """Counters of one hub."""

    registry: CollectorRegistry = field(default_factory=CollectorRegistry)
    stored: Counter = field(init=False)
    refused: Counter = field(init=False)
    entries: Counter = field(init=False)
    commit: Histogram = field(init=False)
    boxes: Gauge = field(init=False)

    def __post_init__(self) -> None:
        """Create the metrics."""
        given = self.registry
        self.stored = Counter(
            "companion_messages", "Batches and results of boxes", ["fate"], registry=given
        )
        self.refused = Counter(
            "companion_refused", "Messages that cannot be used", ["reason"], registry=given
        )
        self.entries = Counter("companion_entries", "Entries that were stored", registry=given)
        self.commit = Histogram(
            "companion_commit_seconds",
            "From a message to its commit",
            buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
            registry=given,
        )
        self.boxes = Gauge("companion_boxes", "Boxes by their state", ["state"], registry=given)

    def exposition(self, live: LiveBoxes) -> bytes:
        """Return all metrics in the format of Prometheus."""
        for state in ("online", "off", "lost"):
            count = sum(box.status.get("state") == state for box in live.boxes.values())
            self.boxes.labels(state).set(count)
        return generate_latest(self.registry)
