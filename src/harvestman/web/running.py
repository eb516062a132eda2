"""A round of `harvestman run` as a job of the service: the same steps, reasons, budgets and politeness.

The steps are jobs of their own, so a round that is stopped, or dies with its server, leaves them in the Queue, and the next one goes on with
them.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from fastapi import Request

from harvestman.api.looping import Looping
from harvestman.loop import Round
from harvestman.model import JobRecord, Plain
from harvestman.rooms import Rooms
from harvestman.web.front.errors import Forbidden
from harvestman.web.front.keys import viewer
from harvestman.web.harvesting import Note, fetcher_of, unless_stopping
from harvestman.web.service import Service

RUN = "run"
"""The kind of job that does a round."""
_MOST_TOLD = 500
_TELL_EVERY_S = 0.25


def require_whole(service: Service, request: Request) -> None:
    """Forbidden where keys are separate tenants, but to admins: a round, and its reasons, are about the documents of all of them."""
    if service.settings.separate_keys and viewer(request) is not None:
        raise Forbidden("Where keys are separate, rounds are for admins.")


async def start_round(service: Service, budget: int | None, *, by: str) -> JobRecord:
    """Start a round; where one waits or runs already, that one."""
    fetcher_of(service)
    task: Plain = {} if budget is None else {"budget": budget}
    return await service.run(service.queue.put, RUN, task, lock=RUN, started_by=by)


async def due_round(service: Service, budget: int | None) -> Round:
    """What a round would do now, with reasons and costs; nothing is done."""
    rooms = Rooms(service.settings, clock=service.clock, library=service.library)
    return await service.run(Looping(rooms).round, budget=budget)


class Running:
    """Does the jobs of this kind."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def __call__(self, job: JobRecord, note: Note, /) -> Plain:
        """Carry one out; what a round before has left is done first."""
        service = self._service
        fetcher_of(service)
        told = _Told(list(job.progress.get("steps", ())), int(job.progress.get("failed", 0)))
        telling = asyncio.create_task(told.keep_telling(note), name="steps told")
        try:
            async with service.rooms() as rooms:
                work = Looping(rooms).once(budget=job.task.get("budget"), told=told.add)
                await unless_stopping(service, work)
        finally:
            telling.cancel()
            with suppress(asyncio.CancelledError):
                await telling
        await note(told.to_plain())
        return told.to_plain()


class _Told:
    """The steps that came to their end, told now and then."""

    def __init__(self, steps: list[str], failed: int) -> None:
        self._steps = steps
        self._failed = failed
        self._has_changed = asyncio.Event()

    def add(self, step: JobRecord) -> None:
        """One more step."""
        self._steps.append(step.id)
        self._failed += step.state == "failed"
        self._has_changed.set()

    def to_plain(self) -> Plain:
        """As it is kept: the ids of the last steps, and how many failed."""
        return {"steps": self._steps[-_MOST_TOLD:], "failed": self._failed}

    async def keep_telling(self, note: Note) -> None:
        """Keep what is new, no more often than a page could show it."""
        while True:
            await self._has_changed.wait()
            self._has_changed.clear()
            await note(self.to_plain())
            await asyncio.sleep(_TELL_EVERY_S)
