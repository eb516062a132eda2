"""Which kind of publication a document is: its category in the words for papers, and where that leaves it open, what it appeared in."""

from __future__ import annotations

from harvestman.model.documents import Category
from harvestman.model.papers import Kind
from harvestman.text import words

_KINDS = {
    Category.THESIS: Kind.THESIS,
    Category.REPORT: Kind.REPORT,
    Category.BOOK: Kind.BOOK,
}
_MEETINGS = frozenset(
    "proceedings proc conference conf workshop symposium congress meeting lncs actas congreso jornadas "
    "simposio труды конференции конференция материалы сборник семинар tagung".split()
)


def kind_of_document(category: Category | None, venue: str) -> Kind | None:
    """The kind of a document of this category that says it appeared there; None where neither tells."""
    if category is None or category is Category.PAPER:
        if not venue:
            return None
        return Kind.CONFERENCE_PAPER if is_meeting(venue) else Kind.JOURNAL_ARTICLE
    return _KINDS.get(category, Kind.OTHER)


def is_meeting(container: str) -> bool:
    """Whether the volume that a paper stands in is that of a conference."""
    return not _MEETINGS.isdisjoint(words(container))
