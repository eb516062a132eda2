"""`hm.jobs`: work that must not be lost, as it stands in the Queue (`harvestman jobs`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harvestman.model import GIVEN_UP_STATES, UsageError

if TYPE_CHECKING:
    from harvestman.engine import Queue
    from harvestman.model import JobRecord
    from harvestman.rooms import Rooms


class Queueing:
    """The jobs of a library."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def list(self, *, kind: str = "", state: str = "", limit: int = 100) -> list[JobRecord]:
        """The newest jobs first, of all kinds and states or of one."""
        return self._rooms.library.job_records.newest(kind=kind, state=state, limit=limit)

    def counts(self) -> dict[str, dict[str, int]]:
        """How many jobs there are, by kind and state."""
        return self._rooms.library.job_records.counts()

    def given_up(self) -> int:
        """How many jobs wait for a person: they failed, or workers died over them time and again."""
        return sum(
            number
            for states in self.counts().values()
            for state, number in states.items()
            if state in GIVEN_UP_STATES
        )

    def retry(self, *job_ids: str) -> int:
        """Try jobs again that were given up, without ids all of them; how many wait now. UsageError for one that was not given up."""
        queue = self._queue()
        if job_ids:
            for job_id in job_ids:
                if not queue.resume(job_id):
                    raise UsageError(
                        f"Job {job_id} cannot be tried again: there is none, it was not given up, or another has taken its place."
                    )
            return len(job_ids)
        jobs = self._rooms.library.jobs
        waiting = 0
        for state in GIVEN_UP_STATES:
            for job in jobs.newest(state=state, limit=1_000_000):
                waiting += queue.resume(job.id)
        return waiting

    def cancel(self, job_id: str) -> bool:
        """End a job that waits or runs, wherever that is; False when it had ended."""
        return self._queue().cancel(job_id)

    def _queue(self) -> Queue:
        from harvestman.engine import open_queue

        return open_queue(self._rooms.settings.queue_backend, self._rooms.library)
