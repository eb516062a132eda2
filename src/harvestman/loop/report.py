"""What the loop did lately and why, what waits, what has failed for good, and what comes next: told by `harvestman status` and `GET /api/v1/run`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from harvestman.loop.choosing import Spent, requests_of, spent_today
from harvestman.loop.steps import KINDS, PREFIX, kind_of, past_of
from harvestman.model import JobRecord, Plain, appointment_to_plain

if TYPE_CHECKING:
    from harvestman.store import Library, WatchedEvent

_FAILED_WITHIN = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class RunState:
    """How the loop stands."""

    when: datetime
    done: tuple[JobRecord, ...]
    """The steps that were done last, the newest first."""
    waiting: tuple[JobRecord, ...]
    """Those that wait or run."""
    failed: tuple[JobRecord, ...]
    """Those of the last week that ended without success, the newest first."""
    spent: Spent
    """The requests of today."""
    coming: tuple[WatchedEvent, ...]
    """The events with the next appointments, the soonest first."""

    @property
    def next_visit(self) -> datetime | None:
        """When the next appointment of the watch is."""
        return self.coming[0].appointment.when if self.coming else None

    def to_plain(self) -> Plain:
        """As `GET /api/v1/run` tells it."""
        return {
            "when": self.when.isoformat(),
            "today": {
                "requests": self.spent.day,
                "by_kind": dict(self.spent.kinds),
                "by_host": dict(self.spent.hosts.most_common(20)),
            },
            "done": [step_to_plain(job) for job in self.done],
            "waiting": [step_to_plain(job) for job in self.waiting],
            "failed": [step_to_plain(job) for job in self.failed],
            "next": [
                {"event": one.event.id, "title": one.event.title}
                | appointment_to_plain(one.appointment)
                for one in self.coming
            ],
        }


def run_state(library: Library, now: datetime, *, limit: int = 20) -> RunState:
    """How the loop of a library stands."""
    past = past_of(library, now)
    failed = [
        job
        for job in past.jobs
        if job.state in ("failed", "interrupted") and job.ended and now - job.ended < _FAILED_WITHIN
    ]
    done = [  # however long ago: a loop that stands still is told of too
        job
        for kind in KINDS
        for job in library.job_records.newest(kind=PREFIX + kind, state="done", limit=limit)[::-1]
    ]
    return RunState(
        now,
        tuple(sorted(done, key=_when)[::-1][:limit]),
        tuple(job for job in past.jobs if not job.ended),
        tuple(sorted(failed, key=_when)[::-1][:limit]),
        spent_today(past, now),
        tuple(one for one in library.appointments.some(limit) if one.appointment.when is not None),
    )


def _when(job: JobRecord) -> str:
    return job.ended.isoformat() if job.ended else ""


def step_to_plain(job: JobRecord) -> Plain:
    """One step, as `run --json` and `GET /api/v1/run` tell it."""
    return {
        "job": job.id,
        "kind": kind_of(job),
        "title": job.task["title"],
        "reason": job.task["reason"],
        "urgency": job.task["urgency"],
        "cost": job.task["cost"],
        "requests": requests_of(job)[0],
        "state": job.state,
        "did": job.result.get("did"),
        "error": job.error or None,
        "ended": job.ended.isoformat() if job.ended else None,
        "not_before": job.at.isoformat() if job.at else None,
    }
