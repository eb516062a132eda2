"""Which papers the bibliography has already, and how a volume of it differs from what was harvested.

A paper is in the bibliography when a record has its DOI, or its title with one of its authors' names in the same year or the one
beside it. A volume is compared paper by paper: by DOI, by title, then by titles that are nearly the same.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import zstandard
from rapidfuzz import fuzz, process

from harvestman.model import Paper, UsageError
from harvestman.plan.dblp.gathering import fields_of
from harvestman.plan.dblp.known import (
    doi_key,
    family_letters,
    keys_given,
    letters,
    title_key,
    year_byte,
)
from harvestman.plan.dblp.records import Column, scan
from harvestman.store import Plan, SeriesRecord, VolumeRecord
from harvestman.text import find_doi, fold, words

DBLP = "dblp"
"""The one bibliography that papers can be compared with."""
_ALIKE = (
    85.0  # of 100, within one volume: titles that differ in a word or in how a formula is written
)
_MOST_TEXT = 256 << 20  # bytes that one block of packed records may be
_YEARS_BESIDE = 1


class InBibliography:
    """The papers that the newest imported dump has."""

    def __init__(self, plan: Plan) -> None:
        """UsageError when no dump was imported."""
        titles, dois = plan.known_keys("title"), plan.known_keys("doi")
        if not titles:
            raise UsageError(
                "no dump of dblp is imported: `harvestman plan import dblp.xml.gz` first"
            )
        self._titles, self._dois = keys_given(titles, 6), keys_given(dois, 5)

    def __contains__(self, paper: Paper) -> bool:
        if paper.doi and _has(self._dois, int.from_bytes(doi_key(paper.doi))):
            return True
        title = letters(paper.title)
        return any(
            self._is_listed(int.from_bytes(title_key(title, family)), paper.year)
            for family in _families(paper)
        )

    def _is_listed(self, key: int, year: int | None) -> bool:
        """Whether a record has this title and author, in this year or one beside it; in any when one of the two is unknown."""
        first, last = np.searchsorted(
            self._titles, np.array([key << 8, (key + 1) << 8], dtype=np.uint64)
        )
        years = {int(number) & 0xFF for number in self._titles[first:last]}
        wanted = year_byte(year or 0)
        if not wanted or 0 in years:
            return bool(years)
        return any(abs(one - wanted) <= _YEARS_BESIDE for one in years)


def _has(keys: Column, key: int) -> bool:
    place = int(np.searchsorted(keys, np.uint64(key)))
    return place < len(keys) and int(keys[place]) == key


def _families(paper: Paper) -> set[bytes]:
    """The names under which the first author may stand: any author's last word or, where names are turned round, first word."""
    names = [author.name for author in paper.authors]
    found = {family_letters(name) for name in names}
    found |= {letters(name.split()[0]) for name in names if name.split()}
    return found or {b""}


@dataclass(frozen=True, slots=True)
class ListedPaper:
    """A paper as a record of the bibliography states it."""

    key: str
    title: str
    authors: tuple[str, ...]
    pages: str
    ee: str
    year: int


def listed_papers(plan: Plan, volume: str) -> list[ListedPaper]:
    """The papers that the newest dump has of a volume, by key."""
    found: dict[str, ListedPaper] = {}
    home = next(plan.volumes(key=volume), None)
    for packed in plan.packed_papers(volume):
        for paper in _unpacked(packed, volume, home):
            found[paper.key] = paper
    return [found[key] for key in sorted(found)]


def _unpacked(packed: bytes, volume: str, home: VolumeRecord | None) -> Iterator[ListedPaper]:
    reader = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(packed))
    records = scan(reader.read(_MOST_TEXT))
    for place, key in enumerate(records.keys):
        crossref = records.field(place, b"crossref").decode("ascii")
        if crossref and crossref != volume:
            continue
        fields = fields_of(records.data[records.begins[place] : records.ends[place]], "ascii")
        year = int(records.years[place])
        if not crossref and not _is_home(key.decode("ascii"), year, fields, volume, home):
            continue
        yield ListedPaper(
            key=key.decode("ascii"),
            title=_first(fields, b"title").removesuffix("."),
            authors=tuple(map(_without_number, fields.get(b"author", ()))),
            pages=_first(fields, b"pages"),
            ee=_first(fields, b"ee"),
            year=year,
        )


def _is_home(
    key: str, year: int, fields: dict[bytes, list[str]], volume: str, home: VolumeRecord | None
) -> bool:
    """Whether a paper that names no volume is one of this: by series, year and book title."""
    series, booktitle = "/".join(key.split("/", 2)[:2]), _first(fields, b"booktitle")
    if volume == f"{series} {year} {booktitle}".strip():
        return True
    return (
        home is not None
        and home.key.startswith(f"{series}/")
        and home.year == year
        and fold(home.booktitle) == fold(booktitle)
    )


