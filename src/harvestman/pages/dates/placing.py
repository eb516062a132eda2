"""Which lines tell where the event is: those with its date, with a venue's label, and the page's first ones.

Of a long line only the sentences are read that tell of the event's date or its venue. A page that calls the event virtual at its
date names no place of it, whatever the news tell about where it was to be.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from harvestman.pages.dates.candidates import Candidate, Context
from harvestman.pages.dates.choosing import is_past as tells_past
from harvestman.pages.dates.keywords import Keywords
from harvestman.pages.dates.labels import DatedText
from harvestman.pages.dates.place import (
    AT_EVENT,
    Place,
    choose_place,
    country_named,
    place_in,
    with_country,
)
from harvestman.pages.dates.shown import Line
from harvestman.text.calendar import find_spans
from harvestman.text.folding import fold, unaccent
from harvestman.text.places import says_virtual
from harvestman.text.segments import split
from harvestman.text.vocabulary import vocabulary

_WORD: Final = re.compile(r"[^\W\d_]+")
_REACH: Final = 3_000  # characters of a line in which "will be held in" is looked for
_SHORT: Final = 250  # characters of a line beside the date that may name the place
_LONG: Final = 170  # characters: a longer line is read sentence by sentence
_LABEL: Final = 30  # characters of a line that is only a label: the place stands in the next one
_MOST_PLACES: Final = 80  # places that are weighed
_MOST_LINES: Final = 2_000
_MOST_SENTENCES: Final = 30  # of one line
_SENTENCE: Final = re.compile(
    r"(?<=[^\W\d_]{3})[.!?](?=\s+[^\W\d_])|(?<=[\d)])[.!?](?=\s+[^\W\d_a-z])|[•·|]"
)
_YEAR: Final = re.compile(r"(?<!\d)(?:19[89]|20[0-4])\d(?!\d)")
_NAMING: Final = 4  # lines in which a page names itself: SIMS21 may be the 21st
_EDITION: Final = re.compile(r"\b[A-Z]{3,10}[ '’-]?([0-4]\d)\b")  # PMBS16
TITLE: Final = -1
"""The line number of a place that only the page's title tells."""
_IN_TITLE: Final = 1.2  # the weight of a place in the title
_SAME_DATE: Final = 2.5  # the weight of another line with the event's date
_VIRTUAL: Final = 120  # characters around the event's date in which "online" is looked for


@dataclass(frozen=True, slots=True)
class _Clue:
    """A piece of a line that may tell the place."""

    line: int
    text: str
    at: int
    weight: float
    is_told: bool
    """Whether places are told here: beside the event's date, behind a venue's label."""


def choose_where(
    lines: Sequence[Line],
    title: str,
    texts: Sequence[DatedText],
    event: Candidate | None,
    context: Context,
) -> Place | None:
    """The place with the most weight, and its country even if another line names it. Line -1 is the page's title."""
    words = context.words
    dated = _lines_of_event(texts, event)
    # What begins with another date is news, or a deadline: it may name any place.
    others = {text.line for text in texts if text.is_leading and not text.span.is_range}
    places = list(_places(lines, dated, event, context, others - dated.keys()))
    if (named := place_in(title[:_LONG], TITLE, words)) is not None and named.city:
        places.append(replace(named, weight=_IN_TITLE))
    best = choose_place(places)
    if best is not None and best.weight < AT_EVENT and _is_virtual(lines, dated):
        return None
    if best is None or best.country:
        return best
    best = with_country(best, places)
    if not best.country:
        best = with_country(best, list(_beside_city(lines, best.city, words)))
    if not best.country and best.code:
        name = country_named((line.text for line in lines[:_MOST_LINES]), best.code)
        note = "the city's country, which another line names"
        best = replace(best, country=name, note=note if name else "")
    return best


def _lines_of_event(texts: Sequence[DatedText], event: Candidate | None) -> dict[int, int]:
    """The lines with the event's date and where it stands in them; the one it was read from comes first."""
    if event is None:
        return {}
    found = {event.text.line: event.text.span.begin}
    for text in texts:
        first, last = text.span.first, text.span.last
        if (
            first.on(event.first.year) == event.first
            and last.on(event.last.year) == event.last
            and not text.is_struck
        ):
            found.setdefault(text.line, text.span.begin)
    return found


def _is_virtual(lines: Sequence[Line], dated: dict[int, int]) -> bool:
    """Whether the event is said to be online where its date is told."""
    for number, at in dated.items():
        text = lines[number].text
        if says_virtual(split(text[max(0, at - _VIRTUAL) : at + _VIRTUAL])):
            return True
    return False


def _places(
    lines: Sequence[Line],
    dated: dict[int, int],
    event: Candidate | None,
    context: Context,
    others: Collection[int],
) -> Iterator[Place]:
    """The places on the lines that may tell where the event is."""
    count = 0
    for clue in _clues(lines, dated, event, context):
        if clue.line in others:
            continue
        is_outside = clue.line >= context.opening and not clue.is_told
        if is_outside and (len(clue.text) > _SHORT or _names_institution(clue.text)):
            continue
        place = place_in(clue.text, clue.line, context.words, at=clue.at)
        count += 1
        if count > _MOST_PLACES:
            return
        if place is None:
            continue
        # A name that no list knows may be anybody's, unless it stands where places are told.
        is_alone = fold(clue.text) == fold(place.city + place.country)
        if clue.is_told or is_alone or (place.city and place.is_known):
            yield replace(place, weight=clue.weight)


