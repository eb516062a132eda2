"""What one window of a page holds for the learned reader: papers, talks, a list of publications, or nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from harvestman.model import Author, Field
from harvestman.pages.found import Finding, NoPaper, Notes, PaperFound, PublicationsFound
from harvestman.pages.learned.bundles import Bundle
from harvestman.pages.learned.bundling import bundle
from harvestman.pages.learned.chain import Chain
from harvestman.pages.learned.features import Sketch, ToldOfRegions, sketch, tell
from harvestman.pages.learned.lexica import look_up
from harvestman.pages.learned.lookalikes import (
    heads_papers,
    is_set_aside_talk,
    without_breaks,
    without_lookalikes,
)
from harvestman.pages.learned.printed import Printed, read_printed
from harvestman.pages.learned.publications import Listed, publications_in
from harvestman.pages.learned.regions import WINDOW, Regions
from harvestman.pages.learned.tagging import label_regions, label_tokens
from harvestman.pages.learned.titles import without_call
from harvestman.pages.learned.titles_alone import titles_alone

# Members of an enumeration are looked up anew at each use; these are used for each value of each paper.
_TITLE: Final = Field.TITLE
_AUTHORS: Final = Field.AUTHORS
_YEAR: Final = Field.YEAR
_PDF: Final = Field.PDF
_DOI: Final = Field.DOI
_ARXIV: Final = Field.ARXIV
_URL: Final = Field.URL
_SLIDES: Final = Field.SLIDES
_VIDEO: Final = Field.VIDEO
_CODE: Final = Field.CODE
_ABSTRACT: Final = Field.ABSTRACT
_SESSION: Final = Field.SESSION
_FEW_TEXTS: Final = 0.05
_FEWEST_NAMES: Final = 4
_FEWEST_SECOND: Final = 3  # papers that a second opinion must find: one or two may be anything
_NO_CAPITALS: Final = bytes(code for code in range(128) if not chr(code).isupper())
_CAPITALISED: Final = re.compile(r"[A-Z][A-Za-z'-]*\.?")


def names_people(markup: str) -> bool:
    """Whether there are so many words that may be names, tags and scripts included: seen within a few lines of most pages.

    Letters that are not plain may be anybody's.
    """
    if not markup.isascii() or "&#" in markup:
        return True
    if len(markup.encode("ascii").translate(None, _NO_CAPITALS)) < _FEWEST_NAMES:
        return False  # a plain page, at a seventh of the time of looking for words
    names = 0
    for word in _CAPITALISED.finditer(markup):
        names += look_up(word.group()).is_name
        if names == _FEWEST_NAMES:
            return True
    return False


def findings_in(page: Regions, readings: Sequence[Mapping[str, Chain]]) -> list[Finding]:
    """What the first set of models finds, or where it sees nothing, a list that the next one sees."""
    sketches = sketch(page)
    last = len(sketches) if page.last is None else page.last
    told, printed = tell(sketches), read_printed(sketches)
    papers, listed = _read_regions(page, sketches, readings[0], told, printed)
    for stages in () if _without_talks(papers) or listed is not None else readings[1:]:
        more, _ = _read_regions(page, sketches, stages, told, printed, fewest=_FEWEST_SECOND - 1)
        papers = more if _is_list(_without_talks(more)) else _talks_of(papers)
    if listed is None and not any(one.people for one in papers):
        papers = _longer(titles_alone(sketches, page.title), papers)
    findings: list[Finding] = [
        _told(one, sketches, page.offset) for one in papers if page.first <= one.region < last
    ]
    if listed is not None:
        entries = [
            _found(one, sketches, page.offset, year=year)
            for one, year in listed.entries
            if page.first <= one.region < last
        ]
        findings.append(PublicationsFound(listed.owner, entries))
    return findings


def _longer(titles: list[Bundle], papers: list[Bundle]) -> list[Bundle]:
    """A list of titles alone where it names more than was found without any author."""
    return titles if len(titles) > len(papers) else papers


def _is_list(papers: Sequence[Bundle]) -> bool:
    """Whether a second opinion is believed: three papers, or two with authors below a heading that speaks of a programme."""
    if len(papers) >= _FEWEST_SECOND:
        return True
    return len(papers) == _FEWEST_SECOND - 1 and all(
        one.people and heads_papers(one.session) for one in papers
    )


def _without_talks(papers: Sequence[Bundle]) -> list[Bundle]:
    return [one for one in papers if not one.is_talk]


def _talks_of(papers: Sequence[Bundle]) -> list[Bundle]:
    return [one for one in papers if one.is_talk]


def _told(one: Bundle, sketches: list[Sketch], offset: int) -> Finding:
    """A paper, or what is none but a talk."""
    if not one.is_talk:
        return _found(one, sketches, offset)
    one.title = without_call(one.title)
    return NoPaper(one.title, _found(one, sketches, offset) if one.people else None)


def is_repetition(page: Regions) -> bool:
    """Whether a long stretch of the page says the same few things again and again: no list of papers does."""
    if len(page.regions) < WINDOW // 2:
        return False
    return len({region.text for region in page.regions}) < _FEW_TEXTS * len(page.regions)


def _read_regions(
    page: Regions,
    sketches: list[Sketch],
    stages: Mapping[str, Chain],
    told: ToldOfRegions,
    printed: Printed,
    *,
    fewest: int = 1,
) -> tuple[list[Bundle], Listed | None]:
    """The papers of a page that was cut into regions, and behind them its talks; where it has none, the list of publications that it may be.

    Where fewer titles are seen than `fewest`, and no line that may hold several, nothing is read.
    """
    labels = label_regions(sketches, told, stages["regions-1"], stages["regions-2"])
    if "M" not in labels and labels.count("T") < fewest:
        if printed.is_empty:
            return [], None  # most pages of a site
        labels = labels if "T" in labels else ["O"] * len(sketches)
    runs = label_tokens(sketches, labels, stages)
    found = bundle(page, sketches, labels, runs, printed.copy())
    others = _without_talks(found)
    papers = without_lookalikes(others, sketches, page_title=page.title)
    kept = {id(one) for one in papers}
    talks = [
        one
        for one in found
        if one.is_talk or (id(one) not in kept and is_set_aside_talk(one, page.title))
    ]
    for one in talks:
        one.is_talk = True
    if papers:
        return [*papers, *talks], None
    return talks, publications_in(without_breaks(others), sketches, page_title=page.title)


def _found(
    one: Bundle, sketches: list[Sketch], offset: int, *, year: int | None = None
) -> PaperFound:
    region = sketches[one.region].region
    locator = f"region {offset + one.region}: {' > '.join(region.path.split()[-4:])}"
    notes = Notes(0.8)
    notes.add(_TITLE, one.title, locator=locator, quote=region.text)
    if one.people:
        people = [Author(person.name, tuple(person.affiliations)) for person in one.people]
        notes.add(_AUTHORS, people, locator=locator)
    links = one.links
    for name, value in (
        (_PDF, links.pdf),
        (_DOI, links.doi),
        (_ARXIV, links.arxiv),
        (_URL, links.url),
        (_SLIDES, links.slides),
        (_VIDEO, links.video),
        (_CODE, links.code),
    ):
        if value:
            notes.add(name, value, locator=locator, quote=value)
    notes.add(_ABSTRACT, one.abstract, locator=locator, confidence=0.6)
    notes.add(_SESSION, one.session, locator=locator, confidence=0.5)
    if year is not None:
        notes.add(_YEAR, year, locator=locator)
    return notes.paper()
