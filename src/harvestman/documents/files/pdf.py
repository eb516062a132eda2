"""PDF through PDFium: pages with looks where they are needed, text lines elsewhere, pictures recognised if they must be.

Where only header and citations are asked for, the pages between the first ones and the list of references are not opened:
opening a page and reading its text is a third of what a document costs. Of 350 real PDFs 110 have such a middle, 610 pages;
no field of any was read otherwise, the confidence of five changed a little.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from mmap import mmap
from typing import Any, NamedTuple

from pypdfium2 import raw

from harvestman.documents.files import pdfium
from harvestman.documents.files.pdf_fonts import Fonts
from harvestman.documents.files.pdf_properties import read_properties
from harvestman.documents.files.pdf_words import Frame, page_text, page_words
from harvestman.documents.files.recognising import Picture, can_recognise, recognise
from harvestman.documents.headings import above_reference_heading, has_reference_heading
from harvestman.documents.layout.building import build_page
from harvestman.documents.layout.characters import restore_codes, tidy
from harvestman.documents.layout.cyrillic import find_turn, turn_back
from harvestman.documents.layout.glyphs import has_glyph_numbers, letters_of_glyphs
from harvestman.documents.layout.legibility import is_legible
from harvestman.documents.layout.limits import ReadingLimits
from harvestman.documents.layout.lines import Layout, Line, PageLayout
from harvestman.documents.layout.roles import with_roles
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.model.status import Status

_SCANNED = 40
"""Pages with fewer characters than this on average have no text layer; a stamp of the archive may be on each."""
_FULL = 5000
"""Characters of two pages that no title page, contents or slides have: the header is over by then."""
_SAMPLE_PAGES = 6
_FIRST_PAGES, _FIRST_FULL_PAGES = 5, 3
"""What the header is read from, and the same where these pages are full of text."""
_FRONT_TEXTS = 3
"""So many of them must have text."""
_FULL_FIRST = 3000
"""Characters of a first page that is no cover: the second one has nothing of the header to be looked at finely."""
_WHOLE_FIRST = 3500
"""Characters of a first page behind which nothing of the header stands, even if no section begins on it."""
_INTRODUCTION = re.compile(
    r"^[^\w\n]{0,6}(?:[1I]\b)?[^\w\n]{0,6}i ?ntroduction[^\w\n]{0,4}$",
    re.IGNORECASE | re.MULTILINE,
)
_BEGUN = 400
"""Characters of the first section on a first page: then the header is over, too."""
_ENGLISH = frozenset("the of and to is that with for are we by be this which from as on".split())
_ENGLISH_SHARE = 0.15
"""Of these words in running text: English has 0.2 to 0.3, other languages less than 0.05."""
_MOST_SKIPPED_OF = 40
"""Pages of a document whose middle may be passed over: longer ones have a list behind each chapter."""
_MOST_AHEAD = 12
"""Pages from the last one back among which the list of references begins; so many are kept open."""
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_LEAST_YEARS = 5
"""In a list of references worth the name; below a heading without, the list is looked for further."""
_LIST_CHARACTERS = 250
"""A list of references has a year in so many characters or fewer, running text in 400 and more."""
_MOST_PIECES = 500
"""Objects of a page that are counted."""
_DOTS_PER_POINT = 200 / 72
_MOST_DOTS = 12_000_000
_PASSWORD, _SECURITY = 4, 5  # PDFium's own numbers of errors


class Damaged(Unreadable):
    """A file that cannot be opened as it is; another reader may find pages in it."""


def read_pdf(
    data: bytes | mmap, *, limits: ReadingLimits, ocr: bool, ends_only: bool = False
) -> Layout:
    """A PDF's layout; with `ends_only`, pages between the first ones and the list of references may be left empty."""
    with opened_pdf(data) as document:
        count = raw.FPDF_GetPageCount(document)
        if count <= 0:
            raise Unreadable(Status.BAD_FILE, "the PDF has no pages")
        skipped = limits.first_page - 1
        wanted = range(skipped, min(count, skipped + limits.pages))
        if not wanted:
            raise Unreadable(Status.EMPTY, f"the PDF has {count} pages, none of those asked for")
        reading = _Reading(document, wanted, limits, ends_only=ends_only)
        pages = list(reading.pages())
        properties = read_properties(document, data)
        status = reading.trouble()
        if status is None:
            return Layout(
                tuple(with_roles(pages)),
                count,
                "pdf",
                properties,
                pieces=reading.pieces,
                fields=_filled_fields(document, wanted),
            )
        if status in (Status.SCANNED, Status.BAD_ENCODING) and ocr and can_recognise():
            pages = recognise(lambda index: _draw(document, index), wanted, limits)
            if any(page.lines for page in pages):
                return Layout(
                    tuple(with_roles(pages)),
                    count,
                    "pdf",
                    properties,
                    recognised=True,
                    trouble=status,
                )
        raise Unreadable(status, status.meaning)


