"""Places in titles: "Heraklion, Crete, Greece", "ETAPS 2001 Genova", "in Essen", "Palais de Congres Montreal, Quebec".

Dates, years and acronyms with numbers are cut out first, then punctuation divides the rest into segments. A segment that is
a country or a part of one anchors a place; the city is looked for to its left. Without an anchor only a well-known city
counts, and only beside the date, at the end, or in brackets: a name of a place inside a longer name is no place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from harvestman.plan.titles.gazetteer import City, cities_named
from harvestman.plan.titles.vocabulary import Region, Vocabulary, vocabulary
from harvestman.text import fold, unaccent

# A mark that stands for a date that was cut out.
DATE_MARK = "\x00"
_BREAK = re.compile(
    rf"{DATE_MARK}+"  # a date
    r"|\S{0,60}\d\S{0,60}"  # a word with a number: a year, an edition, an acronym with its year
    r"|[,;:()\[\]{}\"“”„«»|]"
    r"|\s[-–—/]+(?=\s)|--+"
    r"|(?<=\w\w\w)[.!?](?=\s|$)"
)
_WORD = re.compile(r"[^\W\d_][^\s/]*")
_MOST_WORDS = 5  # of a city's name
_TAIL = 80  # characters at the end of a long segment in which a city may stand
# Binary logarithms of inhabitants. Alone in a title, only a city of 32,000 or more is believed; at the end of a longer
# segment, of 65,000 or more.
_KNOWN_ALONE = 15
_KNOWN_IN_TAIL = 16


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a title between two breaks, and what stands before and after it."""

    text: str
    begin: int
    after_date: bool
    before_date: bool
    before_number: bool
    in_brackets: bool
    is_last: bool

    @property
    def end(self) -> int:
        """Where the segment ends in the title."""
        return self.begin + len(self.text)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a segment can be, whatever stands around it."""

    country: str | None
    regions: tuple[Region, ...]
    cities: tuple[City, ...]
    is_venue: bool
    is_virtual: bool
    is_name: bool  # looks like a name of a place: few words, capitals, no noun of events


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the title: its place and its text."""

    begin: int
    text: str


@dataclass(frozen=True, slots=True)
class PlaceFound:
    """Where the event is: a country code, and the pieces of the title that say city, region and country."""

    country: str | None
    city: Piece | None
    region: Piece | None
    country_named: Piece | None


def find_place(segments: list[Segment]) -> PlaceFound | None:
    """The place that the segments of a title name, or None."""
    readings = [read(segment.text) for segment in segments]
    best: PlaceFound | None = None
    best_score = 0.0
    index = len(segments) - 1
    while index >= 0:
        reading = readings[index]
        if reading.country or reading.regions:
            place, leftmost = _anchored(segments, readings, index)
            score = _score(place, segments, leftmost, index)
            if score > best_score:
                best, best_score = place, score
            index = leftmost
        index -= 1
    if best is None:
        best = _with_country_inside(segments) or _city_alone(segments, readings)
    return best


def says_virtual(segments: list[Segment]) -> bool:
    """Whether some segment says that the event was held online."""
    return any(read(segment.text).is_virtual for segment in segments)


def split(title: str) -> list[Segment]:
    """The segments of a title from left to right. Dates must have been replaced by marks of the same length."""
    segments: list[Segment] = []
    begin, depth, before = 0, 0, ""
    for match in [*_BREAK.finditer(title), None]:
        end = match.start() if match else len(title)
        mark = match.group() if match else ""
        text = title[begin:end]
        bare = text.strip(" \t\n\r.-–—'’")
        if bare:
            segments.append(
                Segment(
                    text=bare,
                    begin=begin + text.index(bare),
                    after_date=before.startswith(DATE_MARK),
                    before_date=mark.startswith(DATE_MARK),
                    before_number=any(map(str.isdigit, mark)),
                    in_brackets=depth > 0,
                    is_last=match is None,
                )
            )
            before = mark
        elif mark not in ",;:":
            before = mark
        if match:
            begin = match.end()
            depth = max(0, depth + (mark in "([{") - (mark in ")]}"))
    return segments


@lru_cache(maxsize=32_768)
def read(text: str) -> Reading:
    """What a segment can be."""
    words = vocabulary()
    tokens = _WORD.findall(text)
    if not tokens or len(text) > 200:
        return Reading(None, (), (), False, False, False)
    folded = [unaccent(token).strip(".'’") for token in tokens]
    is_virtual_ = any(word in words.virtuals for word in folded)
    is_venue = any(word in words.venues for word in folded)
    has_event_word = any(word in words.events for word in folded)
    if len(tokens) > _MOST_WORDS or len(text) > _TAIL:
        return Reading(None, (), (), is_venue, is_virtual_ and len(tokens) < 9, False)
    key = fold(text)
    is_cased = any(map(str.isupper, text))
    country = words.countries.get(key) if is_cased else None
    regions = words.regions.get(key, ()) if is_cased else ()
    if not regions and len(key) <= 3:
        regions = words.abbreviations.get(text.replace(".", "").replace(" ", ""), ())
    cities = cities_named(text) if text[0].isupper() or text[0] in "'’" else ()
    is_name = (
        text[:1].isupper()
        and not has_event_word
        and not is_venue
        and not is_virtual_
        and not any(len(token) > 1 and token.isupper() for token in tokens)
        and not any(word in words.insides or word in _JOINING for word in folded)
    )
    return Reading(country, regions, cities, is_venue, is_virtual_, is_name)


