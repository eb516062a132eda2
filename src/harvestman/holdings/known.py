"""Bytes that were read before: what one more document with them comes to."""

from __future__ import annotations

from dataclasses import dataclass, replace

from harvestman.holdings.held import SAME_BYTES, Held, known_by
from harvestman.holdings.parts import About, unpack_about
from harvestman.model import Status
from harvestman.store import Duplicate, KeptDocument, KnownBytes, Reading

# What may have been the hour's fault and not the file's: held again, it is read again.
_PASSING = frozenset({Status.CRASHED, Status.TIMEOUT})


@dataclass(frozen=True, slots=True)
class ReadBefore:
    """Bytes that were read before: the reading of one more document with them."""

    reading: Reading
    about: About
    papers: tuple[str, ...]

    def held(self, digest: str, document: KeptDocument | None) -> Held:
        """That document, held."""
        return replace(held_as(digest, self.reading, self.about, document), papers=self.papers)


def read_before(found: KnownBytes) -> ReadBefore | None:
    """How one more document with known bytes is read; None when they have to be read again."""
    about = unpack_about(found.part) if found.part else None
    if about is None or about.status in _PASSING:
        return None
    duplicate = Duplicate(found.document, SAME_BYTES) if found.document else None
    return ReadBefore(
        Reading(about.status, about.detail, found.answer, duplicate), about, found.papers
    )


def held_as(digest: str, reading: Reading, about: About, document: KeptDocument | None) -> Held:
    """What holding a file came to, from how it was read."""
    return Held(
        reading.status,
        reading.detail,
        digest,
        reading.answer or digest,
        known_by(reading),
        document,
        about,
    )
