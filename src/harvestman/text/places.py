"""Places in titles: "Heraklion, Crete, Greece", "ETAPS 2001 Genova", "in Essen", "Palais de Congres Montreal, Quebec".

A segment that is a country or a part of one anchors a place; regions and the city are looked for to its left. Without an
anchor only a well-known city counts, and only beside the date, at the end, or in brackets: a place inside a longer name
("Japan Society of ...") is no place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from harvestman.text.folding import fold, unaccent
from harvestman.text.gazetteer import cities_named
from harvestman.text.segments import MOST_WORDS, WORD, Reading, Segment, read
from harvestman.text.vocabulary import vocabulary

_TAIL: Final = 80  # characters at the end of a long segment in which a city may stand
# Binary logarithms of inhabitants, from 16 = 65,000 people on. Below these a name is believed only with more around it.
_ALONE: Final = 15  # a segment by itself, without country or region
_OF_WORDS: Final = 13  # a name of several words, which hardly anything else has: "Andorra la Vella"
_IN_TAIL: Final = 16  # at the end of a longer segment, without country or region
_IN_VENUE: Final = (
    14  # at the end of a venue's name, without country or region: "Universidade de Évora"
)
_IN_ANCHORED_TAIL: Final = 12  # at the end of a longer segment, before its country
_RATHER_CITY: Final = 17  # a name that is also a state's: New York, Washington, Québec are cities, Nevada and Florida are not
_STEPS: Final = 4  # segments between a country and its city: region, district, hotel


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the title: where it begins and its text."""

    begin: int
    text: str


@dataclass(frozen=True, slots=True)
class PlaceFound:
    """Where the event is: a country code, and the pieces of the title that say city, region and country."""

    country: str | None
    city: Piece | None = None
    region: Piece | None = None
    country_named: Piece | None = None
    is_city_sure: bool = False


@dataclass(frozen=True, slots=True)
class _CityFound:
    at: int
    piece: Piece
    is_sure: bool


def find_place(segments: list[Segment]) -> PlaceFound | None:
    """The place that the segments of a title name, or None."""
    segments = _without_vicinity(segments)
    readings = [read(segment.text) for segment in segments]
    best: PlaceFound | None = None
    best_score = 0.0
    index = len(segments) - 1
    while index >= 0:
        if readings[index].country or readings[index].regions:
            place, leftmost = _anchored(segments, readings, index)
            score = _score(place, segments[leftmost], segments[index], readings[index])
            if (
                score and score >= best_score
            ):  # of equal places the first: joint events name several
                best, best_score = place, score
            index = leftmost
        index -= 1
    return best or _with_country_inside(segments, readings) or _city_alone(segments, readings)


def says_virtual(segments: list[Segment]) -> bool:
    """Whether some segment says that the event was held online."""
    return any(read(segment.text).is_virtual for segment in segments)


def _without_vicinity(segments: list[Segment]) -> list[Segment]:
    """The segments without brackets such as "(near Washington, DC)"."""
    kept: list[Segment] = []
    is_dropping = False
    for segment in segments:
        is_dropping = segment.in_brackets and (is_dropping or read(segment.text).is_near)
        if not is_dropping:
            kept.append(segment)
    return kept


def _anchored(
    segments: list[Segment], readings: list[Reading], index: int
) -> tuple[PlaceFound, int]:
    """The place whose country or region stands at `index`, and the leftmost segment that belongs to it."""
    anchor, left, region, named = readings[index], index, None, None
    if anchor.country and not _is_rather_region(segments, readings, index):
        named = _piece(segments[index])
        is_twice = index and readings[index - 1].country == anchor.country  # "Taiwan, R.O.C."
        if is_twice and not readings[index - 1].cities and _joined(segments, index - 1):
            named = _piece(segments[index - 1])
        countries: tuple[str, ...] = (anchor.country,)
        left -= 1
    else:
        countries = tuple(region.country for region in anchor.regions)
    city: _CityFound | None = None
    while (
        left >= 0
        and _is_part(readings[left], countries)
        and (left == index or _joined(segments, left))
    ):
        city = _find_city(segments, readings, left - 1, countries)
        if _is_place_itself(segments, readings[left], countries, city):
            city = _CityFound(left, _piece(segments[left]), True)
            break
        region = region or _piece(segments[left])
        left -= 1
    else:
        if left < index:
            city = _find_city(segments, readings, left, countries)
    country: str | None = countries[0]
    if named is None and city:
        country = next(
            (
                place.country
                for place in cities_named(city.piece.text)
                if place.country in countries
            ),
            countries[0],
        )
    if named and city is None and country in vocabulary().city_states:
        city = _CityFound(index, named, True)
    place = PlaceFound(
        country, city.piece if city else None, region, named, city is not None and city.is_sure
    )
    return place, max(0, min(left + 1, city.at if city else index, index))


