"""What a document is called, and what kind of document it is, where the header alone does not say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from urllib.parse import unquote, urlsplit

from harvestman.gather.related import PageAbove, SiteDocument
from harvestman.gather.words import says
from harvestman.model import Author
from harvestman.pages.people import is_known_name, plain_organisation, says_organisation
from harvestman.text import fold, squeeze

PAPERWORK = {
    "cv": "it is a curriculum vitae",
    "form": "it is a form or a template",
    "timetable": "it is a timetable",
    "programme": "it is a programme, a syllabus or rules",
    "licence": "it is a licence or terms of use",
    "announcement": "it is an announcement",
    "evaluation": "it is an evaluation or a list of marks",
    "jubilee": "it is a note on a jubilee or an obituary",
}
"""What is nobody's work, with how a person is told so."""
_PAPER_KINDS = ("form", "timetable", "programme", "licence", "announcement", "evaluation")
_SCHOLARLY = frozenset(("paper", "thesis", "book"))
_DOUBTFUL = frozenset(("other", "paper", "report", "book", ""))
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|[_.-]|\d+")
_TITLE_PARTS = re.compile(r"[.:|–—]\s|\s-\s")
_TITLE_WORDS = 14
_HEADING_WORDS = 4
_LONG_TITLE_WORDS = 25
_SHORT_TITLE = 40  # characters: a subtitle may follow
_TITLE_PAGE = 600  # characters
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
        is_title = is_title and not one.endswith(".")  # that is a sentence
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
    """What kind of document its title and the names of its file, folder and link say that it is; "" where they say nothing."""
    path = unquote(urlsplit(document.url).path)
    title = document.header.title
    called = " | ".join(
        (
            *_SEPARATOR.sub(" ", path).rsplit("/", 2)[-2:],
            *(page.anchor for page in above if page.distance == 1),
        )
    )
    if document.category in ("paper", "slides", "") and (
        is_untitled(title) or says("jubilee", title)
    ):
        return "other"
    if _is_informal(document) and any(_begins_with(kind, title) for kind in _PAPER_KINDS):
        return "other"
    if document.category not in _DOUBTFUL:
        return ""
    is_other, is_informal = document.category in ("other", ""), _is_informal(document)
    is_report = document.category == "paper" and says("report", _SEPARATOR.sub(" ", path))
    kinds = (
        ("thesis", says("thesis", called)),
        ("thesis", document.category in ("report", "other") and _is_thesis(document.opening)),
        ("exercise", is_other and says("exercise", called)),
        ("exercise", is_informal and _begins_with("exercise", title)),
        ("exercise", is_informal and _has_items(document.opening)),
        ("slides", document.category == "other" and says("slides", called)),
        ("lecture-notes", is_informal and _begins_with("notes", title)),
        ("lecture-notes", is_informal and document.category != "paper" and says("notes", called)),
        ("report", is_report),
    )
    return next((kind for kind, is_meant in kinds if is_meant), "")


def _is_thesis(opening: str) -> bool:
    """Whether one of the lines of the title page says that a document is a thesis."""
    lines = (
        line for line in opening[:_TITLE_PAGE].split("\n") if len(line.split()) <= _TITLE_WORDS
    )
    return any(says("thesis", line) for line in lines)


def _has_items(opening: str) -> bool:
    """Whether lines of a document are numbered tasks: "Exercise 1", "Задача 2"."""
    starts = (line.split()[:4] for line in opening.split("\n"))
    tasks = (
        any(says("item", one) and two[0].isdigit() for one, two in pairwise(words))
        for words in starts
    )
    return sum(tasks) > 1


def _is_informal(document: SiteDocument) -> bool:
    """Whether a document has nothing that papers, reports and books have: abstract, keywords, a number in a catalogue."""
    header = document.header
    return not (header.abstract or header.keywords or header.doi)


def _begins_with(kind: str, title: str) -> bool:
    """Whether a title begins with a word of that kind, or one of its parts does: "Теория вероятностей. Листок 1"."""
    return any(says(kind, " ".join(part.split()[:3])) for part in _TITLE_PARTS.split(title[:300]))


def paperwork(document: SiteDocument, category: str, anchors: Sequence[str]) -> str:
    """What kind of paperwork a document is, by its title, file and links: a form, a timetable, rules …; "" for a work.

    `category` is what is believed of it. A note on a jubilee is told by its title alone, whatever kind it seems to be.
    """
    title = document.header.title
    if says("jubilee", title):
        return "jubilee"
    if says("placeholder", document.opening[:_TITLE_PAGE]):
        return "form"
    if category in _SCHOLARLY:
        is_form = _is_informal(document) and says("form", " ".join(title.split()[:2]))
        return "form" if is_form else ""  # "Template for theses"
    name = _CAMEL.sub(" ", unquote(urlsplit(document.url).path).rpartition("/")[2])
    called = f"{title} | {name} | {' | '.join(anchors)}"[:600]
    return next((kind for kind in PAPERWORK if says(kind, called)), "")
