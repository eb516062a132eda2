"""The words that dates and places are written with, read from one text file a language.

A language is a file in `data/languages`: its months, the words between two days, the nouns of events and venues, the names
of countries. Adding Portuguese is adding a file. Names of countries and their parts in any form stand in two more files.
All words are kept folded (lower case, no accents), so files may be written as people write.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from harvestman.text.folding import fold, unaccent

DATA: Final = Path(__file__).parent / "data"
"""The folder of the word lists; its README says where each came from."""


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a country; an area is an island or holiday region that titles give where others give a city."""

    country: str
    is_area: bool


@dataclass(slots=True)
class Vocabulary:
    """All languages together: a title does not say which one it is in, and many mix two."""

    months: dict[str, int] = field(default_factory=dict)
    short_months: dict[str, int] = field(default_factory=dict)  # read only beside a day and a year
    weekdays: set[str] = field(default_factory=set)
    ranges: set[str] = field(default_factory=set)
    fillers: set[str] = field(default_factory=set)
    insides: set[str] = field(default_factory=set)
    nears: set[str] = field(default_factory=set)
    helds: set[str] = field(default_factory=set)
    commons: set[str] = field(default_factory=set)  # nouns that are also names of towns
    parts: set[str] = field(default_factory=set)  # "Prefecture", "Province"
    events: set[str] = field(default_factory=set)
    venues: set[str] = field(default_factory=set)
    venue_ends: set[str] = field(default_factory=set)
    """How compounds end that are venues: "Physikzentrum"."""
    virtuals: set[str] = field(default_factory=set)
    beside_virtuals: set[str] = field(default_factory=set)  # "Event" in "Virtual Event"
    workshops: set[str] = field(default_factory=set)
    colocated: set[str] = field(default_factory=set)  # phrases, as printed but in lower case
    countries: dict[str, str] = field(default_factory=dict)  # folded name: code
    country_ends: set[str] = field(default_factory=set)  # the last words of their names
    country_names: dict[str, str] = field(default_factory=dict)  # code: the name we write
    holds: dict[str, frozenset[str]] = field(default_factory=dict)
    city_states: frozenset[str] = frozenset()
    regions: dict[str, tuple[Region, ...]] = field(default_factory=dict)
    abbreviations: dict[str, tuple[Region, ...]] = field(default_factory=dict)  # in capitals only

    def covers(self, country: str, city_country: str) -> bool:
        """Whether a city of one country lies in the other one: a former country, or one with far territories."""
        return country == city_country or city_country in self.holds.get(country, ())


@cache
def vocabulary() -> Vocabulary:
    """The words of all languages, read once."""
    words = Vocabulary()
    # English is read first: where two languages share a form, its meaning is the usual one.
    files = sorted(
        (DATA / "languages").glob("*.txt"), key=lambda path: (path.stem != "en", path.stem)
    )
    for path in files:
        _read_language(words, path, is_english=path.stem == "en")
    _read_countries(words)
    _read_regions(words)
    return words


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            key, _, value = line.partition(":")
            yield key, value.strip()


def _read_language(words: Vocabulary, path: Path, *, is_english: bool) -> None:
    sets = {
        "weekday": words.weekdays,
        "range": words.ranges,
        "filler": words.fillers,
        "inside": words.insides,
        "near": words.nears,
        "held": words.helds,
        "common": words.commons,
        "part": words.parts,
        "event": words.events,
        "venue": words.venues,
        "venue-end": words.venue_ends,
        "virtual": words.virtuals,
        "beside-virtual": words.beside_virtuals,
        "workshop": words.workshops,
    }
    for key, value in _lines(path):
        kind, _, number = key.partition(" ")
        if kind == "country":
            words.countries.setdefault(fold(value), number)
            words.country_ends.add(_last_word(value))
            if is_english:
                words.country_names[number] = value
            continue
        values = [part.strip() for part in value.split(",")]
        if kind == "month" or (kind == "short" and is_english):
            for name in values:
                words.months.setdefault(unaccent(name), int(number))
        elif kind == "short":
            for name in values:
                words.short_months.setdefault(unaccent(name), int(number))
        elif kind == "colocated":
            words.colocated.update(value.lower() for value in values)
        else:
            sets[kind].update(unaccent(value) for value in values)


def _read_countries(words: Vocabulary) -> None:
    for key, value in _lines(DATA / "countries.txt"):
        kind, _, code = key.partition(" ")
        if kind == "HOLDS":
            words.holds[code] = frozenset(value.split())
            continue
        if kind == "CITIES":
            words.city_states = frozenset(value.split())
            continue
        names = [name.strip() for name in value.split(";")]
        words.country_names[key] = names[0]
        for name in names:
            words.countries[fold(name)] = key
            words.country_ends.add(_last_word(name))


def _last_word(name: str) -> str:
    return fold(name.rpartition(" ")[2])


def _read_regions(words: Vocabulary) -> None:
    for key, value in _lines(DATA / "regions.txt"):
        country, _, kind = key.partition(" ")
        region = Region(country, kind == "area")
        for name in (part.strip() for part in value.split(";")):
            short = name.isupper() and len(name.replace(".", "")) <= 3
            table = words.abbreviations if short else words.regions
            table_key = name.replace(".", "") if short else fold(name)
            if region not in table.get(table_key, ()):
                table[table_key] = (*table.get(table_key, ()), region)
