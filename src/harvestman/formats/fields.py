"""What several formats need to know of a paper's fields: one clean line of text, its kind, its date, its first and last page."""

from __future__ import annotations

import re
import unicodedata
from datetime import date

from harvestman.model import Kind, Paper
from harvestman.text import squeeze

TALK_NOTE = "Talk"
"""What the note of a BibTeX entry says that is a talk: BibTeX has no type of its own for it."""
_ISO_DATE = re.compile(r"([0-9]{4})-([0-9]{2})(?:-([0-9]{2}))?")
_DASHES = re.compile(r"(?:(?<!\s)\s+)?[-\u2010-\u2015\u2212]+\s*")
_ISSN = re.compile(r"[0-9]{4}-?[0-9]{3}[0-9Xx]")


def clean(text: str) -> str:
    """The text on one line: no control characters, no half surrogates, single blanks."""
    if not text.isprintable():  # one look at all of it is a hundred times as fast as one at each
        text = "".join(c for c in text if c.isprintable() or c.isspace() or _is_wanted(c))
    return squeeze(text)


def clean_url(text: str) -> str:
    """An address in which nothing can end a field early: blanks, braces and backslashes are percent-encoded."""
    address = clean(text)
    for character in ' {}\\"<>':
        address = address.replace(character, f"%{ord(character):02X}")
    return address


def kind_of(paper: Paper) -> Kind:
    """The paper's kind; when it is not known, what its other fields speak for."""
    try:
        return Kind(paper.kind)
    except ValueError:
        pass
    if paper.event and not (paper.issn or paper.volume or paper.issue):
        return Kind.CONFERENCE_PAPER
    if paper.venue:
        is_journal = paper.issn or paper.volume or paper.issue
        return Kind.JOURNAL_ARTICLE if is_journal else Kind.CONFERENCE_PAPER
    return Kind.PREPRINT if paper.arxiv else Kind.OTHER


def date_parts(paper: Paper) -> tuple[int, ...]:
    """Year, month and day as far as they are known; a date that contradicts the year is not used."""
    match = _ISO_DATE.fullmatch(paper.date.strip())
    if match:
        parts = tuple(int(part) for part in match.groups() if part)
        if paper.year in (None, parts[0]) and _is_date(parts):
            return parts
    return () if paper.year is None else (paper.year,)


def from_date_parts(parts: tuple[int, ...]) -> tuple[int | None, str]:
    """The year and the ISO date that `date_parts` was made of; the date is empty when only the year is known."""
    if not parts:
        return None, ""
    if len(parts) == 1 or not _is_date(parts):
        return parts[0], ""
    return parts[0], "-".join([f"{parts[0]:04d}", *(f"{part:02d}" for part in parts[1:])])


def page_range(pages: str) -> tuple[str, str]:
    """First and last page; the last is empty when there is only one, or when it is no simple range."""
    parts = _DASHES.split(clean(pages))
    if len(parts) == 2 and all(parts) and not any(c in part for part in parts for c in " ,;"):
        return parts[0], parts[1]
    return clean(pages), ""


def is_issn(number: str) -> bool:
    """Whether a standard number is that of a journal and not that of a book."""
    return _ISSN.fullmatch(number) is not None


def _is_date(parts: tuple[int, ...]) -> bool:
    try:
        date(*(*parts, 1, 1)[:3])
    except ValueError:
        return False
    return True


def _is_wanted(character: str) -> bool:
    # Not printable for Python, but part of honest text: joiners in emoji and Persian, marks of writing direction,
    # letters of a Unicode newer than this Python.
    code = ord(character)
    is_noncharacter = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
    return unicodedata.category(character) in ("Cf", "Cn", "Co") and not is_noncharacter
