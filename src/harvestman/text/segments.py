"""A title in segments, and what each segment can be by itself: a country, a part of one, a city, a venue, just a name.

Dates, years and acronyms with numbers divide a title as punctuation does: "ETAPS 2001 Genova, Italy" is "ETAPS", "Genova",
"Italy". What a segment *is* depends on its neighbours and is decided in `places`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from harvestman.text.folding import fold, unaccent
from harvestman.text.gazetteer import City, cities_named
from harvestman.text.vocabulary import Region, vocabulary

DATE_MARK: Final = "\x00"
"""Stands for each character of a date that was cut out of a title."""

MOST_WORDS: Final = 5
"""Of a place's name: "Palma de Mallorca", "Pec pod Sněžkou", "Santa Cruz de la Sierra"."""

WORD: Final = re.compile(r"[^\W\d_][^\s/]*")

_BREAK: Final = re.compile(
    rf"({DATE_MARK}+)"
    # From a digit to the end of its word; `split` takes the word's beginning along: a year, an edition, "ICSE'08".
    r"|(\d[^\s,;:()\[\]\x00]{0,40})"
    r"|[,;:()\[\]{}\"“”„«»|]"
    r"|(?=[-–—/])(?:(?<=\s)[-–—/]+(?=\s)|--+)"
    r"|(?=[.!?])(?<=\w\w\w)[.!?](?=\s|$)"
)
# the groups of _BREAK
_DATE: Final = 1
_NUMBER: Final = 2
_OPENING: Final = "([{"
_CLOSING: Final = ")]}"
_EDGES: Final = " \t\n\r.-–—'’`/"
_LEFT_EDGES: Final = " \t\n\r.-–—`/"  # 's-Hertogenbosch begins with its apostrophe
# "ICSE", "MDEbug", "KaRS", "ModComp", but not "McLean" or "DeKalb".
_ACRONYM: Final = re.compile(r"[A-Z]{2}|^(?!Ma?c|De|Di|Du|La|Le|Van|Kao)[A-Z][a-z]+[A-Z]")
_MOST_LETTERS: Final = 80
# Words that join the parts of a subject, not of a place's name.
_JOINING: Final = frozenset("and for from with by in at und pour para on its their".split())


class Segment(NamedTuple):
    """A stretch of a title between two breaks, and what stands before and after it. A tuple, as a title has a dozen."""

    text: str
    begin: int
    in_brackets: bool = False
    after_date: bool = False
    after_number: bool = False
    before_date: bool = False
    before_number: bool = False
    is_last: bool = False

    @property
    def opens(self) -> bool:
        """Whether a date or a number stands before it: the usual beginning of a place."""
        return self.after_date or self.after_number

    @property
    def closes(self) -> bool:
        """Whether a date or a number stands behind it."""
        return self.before_date or self.before_number


@dataclass(frozen=True, slots=True)
class Reading:
    """What a segment can be, whatever stands around it."""

    country: str | None = None
    regions: tuple[Region, ...] = ()
    cities: tuple[City, ...] = ()
    is_abbreviation: bool = False
    is_venue: bool = False
    is_virtual: bool = False
    is_part: bool = False  # "Tottori Prefecture": a part of a country, whichever
    is_near: bool = False  # "near Chicago": not the place itself
    is_name: bool = False  # looks like a place: few words, capitals, no noun of events


def split(title: str) -> list[Segment]:
    """The segments of a title from left to right."""
    texts: list[tuple[str, int, bool]] = []
    dated, numbered = (
        [False],
        [False],
    )  # whether a date or a number stands in each gap between texts
    begin, depth = 0, 0
    for match in (*_BREAK.finditer(title), None):
        end = match.start() if match else len(title)
        if match and match.lastindex == _NUMBER:
            end = max(begin, title.rfind(" ", begin, end) + 1)
        bare = title[begin:end].rstrip(_EDGES).lstrip(_LEFT_EDGES)
        if bare:
            texts.append((bare, title.index(bare, begin), depth > 0))
            dated.append(False)
            numbered.append(False)
        if match is None:
            break
        begin = match.end()
        if match.lastindex == _DATE:
            dated[-1] = True
        elif match.lastindex == _NUMBER:
            numbered[-1] = True
        elif title[end] in _OPENING:
            depth += 1
        elif title[end] in _CLOSING:
            depth = max(0, depth - 1)
    last = len(texts) - 1
    return [
        Segment(*text, dated[n], numbered[n], dated[n + 1], numbered[n + 1], n == last)
        for n, text in enumerate(texts)
    ]


@lru_cache(maxsize=32_768)
def read(text: str) -> Reading:
    """What a segment can be by itself."""
    words = vocabulary()
    if len(text) > _MOST_LETTERS:
        return Reading()
    tokens = WORD.findall(text)
    if not tokens:
        return Reading()
    folded = [unaccent(token).strip(".'’") for token in tokens]
    # "Virtual Event", "held online", but not "Virtual Reality" nor "Online Proceedings".
    is_virtual = not words.virtuals.isdisjoint(folded) and all(
        word in words.virtuals or word in words.beside_virtuals for word in folded
    )
    is_venue = not words.venues.isdisjoint(folded) or any(
        word.endswith(tuple(words.venue_ends)) and word not in words.venue_ends for word in folded
    )
    if len(tokens) > MOST_WORDS:
        return Reading(is_venue=is_venue, is_virtual=is_virtual)
    country, regions, is_abbreviation = _country_or_region(text)
    has_capital = text[0].isupper() or text[0] in "'’"
    return Reading(
        country=country,
        regions=regions,
        cities=_cities(text) if has_capital and not is_abbreviation else (),
        is_abbreviation=is_abbreviation,
        is_venue=is_venue,
        is_virtual=is_virtual,
        is_part=len(tokens) > 1 and (folded[-1] in words.parts or folded[0] in words.parts),
        is_near=folded[0] in words.nears,
        is_name=has_capital
        and not is_venue
        and not is_virtual
        and words.events.isdisjoint(folded)
        and _JOINING.isdisjoint(folded)
        and not _has_acronym(tokens),
    )


def _cities(text: str) -> tuple[City, ...]:
    # "Frankfurt/Main", "Berkeley/Oakland": the first name decides.
    return cities_named(text) or (cities_named(text.partition("/")[0]) if "/" in text else ())


def _country_or_region(text: str) -> tuple[str | None, tuple[Region, ...], bool]:
    words = vocabulary()
    key = fold(text)
    if not any(map(str.isupper, text)):
        return None, (), False
    country, regions = words.countries.get(key), words.regions.get(key, ())
    if not regions and len(key) <= 3:
        regions = words.abbreviations.get(text.replace(".", "").replace(" ", ""), ())
        return country, regions, bool(regions)
    return country, regions, False


def _has_acronym(tokens: Sequence[str]) -> bool:
    # Titles wholly in capitals are read by the gazetteer alone: there a name cannot be told from an acronym.
    return any(_ACRONYM.search(token) for token in tokens)
