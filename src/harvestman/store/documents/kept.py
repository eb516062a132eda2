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

from harvestman.model import BlobError, Clock, JobRecord
from harvestman.store.changes import DOCUMENT, Change, ChangeKind, note_changes
from harvestman.store.database import DOCUMENTS, Database
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
from harvestman.store.ids import digest_key
from harvestman.store.page_bytes import LibraryBlobs, has_row
from harvestman.store.papers.linking import PapersSaid, keep_mentions
from harvestman.store.statements import Statement
from harvestman.store.storable import storable

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from harvestman.store.asking import AnyConnection

_MAX_NAME = 255
_MAX_LINE = 1_000
_FEW_PARTS = 2  # are sooner asked for one by one than by a list, which SQLite has to unpack

_COLUMNS = (
    *("public_id", "digest", "answer", "name", "media_type", "size_bytes", "received"),
    *("status", "detail", "duplicate_of", "distance", "overlap", "reason"),
    *("why", "origin", "origin_key", "sent_by"),
)
_DOCUMENT = ", ".join(_COLUMNS)
_SELECT = f"SELECT {_DOCUMENT} FROM document"  # noqa: S608 (our own names)

_INSERT = Statement.insert("document", *_COLUMNS)
_SETTLE = Statement(
    f"""
    UPDATE document
    SET answer = coalesce(nullif(CAST(:answer AS text), ''), digest), status = :status, detail = :detail,
        duplicate_of = :duplicate_of, distance = :distance, overlap = :overlap, reason = :reason
    WHERE public_id = :id RETURNING {_DOCUMENT}
    """  # noqa: S608 (our own names)
)
_DELETE = Statement("DELETE FROM document WHERE public_id = :id")
_FORGET_DUPLICATES = Statement("UPDATE document SET duplicate_of = '' WHERE duplicate_of = :id")
_SELECT_ONE = Statement(f"{_SELECT} WHERE public_id = :id")
_SELECT_SAME = Statement(
    f"{_SELECT} WHERE digest = :digest AND why = :why AND origin = :origin LIMIT 1"
)
# The index of addresses holds only documents that have one, and serves questions that say so.
_AT = f"{_SELECT} WHERE origin_key = :key AND origin_key <> ''"
_SELECT_AT = Statement(f"{_AT} ORDER BY id DESC LIMIT 1")
_SELECT_BYTES_AT = Statement(f"{_AT} AND digest = :digest ORDER BY id DESC LIMIT 1")
_SELECT_FILES = Statement(f"{_SELECT} WHERE digest IN :digests OR answer IN :digests ORDER BY id")
_IS_OLDER = "id < (SELECT id FROM document WHERE public_id = :before)"
_IS_OPEN = f"(why <> '{SENT}' OR sent_by IN ('', :seen_by))"
# By whether only older ones are wanted, and whether only open ones.
_SELECT_NEWEST = {
    (older, open_): Statement(
        f"{_SELECT} WHERE {_IS_OLDER if older else 'true'} AND {_IS_OPEN if open_ else 'true'}"
        " ORDER BY id DESC LIMIT :most"
    )
    for older in (False, True)
    for open_ in (False, True)
}
_SELECT_SENT = Statement(
    "SELECT id FROM document WHERE digest = :digest AND sent_by = :sender LIMIT 1"
)
_SELECT_OF_OTHERS = Statement(
    f"""
    SELECT public_id FROM document
    WHERE public_id IN :ids AND why = '{SENT}' AND sent_by NOT IN ('', :sender)
    """  # noqa: S608 (our own name)
)
_SELECT_READ = Statement("SELECT id FROM document WHERE digest = :digest AND status <> '' LIMIT 1")
_SELECT_HELD = Statement("SELECT id FROM document WHERE digest = :digest LIMIT 1")
_SELECT_ANSWERED = Statement("SELECT id FROM document WHERE answer = :digest LIMIT 1")
_SELECT_ORIGINS = Statement(
    "SELECT origin FROM document WHERE digest = :digest AND origin <> '' ORDER BY id"
)
_SELECT_ANSWERS = Statement(
    """
    SELECT answer FROM document
    WHERE answer <> '' AND status <> ''
    GROUP BY answer ORDER BY min(id)
    """
)
_COUNT = Statement("SELECT count(*) FROM document")
_SELECT_KNOWN = Statement(
    """
    SELECT document.public_id, document.answer, extraction.version, extraction.value FROM document
    LEFT JOIN extraction ON extraction.digest = document.answer AND extraction.part = :part
    WHERE document.digest = :digest AND document.status <> '' ORDER BY document.id LIMIT 1
    """
)

