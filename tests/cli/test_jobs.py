"""`harvestman jobs`: what was given up is listed and can be tried again."""

from __future__ import annotations

import json
from pathlib import Path

from commands import Commands
from harvestman.model import SystemClock
from harvestman.store import open_library


def test_what_was_given_up_is_shown_and_tried_again(tmp_path: Path) -> None:
    place = Commands(tmp_path)
    with open_library(str(tmp_path / "harvestman.db"), clock=SystemClock()) as library:
        for state in ("failed", "done"):
            library.jobs.put("extract", {"document": state})
            job = library.jobs.take("extract", holder="one")
            assert job is not None
            assert job.lease is not None
            library.jobs.end(job.lease, state, error="no such file" if state == "failed" else "")
        waiting = library.jobs.put("harvest", {"urls": ["https://conf.example/"]}).id
        (failed,) = library.jobs.newest(state="failed")
        assert "1 jobs failed or were interrupted" in place.run("status").stdout
        assert json.loads(place.run("status", "--json").stdout)["jobs_given_up"] == 1
        shown = place.run("jobs", "list", "--state", "failed", "--json").stdout.splitlines()
        assert [json.loads(line)["error"] for line in shown] == ["no such file"]
        assert "https://conf.example/" in place.run("jobs", "list").stdout
        assert place.run("jobs", "list", "--kind", "gather").returncode == 1
        assert place.run("jobs", "retry").returncode == 2
        wrong = place.run("jobs", "retry", waiting)
        assert (wrong.returncode, "cannot be tried again" in wrong.stderr) == (2, True)
        assert place.run("jobs", "retry", failed.id).stdout == "1 job waits for a worker now.\n"
        assert library.jobs.waiting("extract") == 1
        assert json.loads(place.run("jobs", "retry", "--all", "--json").stdout) == {"waiting": 0}
        assert place.run("jobs", "cancel", waiting).returncode == 0
        again = place.run("jobs", "cancel", waiting)
        assert (again.returncode, "had ended already" in again.stdout) == (1, True)
        never = place.run("jobs", "cancel", "nope")
        assert (never.returncode, "There is no job nope" in never.stdout) == (1, True)
        assert library.jobs.waiting("harvest") == 0


def test_the_postgres_queue_needs_postgresql(tmp_path: Path) -> None:
    refused = Commands(tmp_path, more={"QUEUE_BACKEND": "postgres"}).run("worker", "--once")
    assert refused.returncode == 2
    assert "needs a PostgreSQL library" in refused.stderr
