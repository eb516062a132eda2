"""Keeping what was read of a file: its bytes first, then parts, fingerprint, text, claims and document in one transaction."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from typing import TypeVar

from harvestman.dedup.texts import Dedup, fingerprint_row
from harvestman.documents import CLAIMS
from harvestman.holdings.answers import KeptAnswers
from harvestman.holdings.files import SourceFile
from harvestman.holdings.held import Held
from harvestman.holdings.known import held_as
from harvestman.holdings.papers import file_mention
from harvestman.holdings.parts import unpack_claims, unpack_json
from harvestman.holdings.reading import FileRead
from harvestman.model import BlobError, Clock
from harvestman.store import Also, Findings, KeptDocument, KeptPart, Library, NewDocument, Reading

_TEXT = "text"
_SMALL = 2_000_000  # bytes that any thread may have in memory
_LARGE_AT_ONCE = 3  # larger files in memory at the same time

T = TypeVar("T")


class Keeping:
    """Writes files and what was read of them; many threads may call it.

    `keeps_apart`: what comes with a key is a document of its sender's and tells the library of no paper.
    """

    def __init__(
        self,
        library: Library,
        answers: KeptAnswers,
        dedup: Dedup | None,
        clock: Clock,
        *,
        keeps_apart: bool,
    ) -> None:
        self._library = library
        self._answers = answers
        self._dedup = dedup
        self._clock = clock
        self._keeps_apart = keeps_apart
        self._large = threading.BoundedSemaphore(_LARGE_AT_ONCE)

    def keep_read(
        self,
        file: SourceFile,
        read: FileRead,
        *,
        new: NewDocument | None = None,
        settles: KeptDocument | None = None,
        papers: Collection[str] = (),
        also: Also | None = None,
    ) -> Held:
        """Keep what reading came to, with the document if there is to be one."""
        addresses: list[str] = []
        if CLAIMS in read.parts or papers:  # else nobody is told of them
            addresses = self._library.documents.origins(file.digest)
            if new is not None and new.origin:
                addresses.append(new.origin)
        findings = self._findings(file.digest, read.parts, addresses, papers, is_new=True)
        if read.parts:
            row = fingerprint_row(file.digest, read.fingerprint) if read.fingerprint else None
            findings = Findings(
                file.digest,
                read.parts,
                read.content,
                row,
                findings.mention if findings else None,
                findings.text if findings else "",
            )
        document = self.keep(file, findings, read.reading, new=new, settles=settles, also=also)
        if read.parts:
            self._answers.remember(file.digest, read.parts)
        if self._dedup is not None and read.fingerprint is not None:
            self._dedup.index.follow()
        return held_as(file.digest, read.reading, read.about, document)

    def keep(
        self,
        file: SourceFile,
        findings: Findings | None,
        reading: Reading | None,
        *,
        new: NewDocument | None = None,
        settles: KeptDocument | None = None,
        also: Also | None = None,
    ) -> KeptDocument | None:
        """Keep what was read; a new document's bytes before it."""
        document = new or settles
        findings = self.told(findings, document.sent_by if document else "")
        keep = partial(self._library.documents.keep, findings, reading, also=also)
        if new is None:
            return keep(settles=settles.id if settles else "")
        return self.with_bytes(file, partial(keep, new=new))

    def known_findings(
        self, reading: Reading, digest: str, origin: str, papers: Collection[str]
    ) -> Findings | None:
        """What the library lacks of bytes that were read before: their paper, if no document had them; an address."""
        is_first = reading.duplicate is None
        origins = self._library.documents.origins(digest) if origin else []
        if not is_first and (not origin or origin in origins):
            return None
        kept = self._answers.get(digest, (CLAIMS, _TEXT) if is_first else (CLAIMS,))
        addresses = [*origins, origin] if origin else origins
        return self._findings(digest, kept, addresses, papers, is_new=is_first)

    def _findings(
        self,
        digest: str,
        parts: dict[str, KeptPart],
        addresses: Collection[str],
        papers: Collection[str],
        *,
        is_new: bool,
    ) -> Findings | None:
        """What the kept parts say of the paper, and the text to be searched."""
        claims = unpack_claims(parts[CLAIMS]) if CLAIMS in parts else ()
        mention = None
        if claims or papers:  # an address alone says nothing unless a paper's page has it
            now = self._clock.now()
            mention = file_mention(digest, claims, dict.fromkeys(addresses), now=now)
        text = json.loads(unpack_json(parts[_TEXT].value)) if is_new and _TEXT in parts else ""
        if mention is None and not text:
            return None
        return Findings(digest, mention=mention, text=text)

    def told(self, findings: Findings | None, sent_by: str) -> Findings | None:
        """What the library is told of what this sender brought."""
        if findings is None or not self._keeps_apart or not sent_by:
            return findings
        return replace(findings, mention=None, text="")

    def with_bytes(self, file: SourceFile, keep: Callable[[], T]) -> T:
        """Keep a file's bytes, then its rows; once more if somebody removed the bytes in between."""
        self.keep_bytes(file)
        try:
            return keep()
        except BlobError:
            self.keep_bytes(file)
            return keep()

    def keep_bytes(self, file: SourceFile) -> None:
        """Keep the bytes of a file, so that a document with them can be."""
        if file.data is not None:  # the very bytes that were hashed; a file may have changed since
            self._library.blobs.put(file.data, digest=file.digest)
            return
        if self._library.blobs.has(file.digest):
            return
        if file.size_bytes <= _SMALL:
            self._library.blobs.put(file.read())
            return
        with self._large:
            self._library.blobs.put(file.read())
