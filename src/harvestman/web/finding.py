"""Looking for a paper as a job of the service: the same way as `harvestman find paper`, with the same providers and budget."""

from __future__ import annotations

from harvestman.find import PaperQuestion
from harvestman.model import JobRecord, Plain
from harvestman.rooms import Rooms
from harvestman.web.harvesting import Note, fetcher_of, unless_stopping
from harvestman.web.service import Service

FIND = "find"
"""The kind of job that looks for a paper."""


def find_task(question: PaperQuestion, *, again: bool = False) -> Plain:
    """What is kept of a question in its job."""
    return question.to_plain() | {"again": again}


class Finding:
    """Does the jobs of this kind."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def __call__(self, job: JobRecord, note: Note, /) -> Plain:
        """Look for one paper; its answer, with the trail of what was tried."""
        return await unless_stopping(self._service, self._find(job))

    async def _find(self, job: JobRecord) -> Plain:
        service, task = self._service, job.task
        fetcher_of(service)
        question = PaperQuestion(
            task["title"], tuple(task.get("authors") or ()), task.get("year"), task.get("doi") or ""
        )
        rooms = Rooms(service.settings, clock=service.clock, library=service.library)
        try:
            await service.run(rooms.open_outside)
            asked = rooms.find_papers([question], again=bool(task.get("again")))
            return {"answers": [answer.to_plain() async for answer in asked]}
        finally:
            await service.run(rooms.close)
