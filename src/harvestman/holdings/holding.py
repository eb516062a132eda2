"""Holding a file: the only way in which one becomes part of the library.

The same bytes are known by their digest; a file whose pages or words are known is answered with what was read then; everything else
is read once. The bytes are kept first (writing them twice is harmless), then all that was read of them together with the document in
one transaction. So whoever is killed leaves a document whole or not at all, and holding it again ends where an undisturbed run does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from harvestman.dedup.texts import Dedup
from harvestman.documents import ABOUT, Extractor, load_extractors
from harvestman.engine import Guard
from harvestman.holdings.answers import KeptAnswers
from harvestman.holdings.arriving import at_hand
from harvestman.holdings.files import HEAD_BYTES, SourceFile, media_type_of
from harvestman.holdings.held import Duplicates, Held
from harvestman.holdings.keeping import Keeping
from harvestman.holdings.known import ReadBefore, read_before
from harvestman.holdings.papers import join_linked
from harvestman.holdings.parts import (
    PARTS_OF_EXTRACTION,
    About,
    unpack_about,
    unpack_extraction,
)
from harvestman.holdings.reading import FileRead, FileReader
from harvestman.holdings.turns import DigestTurns
from harvestman.model import BlobError, Clock, Extraction, JobRecord, Status
from harvestman.store import (
    GIVEN,
    Also,
    KeptDocument,
    KnownBytes,
    Library,
    NewDocument,
    Reading,
)

_AHEAD_PER_WORKER = 16  # one slow file holds up no more than so many results


class Holdings:
    """The files of a library. Calls block, and many threads may make them."""

    def __init__(
        self,
        library: Library,
        guard: Guard,
        *,
        dedup: Dedup | None,
        clock: Clock,
        max_bytes: int,
        ocr: bool = True,
        on_read: Callable[[Status, float], None] | None = None,
        keeps_apart: bool = False,
    ) -> None:
        """`on_read` is told the status and the seconds of each file that was read.

        `keeps_apart`: what comes with a key is a document of its sender's and tells the library of no paper.
        """
        self.library = library
        self.extractors: dict[str, Extractor] = {one.name: one for one in load_extractors()}
        self.answers = KeptAnswers(
            library.documents, self.extractors, quick=dedup.answers if dedup else None
        )
        self._guard = guard
        self._dedup = dedup
        self._clock = clock
        self._max_bytes = max_bytes
        self._on_read = on_read
        self._reader = FileReader(
            library, guard, self.answers, dedup, clock, max_bytes=max_bytes, ocr=ocr
        )
        self._turns = DigestTurns()
        self._keeping = Keeping(library, self.answers, dedup, clock, keeps_apart=keeps_apart)

    # files in

    def hold(
        self,
        source: bytes | Path | SourceFile,
        *,
        name: str = "",
        why: str = GIVEN,
        origin: str = "",
        papers: Collection[str] = (),
        sent_by: str = "",
        is_fresh: bool = False,
        duplicates: Duplicates = Duplicates.OWN,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> Held:
        """Make a file part of the library, reading it unless it is known.

        `duplicates` says whose near-duplicates may answer for it: what one sender brought does not override what another's bytes say. `origin` is the address that it was fetched from, `papers` are those whose pages link to it. Whoever asked may have gone when
        it was read (`is_wanted`): then what was read is kept and the document is not.
        """
        with at_hand(source, name, max_bytes=self._max_bytes) as file:
            if isinstance(file, Held):
                return file
            new = NewDocument(
                file.digest, file.name, file.media_type, file.size_bytes, why, origin, sent_by
            )
            with self._turns.of(file.digest):
                held = None if is_fresh else self._hold_known(file, new, papers, duplicates)
                if held is not None:
                    return held
                if origin:  # killed while it is read, nobody needs to fetch it again
                    self._keeping.keep(file, None, None, new=new)
                trusted = partial(self._may_answer, duplicates, sent_by)
                read = self._read(file, is_fresh=is_fresh, may_answer=trusted)
                wanted = new if is_wanted() else None
                held = self._keeping.keep_read(file, read, new=wanted, papers=papers)
        if read.papers is not None and not papers:
            return replace(held, papers=read.papers)
        return self._joined(held, papers)

    def hold_known(self, new: NewDocument) -> Held | None:
        """Hold what was sent if its very bytes are held already and were read; else None. Needs no file and takes no time.

        Bytes that a near-duplicate answered for are left to `hold`, which asks whether it may do so again.
        """
        found: list[ReadBefore] = []

        def read(bytes_: KnownBytes) -> Reading | None:
            known = read_before(bytes_) if bytes_.answer == new.digest else None
            found[:] = [known] if known else []
            return known.reading if known else None

        with suppress(BlobError):  # somebody has just removed them
            document = self.library.documents.keep_known(new, ABOUT, read)
            if document is not None:
                return found[0].held(new.digest, document)
        return None

    def hold_later(
        self,
        file: SourceFile,
        put: Callable[[Any, KeptDocument], JobRecord],
        *,
        sent_by: str = "",
    ) -> tuple[KeptDocument, JobRecord]:
        """Keep a file that was sent as a document that waits, together with the job, which `put` makes, that will read it."""
        new = NewDocument(file.digest, file.name, file.media_type, file.size_bytes, sent_by=sent_by)
        return self._keeping.with_bytes(file, partial(self.library.documents.add_waiting, new, put))

    def hold_many(self, paths: Iterable[Path]) -> Iterator[Held]:
        """Hold files that a person gives, many at once; the results come in the order of the paths."""
        waiting: deque[Future[Held]] = deque()
        room = self._guard.workers * _AHEAD_PER_WORKER
        with ThreadPoolExecutor(self._guard.workers, "harvestman-holding") as threads:
            try:
                for path in paths:
                    waiting.append(threads.submit(self._hold_or_say, path))
                    while waiting and (len(waiting) >= room or waiting[0].done()):
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                for future in waiting:
                    future.cancel()

    def _hold_or_say(self, path: Path) -> Held:
        """Hold a file; one that vanishes or changes its rights meanwhile has a status like any other that cannot be opened."""
        try:
            return self.hold(path)
        except OSError as error:
            if error.filename != str(path):
                raise
            return Held(Status.BAD_FILE, f"it cannot be opened: {error.strerror}")

    def settle_known(
        self,
        document: KeptDocument,
        *,
        duplicates: Duplicates = Duplicates.OWN,
        also: Also | None = None,
    ) -> KeptDocument | None:
        """Note what became of a document that waits, if its bytes were read meanwhile; None when they were not. `also` is kept with it."""
        known = self._known(
            document.digest, partial(self._may_answer, duplicates, document.sent_by)
        )
        if known is None:
            return None
        reading = known.reading
        findings = self._keeping.known_findings(reading, document.digest, document.origin, ())
        findings = self._keeping.told(findings, document.sent_by)
        return self.library.documents.keep(findings, reading, settles=document.id, also=also)

    def settle(
        self,
        document: KeptDocument,
        file: SourceFile,
        *,
        is_fresh: bool = False,
        duplicates: Duplicates = Duplicates.OWN,
        also: Also | None = None,
    ) -> KeptDocument | None:
        """Read a document that waits, or whose kept answer is not complete any more; None when it was removed meanwhile.

        `also` is kept in one transaction with what was read, such as the end of the job that asked for it.
        """
        with self._turns.of(file.digest):
            settled = (
                None if is_fresh else self.settle_known(document, duplicates=duplicates, also=also)
            )
            if settled is not None:
                return settled
            trusted = partial(self._may_answer, duplicates, document.sent_by)
            read = self._read(file, is_fresh=is_fresh, may_answer=trusted)
            return self._keeping.keep_read(file, read, settles=document, also=also).document

    def read(self, file: SourceFile) -> str:
        """Read a file whatever is known and keep what was made of it, without holding it; where that is kept."""
        with self._turns.of(file.digest):
            return self._keeping.keep_read(
                file, self._read(file, is_fresh=True, may_answer=_nobody)
            ).answer

    def read_partly(
        self,
        file: SourceFile,
        only: tuple[str, ...],
        *,
        pages: tuple[int, int | None] = (1, None),
        placed: bool = False,
    ) -> Extraction:
        """Some parts of a file, what some of its pages say, or where things stand; nothing is kept."""
        return self._reader.read_partly(file, only, pages=pages, placed=placed)

    def join(self, document: KeptDocument, papers: Collection[str]) -> tuple[str, ...]:
        """Make a document one with the paper whose page links to it (`papers`); the ids of the papers that it is then."""
        return self._join((document.digest, document.answer), papers)

    # what is held

    def extraction(self, digest: str, *, is_whole: bool = False) -> Extraction:
        """The document as it was read, put together from its kept parts; `is_whole`: with keywords found in its text."""
        kept = self.answers.get(digest, PARTS_OF_EXTRACTION)
        return unpack_extraction(kept, is_whole=is_whole)

    @staticmethod
    def media_type(data: bytes) -> str:
        """What kind of file these bytes are; "" when it is none that is read."""
        return media_type_of(data[:HEAD_BYTES])

    def is_current(self, digest: str) -> bool:
        """Whether all of what an extraction is made of is kept, and by the present versions of the extractors."""
        return self.answers.current(digest, PARTS_OF_EXTRACTION) is not None

    def about(self, digest: str) -> About | None:
        """How reading a document went; None when it was not read."""
        kept = self.answers.get(digest, ())
        return unpack_about(kept[ABOUT]) if ABOUT in kept else None

    def find(self, digest: str) -> Held | None:
        """What is held with these bytes, without reading or writing anything; None when nothing is."""
        known = self._known(digest)
        if known is None or known.reading.duplicate is None:
            return None
        document = self.library.documents.get(known.reading.duplicate.of)
        return known.held(digest, document)

    def remove(self, document_id: str) -> KeptDocument | None:
        """Forget a document, and what was read of it when nobody else needs that; None when there is none."""
        removed = self.library.documents.remove(document_id)
        if removed is None:
            return None
        self.forget(removed.forgotten)
        return removed.document

    def forget(self, digests: Collection[str]) -> None:
        """Forget what is kept of bytes outside the library."""
        for digest in digests:
            self.answers.forget(digest)
            if self._dedup is not None:
                self._dedup.index.discard(digest)

    def keep_bytes(self, file: SourceFile) -> None:
        """Keep the bytes of a file, so that a document with them can be."""
        self._keeping.keep_bytes(file)

    # the steps

    def _known(
        self, digest: str, may_answer: Callable[[str], bool] = lambda digest: True
    ) -> ReadBefore | None:
        """How bytes were read before, if they were."""
        found = self.library.documents.known(digest, ABOUT)
        if found is not None and found.answer != digest:  # a near-duplicate answered for them
            own = self.answers.get(digest, ()).get(ABOUT)
            if own is not None:
                found = replace(found, answer=digest, part=own)
            elif not may_answer(found.answer):
                return None
        return read_before(found) if found else None

    def _may_answer(self, duplicates: Duplicates, sent_by: str, digest: str) -> bool:
        """Whether what was read of the bytes with this digest may stand for a near-duplicate that this sender brings."""
        if duplicates is Duplicates.OWN:
            return self.library.documents.is_sent_by(digest, sent_by)
        return duplicates is Duplicates.ALL

    def _hold_known(
        self,
        file: SourceFile,
        new: NewDocument,
        papers: Collection[str],
        duplicates: Duplicates,
    ) -> Held | None:
        """One more document with bytes that were read before; None when they were not."""
        known = self._known(file.digest, partial(self._may_answer, duplicates, new.sent_by))
        if known is None:
            return None
        findings = self._keeping.known_findings(known.reading, file.digest, new.origin, papers)
        # The bytes may have been removed, and what was read of them is still kept.
        document = self._keeping.keep(file, findings, known.reading, new=new)
        held = known.held(file.digest, document)
        return held if findings is None and not papers else self._joined(held, papers)

    def _read(
        self, file: SourceFile, *, is_fresh: bool, may_answer: Callable[[str], bool]
    ) -> FileRead:
        started = self._clock.now()
        read = self._reader.read(file, is_fresh=is_fresh, may_answer=may_answer)
        if self._on_read is not None and read.parts:
            seconds = (self._clock.now() - started).total_seconds()
            self._on_read(read.about.status, seconds)
        return read

    def _joined(self, held: Held, papers: Collection[str]) -> Held:
        """The same with its papers, after it was made one with the paper that links to it."""
        return replace(held, papers=self._join((held.digest, held.answer), papers))

    def _join(self, digests: Collection[str], papers: Collection[str]) -> tuple[str, ...]:
        join_linked(self.library, digests, papers)
        return self.library.documents.papers(dict.fromkeys(digests))


def _nobody(digest: str) -> bool:
    return False
