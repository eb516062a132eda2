"""`hm.find`: papers and scholars looked for on the web, and a library that grows on its own (`harvestman find …`)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from harvestman.engine import one_by_one
from harvestman.find import (
    Extended,
    Extension,
    PaperAnswer,
    PaperFinder,
    PaperQuestion,
    PersonAnswer,
    PersonQuestion,
    answer_persons,
    extend,
    extensions_by_authors,
    revisits_due,
)
from harvestman.model import HarvestmanError, UsageError
from harvestman.store import PaperQuery

if TYPE_CHECKING:
    from harvestman.rooms import Rooms


class Finding:
    """What can be looked for; each answer is kept, and given again for nothing."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def papers(
        self, questions: Iterable[PaperQuestion], *, again: bool = False
    ) -> Iterator[PaperAnswer]:
        """Find the files of papers, several at once; the answers come one by one, in the order of the questions."""
        self._rooms.open_outside()
        yield from one_by_one(_papers(self._rooms, questions, again=again))

    def persons(
        self, questions: Sequence[PersonQuestion], *, again: bool = False
    ) -> Iterator[PersonAnswer]:
        """Find homepages and publications of scholars, several at once, in the order of the questions."""
        self._rooms.open_outside()
        yield from one_by_one(_persons(self._rooms, questions, again=again))

    def extend(
        self,
        extensions: Sequence[Extension] = (),
        *,
        revisit_after: timedelta | None = None,
        limit: int = 100,
    ) -> Iterator[Extended]:
        """Let the library grow: by author and field, by field, and by visiting known sources again that were read so long ago."""
        self._rooms.open_outside()
        yield from one_by_one(
            _extend(self._rooms, extensions, revisit_after=revisit_after, limit=limit)
        )

    def authors(self, *, field: str = "", limit: int = 20) -> list[Extension]:
        """Extensions for the authors of the newest papers that are held; with a field, of those that have its words."""
        wanted = PaperQuery(text=field, limit=10 * limit)
        names = [
            author.name
            for paper in self._rooms.library.papers.find(wanted)
            for author in paper.authors
        ]
        return extensions_by_authors(names, field=field, limit=limit)

    def cut(self, answer: PaperAnswer) -> bytes:
        """The pages of a collected volume that are the paper, as a PDF of their own; the whole file of an answer that is none."""
        from harvestman.documents import cut_pages

        document = self._rooms.library.documents.get(answer.file) if answer.file else None
        if document is None:
            raise UsageError("there is no file to cut: the paper was not found")
        body = self._rooms.library.blobs.get(document.digest)
        if answer.volume_pages is None:
            return body
        task = (body, *answer.volume_pages)
        outcome = self._rooms.page_guard("harvestman.find").submit(cut_pages, task).result()
        if not outcome.value:
            raise HarvestmanError(f"document {answer.file} cannot be cut: {outcome.detail}")
        return outcome.value


async def _papers(
    rooms: Rooms, questions: Iterable[PaperQuestion], *, again: bool
) -> AsyncIterator[PaperAnswer]:
    async with rooms.outside() as outside:
        finder = PaperFinder(
            outside,
            timeout_s=rooms.settings.find_timeout,
            remembered_s=rooms.settings.search_fresh_for,
        )
        async for answer in finder.find_all(questions, again=again):
            yield answer


async def _persons(
    rooms: Rooms, questions: Sequence[PersonQuestion], *, again: bool
) -> AsyncIterator[PersonAnswer]:
    async with rooms.outside() as outside:
        timeout_s = rooms.settings.find_timeout
        async for answer in answer_persons(questions, outside, again=again, timeout_s=timeout_s):
            yield answer


async def _extend(
    rooms: Rooms,
    extensions: Sequence[Extension],
    *,
    revisit_after: timedelta | None,
    limit: int,
) -> AsyncIterator[Extended]:
    async with rooms.outside() as outside:
        due = list(extensions)
        if revisit_after is not None:
            before = rooms.clock.now() - revisit_after
            due += await asyncio.to_thread(revisits_due, rooms.library, before=before, limit=limit)
        for one in due:
            yield await extend(one, outside)