_KEEP_PART = Statement.insert(
    "extraction",
    *("digest", "part", "version", "made", "value"),
    then="""
    ON CONFLICT (digest, part) DO UPDATE
    SET version = excluded.version, made = excluded.made, value = excluded.value
    """,
)
_PARTS = "SELECT part, version, value FROM extraction WHERE digest = :digest"
_SELECT_PARTS = Statement(_PARTS)
_SELECT_PART = Statement(f"{_PARTS} AND part = :part")
_SELECT_SOME_PARTS = Statement(f"{_PARTS} AND part IN :parts")
_DELETE_PARTS = Statement("DELETE FROM extraction WHERE digest IN :digests")
_DELETE_UNUSED_PARTS = Statement(
    """
    DELETE FROM extraction
    WHERE made < :before AND NOT EXISTS (
        SELECT * FROM document
        WHERE document.digest = extraction.digest OR document.answer = extraction.digest
    )
    RETURNING digest
    """
)
_DELETE_CONTENTS = Statement("DELETE FROM content WHERE digest IN :digests")

_SELECT_PAPERS = Statement(
    """
    SELECT paper.public_id, paper.title FROM mention JOIN paper ON paper.id = mention.paper_id
    WHERE mention.source_key = :key ORDER BY paper.id
    """
)
_SELECT_SOURCES = Statement(
    """
    SELECT mention.source FROM mention JOIN paper ON paper.id = mention.paper_id
    WHERE paper.public_id = :id AND mention.source LIKE :files
    """
)
_SELECT_PAGE = Statement("SELECT id FROM page WHERE digest = :digest LIMIT 1")