# Words that join the parts of a subject, not of a place's name.
_JOINING = frozenset("and for from with by und pour para on its their".split())


def _anchored(
    segments: list[Segment], readings: list[Reading], index: int
) -> tuple[PlaceFound, int]:
    """The place whose country or region stands at `index`, and the leftmost segment that belongs to it."""
    words = vocabulary()
    anchor = readings[index]
    country, named, region = anchor.country, None, None
    left = index
    candidates: tuple[str, ...]
    if country and not (anchor.regions and _is_rather_region(segments, readings, index)):
        named = Piece(segments[index].begin, segments[index].text)
        candidates = (country,)
        left -= 1
        # "Hong Kong, China", "Edinburgh, Scotland, UK": the smaller country is a part of the larger.
    else:
        country = None
        candidates = tuple(region.country for region in anchor.regions)
    # Regions between city and country; one that is also a city there is one only if a city stands before it.
    while left >= 0 and _is_region(readings[left], candidates, words):
        reading = readings[left]
        before = readings[left - 1] if left > 0 else None
        is_city_too = _city_in(reading, candidates, words) is not None
        is_area = any(r.is_area and r.country in candidates for r in reading.regions)
        if (is_city_too or is_area) and not (
            before is not None
            and (
                _city_in(before, candidates, words)
                or (not is_city_too and before.is_name and _joined(segments, left - 1))
            )
        ):
            break
        region = region or Piece(segments[left].begin, segments[left].text)
        left -= 1
    city_at, city = _find_city(segments, readings, left, candidates, words)
    if country is None:
        country = _country_of(city, candidates)
    return PlaceFound(country, city, region, named), min(city_at, left + 1, index)


def _is_rather_region(segments: list[Segment], readings: list[Reading], index: int) -> bool:
    """Whether a name of both a country and a state is the state: "Atlanta, Georgia"."""
    if index == 0:
        return False
    regions = {region.country for region in readings[index].regions}
    for city in _city_reading(segments[index - 1], readings[index - 1]):
        if city.country == readings[index].country:
            return False
        if city.country in regions:
            return True
    return False


def _city_reading(segment: Segment, reading: Reading) -> tuple[City, ...]:
    if reading.cities:
        return reading.cities
    tail = _known_tail(segment, None, 0)
    return cities_named(tail.text) if tail else ()


def _is_region(reading: Reading, countries: tuple[str, ...], words: Vocabulary) -> bool:
    if any(region.country in countries for region in reading.regions):
        return True
    # "Hong Kong" before "China" is a city; "Scotland" before "UK" is a part.
    return reading.country is not None and reading.country in countries and not reading.cities


def _city_in(reading: Reading, countries: tuple[str, ...], words: Vocabulary) -> City | None:
    for city in reading.cities:
        if any(words.covers(country, city.country) for country in countries):
            return city
    return None


def _joined(segments: list[Segment], index: int) -> bool:
    """Whether only a comma or bracket stands between this segment and the next: no date, no number."""
    return not segments[index].before_date and not segments[index].before_number


def _find_city(
    segments: list[Segment],
    readings: list[Reading],
    left: int,
    countries: tuple[str, ...],
    words: Vocabulary,
) -> tuple[int, Piece | None]:
    """The city at or to the left of `left`, and the index of its segment."""
    plain: tuple[int, Piece] | None = None
    for at in range(left, max(-1, left - 3), -1):
        if at < left and not _joined(segments, at):
            break
        segment, reading = segments[at], readings[at]
        piece = Piece(segment.begin, segment.text)
        if _city_in(reading, countries, words):
            return at, piece
        if reading.is_virtual:
            continue
        if reading.is_name and plain is None and at == left:
            plain = at, piece
            continue
        tail = _known_tail(segment, countries, 0) or (
            _known_in_venue(segment, countries) if reading.is_venue else None
        )
        if tail is not None and plain is None:
            if reading.is_venue and at > 0 and _city_in(readings[at - 1], countries, words):
                continue
            return at, tail
        if not reading.is_venue:
            break
    return plain or (left + 1, None)


