"""What comes of holding a file: the document, by what it was recognised, and the papers that it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from harvestman.dedup.files import SAME_PAGES
from harvestman.holdings.parts import About
from harvestman.model import Status
from harvestman.store import KeptDocument, Reading

SAME_BYTES = "the same bytes"
"""Why a document is called a duplicate when nothing needs to be compared."""


class Duplicates(Enum):
    """Whose documents may answer for a near-duplicate of theirs. The same bytes say the same, whoever brought them."""

    OWN = "own"
    """Those that the same sender brought; without a sender, those that nobody sent with a key."""
    ALL = "all"
    NONE = "none"

    def __str__(self) -> str:
        return self.value


class KnownBy(Enum):
    """By what a file was recognised."""

    NEW = "new"
    SAME_BYTES = "same-bytes"
    SAME_PAGES = "same-pages"
    NEAR_DUPLICATE = "near-duplicate"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Held:
    """A file that is held, or why it is not."""

    status: Status
    detail: str = ""
    digest: str = ""
    answer: str = ""
    """The digest under which what was read is kept: the file's own, or that of the document that it is a duplicate of."""
    known_by: KnownBy = KnownBy.NEW
    document: KeptDocument | None = None
    """None when the file is not held: it is empty, too large or of no kind that is read."""
    about: About | None = None
    papers: tuple[str, ...] = ()
    """The ids of the papers that it is."""

    @property
    def id(self) -> str:
        """The document's id; "" when the file is not held."""
        return self.document.id if self.document else ""


def known_by(reading: Reading) -> KnownBy:
    """By what a file with this reading was recognised."""
    duplicate = reading.duplicate
    if duplicate is None or not reading.answer:
        return KnownBy.NEW
    named = {SAME_BYTES: KnownBy.SAME_BYTES, SAME_PAGES: KnownBy.SAME_PAGES}
    return named.get(duplicate.reason, KnownBy.NEAR_DUPLICATE)
