"""Finding as a job of the service: the same questions, providers, budgets and politeness as `harvestman find`.

Every question is kept before it is looked for and its answer when it is there, so a job that is stopped, or dies with its server, goes on
with the questions that have no answer yet.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from harvestman.find import (
    Outside,
    PaperFinder,
    answer_persons,
    paper_question,
    person_question,
)
from harvestman.model import JobRecord, Plain
from harvestman.web.harvesting import Note, fetcher_of, unless_stopping
from harvestman.web.service import Service

FIND_PAPERS, FIND_PERSONS = "find-papers", "find-persons"
"""The kinds of job that look for papers and for scholars."""


class Finding:
    """Does the jobs of these kinds."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def __call__(self, job: JobRecord, note: Note, /) -> Plain:
        """Carry one out, or go on with it."""
        questions, again = job.task["questions"], bool(job.task.get("again"))
        return await unless_stopping(
            self._service, self._answer(job.kind, questions, note, again=again)
        )

    async def _answer(
        self, kind: str, questions: Sequence[Plain], note: Note, *, again: bool
    ) -> Plain:
        answers: list[Plain] = []
        found = 0
        async with self._outside() as outside:
            async for plain in self._each(kind, questions, outside, again=again):
                answers.append(plain)
                found += bool(plain.get("url") or plain.get("homepage"))
                await note(
                    {"done": len(answers), "open": len(questions) - len(answers), "found": found}
                )
        return {"found": found, "answers": answers}

    async def _each(
        self, kind: str, questions: Sequence[Plain], outside: Outside, *, again: bool
    ) -> AsyncIterator[Plain]:
        settings = self._service.settings
        if kind == FIND_PAPERS:
            finder = PaperFinder(
                outside, timeout_s=settings.find_timeout, remembered_s=settings.search_fresh_for
            )
            async for paper in finder.find_all(map(paper_question, questions), again=again):
                yield paper.to_plain()
            return
        asked = [person_question(one, where="the question") for one in questions]
        timeout_s = settings.find_timeout
        async for person in answer_persons(asked, outside, again=again, timeout_s=timeout_s):
            yield person.to_plain()

    @asynccontextmanager
    async def _outside(self) -> AsyncIterator[Outside]:
        service = self._service
        fetcher = fetcher_of(service)
        async with service.rooms() as rooms:
            await asyncio.to_thread(rooms.open_outside)
            async with rooms.outside(fetcher=fetcher, holdings=service.holdings) as outside:
                yield outside
