"""The plain object that `harvestman read --json` prints for a page: papers, dates, and a scholar's publications.

Papers are assembled from the page's mentions. A page that was read from a file has no address of its own: its links are
then told as they stand in it, for whoever knows where it came from.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, NotRequired, TypedDict

from harvestman.model import (
    Author,
    Authority,
    Field,
    Mention,
    Status,
    Want,
    assemble,
    author_to_plain,
)
from harvestman.model.assembly import winning_claims
from harvestman.pages.dates import dates_to_plain, read_dates
from harvestman.pages.findings import Reader
from harvestman.pages.reading import read
from harvestman.pages.source import SavedPage, Source
from harvestman.text.language import read_language

NOWHERE: Final = "http://saved.invalid/1/2/3/4/5/page"
"""The address that stands in for that of a page whose own is not known; deep, so that "../" can be told from it again."""
_ROOT: Final = "http://saved.invalid/"
_FOLDERS: Final = "1/2/3/4/5".split("/")

_WANTED: Final = frozenset({Want.PAPERS, Want.DATES, Want.TEXT, Want.PUBLICATIONS})
_TOLD: Final = (
    Field.SESSION, Field.KIND, Field.ABSTRACT, Field.DOI, Field.ARXIV, Field.URL, Field.PAGES, Field.YEAR, Field.VENUE,
    Field.KEYWORDS, Field.SLIDES, Field.VIDEO, Field.CODE,
)  # fmt: skip
_ADDRESSES: Final = ("url", "slides", "video", "code")
_HTML_LANGUAGE: Final = re.compile(
    rb"<html[^>]{0,300}?\blang\s*=\s*[\"']?([a-zA-Z]{2})\b", re.IGNORECASE
)
_TEXT_FOR_LANGUAGE: Final = 20_000  # characters: a page says soon enough what it is written in
_SURE_LETTERS: Final = 200  # below it, what the page declares is the better sign


class PageAnswer(TypedDict):
    """What `harvestman read --json` prints for one input."""

    file: str | None
    url: str | None
    status: str
    language: str | None
    papers: list[dict[str, Any]]
    dates: dict[str, Any]
    publications: dict[str, Any] | None
    detail: NotRequired[str]
    """Why the page could not be fetched."""


def answer(
    page: SavedPage,
    *,
    now: datetime,
    file: str = "",
    talks: bool = False,
    readers: Sequence[Reader] | None = None,
) -> PageAnswer:
    """Read a page, by the installed readers or by others, and tell what is on it; its talks too where they are wanted."""
    has_address = page.url != NOWHERE
    reading = read(
        page, now=now, want=_WANTED | {Want.TALKS} if talks else _WANTED, readers=readers
    )
    listed = reading.publications
    return {
        "file": file or None,
        "url": page.url if has_address else None,
        "status": str(reading.status),
        "language": _language(page.body, reading.text),
        "papers": [_paper(mention, has_address=has_address) for mention in reading.mentions],
        "dates": dates_to_plain(reading.event) if reading.event else {},
        "publications": {
            "owner": listed.owner or None,
            "entries": [_paper(entry, has_address=has_address) for entry in listed.entries],
        }
        if listed
        else None,
    }


def answer_for_nothing(status: Status, *, url: str, detail: str) -> PageAnswer:
    """The answer for a page that could not be fetched."""
    return {
        "file": None,
        "url": url,
        "status": str(status),
        "language": None,
        "papers": [],
        "dates": {},
        "publications": None,
        "detail": detail,
    }


def answer_for_text(text: str, *, now: datetime, file: str = "", url: str = "") -> PageAnswer:
    """What a document's plain text tells of an event: a call for papers that was sent round as a PDF."""
    body = text.encode("utf-8", "replace")
    source = Source(SavedPage(url or NOWHERE, body, "text/plain"), html=text, now=now)
    return {
        "file": file or None,
        "url": url or None,
        "status": str(Status.NO_PAPERS),
        "language": _language(b"", text),
        "papers": [],
        "dates": dates_to_plain(read_dates(source)),
        "publications": None,
    }


def _paper(mention: Mention, *, has_address: bool) -> dict[str, Any]:
    paper = assemble(mention.claims)
    pdf = paper.pdf or None
    if pdf and not has_address:
        pdf = as_it_stood(winning_claims(mention.claims)[Field.PDF].evidence.quote or pdf)
    told: dict[str, Any] = {
        "title": paper.title,
        "authors": [author_to_plain(author) for author in _as_printed(paper.authors, mention)],
        "pdf": pdf,
    }
    for field in _TOLD:
        value = getattr(paper, str(field))
        told[str(field)] = list(value) if isinstance(value, tuple) else value or None
    if not has_address:
        told |= {name: as_it_stood(told[name]) for name in _ADDRESSES if told[name]}
    return told


def _as_printed(authors: tuple[Author, ...], mention: Mention) -> tuple[Author, ...]:
    """Names that were read off the page itself, "Ruiz, A." where it prints them so; elsewhere they are in natural order."""
    claim = winning_claims(mention.claims).get(Field.AUTHORS)
    if claim is None or claim.authority is not Authority.LEARNED:
        return authors
    return tuple(
        replace(one, name=f"{one.family}, {one.name.removesuffix(one.family).strip()}")
        if one.family and one.name != one.family and one.name.endswith(one.family)
        else one
        for one in authors
    )


def as_it_stood(address: str) -> str:
    """An address without the stand-in that it was resolved against."""
    if not address.startswith(_ROOT):
        return address
    parts = address[len(_ROOT) :].split("/")
    shared = 0
    while shared < len(_FOLDERS) and parts[shared : shared + 1] == [_FOLDERS[shared]]:
        shared += 1
    if not shared:
        return "/" + "/".join(parts)
    return "../" * (len(_FOLDERS) - shared) + "/".join(parts[shared:])


def _language(body: bytes, text: str) -> str | None:
    """The language of a page's running text; of a page with little text, the one that it declares."""
    start = text[:_TEXT_FOR_LANGUAGE]
    declared = _HTML_LANGUAGE.search(body[:5_000])
    if declared and sum(map(str.isalpha, start)) < _SURE_LETTERS:
        return declared.group(1).decode("ascii").lower()
    return read_language(start) or None
