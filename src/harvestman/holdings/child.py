"""What the guarded children do for this room: tell a file by its words, and make every part of what is kept of it.

Parts come back as compressed JSON, so that the parent, which may be a server with one thread for everybody, never handles a whole
document.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from mmap import ACCESS_READ, mmap
from pathlib import Path

from harvestman.dedup.texts import Fingerprint, fingerprint
from harvestman.documents import (
    ABOUT,
    CLAIMS,
    Extractor,
    Job,
    Part,
    ShownPages,
    extract_file,
    kinds_of,
    load_extractors,
    pdf_page_marks,
    pdf_shown_pages,
    plain_pages,
    quick_pages,
    run_extractors,
)
from harvestman.holdings.papers import is_paper
from harvestman.holdings.parts import HEADER, About, pack_about, pack_claims, pack_json
from harvestman.holdings.standing import stands_in
from harvestman.model import Extraction
from harvestman.store import KeptPart
from harvestman.text.collection import no_collection

_BEGINNING = 16_000  # characters, some four pages
# Characters of a text that go along with a look, 0.02 ms for each twenty thousand; to read these from their PDF again takes 10 ms.
_MOST_CARRIED = 400_000
# Bytes of a PDF that is looked at quickly.
_MOST_QUICK = 16_000_000


@dataclass(frozen=True, slots=True)
class Look:
    """What a file's words tell before it is read."""

    fingerprint: Fingerprint | None
    """None when there are too few."""
    pages: tuple[str, ...] = ()
    """What they say; of a book, only its first pages."""
    is_whole: bool = False
    """Whether these are all its pages."""

    @property
    def beginning(self) -> tuple[str, ...]:
        """Its first pages, where most headers are printed."""
        return tuple(_beginning(self.pages))


@dataclass(frozen=True, slots=True)
class Task:
    """A file that is to be read, and what somebody saw who has looked at its words already."""

    job: Job
    look: Look | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """What was made of a document."""

    about: About
    parts: dict[str, KeptPart]
    fingerprint: Fingerprint | None = None
    pages: int = 0
    """Of a PDF."""
    mark: str = ""
    """Of all its pages; "" where these do not print all that its header says."""
    streams: frozenset[int] = frozenset()
    """Of what its pages refer to."""


def mark_pages(asked: tuple[str | bytes, int, tuple[str, ...]]) -> tuple[str, ...]:
    """The marks of runs of so many pages in a PDF, as far as one of those that are looked for."""
    source, count, until = asked
    with _opened(source) as data:
        return pdf_page_marks(data, count=count, until=until).marks if _is_pdf(data) else ()


def look_quickly(source: str | bytes) -> Look | None:
    """What a PDF's words tell in a fraction of the time; None when only the readers of `look_at` know them, or they are too few."""
    with no_collection(), _opened(source) as data:
        if len(data) > _MOST_QUICK or not _is_pdf(data):
            return None
        pages = quick_pages(bytes(data))
    look = _look(pages) if pages else None
    return look if look and look.fingerprint else None


def look_at(source: str | bytes) -> Look:
    """What a file's words tell, as cheaply as they can be had with certainty."""
    with no_collection(), _opened(source) as data:
        pages = list(plain_pages(data))
    return _look(pages)


def _look(pages: list[str]) -> Look:
    text = "\n".join(pages)
    found = fingerprint(text)
    is_whole = len(text) <= _MOST_CARRIED
    return Look(
        found if found.is_telling else None,
        tuple(pages if is_whole else _beginning(pages)),
        is_whole=is_whole,
    )


def _beginning(pages: Iterable[str]) -> Iterator[str]:
    """The first pages as far as headers go; a page of a book may be all of it."""
    left = _BEGINNING
    for page in pages:
        yield page[:left]
        left -= len(page)
        if left <= 0:
            return


def repeats(asked: tuple[Look | str | bytes, bytes]) -> bool:
    """Whether a file's words have all that a kept header of another one says; no page is read behind the last that it takes.

    A look that has all its pages stands for the file.
    """
    source, header = asked
    if isinstance(source, Look):
        return stands_in(header, source.pages)
    with no_collection(), _opened(source) as data, closing(plain_pages(data)) as pages:
        return stands_in(header, pages)


def make_parts(task: Task) -> Made:
    """Read a document and run every extractor on it; one that could not be read has the part `about` only."""
    extraction = extract_file(task.job)
    made: list[Part] = []
    shown = ShownPages()
    look = task.look or Look(None)
    if extraction.is_read:
        look = task.look or look_at(task.job.path)
        with _opened(task.job.path) as data:
            made = run_extractors(_extractors(), extraction, data)
            shown = pdf_shown_pages(data) if _is_pdf(data) else shown
    found = _fingerprint(extraction, look.fingerprint)
    about = About(
        extraction.status,
        extraction.detail,
        recognised=extraction.recognised,
        language=extraction.language,
        category=str(extraction.category or ""),
        failures={part.name: (part.version, part.failure) for part in made if part.failure},
        words=found.words if found else 0,
    )
    parts = {
        part.name: KeptPart(pack_json(part.json), part.version) for part in made if not part.failure
    }
    if is_paper(extraction):
        parts[CLAIMS] = pack_claims(extraction.claims)
    mark = _own_mark(shown, parts.get(HEADER), look, task.job.path)
    parts[ABOUT] = pack_about(about)
    return Made(about, parts, found, shown.pages, mark, frozenset(shown.streams))


def _own_mark(shown: ShownPages, header: KeptPart | None, look: Look, path: str) -> str:
    """The mark of all pages of a PDF, by which it answers for whatever shows them.

    It has none where its header says something that they do not print, such as a title from its properties: another file with these
    pages has other ones.
    """
    if not shown.mark or header is None:
        return ""
    is_printed = repeats((look if look.is_whole else path, header.value))
    return shown.mark if is_printed else ""


def _fingerprint(extraction: Extraction, known: Fingerprint | None) -> Fingerprint | None:
    """The fingerprint with the document's title; of what was recognised, when the file itself has no words."""
    title = extraction.header.title
    if known is not None:
        return replace(known, title=fingerprint("", title=title).title)
    return fingerprint(extraction.text, title=title) if extraction.is_read else None


def _is_pdf(data: bytes | mmap) -> bool:
    return kinds_of(data)[:1] == ["pdf"]


@contextmanager
def _opened(source: str | bytes) -> Iterator[bytes | mmap]:
    """The bytes of a file that were sent along, or that lie at a path."""
    if isinstance(source, bytes):
        yield source
        return
    with Path(source).open("rb") as stream, mmap(stream.fileno(), 0, access=ACCESS_READ) as data:
        yield data


@functools.cache
def _extractors() -> tuple[Extractor, ...]:
    return load_extractors()


def warm_up(_: None) -> None:
    """Nothing: a child that has done it is ready for the first document."""
    _extractors()
