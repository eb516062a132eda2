"""A step: one thing that is due, with its reason, how urgent it is, and what it will about cost in requests.

A source of work is a small object: `due` says which steps there are now and changes nothing, `do` carries one out from its task, which
is plain JSON and so can be a job of the Queue. What a source knows of the past it reads off the library, so that a step which was
killed, failed or forgotten is due again by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Protocol

from harvestman.model import JobRecord, Plain
from harvestman.text import host_of

if TYPE_CHECKING:
    from harvestman.loop.tools import Tools
    from harvestman.store import Library

PREFIX = "run-"
"""How the kinds of the loop's jobs begin."""
KINDS = ("visit", "series", "files", "missing", "person", "site", "merge", "webhook", "digest")
"""The names of the kinds of steps: those of all `SOURCES` in their order, told without loading them."""
STEP_KINDS = tuple(PREFIX + kind for kind in KINDS)
"""The kinds of their jobs."""
REMEMBERED = timedelta(days=60)
"""So far back the loop looks for what steps of a kind have cost, and when they were done."""
_LATELY = 50


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is due."""

    kind: str
    """Which source of work it is of, such as `visit`."""
    subject: str
    """What it is about, within its kind: at most one job about it waits or runs."""
    title: str
    """The same for people."""
    reason: str
    """Why it is due now."""
    urgency: float
    """1 for what cannot wait, 0 for what may."""
    cost: int
    """About so many requests."""
    task: Plain = field(default_factory=dict)
    """All that is needed to do it."""
    url: str = ""
    """An address at the host that it visits, if it is one host."""

    @property
    def host(self) -> str:
        """The host that it visits; "" for none, or for several."""
        return host_of(self.url) if self.url else ""

    @property
    def lock(self) -> str:
        """The name that its job has alone."""
        return f"{PREFIX}{self.kind}:{self.subject}"

    def to_task(self) -> Plain:
        """As it is kept in its job."""
        return {
            "subject": self.subject,
            "title": self.title,
            "reason": self.reason,
            "urgency": round(self.urgency, 3),
            "cost": self.cost,
            "host": self.host,
            "task": self.task,
        }

    def to_plain(self) -> Plain:
        """One line of `run --dry-run --json`."""
        plain = {"kind": self.kind} | self.to_task()
        del plain["task"]
        return plain


def kind_of(job: JobRecord) -> str:
    """Which source of work the job of a step is of."""
    return job.kind.removeprefix(PREFIX)


def task_of(job: JobRecord) -> Plain:
    """What a source put into the task of its step."""
    task: Plain = job.task["task"]
    return task


class Past:
    """What the loop did lately: its jobs that have not ended, or ended not long ago, the oldest first."""

    def __init__(self, jobs: Sequence[JobRecord]) -> None:
        self.jobs = jobs
        self._about: dict[tuple[str, str], list[JobRecord]] = {}
        self._costs: dict[str, list[int]] = {}
        for job in jobs:
            kind = kind_of(job)
            self._about.setdefault((kind, job.task["subject"]), []).append(job)
            if job.state == "done" and "requests" in job.result:
                self._costs.setdefault(kind, []).append(int(job.result["requests"]))

    def about(self, kind: str, subject: str) -> Sequence[JobRecord]:
        """The jobs about a subject."""
        return self._about.get((kind, subject), ())

    def cost(self, kind: str, subject: str, *, otherwise: int) -> int:
        """What a step will about cost: what it cost last time, else what those of its kind cost on average."""
        for job in reversed(self.about(kind, subject)):
            if job.state == "done" and "requests" in job.result:
                return max(1, int(job.result["requests"]))
        known = self._costs.get(kind, [])[-_LATELY:]
        return max(1, round(sum(known) / len(known))) if known else otherwise


class WorkSource(Protocol):
    """Knows one kind of work."""

    kind: str
    at_once: int
    """So many steps of it are done side by side."""
    rest: timedelta
    """For so long a subject whose step was done is left alone, whatever `due` says."""
    comes_last: bool
    """Whether its steps wait until nothing else is due."""

    def due(self, tools: Tools, past: Past, now: datetime) -> Iterable[Step]:
        """The steps that are due now. It blocks, makes no request and changes nothing."""
        ...

    async def do(self, job: JobRecord, tools: Tools) -> Plain:
        """Carry one out, or go on with it (`task_of` is its task); what came of it: `did` in a few words, and numbers."""
        ...


def past_of(library: Library, now: datetime) -> Past:
    """What the loop did lately, and what it has under way."""
    return Past(library.job_records.since(STEP_KINDS, now - REMEMBERED))
