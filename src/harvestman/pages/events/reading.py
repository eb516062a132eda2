"""The signs of one page: every place in which pages name their event is read, none is judged."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from harvestman.model import EventSign, SignPlace
from harvestman.pages.dates.embedded import read_schema_event
from harvestman.pages.events.address import address_signs
from harvestman.pages.events.lines import is_year
from harvestman.pages.events.naming import Naming, has_digits, read_naming
from harvestman.pages.events.words import event_words
from harvestman.pages.source import Source, text_of
from harvestman.text import squeeze, unaccent
from harvestman.text.calendar import find_spans

_MAX_TEXT: Final = 200
_MAX_HEADINGS: Final = 40  # looked at; of these so many say something:
_MAX_SUBHEADINGS: Final = 8
_MAX_IMAGES: Final = 12
_MAX_OPENING: Final = 5
_OPENING_LINES: Final = 12
_CLOSING_LINES: Final = 10
_TOP_LINES: Final = 150  # a menu may come first
_MAX_NAMING: Final = 12
_LONGEST_LINE: Final = 300
_SITE_NAMES: Final = ("og:site_name", "application-name", "apple-mobile-web-app-title")
_COPYRIGHT: Final = re.compile(r"©|\(c\)|copyright|&copy;", re.IGNORECASE)
_COPYRIGHT_SIGNS: Final = ("©", "(c)", "copy")
_YEAR: Final = re.compile(r"(?<!\d)(?:19[89]\d|20[0-4]\d)(?!\d)")


def read_signs(source: Source, *, title: str, text: str, paper: str = "") -> tuple[EventSign, ...]:
    """What a page says of its event; `title` and `text` are those that a person reads, `paper` the title of the only paper on it."""
    now = source.now.year
    papers = _papers(source, paper)
    lines = _without(papers, text[:20_000]).split("\n")
    closing = text[-4_000:]
    found = [
        *_titles(source, title, now, papers),
        *_schema(source, now),
        *_headings(source, now, papers),
        *_logos(source, now),
        *_opening(lines, now),
        *_footers(closing, now),
        *address_signs(source.url, now=now),
    ]
    return tuple(dict.fromkeys(found))


def data_signs(url: str, *, now: int) -> tuple[EventSign, ...]:
    """What the address of a file that is no page says."""
    return tuple(address_signs(url, now=now))


def _sign(place: SignPlace, text: str, naming: Naming) -> EventSign:
    return EventSign(
        place, squeeze(text)[:_MAX_TEXT], naming.acronym, naming.year, naming.name, naming.is_short
    )


def _titles(source: Source, title: str, now: int, papers: Sequence[str]) -> Iterator[EventSign]:
    """Always the title itself: what the titles of a site share is its name."""
    if title and source.shows("<title"):
        naming = read_naming(_without(papers, title), now=now)
        yield _sign(SignPlace.TITLE, title, naming)
    for meta in source.metas:
        if meta.name in _SITE_NAMES:
            yield _sign(SignPlace.SITE_NAME, meta.content, read_naming(meta.content, now=now))
            break
    for meta in source.metas:
        if meta.name == "og:title":
            naming = read_naming(meta.content, now=now)
            if naming != Naming():
                yield _sign(SignPlace.TITLE, meta.content, naming)
            break


def _papers(source: Source, paper: str) -> list[str]:
    """The titles of the one paper that a page is about, as it states them for machines and as it was read."""
    stated = (meta.content for meta in source.metas if meta.name == "citation_title")
    return [squeezed for title in (next(stated, ""), paper) if (squeezed := squeeze(title))]


def _without(papers: Sequence[str], text: str) -> str:
    """What a paper's own page says without the paper's title, which may name other events: "Report on the WASP 2022 Task"."""
    for paper in papers:
        text = text.replace(paper, " ")
    return text


def _schema(source: Source, now: int) -> Iterator[EventSign]:
    if not source.shows("schema.org") or not source.shows('event"', "event'"):
        return
    stated = read_schema_event(source)
    if stated.name is not None:
        naming = read_naming(stated.name.value, now=now)
        year = naming.year or (stated.start.value.year if stated.start else 0)
        name = naming.name or ("" if naming.acronym else stated.name.value)
        yield EventSign(SignPlace.SCHEMA, stated.name.value[:_MAX_TEXT], naming.acronym, year, name)


def _headings(source: Source, now: int, papers: Sequence[str]) -> Iterator[EventSign]:
    place, count = SignPlace.HEADING, 0
    nodes = [node for node in source.headings if node.tag not in ("h5", "h6")][:_MAX_HEADINGS]
    has_first = any(node.tag == "h1" for node in source.headings)
    for node in nodes:
        text = text_of(node, limit=_LONGEST_LINE)
        if not text:
            continue
        is_first = place is SignPlace.HEADING
        naming = read_naming(_without(papers, text), now=now)
        if naming.is_bare and (day := _day(text, now)):
            yield day
        elif naming != Naming():
            yield _sign(place, text, naming)
        elif not is_first:
            continue
        count += 1
        # The first heading that is an h1, or else the very first, speaks for the page.
        if is_first and (node.tag == "h1" or not has_first):
            place = SignPlace.SUBHEADING
        if count > _MAX_SUBHEADINGS:
            break


def _logos(source: Source, now: int) -> Iterator[EventSign]:
    looked = 0
    for node in source.tree.tags("img") if source.shows("<img", "<image") else []:
        attributes = node.attributes
        if "alt" not in attributes:
            continue
        looked += 1
        if looked > _MAX_IMAGES:
            break
        text = squeeze((attributes["alt"] or "")[:_LONGEST_LINE])
        naming = read_naming(text, now=now)
        if naming.acronym or (naming.name and naming.year):
            yield _sign(SignPlace.LOGO, text, naming)
            break


def _opening(lines: Sequence[str], now: int) -> Iterator[EventSign]:
    """The first lines, and below the menu those that have an event's noun in them."""
    words = event_words()
    told = looked = 0
    # Lines are searched for nouns all at once: a tenth of the time of one by one.
    plain = [unaccent(line[:_LONGEST_LINE]) for line in lines[:_TOP_LINES]]
    nouns = words.nouns_in("\n".join(plain))
    if not nouns and not has_digits("\n".join(lines[: _OPENING_LINES + 1])):
        return
    begin = place = (
        0  # of a line in all of them, and of the first noun that does not stand before it
    )
    for number, line in enumerate(lines[: _TOP_LINES if nouns else _OPENING_LINES]):
        is_top = number < _OPENING_LINES
        end = begin + len(plain[number]) + 1
        before = place
        while place < len(nouns) and nouns[place] < end:
            place += 1
        begin = end
        if not is_top and place == before:
            continue
        looked += 1
        # A name may go on in the next line: "5th Workshop on", "Legs in Motion".
        is_open = line.rpartition(" ")[2].islower() and number + 1 < len(lines)
        whole = f"{line} {lines[number + 1]}" if is_open else line
        naming = read_naming(whole[:_LONGEST_LINE], now=now)
        if is_top and (day := _day(line[:_LONGEST_LINE], now)):
            yield day
        if naming.name or (naming.acronym and is_top):
            yield _sign(SignPlace.OPENING, whole, naming)
            told += 1
        if told == _MAX_OPENING or looked == _OPENING_LINES + _MAX_NAMING:
            break


def _footers(closing: str, now: int) -> Iterator[EventSign]:
    """The year of a copyright; of "2014–2016" the last. That of the year of reading says nothing: servers write it every year."""
    if not any(map(closing.lower().__contains__, _COPYRIGHT_SIGNS)):
        return  # half of all pages, at a tenth of the time of looking at each line
    for line in closing.split("\n")[-_CLOSING_LINES:]:
        if len(line) > _LONGEST_LINE or not _COPYRIGHT.search(line):
            continue
        years = [int(year) for year in _YEAR.findall(line) if is_year(int(year), now)]
        if years:
            naming = read_naming(line, now=now)
            year = naming.year or max(years)
            if year >= now and not naming.acronym:
                continue
            yield EventSign(SignPlace.FOOTER, line[:_MAX_TEXT], naming.acronym, year, naming.name)
            break


def _day(text: str, now: int) -> EventSign | None:
    """The year of a whole date, or a range of dates, in a line."""
    for span in find_spans(text)[:1]:
        year = span.last.year
        if year and is_year(year, now):
            return EventSign(SignPlace.DAY, text[:_MAX_TEXT], year=year)
    return None
