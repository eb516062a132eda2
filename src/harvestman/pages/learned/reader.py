"""The learned reader: papers on pages that no surer reader understands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from harvestman.model import Author, Authority, Field
from harvestman.pages.findings import Finding, NoPaper, Notes, PaperFound, PublicationsFound
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
from harvestman.pages.learned.regions import WINDOW, Regions, windows
from harvestman.pages.learned.tagging import MODELS, WIDE_MODELS, label_regions, label_tokens
from harvestman.pages.learned.titles import without_call
from harvestman.pages.learned.titles_alone import announces_titles, titles_alone
from harvestman.pages.source import Source
from harvestman.text.collection import no_collection

MAX_REGIONS: Final = 120_000
"""Of a page that are read: ten seconds at eighty microseconds each. The longest page of the data has 1,225."""
_FEW_TEXTS: Final = 0.05
_FEWEST_NAMES: Final = 4
_FEWEST_SECOND: Final = 3  # papers that a second opinion must find: one or two may be anything
_NO_CAPITALS: Final = bytes(code for code in range(128) if not chr(code).isupper())
_CAPITALISED: Final = re.compile(r"[A-Z][A-Za-z'-]*\.?")


class LearnedReader:
    """Reads lists of papers, programmes and lists of publications of any layout."""

    name = "learned"
    version = "1"
    authority = Authority.LEARNED
    _stages: Mapping[str, Chain] | None = None

    def __init__(self, stages: Mapping[str, Chain] | None = None) -> None:
        """By the models of the package, or by others that are just being taught."""
        self._stages = stages

    def match(self, source: Source) -> bool:
        """Nearly any page may list papers, but not one that names nobody."""
        page = source.html
        return len(page) > 100 and (_names_people(page) or announces_titles(source))

    def read(self, source: Source) -> Iterator[Finding]:
        """The papers, in the order of the page; a long one is read window by window, in bounded memory."""
        readings: list[Mapping[str, Chain]]
        readings = [self._stages] if self._stages else [MODELS, WIDE_MODELS]
        for page in windows(source.html):
            if page.offset > MAX_REGIONS:
                break
            if _is_repetition(page):
                continue
            with no_collection():
                found = _findings(page, readings)  # all else is gone before the collector wakes up
            yield from found


def _names_people(markup: str) -> bool:
    """Whether there are so many words that may be names, tags and scripts included: seen within a few lines of most pages.

    Letters that are not plain may be anybody's.
    """
    if not markup.isascii() or "&#" in markup:
        return True
    if len(markup.encode("ascii").translate(None, _NO_CAPITALS)) < _FEWEST_NAMES:
        return False  # a plain page, at a seventh of the time of looking for words
    names = (look_up(word).is_name for word in map(re.Match.group, _CAPITALISED.finditer(markup)))
    return sum(islice(filter(None, names), _FEWEST_NAMES)) == _FEWEST_NAMES


def _findings(page: Regions, readings: Sequence[Mapping[str, Chain]]) -> list[Finding]:
    """What the first set of models finds, or where it sees nothing, a list that the next one sees."""
    sketches = sketch(page)
    last = len(sketches) if page.last is None else page.last
    own = range(page.first, last)
    told, printed = tell(sketches), read_printed(sketches)
    papers, listed = read_regions(page, sketches, readings[0], told, printed)
    for stages in () if _without_talks(papers) or listed is not None else readings[1:]:
        more, _ = read_regions(page, sketches, stages, told, printed, fewest=_FEWEST_SECOND - 1)
        papers = more if _is_list(_without_talks(more)) else _talks_of(papers)
    if listed is None and not any(one.people for one in papers):
        papers = _longer(titles_alone(sketches, page.title), papers)
    findings: list[Finding] = [
        _told(one, sketches, page.offset) for one in papers if one.region in own
    ]
    if listed is not None:
        entries = [
            _found(one, sketches, page.offset, year=year)
            for one, year in listed.entries
            if one.region in own
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


def _is_repetition(page: Regions) -> bool:
    """Whether a long stretch of the page says the same few things again and again: no list of papers does."""
    if len(page.regions) < WINDOW // 2:
        return False
    return len({region.text for region in page.regions}) < _FEW_TEXTS * len(page.regions)


def read_regions(
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
    notes = Notes(confidence=0.8)
    notes.add(Field.TITLE, one.title, locator=locator, quote=region.text)
    people = [Author(person.name, tuple(person.affiliations)) for person in one.people]
    notes.add(Field.AUTHORS, people, locator=locator)
    links = one.links
    notes.add(Field.PDF, links.pdf, locator=locator, quote=links.pdf)
    for name, value in (
        (Field.DOI, links.doi),
        (Field.ARXIV, links.arxiv),
        (Field.URL, links.url),
        (Field.SLIDES, links.slides),
        (Field.VIDEO, links.video),
        (Field.CODE, links.code),
    ):
        notes.add(name, value, locator=locator, quote=value)
    notes.add(Field.ABSTRACT, one.abstract, locator=locator, confidence=0.6)
    notes.add(Field.SESSION, one.session, locator=locator, confidence=0.5)
    if year is not None:
        notes.add(Field.YEAR, year, locator=locator)
    return notes.paper()