def pdf_texts(data: bytes | mmap, *, limits: ReadingLimits) -> Iterator[str]:
    """The text of a PDF's pages as it stands, without places, looks and recognition: half the time of the layout."""
    with opened_pdf(data) as document:
        count = min(max(0, raw.FPDF_GetPageCount(document)), limits.pages)
        yield from _Reading(document, range(count), limits).texts()


@contextmanager
def opened_pdf(data: bytes | mmap) -> Iterator[Any]:
    """PDFium's document for a file; Unreadable when it cannot open it."""
    raw.FPDF_InitLibrary()
    with pdfium.address_of(data) as address:
        document = raw.FPDF_LoadMemDocument64(address, len(data), None)
        if not document:
            error = raw.FPDF_GetLastError()
            if error in (_PASSWORD, _SECURITY):
                raise Unreadable(Status.ENCRYPTED, "the PDF can only be opened with a password")
            raise Damaged(Status.BAD_FILE, f"PDFium cannot open the file (its error {error})")
        try:
            yield document
        finally:
            raw.FPDF_CloseDocument(document)


class _Opened(NamedTuple):
    """A page that must be closed again."""

    page: Any
    text_page: Any
    text: str

    def close(self) -> None:
        if self.text_page:
            raw.FPDFText_ClosePage(self.text_page)
        raw.FPDF_ClosePage(self.page)


