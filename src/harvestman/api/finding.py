"""`hm.find`: papers and scholars looked for on the web, and a library that grows on its own (`harvestman find …`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from harvestman.engine import one_by_one
from harvestman.find import (
    Extended,
    Extension,
    PaperAnswer,
    PaperQuestion,
    PersonAnswer,
    PersonQuestion,
    extensions_by_authors,
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
        yield from one_by_one(self._rooms.find_papers(questions, again=again))

    def persons(
        self, questions: Sequence[PersonQuestion], *, again: bool = False
    ) -> Iterator[PersonAnswer]:
        """Find homepages and publications of scholars, several at once, in the order of the questions."""
        self._rooms.open_outside()
        yield from one_by_one(self._rooms.find_persons(questions, again=again))

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
            self._rooms.extend(extensions, revisit_after=revisit_after, limit=limit)
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
