"""Jobs and leases: work that must not be lost, and what one holder has for a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from harvestman.model.plain import Plain

JOB_STATES = ("queued", "running", "done", "failed", "cancelled", "interrupted")
"""The closed list of what a job can be in."""
ENDED_STATES = frozenset({"done", "failed", "cancelled", "interrupted"})
"""Those in which nothing more happens by itself."""
GIVEN_UP_STATES = ("failed", "interrupted")
"""Those that a person has to look at: the job cannot be done, or workers died over it time and again. It can be tried again."""

LeaseKind = Literal["site", "job", "event"]
"""What one can have a lease of."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to something for a time: to visit a site, to do a job, to look at an event."""

    kind: LeaseKind
    name: str
    holder: str
    fence: int
    """Grows with every change of hands and is checked by every write: who lost the lease cannot write any more."""
    length_s: float
    """So long it lasts from each renewal on."""


@dataclass(frozen=True, slots=True)
class JobRecord:
    """One job as it stands."""

    id: str
    kind: str
    """Who does it: workers register the kinds they know, such as `extract` and `harvest`."""
    state: str
    task: Plain
    """What is to be done, in the words of its kind: digests and ids, never bytes or paths."""
    progress: Plain
    result: Plain
    error: str
    created: datetime
    started: datetime | None
    ended: datetime | None
    started_by: str
    """The id of the key that asked for it; "" where no keys are asked for."""
    lock: str = ""
    """At most one job with this name waits or runs; "" for any number."""
    at: datetime | None = None
    """It is not begun before this moment."""
    faults: int = 0
    """How often the library or the machine failed over it: it was put off each time, longer and longer."""
    lease: Lease | None = field(default=None, compare=False)
    """For whoever took it: the right to do it."""

    @property
    def has_ended(self) -> bool:
        """Whether nothing more happens to it by itself."""
        return self.state in ENDED_STATES

    def to_plain(self) -> Plain:
        """As JSON tells it; who started it and who holds it stay inside."""
        return {
            "id": self.id,
            "kind": self.kind,
            "state": self.state,
            "task": self.task,
            "progress": self.progress,
            "result": self.result,
            "error": self.error,
            "created": self.created.isoformat(),
            "started": self.started.isoformat() if self.started else None,
            "ended": self.ended.isoformat() if self.ended else None,
        }
