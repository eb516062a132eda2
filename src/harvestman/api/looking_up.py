"""One paper or document, meant by its id or by words that only it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harvestman.api.results import ShownPaper
from harvestman.api.selecting import select
from harvestman.model import UsageError

if TYPE_CHECKING:
    from harvestman.model import Paper
    from harvestman.store import KeptDocument, Library


def show(library: Library, which: str) -> ShownPaper:
    """The paper with this id, or the only one that has these words, with all that is claimed and decided of it.

    UsageError when there is none or there are several, or when it was forgotten.
    """
    paper = library.papers.get(which) or _only_paper_with(library, which)
    if paper is None:
        gone = library.forgotten.one(which)
        if gone is not None:
            raise UsageError(
                f"{gone.title!r} was forgotten by {gone.by} on {gone.when:%Y-%m-%d}: "
                f"`harvestman forget --undo {gone.id}` brings it back"
            )
        raise UsageError(f"there is no paper {which!r}: `harvestman papers` lists the ids")
    return ShownPaper(paper, library.papers.claims(paper.id), library.decisions.of(paper.id))


def documents_of(library: Library, which: str) -> list[KeptDocument]:
    """The documents that are held of a paper, or the one with this id; UsageError when the id is that of nothing."""
    document = library.documents.get(which)
    if document is not None:
        return [document]
    paper = library.papers.get(which)
    if paper is None:
        raise UsageError(f"there is no paper or document {which!r}: `harvestman papers` lists ids")
    return library.documents.of_paper(paper.id)


def _only_paper_with(library: Library, words: str) -> Paper | None:
    found = list(library.papers.find(select(words, limit=2)))
    if len(found) > 1:
        raise UsageError(
            f"several papers have the words {words!r}: `harvestman papers` lists them, choose an id"
        )
    return found[0] if found else None
