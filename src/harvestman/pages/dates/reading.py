"""From a page to its event's dates, name and place: lines, dates with their labels, a choice, and the evidence for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from urllib.parse import urlsplit

from harvestman.pages.dates.choosing import (
    Candidate,
    Context,
    choose_deadlines,
    choose_event,
)
from harvestman.pages.dates.findings import EventDates, Told, told
from harvestman.pages.dates.keywords import Keywords, keywords_for
from harvestman.pages.dates.labels import DatedText, dated_texts
from harvestman.pages.dates.lines import Line, lines_of, page_title
from harvestman.pages.dates.place import Place, choose_place, place_in
from harvestman.pages.source import Source
from harvestman.text.folding import unaccent

_OPENING = 14  # lines: where pages tell what they are about
_YEAR = re.compile(r"(?<!\d)(?:19[89]|20[0-4])\d(?!\d)")
_SHORT_YEAR = re.compile(r"[A-Za-z]['’‘`](\d\d)(?!\d)")
# Domains under which people write the month first; numbers elsewhere are read day first.
_MONTH_FIRST_DOMAINS = frozenset("com org net edu gov mil us info ca ph io dev ai".split())


def read_dates(source: Source) -> EventDates:
    """The key dates of the event that a page is about, each with the text it came from."""
    lines = lines_of(source)
    title = page_title(source) if "<title" in source.lowered else ""
    text = "\n".join(line.text for line in lines[:400])
    words = keywords_for(f"{title}\n{text}", _declared_language(source))
    texts = dated_texts(lines, words)
    texts = _with_order(texts, words, source.url)
    context = _context(lines, title, texts, words, source.url)
    placed = _placed_lines(lines, texts, context)
    event = choose_event(texts, context, frozenset(placed))
    deadlines = choose_deadlines(texts, context, event)
    place = _choose_place(lines, title, event, context)
    return EventDates(
        start=_told(event, event.first, lines) if event else None,
        end=_told(event, event.last, lines) if event else None,
        **{field: _told(c, c.last, lines) for field, c in deadlines.items()},
        name=_name(lines, title, words),
        city=told(place.city, lines[place.line].text, f"line {place.line + 1}")
        if place and place.city
        else None,
        country=told(place.country, lines[place.line].text, f"line {place.line + 1}")
        if place and place.country
        else None,
    )


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
    swappable = [text for text in texts if text.span.is_slashed]
    if not swappable or words.is_day_first:
        return texts
    # A number above twelve tells the order of the page's other dates.
    domain = (urlsplit(url).hostname or "").rpartition(".")[2]
    if domain and domain not in _MONTH_FIRST_DOMAINS:
        return texts
    return [
        replace(text, span=text.span.swapped()) if text.span.is_slashed else text
        for text in texts
    ]


def _context(
    lines: Sequence[Line], title: str, texts: Sequence[DatedText], words: Keywords, url: str
) -> Context:
    opening = [line.text for line in lines[:_OPENING]]
    year, year_from = _main_year(title, opening, url, texts, lines)
    name = unaccent(" ".join([title, *opening[:4]]))[:600]
    return Context(words, year, name, _OPENING, year_from)


def _main_year(
    title: str, opening: list[str], url: str, texts: Sequence[DatedText], lines: Sequence[Line]
) -> tuple[int | None, str]:
    for text, whence in ((title, "the page's title"), *((line, "the page's first lines") for line in opening[:6])):
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
) -> dict[int, Place]:
    """The lines with dates on or beside which a place stands; only of dates that can be the event's."""
    placed: dict[int, Place] = {}
    for text in texts[:200]:
        if text.line in placed or not (text.span.is_range or text.line < context.opening):
            continue
        for number in (text.line, text.line - 1, text.line + 1):
            if 0 <= number < len(lines) and len(lines[number].text) < 400:
                place = place_in(lines, number)
                if place is not None and place.city and place.country:
                    placed[text.line] = place
                    break
    return placed


def _choose_place(
    lines: Sequence[Line], title: str, event: Candidate | None, context: Context
) -> Place | None:
    weights: dict[int, float] = {}
    if event is not None:
        at = event.text.line
        for number, weight in ((at, 4.0), (at - 1, 2.0), (at + 1, 2.0), (at - 2, 1.0), (at + 2, 1.0)):
            weights[number] = weight
    for number, line in enumerate(lines[:2_000]):
        if len(line.text) > 400 and number > 60:
            continue
        folded = unaccent(line.text[:300])
        if number < context.opening:
            weights[number] = weights.get(number, 0.0) + 1.2
        if context.words.has("venue", folded) and not context.words.has("past", folded):
            weights[number] = weights.get(number, 0.0) + 1.5
            if len(line.text) < 30:
                weights[number + 1] = weights.get(number + 1, 0.0) + 1.2
    places = []
    for number, weight in weights.items():
        if 0 <= number < len(lines) and (place := place_in(lines, number)) is not None:
            places.append(replace(place, weight=weight))
    return choose_place(places)


def _name(lines: Sequence[Line], title: str, words: Keywords) -> Told[str] | None:
    """The first line that names an event, or else the page's title."""
    for number, line in enumerate(lines[:_OPENING]):
        if 8 <= len(line.text) <= 200 and words.has("event", unaccent(line.text)):
            return told(line.text, line.text, f"line {number + 1}")
    return told(title, title, "title") if title else None
