"""Reading a file, once: near-duplicates are found before it begins, then a guarded child makes everything that is kept of it.

What is inside a PDF is told from its bytes alone, without a parser, so that needs no child. Its words do: one trip to a child makes
their fingerprint, and if the index knows no document like it a second trip makes every part. Without the index, or when it fails,
everything is read. Nothing is written here.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from harvestman.dedup.files import SAME_PAGES, digests_before_appending, find_inside
from harvestman.dedup.texts import Dedup, Fingerprint
from harvestman.documents import ABOUT, Job, extract_file, pdf_streams
from harvestman.engine import Guard
from harvestman.holdings.answers import KeptAnswers
from harvestman.holdings.child import (
    Look,
    Made,
    Task,
    look_at,
    look_quickly,
    make_parts,
    mark_pages,
    repeats,
)
from harvestman.holdings.files import SourceFile
from harvestman.holdings.parts import HEADER, About, pack_about, unpack_about
from harvestman.holdings.standing import stands_in
from harvestman.model import PARTS, Clock, Extraction, HarvestmanError, Status
from harvestman.store import Content, Duplicate, KeptPart, Library, Reading

_log = logging.getLogger("harvestman.holdings")
# A cover page adds up to a tenth. What has more words than this times the known one's is whole where that one was cut.
_WHOLE = 1.25
_NEARLY_ALL = 0.9  # of the shorter text: quick looks at 75 real papers that were set anew shared 0.99 and more
_SMALL_HEADER = 8_000  # bytes, compressed: larger ones are left to a child
_MOST_SEARCHED = 64_000_000  # bytes of a file that are looked at for what is inside it

I = TypeVar("I")  # noqa: E741 (an item, as in the guard)
O = TypeVar("O")  # noqa: E741


@dataclass(frozen=True, slots=True)
class FileRead:
    """What reading a file came to."""

    reading: Reading
    about: About
    parts: dict[str, KeptPart] = field(default_factory=dict)
    """Empty for a duplicate, which is answered by what is kept already."""
    content: Content | None = None
    fingerprint: Fingerprint | None = None
    papers: tuple[str, ...] | None = None
    """Of a duplicate, the papers that the earlier document is, where they are at hand."""


@dataclass(frozen=True, slots=True)
class FileReader:
    """Reads files with the rooms it was given. Its calls block, and many threads may make them."""

    library: Library
    guard: Guard
    answers: KeptAnswers
    dedup: Dedup | None
    clock: Clock
    max_bytes: int
    ocr: bool

    def read(
        self, file: SourceFile, *, may_answer: Callable[[str], bool], is_fresh: bool = False
    ) -> FileRead:
        """Recognise a file as a duplicate or read it; a fresh reading does not ask what is known.

        `may_answer` says whether what was read of the bytes with this digest may stand for the file; if not, the file is read.
        """
        is_asked = self.dedup is not None and not is_fresh
        look: Look | None = None
        known = self._same_but_end(file) if is_asked else None
        if known and self._speaks_for(known.reading.answer, file, look, may_answer):
            return known
        content = self._content(file) if self.dedup is not None else None
        if is_asked and known is None:
            known = self._same_pages(file, content) if content else None
            if known is None and _is_searched(file):
                quick = self._known_quickly(file, may_answer)
                if quick is not None:
                    return quick
            if known is None:
                look = self._ask(look_at, file.source) or Look(None)
                words = look.fingerprint
                known = self._same_text(words, file.digest) if words else None
            if known and self._speaks_for(known.reading.answer, file, look, may_answer):
                return known
        duplicate = known.reading.duplicate if known else None
        made = self._make(Task(self._job(file, PARTS), look))
        about = made.about
        return FileRead(
            Reading(about.status, about.detail, duplicate=duplicate),
            about,
            made.parts,
            _shown(content, made) if content and about.is_read else None,
            made.fingerprint if self.dedup is not None and about.is_read else None,
        )

    def read_partly(
        self,
        file: SourceFile,
        only: tuple[str, ...],
        *,
        pages: tuple[int, int | None] = (1, None),
        placed: bool = False,
    ) -> Extraction:
        """Some parts of a file, what some of its pages say, or where things stand; none of this is for keeping."""
        job = self._job(file, only)
        job = replace(job, first_page=pages[0], last_page=pages[1], placed=placed)
        outcome = self.guard.submit(extract_file, job).result()
        if outcome.value is not None:
            return outcome.value
        return Extraction(outcome.status or Status.CRASHED, detail=outcome.detail)

    def _content(self, file: SourceFile) -> Content | None:
        """What is inside a PDF; None for other files, and for those that have too little to be told by it."""
        if not _is_searched(file):
            return None
        streams = pdf_streams(file.read())
        return Content(file.digest, streams) if streams else None

    def _ask(self, look: Callable[[I], O], item: I) -> O | None:
        """What a child sees in a file; None when it fails over it."""
        return self.guard.submit(look, item).result().value

    def _make(self, task: Task) -> Made:
        outcome = self.guard.submit(make_parts, task).result()
        if outcome.value is not None:
            return outcome.value
        about = About(outcome.status or Status.CRASHED, outcome.detail)
        return Made(about, {ABOUT: pack_about(about)})

    def _speaks_for(
        self,
        answer: str,
        file: SourceFile,
        look: Look | None,
        may_answer: Callable[[str], bool],
    ) -> bool:
        """Whether what was read of a known document may stand for a file: it is allowed to, and says nothing that the file does not."""
        if not answer or not may_answer(answer):
            return False
        # Without a look, it is that document but for its end, or shows its pages, which print its header: else they had no mark.
        if look is None:
            return True
        header = self.answers.get(answer, (HEADER,)).get(HEADER)
        return header is not None and self._is_printed(header.value, file, look)

    def _is_printed(self, header: bytes, file: SourceFile, look: Look) -> bool:
        """Whether a header stands in a file: mostly on its first pages, which are looked at here; else a child looks further."""
        if len(header) <= _SMALL_HEADER and stands_in(header, look.beginning):
            return True
        return bool(self._ask(repeats, (look if look.is_whole else file.source, header)))

    def _same_but_end(self, file: SourceFile) -> FileRead | None:
        """The reading of the document that this file was before somebody wrote a few bytes behind its end."""
        for key in digests_before_appending(file.read()) if _is_searched(file) else ():
            known = self._answered(key, Duplicate("", SAME_PAGES))
            if known is not None:
                return known
        return None

    def _same_pages(self, file: SourceFile, content: Content) -> FileRead | None:
        """The reading of another document whose pages are all in this file."""
        key = find_inside(
            self.library.contents,
            content,
            marks_of=lambda count, until: self._ask(mark_pages, (file.source, count, until)) or (),
        )
        if key is None or key == content.digest:
            return None
        return self._answered(key, Duplicate("", SAME_PAGES))

    def _known_quickly(
        self, file: SourceFile, may_answer: Callable[[str], bool]
    ) -> FileRead | None:
        """The reading of a document that has nearly the same words, where a quick look at the file is enough to say so.

        That look may miss some words, so whatever is less than nearly the same is left to the look at all of them.
        """
        look = self._ask(look_quickly, file.source)
        if look is None or look.fingerprint is None:
            return None
        known = self._same_text(look.fingerprint, file.digest)
        duplicate = known.reading.duplicate if known else None
        if known is None or not duplicate or (duplicate.overlap or 0.0) < _NEARLY_ALL:
            return None
        return known if self._speaks_for(known.reading.answer, file, look, may_answer) else None

    def _same_text(self, fingerprint: Fingerprint, digest: str) -> FileRead | None:
        """The reading of a document that the index calls the same."""
        assert self.dedup is not None
        try:
            match = self.dedup.index.find(fingerprint)
        except HarvestmanError as error:
            _log.warning("the index of duplicates does not answer: %s", error)
            return None
        if match is None or match.key == digest:
            return None
        duplicate = Duplicate("", match.reason, match.distance, match.overlap)
        return self._answered(match.key, duplicate, words=fingerprint.words)

    def _answered(self, key: str, duplicate: Duplicate, *, words: int = 0) -> FileRead | None:
        """The reading of a duplicate, if what the earlier document gave is still kept.

        Without an answer when that document was cut and this one, of so many words, is not: what it lacks is still to be read.
        """
        known = self.library.documents.known(key, ABOUT)
        first = known.document if known else ""
        papers = None
        if known is not None and known.answer == key:
            kept, papers = known.part, known.papers if first else None
        else:  # nobody has those bytes any more, but others are answered with what they gave
            kept = self.answers.get(key, ()).get(ABOUT)
        about = unpack_about(kept) if kept else None
        if about is None or not about.is_read:
            return None
        found = replace(duplicate, of=first)
        is_whole = words > _WHOLE * about.words > 0
        reading = Reading(about.status, about.detail, "" if is_whole else key, found)
        return FileRead(reading, about, papers=papers)

    def _job(self, file: SourceFile, only: tuple[str, ...]) -> Job:
        return Job(
            path=str(file.on_disk().absolute()),
            now=self.clock.now(),
            only=only,
            max_bytes=self.max_bytes,
            ocr=self.ocr,
        )


def _is_searched(file: SourceFile) -> bool:
    """Whether a file is looked at for what is inside it."""
    return file.media_type == "application/pdf" and file.size_bytes <= _MOST_SEARCHED


def _shown(content: Content, made: Made) -> Content:
    """What is inside a file, of what its pages show: what lies in it beside them is lost where somebody saves it anew.

    A file may be encrypted, so that none of its streams is in another one as it stands there; then a copy has those that PDFium shows.
    """
    if not made.mark:
        return replace(content, pages=made.pages)
    shown = tuple(one for one in content.streams if one in made.streams)
    streams = shown or tuple(sorted(made.streams)) or content.streams
    return replace(content, streams=streams, pages=made.pages, mark=made.mark)