def _is_rather_region(segments: list[Segment], readings: list[Reading], index: int) -> bool:
    """Whether a name of both a country and a state is the state: "Atlanta, Georgia", but "Tbilisi, Georgia"."""
    regions = {region.country for region in readings[index].regions}
    if not regions or index == 0:
        return False
    if readings[index].cities and readings[index].country in vocabulary().city_states:
        return False
    before = readings[index - 1].cities
    if not before and (tail := _known_tail(segments[index - 1], None, 0)):
        before = cities_named(tail.text)
    for city in before:
        if city.country == readings[index].country:
            return False
        if city.country in regions:
            return True
    return False


def _is_part(reading: Reading, countries: tuple[str, ...]) -> bool:
    """Whether a segment can be a part of one of the countries: "Crete", "CA", "Scotland" before "UK"."""
    if any(region.country in countries for region in reading.regions):
        return True
    return reading.country in countries and not reading.cities


def _is_place_itself(
    segments: list[Segment],
    reading: Reading,
    countries: tuple[str, ...],
    before: _CityFound | None,
) -> bool:
    """Whether a region stands for a city: a large city of that name, or an island, with no city before it."""
    if before is not None and before.is_sure:
        return False
    if any(city.country in countries and city.size >= _RATHER_CITY for city in reading.cities):
        return before is None or not segments[before.at].opens
    is_area = any(region.is_area and region.country in countries for region in reading.regions)
    is_town = any(city.country in countries for city in reading.cities)  # Corfu, but not Crete
    return is_area and (is_town or before is None)


def _joined(segments: list[Segment], index: int) -> bool:
    """Whether only punctuation stands between this segment and the next: no date, no number."""
    return not segments[index].closes


def _find_city(
    segments: list[Segment], readings: list[Reading], left: int, countries: tuple[str, ...]
) -> _CityFound | None:
    """The city at or to the left of `left`."""
    plain: _CityFound | None = None
    aside: _CityFound | None = None
    behind_virtual = False
    for at in range(left, max(-1, left - _STEPS), -1):
        segment, reading = segments[at], readings[at]
        is_known = _is_known(reading, countries)
        # A date may stand between a known city and its country: "Paris, 5-7 May 2004, France".
        if not _joined(segments, at) and (at < left or not is_known):
            break
        here = _CityFound(at, _piece(segment), is_known)
        if reading.is_virtual:
            behind_virtual = True
        elif _is_aside(segments, readings, at):
            aside = aside or (here if is_known else None)
        elif is_known:
            if segment.in_brackets and at and (named := _named_twice(segments[at - 1], countries)):
                return _CityFound(at - 1, named, True)
            return _known_before(segments, readings, at, countries) or here
        elif reading.is_name and not reading.country and not behind_virtual:
            if plain and not segment.opens:
                break
            plain = here
        else:
            if not (behind_virtual or plain) and (
                inside := _inside(segments, readings, at, countries)
            ):
                return _CityFound(at, inside, True)
            if not reading.is_venue:
                break
    return plain or aside


def _named_twice(segment: Segment, countries: tuple[str, ...]) -> Piece | None:
    """The city before a bracket with its other name: "will be held in Brussels (Bruxelles), Belgium"."""
    if read(segment.text).cities:
        return None
    return _known_tail(segment, countries, _IN_ANCHORED_TAIL)


def _is_known(reading: Reading, countries: tuple[str, ...]) -> bool:
    words = vocabulary()
    covers = words.covers
    if any(covers(country, city.country) for city in reading.cities for country in countries):
        return True
    if reading.country in words.city_states and reading.country not in countries:
        return any(covers(country, reading.country) for country in countries)  # Macau SAR, China
    return any(region.is_area and region.country in countries for region in reading.regions)