def _without_number(name: str) -> str:
    """A name without the number by which dblp tells namesakes apart."""
    return " ".join(word for word in name.split() if not word.isdigit())


def _first(fields: dict[bytes, list[str]], name: bytes) -> str:
    return fields.get(name, [""])[0]


@dataclass(frozen=True, slots=True)
class Difference:
    """A paper of which the library and the bibliography say different things."""

    paper: Paper
    listed: ListedPaper
    fields: tuple[str, ...]
    """Of `title`, `authors` and `pages`."""


@dataclass(frozen=True, slots=True)
class VolumeDiff:
    """A harvested volume beside what the bibliography has of it."""

    volumes: tuple[str, ...]
    """The keys of the volumes that it was compared with; none when the bibliography has none."""
    missing: tuple[Paper, ...]
    """Harvested, not in the bibliography's volume."""
    extra: tuple[ListedPaper, ...]
    """In the bibliography's volume, not harvested."""
    differing: tuple[Difference, ...]
    same: int

    @property
    def is_equal(self) -> bool:
        """Whether nothing is to be done."""
        return not (self.missing or self.extra or self.differing)


def compare_volume(
    papers: Iterable[Paper], listed: Sequence[ListedPaper], *, volumes: Sequence[str] = ()
) -> VolumeDiff:
    """How papers that were harvested differ from those that are listed."""
    left = {one.key: one for one in listed}
    papers = list(papers)
    partners: dict[int, ListedPaper] = {}
    for match in (_by_doi, _by_title, _by_likeness):
        for place, paper in enumerate(papers):
            if place not in partners and (partner := match(paper, left)) is not None:
                partners[place] = left.pop(partner.key)
    missing = [paper for place, paper in enumerate(papers) if place not in partners]
    pairs = [(papers[place], partners[place]) for place in sorted(partners)]
    compared = [
        Difference(one, other, tuple(_differing_fields(one, other))) for one, other in pairs
    ]
    differing = tuple(one for one in compared if one.fields)
    return VolumeDiff(
        tuple(volumes),
        tuple(missing),
        tuple(left.values()),
        differing,
        len(compared) - len(differing),
    )


def _by_doi(paper: Paper, left: dict[str, ListedPaper]) -> ListedPaper | None:
    doi = paper.doi.lower()
    return next((o for o in left.values() if doi and (find_doi(o.ee) or "").lower() == doi), None)


def _by_title(paper: Paper, left: dict[str, ListedPaper]) -> ListedPaper | None:
    title = letters(paper.title)
    return next((one for one in left.values() if letters(one.title) == title), None)


def _by_likeness(paper: Paper, left: dict[str, ListedPaper]) -> ListedPaper | None:
    titles = {key: " ".join(words(one.title)) for key, one in left.items()}
    best = process.extractOne(
        " ".join(words(paper.title)), titles, scorer=fuzz.token_sort_ratio, score_cutoff=_ALIKE
    )
    return left[best[2]] if best else None


def _differing_fields(paper: Paper, listed: ListedPaper) -> Iterator[str]:
    if letters(paper.title) != letters(listed.title):
        yield "title"
    names = [author.name for author in paper.authors]
    if len(names) != len(listed.authors) or not all(map(_is_same_name, names, listed.authors)):
        yield "authors"
    if paper.pages and listed.pages and letters(paper.pages) != letters(listed.pages):
        yield "pages"


def _is_same_name(one: str, other: str) -> bool:
    """Whether two writings may be of one name: the same words, or initials for some of them."""
    here, there = words(one), words(other)
    if here == there or sorted(here) == sorted(there):
        return True
    if not here or not there or here[-1] != there[-1]:
        return False
    return all(a.startswith(b) or b.startswith(a) for a, b in zip(here, there, strict=False))


def volumes_of(plan: Plan, *, acronym: str, year: int) -> list[VolumeRecord]:
    """The volumes that the bibliography has of an edition: of the series of that acronym or key, workshops beside it left out."""
    wanted = fold(acronym)
    return [
        volume
        for series in plan.series()
        if _is_series(series, wanted)
        for volume in plan.volumes(series.key)
        if volume.year == year and not volume.strand
    ]


def _is_series(series: SeriesRecord, wanted: str) -> bool:
    return bool(wanted) and wanted in (fold(series.acronym), fold(series.key.rpartition("/")[2]))
