"""Documents that were sent to the service, and what was extracted from their bytes.

The same bytes sent twice are two documents with one extraction; so is a near-duplicate that is answered with what an earlier
document gave. Removing a document removes its bytes and its extraction when nobody else needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import SimpleNamespace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import BlobError, Clock, JobRecord, Status
from harvestman.store import schema
from harvestman.store.blobs import Blobs
from harvestman.store.changes import DOCUMENT, Change, ChangeKind, note_changes
from harvestman.store.columns import storable
from harvestman.store.crawl.prepared import Prepared
from harvestman.store.database import DOCUMENTS, Database, batches, insert_into

_document, _extraction, _content = schema.document, schema.extraction, schema.content
_MAX_NAME = 255
_MAX_LINE = 1_000

# Built once: the same bytes come again and again.
_INSERT = Prepared.of(sa.insert(_document), *(c.name for c in _document.c if c.name != "id"))
_SELECT_PART = Prepared.of(
    sa.select(_extraction.c.part, _extraction.c.version, _extraction.c.value).where(
        _extraction.c.digest == sa.bindparam("of"), _extraction.c.part == sa.bindparam("named")
    )
)
_SELECT_KNOWN = Prepared.of(
    sa.select(_document.c.public_id, _document.c.answer, _extraction.c.version, _extraction.c.value)
    .outerjoin_from(
        _document,
        _extraction,
        (_extraction.c.digest == _document.c.answer)
        & (_extraction.c.part == sa.bindparam("named")),
    )
    .where(_document.c.digest == sa.bindparam("of"), _document.c.status != "")
    .order_by(_document.c.id)
    .limit(1)
)


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


class Documents:
    """The documents of a library."""

    def __init__(
        self, database: Database, blobs: Blobs, *, clock: Clock, new_id: Callable[[], str]
    ) -> None:
        self._database = database
        self._blobs = blobs
        self._clock = clock
        self._new_id = new_id

    def add(self, new: NewDocument, reading: Reading) -> KeptDocument:
        """Keep a document that has been read; BlobError when its bytes have been removed meanwhile."""
        with self._database.write() as connection:
            return self._insert(connection, new, reading)

    def add_waiting(
        self, new: NewDocument, put: Callable[[Connection, KeptDocument], JobRecord]
    ) -> tuple[KeptDocument, JobRecord]:
        """Keep a document that is still to be read, together with the job that will do so, which `put` makes; both or neither."""
        with self._database.write() as connection:
            document = self._insert(connection, new, None)
            return document, put(connection, document)

    def settle(self, document_id: str, reading: Reading) -> KeptDocument | None:
        """Note what became of a document that waited, or was read again; None when it was removed meanwhile."""
        statement = (
            sa.update(_document)
            .where(_document.c.public_id == document_id)
            .values(_outcome(reading) | {"answer": reading.answer or _document.c.digest})
            .returning(_document)
        )
        with self._database.write() as connection:
            row = connection.execute(statement).first()
            if row is not None:
                read = Change(DOCUMENT, document_id, ChangeKind.CHANGED, fields=("status",))
                note_changes(connection, [read], now=self._clock.now())
            return _kept(row) if row else None

    def get(self, document_id: str) -> KeptDocument | None:
        """The document with this id."""
        with self._database.read() as connection:
            row = _find(connection, document_id)
            return _kept(row) if row else None

    def known(self, digest: str, part: str) -> tuple[str, str, KeptPart | None] | None:
        """The first document that has these bytes and was read: its id, whose extraction answers it, and a part of that."""
        with self._database.read() as connection:
            row = _SELECT_KNOWN.first(connection, {"of": digest, "named": part})
        if row is None:
            return None
        kept = None if row.value is None else KeptPart(bytes(row.value), row.version)
        return row.public_id, row.answer, kept

    def remove(self, document_id: str) -> Removed | None:
        """Forget a document, and its bytes when they are nobody else's; None when there is none."""
        with self._database.write() as connection:
            self._database.lock(connection, DOCUMENTS)
            row = _find(connection, document_id)
            if row is None:
                return None
            document = _kept(row)
            connection.execute(sa.delete(_document).where(_document.c.id == row.id))
            gone = Change(DOCUMENT, document_id, ChangeKind.REMOVED)
            note_changes(connection, [gone], now=self._clock.now())
            connection.execute(
                sa.update(_document)
                .where(_document.c.duplicate_of == document_id)
                .values(duplicate_of="")
            )
            forgotten = tuple(
                digest
                for digest in sorted({document.digest, document.answer})
                if not _is_needed(connection, digest, _document.c.answer)
            )
            connection.execute(sa.delete(_extraction).where(_extraction.c.digest.in_(forgotten)))
            connection.execute(sa.delete(_content).where(_content.c.digest.in_(forgotten)))
            # Still in the transaction: nobody can keep a document with these bytes in between.
            if not _has_owner(connection, document.digest):
                self._blobs.discard(document.digest)
            return Removed(document, forgotten)

    def parts(self, digest: str, names: Collection[str] | None = None) -> dict[str, KeptPart]:
        """What is kept of the extraction of some bytes; with `names`, of these parts only."""
        with self._database.read() as connection:
            if names is not None and len(names) == 1:
                (name,) = names
                rows = _SELECT_PART.rows(connection, {"of": digest, "named": name})
            else:
                statement = sa.select(_extraction).where(_extraction.c.digest == digest)
                if names is not None:
                    statement = statement.where(_extraction.c.part.in_(list(names)))
                rows = connection.execute(statement).all()
        return {row.part: KeptPart(bytes(row.value), row.version) for row in rows}

    def keep_parts(self, digest: str, parts: Mapping[str, KeptPart]) -> None:
        """Keep an extraction, all of it or nothing; what was made by an older version is replaced."""
        with self._database.write() as connection:
            insert = insert_into(_extraction, connection.dialect.name)
            replace = insert.on_conflict_do_update(
                index_elements=["digest", "part"],
                set_={name: insert.excluded[name] for name in ("version", "made", "value")},
            )
            now = self._clock.now()
            rows = [
                {
                    "digest": digest,
                    "part": name,
                    "version": part.version,
                    "made": now,
                    "value": part.value,
                }
                for name, part in parts.items()
            ]
            if rows:
                connection.execute(replace, rows)

    def prune(self, *, older_than: datetime) -> list[str]:
        """Forget extractions that belong to no document and are older; their digests."""
        used = sa.exists().where(
            sa.or_(
                _document.c.digest == _extraction.c.digest,
                _document.c.answer == _extraction.c.digest,
            )
        )
        with self._database.write() as connection:
            self._database.lock(connection, DOCUMENTS)
            gone = connection.scalars(
                sa.delete(_extraction)
                .where(_extraction.c.made < older_than, ~used)
                .returning(_extraction.c.digest)
            )
            digests = sorted(set(gone))
            for some in batches(digests):
                connection.execute(sa.delete(_content).where(_content.c.digest.in_(some)))
            return digests

    def count(self) -> int:
        """How many documents are kept."""
        with self._database.read() as connection:
            return int(connection.scalar(sa.select(sa.func.count()).select_from(_document)) or 0)

    def _insert(
        self, connection: Connection, new: NewDocument, reading: Reading | None
    ) -> KeptDocument:
        self._database.lock(connection, DOCUMENTS)
        if not self._blobs.has(new.digest):
            raise BlobError(f"Blob {new.digest} is missing in {self._blobs}: send the file again.")
        values = {
            "public_id": self._new_id(),
            "digest": new.digest,
            "answer": reading.answer or new.digest if reading else new.digest,
            "name": storable(new.name[:_MAX_NAME]),
            "media_type": new.media_type,
            "size_bytes": new.size_bytes,
            "received": self._clock.now(),
            "sent_by": new.sent_by,
        }
        values |= _outcome(reading)
        _INSERT.change(connection, values)
        new_one = Change(DOCUMENT, str(values["public_id"]), ChangeKind.NEW)
        note_changes(connection, [new_one], now=self._clock.now())
        return _kept(SimpleNamespace(**values))