def _is_aside(segments: list[Segment], readings: list[Reading], at: int) -> bool:
    """Whether a segment only describes the one before: "Rende (CS), Italy", "Yonago, Tottori Prefecture"."""
    if readings[at].is_near:
        return True
    if at == 0 or at + 1 == len(segments):
        return False
    before = readings[at - 1]
    is_behind_city = before.is_name or bool(before.cities)
    is_bracket = segments[at].in_brackets and not segments[at + 1].in_brackets
    return is_behind_city and (is_bracket or readings[at].is_part)


def _known_before(
    segments: list[Segment], readings: list[Reading], at: int, countries: tuple[str, ...]
) -> _CityFound | None:
    """A known place before a known place, the smaller in the larger: "La Jolla, San Diego", "Sorrento, Napoli"."""
    if at == 0 or not _joined(segments, at - 1):
        return None
    segment, reading = segments[at - 1], readings[at - 1]
    if not reading.is_name or _is_common(segment.text) or not _is_known(reading, countries):
        return None
    if at > 1 and readings[at - 2].is_venue and _joined(segments, at - 2):
        return None  # "Hotel Istana, Bukit Bintang, Kuala Lumpur": the district of a venue
    return _CityFound(at - 1, _piece(segment), True)


def _inside(
    segments: list[Segment], readings: list[Reading], at: int, countries: tuple[str, ...]
) -> Piece | None:
    """A city inside a longer segment: behind "held at", at its end, or in a venue's name."""
    segment, reading = segments[at], readings[at]
    has_before = reading.is_venue and at > 0 and _joined(segments, at - 1)
    if has_before and _is_known(readings[at - 1], countries):
        return None  # "Stanford, Hoover Institution, CA": the city stands before its venue
    first = _first_of_two(segment, countries) or _behind_held(segment, countries)
    tail = first or _known_tail(segment, countries, 0 if reading.is_venue else _IN_ANCHORED_TAIL)
    return tail or (_known_in_venue(segment, countries) if reading.is_venue else None)


def _first_of_two(segment: Segment, countries: tuple[str, ...]) -> Piece | None:
    """The first of two cities: "Heidelberg and Kaiserslautern"."""
    for joint in WORD.finditer(segment.text[:_TAIL]):
        if joint.start() and unaccent(joint.group()) in vocabulary().ranges:
            first = segment.text[: joint.start()].rstrip()
            if (
                _is_known(read(first), countries)
                and read(segment.text[joint.end() :].strip()).is_name
            ):
                return Piece(segment.begin, first)
    return None


def _behind_held(segment: Segment, countries: tuple[str, ...]) -> Piece | None:
    """What stands behind the last "in" or "at", if it is known there, or if "held" stands before it."""
    words = vocabulary()
    matches = list(WORD.finditer(segment.text))
    for n in range(len(matches) - 2, -1, -1):
        if unaccent(matches[n].group()) not in words.insides:
            continue
        begin = matches[n + 1].start()
        text = segment.text[begin:]
        reading = read(text)
        is_held = n > 0 and unaccent(matches[n - 1].group()) in words.helds
        if (reading.is_name and is_held) or _is_known(reading, countries):
            return Piece(segment.begin + begin, text)
        break
    return None


def _known_tail(
    segment: Segment, countries: tuple[str, ...] | None, least_size: int
) -> Piece | None:
    """The longest run of words at the end of a segment that is a city, of these countries if any are given."""
    words = vocabulary()
    matches = list(WORD.finditer(segment.text, max(0, len(segment.text) - _TAIL)))
    for match in matches[-MOST_WORDS:]:
        text = segment.text[match.start() :]
        if not text[0].isupper() or _is_common(text):
            continue
        for city in cities_named(text):
            if city.size >= least_size and (
                countries is None or any(words.covers(c, city.country) for c in countries)
            ):
                return Piece(segment.begin + match.start(), text)
    return None


def _known_in_venue(segment: Segment, countries: tuple[str, ...]) -> Piece | None:
    """A city in the name of a venue: "Stanford University", "University of Warwick", "Wolverhampton Polytechnic"."""
    covers = vocabulary().covers
    matches = list(WORD.finditer(segment.text[:_TAIL]))
    for width in (3, 2, 1):
        for start in range(len(matches) - width + 1):
            begin, end = matches[start].start(), matches[start + width - 1].end()
            text = segment.text[begin:end]
            if not text[0].isupper() or _is_common(text):
                continue
            for city in cities_named(text):
                if any(covers(country, city.country) for country in countries):
                    return Piece(segment.begin + begin, text)
    return None