def _known_tail(
    segment: Segment, countries: tuple[str, ...] | None, least_size: int
) -> Piece | None:
    """The longest run of words at the end of a segment that is a city of these countries."""
    words = vocabulary()
    matches = list(_WORD.finditer(segment.text, max(0, len(segment.text) - _TAIL)))[-_MOST_WORDS:]
    for match in matches:
        text = segment.text[match.start() :]
        if not text[0].isupper():
            continue
        for city in cities_named(text):
            if city.size < least_size:
                continue
            if countries is None or any(words.covers(c, city.country) for c in countries):
                return Piece(segment.begin + match.start(), text)
    return None


def _known_in_venue(segment: Segment, countries: tuple[str, ...]) -> Piece | None:
    """A city in the name of a venue: "Stanford University", "University of Warwick", "Wolverhampton Polytechnic"."""
    words = vocabulary()
    matches = list(_WORD.finditer(segment.text[:_TAIL]))
    for width in (3, 2, 1):
        for start in range(len(matches) - width + 1):
            begin, end = matches[start].start(), matches[start + width - 1].end()
            text = segment.text[begin:end]
            if not text[0].isupper() or unaccent(text) in words.venues:
                continue
            for city in cities_named(text):
                if any(words.covers(country, city.country) for country in countries):
                    return Piece(segment.begin + begin, text)
    return None


def _country_of(city: Piece | None, candidates: tuple[str, ...]) -> str | None:
    """Which of the countries that have a region of this name is meant: that of the largest such city."""
    if len(candidates) == 1 or city is None:
        return candidates[0]
    for place in cities_named(city.text):
        if place.country in candidates:
            return place.country
    return candidates[0]


def _score(place: PlaceFound, segments: list[Segment], leftmost: int, anchor: int) -> float:
    score = 0.0
    if place.country_named:
        score += 3
    if place.region:
        score += 1
    if place.city:
        score += 3
    if segments[anchor].before_date or segments[max(0, leftmost)].after_date:
        score += 2
    if segments[anchor].is_last:
        score += 0.5
    # A bare "IN" or "OR" is a word in capitals, and a bare country in the middle of a title is a part of a name.
    is_bare = place.city is None and not place.country_named
    near = segments[anchor].before_date or segments[anchor].after_date or segments[anchor].is_last
    return 0.0 if is_bare and not near else score


def _with_country_inside(segments: list[Segment]) -> PlaceFound | None:
    """ "Paris France", "VIC Australia", "Conference in Russia": a country at the end of a segment."""
    words = vocabulary()
    for segment in reversed(segments):
        matches = list(_WORD.finditer(segment.text, max(0, len(segment.text) - _TAIL)))
        for match in matches[-4:]:
            name = segment.text[match.start() :]
            country = words.countries.get(fold(name)) if name[0].isupper() else None
            if country is None or match.start() == 0:
                continue
            rest = segment.text[: match.start()].rstrip()
            named = Piece(segment.begin + match.start(), name)
            last_word = unaccent(rest.rsplit(None, 1)[-1])
            if last_word in words.insides:
                return PlaceFound(country, None, None, named)
            before = Segment(rest, segment.begin, False, False, False, False, False)
            if any(region.country == country for region in read(rest).regions):
                index = segments.index(segment)
                city = None
                if index:
                    _, city = _find_city(
                        segments, [read(s.text) for s in segments], index - 1, (country,), words
                    )
                return PlaceFound(country, city, Piece(segment.begin, rest), named)
            tail = _known_tail(before, (country,), 0)
            if tail is not None:
                return PlaceFound(country, tail, None, named)
    return None


def _city_alone(segments: list[Segment], readings: list[Reading]) -> PlaceFound | None:
    """A well-known city that stands alone: at the date, before a year, last, in brackets."""
    words = vocabulary()
    best: tuple[int, PlaceFound] | None = None
    for segment, reading in zip(segments, readings, strict=True):
        at_date = segment.before_date or segment.after_date
        if not (at_date or segment.before_number or segment.is_last or segment.in_brackets):
            continue
        piece: Piece | None = None
        rank = 2 if at_date else 1
        if reading.cities and reading.is_name and reading.cities[0].size >= _KNOWN_ALONE:
            piece, rank = Piece(segment.begin, segment.text), rank + 2
        elif at_date or segment.before_number:
            piece = _after_inside(segment, words) or (
                _known_tail(segment, None, _KNOWN_IN_TAIL) if at_date else None
            )
        if piece is not None and (best is None or rank > best[0]):
            country = cities_named(piece.text)[0].country
            best = rank, PlaceFound(country, piece, None, None)
    return best[1] if best else None


def _after_inside(segment: Segment, words: Vocabulary) -> Piece | None:
    head, _, tail = segment.text.partition(" ")
    if unaccent(head) in words.insides and tail and tail[0].isupper():
        cities = cities_named(tail)
        if cities and cities[0].size >= _KNOWN_ALONE - 2:
            return Piece(segment.begin + len(head) + 1, tail)
    return None
