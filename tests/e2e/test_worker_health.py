"""A worker tells those who watch over it whether it lives, can work, and what it did."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path

import httpx

from commands import Commands
from e2e.cluster import until
from harvestman.model import SystemClock
from harvestman.store import NewDocument, open_library


def test_a_worker_answers_for_its_health_and_counts_its_jobs(tmp_path: Path) -> None:
    commands = Commands(tmp_path)
    with open_library(str(tmp_path / "harvestman.db"), clock=SystemClock()) as library:
        text = b"Harvestmen are no spiders. " * 40
        new = NewDocument(library.blobs.put(text), "a.txt", "text/plain", len(text))
        library.documents.add_waiting(
            new,
            lambda connection, document: library.jobs.put(
                "extract", {"document": document.id}, connection=connection
            ),
        )
    worker = commands.start(
        "worker", "--kinds", "extract", "--health", "0", "--json", stdout=subprocess.PIPE
    )
    try:
        assert worker.stdout is not None
        told = json.loads(worker.stdout.readline())
        assert told["kinds"] == ["extract"]
        with httpx.Client(base_url=told["health"], timeout=30) as client:
            assert client.get("/healthz").json() == {"status": "ok"}
            assert client.get("/readyz").json()["status"] == "ok"
            done = 'harvestman_jobs_total{kind="extract",outcome="done"} 1.0'
            until(lambda: done in client.get("/metrics").text, what="the job")
            assert client.get("/papers").status_code == 404  # nothing else is served here
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(60) == 0
    finally:
        worker.kill()