def _clues(
    lines: Sequence[Line], dated: dict[int, int], event: Candidate | None, context: Context
) -> Iterator[_Clue]:
    words = context.words
    beside = _beside_date(dated)
    after_label = 0.0
    is_past = is_of_people = False
    year = event.last.year if event is not None else context.year
    own = {number for line in lines[:_NAMING] for number in _EDITION.findall(line.text[:_LONG])}
    for number, line in enumerate(lines[:_MOST_LINES]):
        if line.is_heading or words.is_heading(line.text) or _heads_people(line.text, words):
            heading = unaccent(line.text[:_LONG])
            is_past = tells_past(heading, context)
            is_of_people = number > 0 and words.has("people", heading)
        is_elsewhere = is_past or is_of_people or _is_of_other_year(line.text, year, own)
        if number not in dated and is_elsewhere:
            after_label = 0.0
            continue  # a list of earlier editions, a committee, the lives of speakers
        near, opening = beside.get(number, 0.0) + after_label, 0.0
        folded = unaccent(line.text[:_REACH])
        # A page without a date of its own may be a list of people: only what names an event tells its place.
        is_about = event is not None or number < _NAMING or words.has("event", folded)
        if number < context.opening and is_about:
            opening = 1.2
        has_label = words.has("venue", folded)
        after_label = 1.2 if has_label and len(line.text) < _LABEL else 0.0
        if not near + opening and not has_label:
            continue
        at = dated.get(number)
        if len(line.text) <= _LONG:
            yield from _of_text(number, line.text, near + opening, at, words)
            continue
        for begin, sentence in _sentences(line.text[:_REACH]):
            inside = at is not None and begin <= at < begin + len(sentence)
            # In running text only the sentence about the event tells where it is: others are of people's lives.
            is_about = words.has("event", unaccent(sentence))
            weight = (opening if is_about else 0.0) + (near if inside or at is None else 0.0)
            where = at - begin if inside and at is not None else None
            yield from _of_text(number, sentence, weight, where, words)


def _heads_people(text: str, words: Keywords) -> bool:
    """Whether a short line stands over names: "Workshop organizers"."""
    return len(text) < _LABEL and "," not in text and words.has("people", unaccent(text))


def _is_of_other_year(text: str, year: int | None, own: Collection[str]) -> bool:
    """Whether a short line is about another edition: "PMBS16 (Salt Lake City)" on the page of 2025."""
    if year is None or len(text) > _LONG:
        return False
    years = {int(found) for found in _YEAR.findall(text)}
    editions = set(_EDITION.findall(text))
    if years.intersection((year, year - 1)) or editions.intersection((f"{year % 100:02}", *own)):
        return False
    return bool(years or editions)


def _beside_date(dated: dict[int, int]) -> dict[int, float]:
    weights: dict[int, float] = {}
    for rank, number in enumerate(dated):
        at_date = AT_EVENT if rank == 0 else _SAME_DATE
        for near, weight in ((0, at_date), (1, at_date / 2), (2, at_date / 4)):
            for line in {number - near, number + near}:
                weights[line] = max(weights.get(line, 0.0), weight)
    return weights


def _of_text(
    number: int, text: str, weight: float, at: int | None, words: Keywords
) -> Iterator[_Clue]:
    """The clue that a line or a sentence is, if any: its own weight and that of a venue's label in it."""
    folded = unaccent(text)
    label = words.patterns["venue"].search(folded)
    if at is None and words.has("past", folded):
        return
    is_told = at is not None
    if label is not None and not words.has("past", folded):
        # "held in conjunction with ICSE in Austin" tells where, but rather of the larger event.
        weight += 0.8 if words.has("host", folded) else 1.5
        is_told = True
        at = label.start() if at is None else at
    if weight:
        yield _Clue(number, text, at or 0, weight, is_told)


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    begin = 0
    spans = find_spans(text)
    for count, match in enumerate(_SENTENCE.finditer(text)):
        if count >= _MOST_SENTENCES:
            return
        if any(span.begin <= match.start() < span.end for span in spans):
            continue  # "am 21. und 22. September"
        yield begin, text[begin : match.start()]
        begin = match.end()
    yield begin, text[begin:]


def _names_institution(text: str) -> bool:
    """Whether a line names a university or the like: beside a date it is rather somebody's than the venue."""
    return not vocabulary().venues.isdisjoint(_WORD.findall(unaccent(text[:300])))


def _beside_city(lines: Sequence[Line], city: str, words: Keywords) -> Iterator[Place]:
    """The places on other lines that name the city."""
    count = 0
    for number, line in enumerate(lines[:_MOST_LINES]):
        at = line.text.find(city)
        if at >= 0:
            place = place_in(line.text, number, words, at=at)
            if place is not None:
                yield place
            count += 1
            if count >= 12:
                return
