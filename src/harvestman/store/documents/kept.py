"""Documents that are held, and what was extracted from their bytes.

The same bytes sent twice are two documents with one extraction; so is a near-duplicate that is answered with what an earlier
document gave. What was fetched from one address, or given by a person, is one document however often it comes. Everything that
reading a file gave is kept in one transaction with its document: parts, fingerprint, text for searching, and what it says of its
paper. Removing a document takes all of that back when nobody else needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import BlobError, Clock, JobRecord
from harvestman.store import schema
from harvestman.store.changes import DOCUMENT, Change, ChangeKind, note_changes
from harvestman.store.database import DOCUMENTS, Database, batches, insert_into
from harvestman.store.documents.contents import keep_content
from harvestman.store.documents.fingerprints import keep_fingerprints
from harvestman.store.documents.full_text import forget_text, keep_text
from harvestman.store.documents.records import (
    SENT,
    Findings,
    KeptDocument,
    KeptPart,
    KnownBytes,
    NewDocument,
    Reading,
    Removed,
    kept_document,
    source_of,
)
from harvestman.store.documents.tables import HAS_ORIGIN
from harvestman.store.ids import digest_key
from harvestman.store.page_bytes import LibraryBlobs, has_row
from harvestman.store.papers.linking import PapersSaid, keep_mentions
from harvestman.store.prepared import Prepared
from harvestman.store.storable import storable

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

_document, _extraction, _content = schema.document, schema.extraction, schema.content
_mention = schema.mention
_MAX_NAME = 255
_MAX_LINE = 1_000
_FEW_PARTS = 2  # are sooner asked for one by one than by a statement that is made for them

# Built once: the same bytes come again and again.
_INSERT = Prepared.of(sa.insert(_document), *(c.name for c in _document.c if c.name != "id"))


def _keep_part(dialect: str) -> sa.Executable:
    insert = insert_into(_extraction, dialect)
    return insert.on_conflict_do_update(
        index_elements=["digest", "part"],
        set_={name: insert.excluded[name] for name in ("version", "made", "value")},
    )


_KEEP_PART = Prepared(_keep_part, "digest", "part", "version", "made", "value")
_SELECT_PART = Prepared.of(
    sa.select(_extraction.c.part, _extraction.c.version, _extraction.c.value).where(
        _extraction.c.digest == sa.bindparam("of"), _extraction.c.part == sa.bindparam("named")
    )
)
_SELECT_SENT = Prepared.of(
    sa.select(_document.c.id)
    .where(_document.c.digest == sa.bindparam("of"), _document.c.sent_by == sa.bindparam("sender"))
    .limit(1)
)
_SELECT_READ = Prepared.of(
    sa.select(_document.c.id)
    .where(_document.c.digest == sa.bindparam("of"), _document.c.status != "")
    .limit(1)
)
_SELECT_ORIGINS = Prepared.of(
    sa.select(_document.c.origin)
    .where(_document.c.digest == sa.bindparam("of"), _document.c.origin != "")
    .order_by(_document.c.id)
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

_SELECT_PAPERS = Prepared.of(
    sa.select(schema.paper.c.public_id, schema.paper.c.title)
    .join_from(_mention, schema.paper, schema.paper.c.id == _mention.c.paper_id)
    .where(_mention.c.source_key == sa.bindparam("at"))
    .order_by(schema.paper.c.id)
)


Also = Callable[[Connection, KeptDocument], None]
"""What is kept in the same transaction as a document."""


class Documents:
    """The documents of a library."""

    def __init__(
        self, database: Database, blobs: LibraryBlobs, *, clock: Clock, new_id: Callable[[], str]
    ) -> None:
        self._database = database
        self._blobs = blobs
        self._clock = clock
        self._new_id = new_id

    def keep(
        self,
        findings: Findings | None,
        reading: Reading | None,
        *,
        new: NewDocument | None = None,
        settles: str = "",
        also: Also | None = None,
    ) -> KeptDocument | None:
        """Keep what reading a file gave together with its document, and what else is to be kept with it (`also`), in one transaction.

        Without a reading the document waits for one. It is a `new` one, or one with this id that waited or was read again (`settles`); without either, only what was
        read is kept. None then, or when the document was removed meanwhile. BlobError when a new one's bytes were.
        """

        def work(connection: Connection) -> KeptDocument | None:
            document = None
            if new is not None:
                document = self._insert(connection, new, reading)
            elif settles and reading is not None:
                document = self._settle(connection, settles, reading)
            if findings is not None:
                self._keep_findings(connection, findings, is_held=document is not None)
            if also is not None and document is not None:
                also(connection, document)
            return document

        return self._database.together(work)

    def keep_known(
        self, new: NewDocument, part: str, read: Callable[[KnownBytes], Reading | None]
    ) -> KeptDocument | None:
        """One more document with bytes that another has already, read as `read` says; None when none has, or it says nothing.

        Question and answer are one transaction, which it shares with those of other threads. BlobError when the bytes were removed.
        """

        if self._database.is_sqlite:  # where writers wait for each other: new bytes need no turn
            with self._database.asking() as quick:
                if _SELECT_READ.first(quick, {"of": new.digest}) is None:
                    return None

        def work(connection: Connection) -> KeptDocument | None:
            known = _known(connection, new.digest, part)
            reading = read(known) if known else None
            return self._insert(connection, new, reading) if reading else None

        return self._database.together(work)

    def add_waiting(
        self, new: NewDocument, put: Callable[[Connection, KeptDocument], JobRecord]
    ) -> tuple[KeptDocument, JobRecord]:
        """Keep a document that is still to be read, together with the job that will do so, which `put` makes; both or neither."""
        with self._database.write() as connection:
            document = self._insert(connection, new, None)
            return document, put(connection, document)

    def get(self, document_id: str) -> KeptDocument | None:
        """The document with this id."""
        with self._database.read() as connection:
            row = _find(connection, document_id)
            return kept_document(row) if row else None

    def newest(
        self, limit: int, *, before: str = "", seen_by: str | None = None
    ) -> list[KeptDocument]:
        """So many documents, the newest first; only those older than the one with the id `before`, and not what was sent with other keys than `seen_by`."""
        statement = sa.select(_document).order_by(_document.c.id.desc()).limit(limit)
        if seen_by is not None:
            is_open = _document.c.sent_by.in_(["", seen_by])
            statement = statement.where(sa.or_(_document.c.why != SENT, is_open))
        if before:
            place = sa.select(_document.c.id).where(_document.c.public_id == before)
            statement = statement.where(_document.c.id < place.scalar_subquery())
        with self._database.read() as connection:
            return [kept_document(row) for row in connection.execute(statement)]

    def known(self, digest: str, part: str) -> KnownBytes | None:
        """The first document that has these bytes and was read, with a part of the extraction that answers it.

        Some readings are kept without a document: GROBID's clients ask, and send nothing to keep.
        """
        with self._database.asking() as connection:
            found = _known(connection, digest, part)
            if found is None:
                row = _SELECT_PART.first(connection, {"of": digest, "named": part})
                own = KeptPart(bytes(row.value), row.version) if row else None
                found = KnownBytes("", digest, own, ()) if own else None
            return found

    def is_sent_by(self, digest: str, sender: str) -> bool:
        """Whether this sender brought a document with these bytes; "" for whatever came without a key."""
        with self._database.asking() as connection:
            return _SELECT_SENT.first(connection, {"of": digest, "sender": sender}) is not None

    def of_others(self, document_ids: Collection[str], sender: str) -> set[str]:
        """Those of these documents that were sent with another key than this one."""
        statement = sa.select(_document.c.public_id).where(
            _document.c.public_id.in_(list(document_ids)),
            _document.c.why == SENT,
            _document.c.sent_by.not_in(["", sender]),
        )
        with self._database.read() as connection:
            return set(connection.scalars(statement))

    def remove(self, document_id: str) -> Removed | None:
        """Forget a document, and its bytes when they are nobody else's; None when there is none."""
        with self._database.write() as connection:
            self._database.lock(connection, DOCUMENTS)
            row = _find(connection, document_id)
            if row is None:
                return None
            document = kept_document(row)
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
            forget_text(connection, forgotten)
            self._say(
                connection,
                [
                    PapersSaid(source_of(digest), [], is_withdrawn=True)
                    for digest in forgotten
                    if not _is_needed(connection, digest, _document.c.digest)
                ],
            )
            # Still in the transaction: nobody can keep a document with these bytes in between.
            if not _has_owner(connection, document.digest):
                self._blobs.discard(document.digest)
            return Removed(document, forgotten)

    def parts(self, digest: str, names: Collection[str] | None = None) -> dict[str, KeptPart]:
        """What is kept of the extraction of some bytes; with `names`, of these parts only."""
        if names is not None and len(names) <= _FEW_PARTS:
            asked = ({"of": digest, "named": name} for name in names)
            with self._database.asking() as quick:
                rows = [row for one in asked for row in _SELECT_PART.rows(quick, one)]
        else:
            statement = sa.select(_extraction).where(_extraction.c.digest == digest)
            if names is not None:
                statement = statement.where(_extraction.c.part.in_(list(names)))
            with self._database.read() as connection:
                rows = list(connection.execute(statement))
        return {row.part: KeptPart(bytes(row.value), row.version) for row in rows}

    def origins(self, digest: str) -> list[str]:
        """The addresses from which these bytes were fetched, the earliest first."""
        with self._database.asking() as connection:
            rows = _SELECT_ORIGINS.rows(connection, {"of": digest})
        return list(dict.fromkeys(row.origin for row in rows))

    def at(self, origin: str, *, digest: str | None = None) -> KeptDocument | None:
        """The document that was first seen last at an address; with a digest, the one of these bytes: an address may have an older document again."""
        statement = (
            sa.select(_document)
            .where(_document.c.origin_key == digest_key(origin), HAS_ORIGIN)
            .order_by(_document.c.id.desc())
            .limit(1)
        )
        if digest is not None:
            statement = statement.where(_document.c.digest == digest)
        with self._database.read() as connection:
            row = connection.execute(statement).first()
            return kept_document(row) if row else None

    def papers(self, digests: Collection[str], *, has_title: bool = True) -> tuple[str, ...]:
        """The ids of the papers of which files with these digests speak, the oldest first; `has_title=False`: of those too that nobody is shown."""
        with self._database.asking() as connection:
            return _papers(connection, digests, has_title=has_title)

    def of_paper(self, paper_id: str) -> list[KeptDocument]:
        """The documents that speak of the paper with this id, the earliest first; each file once."""
        with self._database.read() as connection:
            sources = connection.scalars(
                sa.select(_mention.c.source)
                .join_from(_mention, schema.paper)
                .where(
                    schema.paper.c.public_id == paper_id,
                    _mention.c.source.startswith(source_of("")),
                )
            )
            digests = [source.removeprefix(source_of("")) for source in sources]
            rows = connection.execute(
                sa.select(_document)
                .where(_document.c.digest.in_(digests) | _document.c.answer.in_(digests))
                .order_by(_document.c.id)
            ).all()
        return list({row.digest: kept_document(row) for row in reversed(rows)}.values())[::-1]

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

    def read_digests(self) -> list[str]:
        """The digests under which what was read of the held documents is kept, each once, the first that was held first."""
        table = _document
        with self._database.read() as connection:
            rows = connection.scalars(
                sa.select(table.c.answer)
                .where(table.c.answer != "", table.c.status != "")  # else it is being read
                .group_by(table.c.answer)
                .order_by(sa.func.min(table.c.id))
            )
            return [str(digest) for digest in rows]

    def count(self) -> int:
        """How many documents are kept."""
        with self._database.read() as connection:
            return int(connection.scalar(sa.select(sa.func.count()).select_from(_document)) or 0)

    def _insert(
        self, connection: Connection, new: NewDocument, reading: Reading | None
    ) -> KeptDocument:
        self._database.lock(connection, DOCUMENTS)
        if new.why != SENT and (known := _same(connection, new)) is not None:
            return known if reading is None else self._anew(connection, known, reading)
        if not (has_row(connection, new.digest) or self._blobs.place.has(new.digest)):
            raise BlobError(f"Blob {new.digest} is missing in {self._blobs}: send the file again.")
        values = {
            "public_id": self._new_id(),
            "digest": new.digest,
            "answer": reading.answer or new.digest if reading else new.digest,
            "name": storable(new.name[:_MAX_NAME]),
            "media_type": new.media_type,
            "size_bytes": new.size_bytes,
            "received": self._clock.now(),
            "why": new.why,
            "origin": new.origin,
            "origin_key": digest_key(new.origin) if new.origin else "",
            "sent_by": new.sent_by,
        }
        values |= _outcome(reading)
        _INSERT.change(connection, values)
        new_one = Change(DOCUMENT, str(values["public_id"]), ChangeKind.NEW)
        note_changes(connection, [new_one], now=self._clock.now())
        return kept_document(SimpleNamespace(**values))

    def _anew(self, connection: Connection, known: KeptDocument, reading: Reading) -> KeptDocument:
        """A document that comes once more from the same place: as it is, unless reading it came to something else now."""
        answer = reading.answer or known.digest
        if known.status is reading.status and known.answer == answer:
            return known
        if reading.duplicate is not None and reading.duplicate.of == known.id:
            reading = replace(reading, duplicate=None)
        return self._settle(connection, known.id, reading) or known

    def _settle(
        self, connection: Connection, document_id: str, reading: Reading
    ) -> KeptDocument | None:
        """Note what became of a document; None when there is none with this id."""
        row = connection.execute(
            sa.update(_document)
            .where(_document.c.public_id == document_id)
            .values(_outcome(reading) | {"answer": reading.answer or _document.c.digest})
            .returning(_document)
        ).first()
        if row is None:
            return None
        read = Change(DOCUMENT, document_id, ChangeKind.CHANGED, fields=("status",))
        note_changes(connection, [read], now=self._clock.now())
        return kept_document(row)

    def _keep_findings(self, connection: Connection, findings: Findings, *, is_held: bool) -> None:
        now = self._clock.now()
        rows = [
            {
                "digest": findings.digest,
                "part": name,
                "version": part.version,
                "made": now,
                "value": part.value,
            }
            for name, part in findings.parts.items()
        ]
        _KEEP_PART.change_all(connection, rows)
        if findings.content is not None and findings.content.streams:
            keep_content(connection, findings.content)
        if findings.fingerprint is not None:
            keep_fingerprints(self._database, connection, [findings.fingerprint])
        if is_held and findings.text:
            keep_text(connection, findings.digest, findings.text)
        if is_held and findings.mention is not None:
            self._say(connection, [PapersSaid(findings.source, [findings.mention])])

    def _say(self, connection: Connection, said: list[PapersSaid]) -> None:
        """Keep what files say of their papers in place of what they said before."""
        keep_mentions(self._database, connection, said, now=self._clock.now(), new_id=self._new_id)


def _known(connection: AnyConnection, digest: str, part: str) -> KnownBytes | None:
    row = _SELECT_KNOWN.first(connection, {"of": digest, "named": part})
    if row is None:
        return None
    papers = _papers(connection, dict.fromkeys((digest, row.answer)))
    kept = None if row.value is None else KeptPart(bytes(row.value), row.version)
    return KnownBytes(row.public_id, row.answer, kept, papers)


def _papers(
    connection: AnyConnection, digests: Collection[str], *, has_title: bool = True
) -> tuple[str, ...]:
    found = (
        row.public_id
        for digest in digests
        for row in _SELECT_PAPERS.rows(connection, {"at": digest_key(source_of(digest))})
        if row.title or not has_title
    )
    return tuple(dict.fromkeys(found))


def _same(connection: Connection, new: NewDocument) -> KeptDocument | None:
    """The document that has these bytes from the same place already."""
    row = connection.execute(
        sa.select(_document)
        .where(
            _document.c.digest == new.digest,
            _document.c.why == new.why,
            _document.c.origin == new.origin,
        )
        .limit(1)
    ).first()
    return kept_document(row) if row else None


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
