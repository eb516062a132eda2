"""What is told of documents: those that arrive, those that are kept, and what reading one gave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from harvestman.model import LinkedMention, Status
from harvestman.store.asking import moment_told
from harvestman.store.documents.contents import Content
from harvestman.store.documents.fingerprints import FingerprintRow

SENT, GIVEN, LINKED, ARCHIVED = "sent", "given", "linked", "archived"
"""Why a document is held: it was sent to the service, given by a person, linked from a page, or found in an archive."""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Which earlier document this one is a duplicate of, and why."""

    of: str
    """The earlier document's id; "" when it has been removed since."""
    reason: str
    distance: int | None = None
    """Bits in which the two fingerprints differ; None for the very same bytes."""
    overlap: float | None = None
    """The share of word sequences that both have, estimated."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of a document: its status, and by whose extraction it is answered."""

    status: Status
    detail: str = ""
    answer: str = ""
    """The digest under which its extraction is kept; "" for its own."""
    duplicate: Duplicate | None = None


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A document that has arrived; its bytes are in the blobs already."""

    digest: str
    name: str
    media_type: str
    size_bytes: int
    why: str = SENT
    origin: str = ""
    """The address that it was fetched from; "" when it came from no address."""
    sent_by: str = ""


@dataclass(frozen=True, slots=True)
class KeptDocument:
    """A document as it stands."""

    id: str
    digest: str
    answer: str
    name: str
    media_type: str
    size_bytes: int
    received: datetime
    status: Status | None
    """None while it waits to be read."""
    detail: str
    duplicate: Duplicate | None
    why: str
    origin: str
    sent_by: str


@dataclass(frozen=True, slots=True)
class Removed:
    """A document that was forgotten."""

    document: KeptDocument
    forgotten: tuple[str, ...]
    """The digests whose extractions went with it, because nobody is answered by them any more."""


@dataclass(frozen=True, slots=True)
class KeptPart:
    """What one extractor made of some bytes."""

    value: bytes
    """As the caller packed it."""
    version: str
    """Of the extractor: another version makes the part anew."""


@dataclass(frozen=True, slots=True)
class KnownBytes:
    """Bytes that were read before."""

    document: str
    """The id of the first document that has them."""
    answer: str
    """The digest under which what was read is kept."""
    part: KeptPart | None
    """The part that was asked for."""
    papers: tuple[str, ...]
    """The ids of the papers of which they speak."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What reading a file gave, kept whole or not at all."""

    digest: str
    parts: Mapping[str, KeptPart] = field(default_factory=dict)
    content: Content | None = None
    """What is inside the file; None to leave what is kept of that as it is."""
    fingerprint: FingerprintRow | None = None
    mention: LinkedMention | None = None
    """What the file says of the paper that it is."""
    text: str = ""
    """What full-text search looks through."""

    @property
    def source(self) -> str:
        """What claims name as the source of what this file says."""
        return source_of(self.digest)


def source_of(digest: str) -> str:
    """The name that evidence has for a file."""
    return f"sha256:{digest}"


def kept_document(row: Any) -> KeptDocument:
    """A document from its row."""
    duplicate = None
    if row.reason:
        duplicate = Duplicate(row.duplicate_of, row.reason, row.distance, row.overlap)
    return KeptDocument(
        id=row.public_id,
        digest=row.digest,
        answer=row.answer,
        name=row.name,
        media_type=row.media_type,
        size_bytes=row.size_bytes,
        received=moment_told(row.received),
        status=Status(row.status) if row.status else None,
        detail=row.detail,
        duplicate=duplicate,
        why=row.why,
        origin=row.origin,
        sent_by=row.sent_by,
    )