def _is_common(text: str) -> bool:
    """Whether a word is a noun of events or venues that some village happens to be called: "University", "Commerce"."""
    words, word = vocabulary(), unaccent(text)
    return word in words.venues or word in words.events or word in words.commons


def _score(place: PlaceFound, first: Segment, anchor: Segment, reading: Reading) -> float:
    """How far a place is to be believed; nothing at all for what is rather a part of a name."""
    near = anchor.closes or first.opens or anchor.is_last
    if not place.country_named:
        # "Münster" alone is the city, not the province of Ireland.
        is_city = any(city.size >= _ALONE for city in reading.cities)
        is_acronym = reading.is_abbreviation or anchor.text.isupper()
        if place.city is None and (is_acronym or is_city or not near):
            return 0.0
        # "Software Engineering (SE)": an acronym that happens to be some state's.
        if (
            reading.is_abbreviation
            and not place.is_city_sure
            and anchor.in_brackets
            and not first.in_brackets
        ):
            return 0.0
    score = 3.0 * bool(place.country_named) + bool(place.region) + 2.0 * bool(place.city)
    score += 2.0 * place.is_city_sure
    return score + 2.0 * (anchor.closes or first.opens)


def _with_country_inside(segments: list[Segment], readings: list[Reading]) -> PlaceFound | None:
    """A country at the end of a segment: "Paris France", "VIC Australia", "Conference in Russia"."""
    words = vocabulary()
    for index in range(len(segments) - 1, -1, -1):
        segment = segments[index]
        if fold(segment.text[-_TAIL:].rpartition(" ")[2]) not in words.country_ends:
            continue
        matches = list(WORD.finditer(segment.text, max(0, len(segment.text) - _TAIL)))
        for match in matches[-4:]:
            name = segment.text[match.start() :]
            country = words.countries.get(fold(name)) if name[0].isupper() else None
            rest = segment.text[: match.start()].rstrip()
            if country is None or not rest:
                continue
            named = Piece(segment.begin + match.start(), name)
            if unaccent(rest.rsplit(None, 1)[-1]) in words.insides:
                return PlaceFound(country, country_named=named)
            if any(region.country == country for region in read(rest).regions):
                city = _find_city(segments, readings, index - 1, (country,))
                region = Piece(segment.begin, rest)
                return PlaceFound(country, city.piece if city else None, region, named)
            tail = _known_tail(Segment(rest, segment.begin), (country,), 0)
            if tail is not None:
                return PlaceFound(country, tail, None, named)
    return None


def _city_alone(segments: list[Segment], readings: list[Reading]) -> PlaceFound | None:
    """A well-known city that stands alone: at the date, before a year, last, in brackets."""
    best: PlaceFound | None = None
    best_rank = 0
    for segment, reading in zip(segments, readings, strict=True):
        at_date = segment.before_date or segment.after_date
        if not (segment.opens or segment.closes or segment.is_last or segment.in_brackets):
            continue
        piece, rank = None, 2 if at_date else 1
        is_city = reading.is_name and reading.cities and not _is_common(segment.text)
        least = _OF_WORDS if at_date and " " in segment.text else _ALONE
        if is_city and reading.cities[0].size >= least:
            piece, rank = _piece(segment), rank + 2
        elif at_date:
            least = _IN_VENUE if reading.is_venue else _IN_TAIL
            piece = _behind_in(segment) or _known_tail(segment, None, least)
        if piece is not None and rank > best_rank:
            best_rank = rank
            best = PlaceFound(cities_named(piece.text)[0].country, piece)
    return best


def _behind_in(segment: Segment) -> Piece | None:
    """ "in Essen" behind a date."""
    head, _, tail = segment.text.partition(" ")
    if unaccent(head) in vocabulary().insides and tail[:1].isupper():
        cities = cities_named(tail)
        if cities and cities[0].size >= _IN_ANCHORED_TAIL:
            return Piece(segment.begin + len(head) + 1, tail)
    return None


def _piece(segment: Segment) -> Piece:
    return Piece(segment.begin, segment.text)
