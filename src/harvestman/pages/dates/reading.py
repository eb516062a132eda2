"""From a page to its event's dates, name and place: lines, dates with their labels, a choice, and the evidence for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise, takewhile
from typing import Final
from urllib.parse import urlsplit

from harvestman.model import EventDates, Told
from harvestman.pages.dates.beside import join_remarks
from harvestman.pages.dates.candidates import Candidate, Context
from harvestman.pages.dates.choosing import choose_deadlines, field_of
from harvestman.pages.dates.embedded import read_schema_event
from harvestman.pages.dates.event import choose_event
from harvestman.pages.dates.findings import told
from harvestman.pages.dates.ical import is_ical, read_ical
from harvestman.pages.dates.keywords import Keywords, keywords_for
from harvestman.pages.dates.labels import DatedText, dated_texts
from harvestman.pages.dates.lines import lines_of, page_title
from harvestman.pages.dates.naming import find_name
from harvestman.pages.dates.place import Place, place_in
from harvestman.pages.dates.placing import TITLE, choose_where
from harvestman.pages.dates.shown import Line
from harvestman.pages.source import Source
from harvestman.pages.wikicfp import is_wikicfp, read_event_page
from harvestman.text.calendar import Span, may_have_date
from harvestman.text.folding import unaccent

_WORD: Final = re.compile(r"[^\W\d_]+")
_MOST_MARKUP: Final = 2_000_000  # characters in which a date must stand for the page to be read
_OPENING: Final = 14  # lines: where pages tell what they are about
_NAMING: Final = 4  # lines in which a page names itself
_ANY_YEAR: Final = 2024  # for dates that leave their year out: a leap year has all days
_HOST_LINES: Final = 200
_HOST_TEXT: Final = 600  # characters of a line
_HOST_REACH: Final = 60  # characters behind "in conjunction with"
_SHORT_NAME: Final = re.compile(r"\b[A-Z][A-Za-z]{0,8}[A-Z][A-Za-z]{0,8}(?:-[A-Za-z]{1,9})?")
_YEAR: Final = re.compile(r"(?<!\d)(?:19[89]|20[0-4])\d(?!\d)")
_SHORT_YEAR: Final = re.compile(r"[A-Za-z]['’‘`](\d\d)(?!\d)")
# Domains under which people write the month first; numbers elsewhere are read day first.
_MONTH_FIRST_DOMAINS: Final = frozenset("com org net edu gov mil us info ca ph io dev ai".split())


def read_dates(source: Source, *, without: frozenset[str] = frozenset()) -> EventDates:
    """The key dates of the event that a page is about, each with the text it came from.

    What a page states for machines is believed first; what that leaves out is read off its lines, with all words of the
    lists but those in `without`.
    """
    if is_ical(source.html):
        events = read_ical(source.html)
        return events[0] if len(events) == 1 else EventDates()
    if not may_have_date(source.html[:_MOST_MARKUP]):
        return EventDates()
    stated = _from_wikicfp(source) if is_wikicfp(source) else EventDates()
    stated = stated.or_else(read_schema_event(source))
    return stated.or_else(_from_lines(source, without))


def _from_wikicfp(source: Source) -> EventDates:
    event = read_event_page(source)
    if event is None:
        return EventDates()
    days = ("start", "end", "submission", "notification", "camera_ready")
    place = place_in(event.where, 0, keywords_for(event.where)) if event.where else None
    return EventDates(
        **{
            name: told(day, str(day), f"WikiCFP {name}")
            for name in days
            if (day := getattr(event, name)) is not None
        },
        name=told(event.name, event.name, "v:description") if event.name else None,
        city=told(place.city, event.where, "v:locality") if place and place.city else None,
        country=told(place.country, event.where, "v:locality") if place and place.country else None,
    )


def _from_lines(source: Source, without: frozenset[str]) -> EventDates:
    lines = lines_of(source)
    title = page_title(source) if source.shows("<title") else ""
    text = "\n".join(line.text for line in lines[:400])
    words = keywords_for(f"{title}\n{text}", _declared_language(source), without=without)
    lines = join_remarks(lines, words)
    texts = _with_order(dated_texts(lines, words), words, source.url)
    if not texts:
        return EventDates()  # a page without a single date tells of no event
    context = _context(lines, title, texts, words, source.url)
    event = choose_event(texts, context, _placed_lines(lines, texts, context))
    place = choose_where(lines, title, texts, event, context)
    where, quote = ("", "") if place is None else _place_told(place, lines, title)
    return EventDates(
        start=_told(event, event.first, lines) if event else None,
        end=_told(event, event.last, lines) if event else None,
        **{
            field: _told(candidate, candidate.last, lines)
            for field, candidate in choose_deadlines(texts, context, event).items()
        },
        name=find_name(lines, title, words),
        city=told(place.city, quote, where) if place and place.city else None,
        country=told(place.country, quote, where, place.note) if place and place.country else None,
    )


def _place_told(place: Place, lines: Sequence[Line], title: str) -> tuple[str, str]:
    if place.line == TITLE:
        return "title", title
    return f"line {place.line + 1}", lines[place.line].text


def _told(candidate: Candidate, value: date, lines: Sequence[Line]) -> Told[date]:
    text, line = candidate.text, lines[candidate.text.line].text
    begin = max(0, text.span.begin - 120) if len(line) > 240 else 0
    return told(value, line[begin:], f"line {text.line + 1}", candidate.note)


def _declared_language(source: Source) -> str:
    for node in source.tree.css("html[lang]")[:1]:
        return node.attributes.get("lang") or ""
    return ""


def _with_order(texts: list[DatedText], words: Keywords, url: str) -> list[DatedText]:
    """Dates in numbers with day and month as this page means them."""
    if not any(text.span.is_swappable for text in texts):
        return texts
    turned = [
        replace(text, span=text.span.swapped()) if text.span.is_swappable else text
        for text in texts
    ]
    if any(text.span.is_month_first for text in texts):
        return turned
    if words.is_day_first or any(map(_is_day_first, texts)):
        return texts
    if any(_is_long(text.span) for text in turned if text.span.is_swappable):
        return texts
    # Lists of dates go down the calendar: the reading in which more of them do is meant.
    if (gain := _count_rising(turned) - _count_rising(texts)) != 0:
        return turned if gain > 0 else texts
    domain = (urlsplit(url).hostname or "").rpartition(".")[2]
    return texts if domain and domain not in _MONTH_FIRST_DOMAINS else turned


def _count_rising(texts: Sequence[DatedText]) -> int:
    """How many dates in numbers come later than the one before."""
    days = [day for text in texts if text.is_numeric and (day := text.span.last.on(_ANY_YEAR))]
    return sum(before < after for before, after in pairwise(days))


def _is_long(span: Span) -> bool:
    """Whether a range over months can be no event: 4/10/2010 - 6/10/2010 begins in October."""
    return span.first.month != span.last.month and span.first.day == span.last.day


def _is_day_first(text: DatedText) -> bool:
    """Whether a date of the page can only have its day first: 25/05/2024."""
    return text.span.first.day > 12 and not text.span.is_month_first and text.is_numeric


def _context(
    lines: Sequence[Line], title: str, texts: Sequence[DatedText], words: Keywords, url: str
) -> Context:
    opening = [line.text for line in lines[:_OPENING]]
    year, year_from = _main_year(title, opening, url, texts, lines)
    # What stands under "Important dates" is no name: the first track of the list may be the industry's.
    own = takewhile(lambda line: not words.is_heading(line), opening[:_NAMING])
    first = [unaccent(line) for line in own]
    named = [unaccent(title), *(line for line in first if not field_of(line, words))]
    name = frozenset(_WORD.findall(" ".join(named)[:600]))
    kinds = frozenset(words.found("kind", unaccent(title)))
    return Context(words, year, name, _OPENING, year_from, _hosts(lines, words), kinds)


def _hosts(lines: Sequence[Line], words: Keywords) -> frozenset[str]:
    """The short names behind "part of" and "co-located with": SC of "SC10"."""
    found: set[str] = set()
    for line in lines[:_HOST_LINES]:
        for match in words.patterns["host"].finditer(unaccent(line.text[:_HOST_TEXT])):
            behind = line.text[match.end() : match.end() + _HOST_REACH]
            if (short := _SHORT_NAME.search(behind)) is not None:
                found.update(word for word in _WORD.findall(unaccent(short.group())))
    return frozenset(found)


def _main_year(
    title: str, opening: list[str], url: str, texts: Sequence[DatedText], lines: Sequence[Line]
) -> tuple[int | None, str]:
    # A single day among the first lines may be a deadline, and of the year before.
    single = {t.line for t in texts if not t.span.is_range and t.is_leading}
    named = [line for number, line in enumerate(opening[:6]) if number not in single]
    for text, whence in (
        (title, "the page's title"),
        *((line, "the page's first lines") for line in named),
    ):
        years = [int(y) for y in _YEAR.findall(text)]
        if not years:
            years = [2000 + int(y) for y in _SHORT_YEAR.findall(text) if int(y) < 50]
        if years:
            return max(years), whence
    dated = Counter(t.span.last.year for t in texts if t.span.last.year is not None)
    if dated:
        return dated.most_common(1)[0][0], "the page's other dates"
    if years := [int(y) for y in _YEAR.findall(url)]:
        return years[-1], "the page's address"
    counted = Counter(int(y) for line in lines[:2_000] for y in _YEAR.findall(line.text))
    if counted:
        return counted.most_common(1)[0][0], "the years on the page"
    return None, ""


def _placed_lines(
    lines: Sequence[Line], texts: Sequence[DatedText], context: Context
) -> frozenset[int]:
    """The lines with dates on or beside which a place stands; only of dates that can be the event's."""
    placed = set()
    for text in texts[:200]:
        if text.line in placed or not (text.span.is_range or text.line < context.opening):
            continue
        for number in (text.line, text.line - 1, text.line + 1):
            if 0 <= number < len(lines):
                at = text.span.begin if number == text.line else 0
                place = place_in(lines[number].text, number, context.words, at=at)
                if place is not None and place.city and (place.country or number == text.line):
                    placed.add(text.line)
                    break
    return frozenset(placed)