Also = Callable[["Connection", KeptDocument], None]
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

        def work(connection: AnyConnection) -> KeptDocument | None:
            document = None
            if new is not None:
                document = self._insert(connection, new, reading)
            elif settles and reading is not None:
                document = self._settle(connection, settles, reading)
            if findings is not None:
                self._keep_findings(connection, findings, is_held=document is not None)
            return document

        if also is None:
            return self._database.together(work)
        with self._database.write() as connection:  # what others keep with it may need SQLAlchemy
            document = work(connection)
            if document is not None:
                also(connection, document)
            return document

    def keep_known(
        self, new: NewDocument, part: str, read: Callable[[KnownBytes], Reading | None]
    ) -> KeptDocument | None:
        """One more document with bytes that another has already, read as `read` says; None when none has, or it says nothing.

        Question and answer are one transaction, which it shares with those of other threads. BlobError when the bytes were removed.
        """

        if self._database.is_sqlite:  # where writers wait for each other: new bytes need no turn
            with self._database.asking(is_one=True) as quick:
                if _SELECT_READ.first(quick, {"digest": new.digest}) is None:
                    return None

        def work(connection: AnyConnection) -> KeptDocument | None:
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
        with self._database.asking() as connection:
            return _find(connection, document_id)

    def newest(
        self, limit: int, *, before: str = "", seen_by: str | None = None
    ) -> list[KeptDocument]:
        """So many documents, the newest first; only those older than the one with the id `before`, and not what was sent with other keys than `seen_by`."""
        asked = {"before": before, "seen_by": seen_by, "most": limit}
        with self._database.asking() as connection:
            rows = _SELECT_NEWEST[bool(before), seen_by is not None].rows(connection, asked)
        return [kept_document(row) for row in rows]

    def known(self, digest: str, part: str) -> KnownBytes | None:
        """The first document that has these bytes and was read, with a part of the extraction that answers it.

        Some readings are kept without a document: GROBID's clients ask, and send nothing to keep.
        """
        with self._database.asking() as connection:
            found = _known(connection, digest, part)
            if found is None:
                row = _SELECT_PART.first(connection, {"digest": digest, "part": part})
                own = KeptPart(bytes(row.value), row.version) if row else None
                found = KnownBytes("", digest, own, ()) if own else None
            return found

    def is_sent_by(self, digest: str, sender: str) -> bool:
        """Whether this sender brought a document with these bytes; "" for whatever came without a key."""
        with self._database.asking(is_one=True) as connection:
            return _SELECT_SENT.first(connection, {"digest": digest, "sender": sender}) is not None

    def of_others(self, document_ids: Collection[str], sender: str) -> set[str]:
        """Those of these documents that were sent with another key than this one."""
        asked = {"ids": list(document_ids), "sender": sender}
        with self._database.asking() as connection:
            return {row.public_id for row in _SELECT_OF_OTHERS.rows(connection, asked)}

    def remove(self, document_id: str) -> Removed | None:
        """Forget a document, and its bytes when they are nobody else's; None when there is none."""
        with self._database.writing() as connection:
            self._database.lock(connection, DOCUMENTS)
            document = _find(connection, document_id)
            if document is None:
                return None
            _DELETE.change(connection, {"id": document_id})
            gone = Change(DOCUMENT, document_id, ChangeKind.REMOVED)
            note_changes(connection, [gone], now=self._clock.now())
            _FORGET_DUPLICATES.change(connection, {"id": document_id})
            forgotten = tuple(
                digest
                for digest in sorted({document.digest, document.answer})
                if not _is_any(connection, _SELECT_ANSWERED, digest)
            )
            _DELETE_PARTS.change(connection, {"digests": forgotten})
            _DELETE_CONTENTS.change(connection, {"digests": forgotten})
            forget_text(connection, forgotten)
            self._say(
                connection,
                [
                    PapersSaid(source_of(digest), [], is_withdrawn=True)
                    for digest in forgotten
                    if not _is_any(connection, _SELECT_HELD, digest)
                ],
            )
            # Still in the transaction: nobody can keep a document with these bytes in between.
            if not _has_owner(connection, document.digest):
                self._blobs.discard(document.digest)
            return Removed(document, forgotten)

    def parts(self, digest: str, names: Collection[str] | None = None) -> dict[str, KeptPart]:
        """What is kept of the extraction of some bytes; with `names`, of these parts only."""
        with self._database.asking() as connection:
            if names is None:
                rows = _SELECT_PARTS.rows(connection, {"digest": digest})
            elif len(names) <= _FEW_PARTS:
                asked = ({"digest": digest, "part": name} for name in names)
                rows = [row for one in asked for row in _SELECT_PART.rows(connection, one)]
            else:
                some = {"digest": digest, "parts": list(names)}
                rows = _SELECT_SOME_PARTS.rows(connection, some)
        return {row.part: KeptPart(bytes(row.value), row.version) for row in rows}

    def origins(self, digest: str) -> list[str]:
        """The addresses from which these bytes were fetched, the earliest first."""
        with self._database.asking() as connection:
            rows = _SELECT_ORIGINS.rows(connection, {"digest": digest})
        return list(dict.fromkeys(row.origin for row in rows))

    def at(self, origin: str, *, digest: str | None = None) -> KeptDocument | None:
        """The document that was first seen last at an address; with a digest, the one of these bytes: an address may have an older document again."""
        statement = _SELECT_AT if digest is None else _SELECT_BYTES_AT
        with self._database.asking() as connection:
            row = statement.first(connection, {"key": digest_key(origin), "digest": digest})
        return kept_document(row) if row else None

    def papers(self, digests: Collection[str], *, has_title: bool = True) -> tuple[str, ...]:
        """The ids of the papers of which files with these digests speak, the oldest first; `has_title=False`: of those too that nobody is shown."""
        with self._database.asking() as connection:
            return _papers(connection, digests, has_title=has_title)

    def of_paper(self, paper_id: str) -> list[KeptDocument]:
        """The documents that speak of the paper with this id, the earliest first; each file once."""
        start = source_of("")
        asked = {"id": paper_id, "files": f"{start}%"}
        with self._database.asking() as connection:
            sources = [row.source for row in _SELECT_SOURCES.rows(connection, asked)]
            digests = [source.removeprefix(start) for source in sources]
            rows = _SELECT_FILES.rows(connection, {"digests": digests})
        return list({row.digest: kept_document(row) for row in reversed(rows)}.values())[::-1]

    def prune(self, *, older_than: datetime) -> list[str]:
        """Forget extractions that belong to no document and are older; their digests."""
        with self._database.writing() as connection:
            self._database.lock(connection, DOCUMENTS)
            gone = _DELETE_UNUSED_PARTS.rows(connection, {"before": older_than})
            digests = sorted({row.digest for row in gone})
            _DELETE_CONTENTS.change(connection, {"digests": digests})
            return digests

    def read_digests(self) -> list[str]:
        """The digests under which what was read of the held documents is kept, each once, the first that was held first."""
        with self._database.asking() as connection:
            return [row.answer for row in _SELECT_ANSWERS.rows(connection)]

    def count(self) -> int:
        """How many documents are kept."""
        with self._database.asking() as connection:
            return int(_COUNT.value(connection))

    def _insert(
        self, connection: AnyConnection, new: NewDocument, reading: Reading | None
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

    def _anew(
        self, connection: AnyConnection, known: KeptDocument, reading: Reading
    ) -> KeptDocument:
        """A document that comes once more from the same place: as it is, unless reading it came to something else now."""
        answer = reading.answer or known.digest
        if known.status is reading.status and known.answer == answer:
            return known
        if reading.duplicate is not None and reading.duplicate.of == known.id:
            reading = replace(reading, duplicate=None)
        return self._settle(connection, known.id, reading) or known

    def _settle(
        self, connection: AnyConnection, document_id: str, reading: Reading
    ) -> KeptDocument | None:
        """Note what became of a document; None when there is none with this id."""
        values = {"id": document_id, "answer": reading.answer, **_outcome(reading)}
        row = _SETTLE.first(connection, values)
        if row is None:
            return None
        read = Change(DOCUMENT, document_id, ChangeKind.CHANGED, fields=("status",))
        note_changes(connection, [read], now=self._clock.now())
        return kept_document(row)

    def _keep_findings(
        self, connection: AnyConnection, findings: Findings, *, is_held: bool
    ) -> None:
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

    def _say(self, connection: AnyConnection, said: list[PapersSaid]) -> None:
        """Keep what files say of their papers in place of what they said before."""
        keep_mentions(self._database, connection, said, now=self._clock.now(), new_id=self._new_id)


def _known(connection: AnyConnection, digest: str, part: str) -> KnownBytes | None:
    row = _SELECT_KNOWN.first(connection, {"digest": digest, "part": part})
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
        for row in _SELECT_PAPERS.rows(connection, {"key": digest_key(source_of(digest))})
        if row.title or not has_title
    )
    return tuple(dict.fromkeys(found))


def _same(connection: AnyConnection, new: NewDocument) -> KeptDocument | None:
    """The document that has these bytes from the same place already."""
    asked = {"digest": new.digest, "why": new.why, "origin": new.origin}
    row = _SELECT_SAME.first(connection, asked)
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


def _is_any(connection: AnyConnection, among: Statement, digest: str) -> bool:
    return among.first(connection, {"digest": digest}) is not None


def _has_owner(connection: AnyConnection, digest: str) -> bool:
    """Whether bytes belong to another document, or to a page that was harvested."""
    return _is_any(connection, _SELECT_HELD, digest) or _is_any(connection, _SELECT_PAGE, digest)


def _find(connection: AnyConnection, document_id: str) -> KeptDocument | None:
    row = _SELECT_ONE.first(connection, {"id": document_id})
    return kept_document(row) if row else None