class _Reading:
    """One document while its pages are read."""

    def __init__(
        self, document: Any, wanted: range, limits: ReadingLimits, *, ends_only: bool = False
    ) -> None:
        self.document = document
        self.wanted = wanted
        self.limits = limits
        self.ends_only = ends_only
        self.ahead: dict[int, _Opened | None] = {}
        self.fonts = Fonts()
        self.turn = ""
        self.sample: list[str] = []
        self.has_marks = False
        self.pictures = 0
        self.pieces = 0
        self.characters = 0
        self.is_full = False
        self.is_first_all: bool | None = None

    def pages(self) -> Iterator[PageLayout]:
        """The pages, one after the other."""
        try:
            yield from self._pages()
        finally:
            for opened in self.ahead.values():
                if opened is not None:
                    opened.close()

    def _pages(self) -> Iterator[PageLayout]:
        is_whole = self.limits.looks_everywhere
        looks_left = len(self.wanted) if is_whole else self.limits.front_pages
        is_in_references, behind = False, 0
        skipped = range(0)
        count = len(self.wanted)
        for place, index in enumerate(self.wanted):
            if self._may_skip(place):
                skipped = range(place, self._look_ahead(place))
            opened = None if place in skipped else self._open(place)
            if opened is None:
                yield _unread(index)
                continue
            page, text_page, text = opened
            try:
                if (place >= 2 or place * 3 >= count) and has_reference_heading(text):
                    is_in_references, behind = True, 0
                    looks_left = max(looks_left, self.limits.reference_pages)
                elif is_in_references and self.ends_only and count <= _MOST_SKIPPED_OF:
                    behind = behind + 1 if self._is_running_text(text) else 0
                    if behind > 1:  # an appendix; the list may end on its first page
                        yield _unread(index)
                        continue
                if place == 2 and self.characters > _FULL and not (is_in_references or is_whole):
                    looks_left = 0
                    self.is_full = True
                if looks_left > 0:
                    looks_left -= 1
                    is_fine = place < self.limits.fine_pages and not (
                        place and len(self.sample[0]) > _FULL_FIRST
                    )
                    words = page_words(text_page, text, _frame(page), self.fonts, is_fine=is_fine)
                    yield build_page(words, index + 1)
                else:
                    yield _plain_page(text, index + 1, _frame(page))
            finally:
                opened.close()
            if self.characters >= self.limits.characters:
                return

    def texts(self) -> Iterator[str]:
        """The text of the pages alone."""
        for place in range(len(self.wanted)):
            if (opened := self._open(place)) is not None:
                opened.close()
                yield opened.text
            if self.characters >= self.limits.characters:
                return

    def _open(self, place: int) -> _Opened | None:
        if place in self.ahead:
            return self.ahead.pop(place)
        page = raw.FPDF_LoadPage(self.document, self.wanted[place])
        if not page:
            return None
        opened = _Opened(page, raw.FPDFText_LoadPage(page), "")
        try:
            return opened._replace(text=self.text_of(page, opened.text_page, place))
        except BaseException:
            opened.close()
            raise

    def _may_skip(self, place: int) -> bool:
        """Whether the pages before this one are all that the header needs."""
        if not self.ends_only or len(self.wanted) > _MOST_SKIPPED_OF or not place:
            return False
        if self._has_all():
            return place == 1
        return (
            place == (_FIRST_FULL_PAGES if self.is_full else _FIRST_PAGES)
            and sum(len(text) > _SCANNED for text in self.sample) >= _FRONT_TEXTS
        )

    def _has_all(self) -> bool:
        """Whether the first page has all that the header needs."""
        if self.is_first_all is None:
            self.is_first_all = _is_all_there(self.sample[0]) if self.sample else False
        return self.is_first_all

    def _look_ahead(self, first: int) -> int:
        """The page up to which nothing is needed, found from the last page back; what was opened is kept for later.

        It is the last one before the heading of the references that neither has such a heading nor looks like a list.
        """
        last = len(self.wanted)
        years, begins = 0, 0
        for place in range(last - 1, max(first, last - _MOST_AHEAD) - 1, -1):
            opened = self.ahead[place] = self._open(place)
            text = opened.text if opened else ""
            here = _years(text)
            above = above_reference_heading(text)
            if above is not None and years + here >= _LEAST_YEARS:
                if self._is_running_text(above):
                    return place  # running text stands above: the list begins here
                begins = place
            elif begins and self._is_running_text(text):
                return place
            years += here
        return first

    @staticmethod
    def _is_running_text(text: str) -> bool:
        """Whether a text has too few years for a list of references."""
        return _years(text) * _LIST_CHARACTERS < len(text)

    def text_of(self, page: Any, text_page: Any, place: int) -> str:
        """A page's text, with its Cyrillic turned back."""
        left = self.limits.characters - self.characters
        text = page_text(text_page, limit=min(self.limits.page_characters, left))
        self.characters += len(text)
        if has_glyph_numbers(text):
            text = letters_of_glyphs(text)
        if place < _SAMPLE_PAGES:
            self.has_marks = self.has_marks or raw.FPDFPage_CountObjects(page) > 0
            if len(text) < _SCANNED:
                self.pictures += _is_picture(page)
                self.pieces += _text_pieces(page)
            self.turn = self.turn or find_turn(text)
            text = turn_back(text, self.turn)
            self.sample.append(text)
        else:
            text = turn_back(text, self.turn)
        return restore_codes(text)

    def trouble(self) -> Status | None:
        """What is wrong with the text layer, judged by the first pages."""
        if not self.sample:
            return Status.BAD_FILE
        characters = sum(len("".join(text.split())) for text in self.sample)
        if characters < _SCANNED * len(self.sample):
            if not self.has_marks:
                return Status.EMPTY
            if not characters or 2 * self.pictures >= len(self.sample):
                return Status.SCANNED
        sample = "\n".join(text[:2000] for text in self.sample)
        return None if is_legible(sample) else Status.BAD_ENCODING


@lru_cache(maxsize=32)  # a page is asked as it is looked through and as it is read
def _years(text: str) -> int:
    return len(_YEAR.findall(text))