def _outcome(reading: Reading | None) -> dict[str, Any]:
    """The columns that tell what became of a document; of one that waits, nothing has."""
    duplicate = reading.duplicate if reading else None
    return {
        "status": str(reading.status) if reading else "",
        "detail": storable(reading.detail[:_MAX_LINE]) if reading else "",
        "duplicate_of": duplicate.of if duplicate else "",
        "distance": duplicate.distance if duplicate else None,
        "overlap": duplicate.overlap if duplicate else None,
        "reason": storable(duplicate.reason[:_MAX_LINE]) if duplicate else "",
    }


def _is_needed(connection: Connection, digest: str, column: sa.Column[Any]) -> bool:
    found = connection.scalar(sa.select(_document.c.id).where(column == digest).limit(1))
    return found is not None


def _has_owner(connection: Connection, digest: str) -> bool:
    """Whether bytes belong to another document, or to a page that was harvested."""
    if _is_needed(connection, digest, _document.c.digest):
        return True
    page = sa.select(schema.page.c.id).where(schema.page.c.digest == digest).limit(1)
    return connection.scalar(page) is not None


def _find(connection: Connection, document_id: str) -> Any:
    return connection.execute(
        sa.select(_document).where(_document.c.public_id == document_id)
    ).first()


def _kept(row: Any) -> KeptDocument:
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
        received=row.received,
        status=Status(row.status) if row.status else None,
        detail=row.detail,
        duplicate=duplicate,
        sent_by=row.sent_by,
    )
