"""What a document is called, and what kind of document it is, where the header alone does not say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote, urlsplit

from harvestman.gather.related import PageAbove, SiteDocument
from harvestman.gather.words import says
from harvestman.model import Author
from harvestman.pages.people import is_known_name, plain_organisation, says_organisation
from harvestman.text import fold, squeeze

_TITLE_WORDS = 14
_HEADING_WORDS = 4
_LONG_TITLE_WORDS = 25
_SHORT_TITLE = 40  # characters: a subtitle may follow
_LISTED = re.compile(r"\d+[.)]|[•➢-]")
_DAY = re.compile(r"\d{1,2}[:.]\d{2}|\b(?:19|20)\d{2}\b")
_SEPARATOR = re.compile(r"(?<=[a-z])(?=[A-Z])|[_.\-0-9]+")


def title_of(document: SiteDocument, authors: Sequence[Author]) -> str:
    """The title without the organisation before it; a curriculum vitae is called by its owner's name.

    Where the header gives a mere heading ("Manuscript", "Announcement"), or the second slide's for slides whose first begins with the course, the title
    stands in the paragraphs of the first page.
    """
    title = document.header.title
    if document.category == "cv" and authors:
        return f"{authors[0].name}. Curriculum vitae"
    head, colon, rest = title.partition(": ")
    if colon and plain_organisation(head) and says_organisation(head) and rest:
        return rest
    paragraphs = [squeeze(one) for one in document.opening.split("\n\n")][:8]
    if is_untitled(title):
        return _after_heading(title, paragraphs) or title
    if (
        document.category == "slides"
        and len(paragraphs) > 2
        and fold(title) not in fold(" ".join(paragraphs[:2]))
    ):
        course, first = paragraphs[:2]
        is_title = 2 <= len(first.split()) <= _TITLE_WORDS and not _LISTED.match(first)
        if is_title and says_organisation(course) and len(course.split()) > _TITLE_WORDS:
            return first
    return title


def _after_heading(title: str, paragraphs: Sequence[str]) -> str:
    """The paragraphs that follow a heading that is no title, without names, days and rooms."""
    start = next((at for at, one in enumerate(paragraphs) if fold(title) in fold(one)), -1) + 1
    found: list[str] = []
    for one in paragraphs[start:]:
        is_title = 2 < len(one.split()) <= _LONG_TITLE_WORDS and not _LISTED.match(one)
        is_title = is_title and not _DAY.search(one) and not is_known_name(one)
        if is_title and not says_organisation(one) and one[:1].isupper():
            found.append(one)
        elif found:
            break
        if len(found) == 2 or len(one) > _SHORT_TITLE:
            break
    return ". ".join(found)


def is_untitled(title: str) -> bool:
    """Whether a title is a mere heading that many documents have."""
    return len(title.split()) <= _HEADING_WORDS and says("untitled", title)


def kind_of(document: SiteDocument, above: Sequence[PageAbove]) -> str:
    """What kind of document the names of its file, folder and link say that it is; "" where they say nothing."""
    path = unquote(urlsplit(document.url).path)
    called = " | ".join(
        (
            *_SEPARATOR.sub(" ", path).rsplit("/", 2)[-2:],
            *(page.anchor for page in above if page.distance == 1),
        )
    )
    doubtful = document.category in ("other", "paper", "report", "book", "")
    if document.category in ("paper", "slides", "") and is_untitled(document.header.title):
        return "other"
    for kind in ("exercise", "thesis", "slides") if doubtful else ():
        if says(kind, called):
            if kind == "exercise" and document.category in ("paper", "report", "book"):
                continue
            return kind if kind != "slides" or document.category == "other" else ""
    return (
        "report"
        if document.category == "paper" and says("report", _SEPARATOR.sub(" ", path))
        else ""
    )