def _is_all_there(first: str) -> bool:
    """Whether a first page is no cover, and has the whole header: it is full, or the first section is well begun.

    In other languages than English a title and an abstract in English may follow on the second one.
    """
    if len(first) > _WHOLE_FIRST:
        return _is_english(first[len(first) // 2 :])
    heading = _INTRODUCTION.search(first)
    return (
        heading is not None
        and len(first) - heading.end() > _BEGUN
        and _is_english(first[heading.end() : heading.end() + _BEGUN])
    )


def _is_english(text: str) -> bool:
    """Whether a text is surely English; a model for languages would cost as much as the rest of opening a page."""
    words = text.lower().split()
    return sum(word in _ENGLISH for word in words) > _ENGLISH_SHARE * len(words)


def _frame(page: Any) -> Frame:
    box = raw.FS_RECTF()
    turns = max(0, raw.FPDFPage_GetRotation(page)) % 4
    if raw.FPDF_GetPageBoundingBox(page, box) and box.right > box.left and box.top > box.bottom:
        return Frame(box.left, box.bottom, box.right, box.top, turns)
    return Frame(0.0, 0.0, 612.0, 792.0, turns)


def _is_picture(page: Any) -> bool:
    """Whether a picture covers a good part of the page."""
    area = raw.FPDF_GetPageWidthF(page) * raw.FPDF_GetPageHeightF(page)
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    for index in range(min(raw.FPDFPage_CountObjects(page), 50)):
        drawn = raw.FPDFPage_GetObject(page, index)
        kind = raw.FPDFPageObj_GetType(drawn)
        if kind in (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_FORM):
            raw.FPDFPageObj_GetBounds(drawn, left, bottom, right, top)
            if (right.value - left.value) * (top.value - bottom.value) > 0.3 * area:
                return True
    return False


def _text_pieces(page: Any) -> int:
    """How many pieces of text stand on the page, whether their letters are known or not."""
    kinds = (
        raw.FPDFPageObj_GetType(raw.FPDFPage_GetObject(page, index))
        for index in range(min(raw.FPDFPage_CountObjects(page), _MOST_PIECES))
    )
    return sum(kind == raw.FPDF_PAGEOBJ_TEXT for kind in kinds)


def _filled_fields(document: Any, wanted: range) -> int:
    """How many fields of a form somebody filled in, on the first pages."""
    if raw.FPDF_GetFormType(document) == raw.FORMTYPE_NONE:
        return 0
    filled = 0
    for index in wanted[:_SAMPLE_PAGES]:
        page = raw.FPDF_LoadPage(document, index)
        if not page:
            continue
        for place in range(min(raw.FPDFPage_GetAnnotCount(page), _MOST_PIECES)):
            note = raw.FPDFPage_GetAnnot(page, place)
            if raw.FPDFAnnot_GetSubtype(note) == raw.FPDF_ANNOT_WIDGET:
                size = raw.FPDFAnnot_GetStringValue(note, b"V", None, 0)
                filled += size > 2  # in bytes, with an ending of two
            raw.FPDFPage_CloseAnnot(note)
        raw.FPDF_ClosePage(page)
    return filled


def _unread(index: int) -> PageLayout:
    return PageLayout(index + 1, 0.0, 0.0, (), has_looks=False, is_read=False)


def _plain_page(text: str, number: int, frame: Frame) -> PageLayout:
    lines = []
    # PDFium puts U+FFFE for a hyphen at a line's end and goes on with the next line.
    for piece in text.replace("\ufffe\r\n", "\ufffe").replace("\ufffe", "-\r\n").split("\r\n"):
        tidied = " ".join(tidy(piece).split())
        if tidied:
            lines.append(Line(tidied, number))
    width, height = frame.size
    return PageLayout(number, round(width, 1), round(height, 1), tuple(lines), has_looks=False)


def _draw(document: Any, index: int) -> Picture | None:
    """A page as a grey picture."""
    page = raw.FPDF_LoadPage(document, index)
    if not page:
        return None
    bitmap = None
    try:
        width, height = raw.FPDF_GetPageWidthF(page), raw.FPDF_GetPageHeightF(page)
        if width <= 0 or height <= 0:
            return None
        scale = min(_DOTS_PER_POINT, (_MOST_DOTS / (width * height)) ** 0.5)
        across, down = max(1, int(width * scale)), max(1, int(height * scale))
        bitmap = raw.FPDFBitmap_CreateEx(across, down, raw.FPDFBitmap_Gray, None, 0)
        if not bitmap:
            return None
        raw.FPDFBitmap_FillRect(bitmap, 0, 0, across, down, 0xFFFFFFFF)
        raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, across, down, 0, raw.FPDF_ANNOT)
        stride = raw.FPDFBitmap_GetStride(bitmap)
        dots = ctypes.string_at(raw.FPDFBitmap_GetBuffer(bitmap), stride * down)
        if stride != across:
            dots = b"".join(dots[row * stride : row * stride + across] for row in range(down))
        pgm = b"P5 %d %d 255\n" % (across, down) + dots
        return Picture(pgm, scale=scale, width=width, height=height)
    finally:
        if bitmap:
            raw.FPDFBitmap_Destroy(bitmap)
        raw.FPDF_ClosePage(page)
