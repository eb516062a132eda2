"""Numbers for Prometheus, in a registry of our own: requests, documents, duplicates, the queue, the state of the index."""

from __future__ import annotations

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

from harvestman.model import Status

# When a counter began is of no use and doubles the page.
disable_created_metrics()  # type: ignore[no-untyped-call]

_DURATIONS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)


class Metrics:
    """The counters, histograms and gauges of the service."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "harvestman_requests_total",
            "Requests answered, by method, route and HTTP status.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.request_seconds = Histogram(
            "harvestman_request_seconds",
            "From a request's first byte to its answer's last, by route.",
            ("route",),
            buckets=_DURATIONS,
            registry=self.registry,
        )
        self.documents = Counter(
            "harvestman_documents_total",
            "Documents taken in, by how they were answered: read, same-bytes, near-duplicate, waiting.",
            ("answered",),
            registry=self.registry,
        )
        self.readings = Counter(
            "harvestman_readings_total",
            "Documents read in the worker pool, by the status they ended in.",
            ("status",),
            registry=self.registry,
        )
        self.reading_seconds = Histogram(
            "harvestman_reading_seconds",
            "How long reading a document took, without waiting.",
            buckets=_DURATIONS,
            registry=self.registry,
        )
        self.refused = Counter(
            "harvestman_refused_total",
            "Requests refused because too much was under way, or too fast.",
            ("status",),
            registry=self.registry,
        )
        self.waiting = Gauge(
            "harvestman_queue_waiting", "Documents that wait to be read.", registry=self.registry
        )
        self.incoming_bytes = Gauge(
            "harvestman_incoming_bytes",
            "What files that are arriving or waiting take on the disk.",
            registry=self.registry,
        )
        self.jobs_running = Gauge(
            "harvestman_jobs_running", "Jobs under way.", registry=self.registry
        )
        self.jobs = Counter(
            "harvestman_jobs_total",
            "Jobs that were worked on here, by kind and outcome: done, failed, or put down for later.",
            ("kind", "outcome"),
            registry=self.registry,
        )
        self.job_seconds = Histogram(
            "harvestman_job_seconds",
            "How long a job was worked on, by kind.",
            ("kind",),
            buckets=_DURATIONS,
            registry=self.registry,
        )
        self.dedup_ok = Gauge(
            "harvestman_dedup_ok",
            "1 while the index of duplicates answers, 0 while the service goes on without it.",
            registry=self.registry,
        )

        self.blocks = Counter(
            "harvestman_loop_blocked_total",
            "How often the server was held up for seconds; the log says where.",
            registry=self.registry,
        )
        self.blocked_seconds = Counter(
            "harvestman_loop_blocked_seconds_total",
            "How long it was held up altogether.",
            registry=self.registry,
        )

    def note_block(self, seconds: float) -> None:
        """The server was held up for so long."""
        self.blocks.inc()
        self.blocked_seconds.inc(seconds)

    def note_job(self, kind: str, outcome: str, seconds: float) -> None:
        """Count a job that was worked on."""
        self.jobs.labels(kind, outcome).inc()
        self.job_seconds.labels(kind).observe(seconds)

    def note_reading(self, status: Status, seconds: float) -> None:
        """Count a document that was read."""
        self.readings.labels(str(status)).inc()
        self.reading_seconds.observe(seconds)

    def page(self) -> bytes:
        """All metrics in the text format that Prometheus reads."""
        return generate_latest(self.registry)
