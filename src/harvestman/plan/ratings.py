"""Rating lists: who says of which conference that it is how good, and which series is meant.

Lists come as tables of every kind: CORE and ICORE as their portals export them (no header), CCF, Qualis, GGS, or any CSV
that has an acronym or a title and a class. Their classes are brought to the seed's scale, 4 for the best to 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from harvestman.model import UsageError
from harvestman.plan.history import History
from harvestman.plan.tables import read_rows, read_table, read_year
from harvestman.text import fold, words

_CORE_CLASSES = {"A*": 4.0, "A": 3.0, "B": 2.0, "C": 1.0}
# How the classes of other lists compare is our reading of what they say of themselves: CCF's A are the few at the top,
# Qualis has eight strata, GGS marks halves with a sign.
SCALES: Mapping[str, Mapping[str, float]] = {
    "ccf": {"A": 4.0, "B": 3.0, "C": 2.0},
    "qualis": {"A1": 4.0, "A2": 3.0, "A3": 3.0, "A4": 2.0, "B1": 2.0, "B2": 2.0}
    | dict.fromkeys(("B3", "B4", "B5"), 1.0),
    "ggs": {"A++": 4.0, "A+": 4.0, "A": 3.0, "A-": 3.0, "B": 2.0, "B-": 2.0},
}
"""Classes by the beginning of the list's name; every other list is read as CORE's."""

_COLUMNS = {
    "acronym": "acronym abbreviation abbr short sigla acronimo",
    "title": "title name conference conferencename fullname fulltitle nome titulo evento",
    "rank": "rank class rating rated ranking category tier estrato qualis ccf core ggsrating",
    "list": "source list",
    "year": "year edition ano",
    "series": "dblpseries dblpkey dblp dblplink dblpurl series key",
}
_NAMES = {name: column for column, names in _COLUMNS.items() for name in names.split()}
_YEAR = re.compile(r"(?:19|20)\d\d")
_SERIES_KEY = re.compile(r"(?:^|/)(conf/[^/\s]+)")
_COMMON = frozenset("and for the on of in international conference workshop symposium".split())
_PORTAL_SOURCE = re.compile(r"I?CORE(?:\d{4}|\b)|ERA\d{4}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Rating:
    """One line of a rating list."""

    source: str
    year: int
    acronym: str
    title: str
    value: float
    series: str = ""
    """The series' key, where the list itself gives it."""
    rank: str = ""
    """The class as the list has it."""


@dataclass(frozen=True, slots=True)
class RatingList:
    """A list that was read; lines with a class of no rank ("Unranked", "National: USA") are only counted."""

    ratings: tuple[Rating, ...]
    unranked: int
    is_dated: bool
    """Whether the file or its name says of which year the list is."""


def read_ratings(path: Path) -> list[Rating]:
    """The CORE lists of a file like `ratings.tsv`, in the seed's classes; others use classes of another meaning."""
    ratings = []
    for row in read_table(path, ["source", "year", "acronym", "title", "rank"]):
        # A list that holds only its best classes would rate nobody low: it is no list to average with.
        if row["source"] == "CORE" and row["rank"] in _CORE_CLASSES:
            ratings.append(
                Rating(
                    row["source"],
                    read_year(path, row),
                    row["acronym"],
                    row["title"],
                    _CORE_CLASSES[row["rank"]],
                    row.get("dblp_series", ""),
                )
            )
    return ratings


def read_rating_list(path: Path, *, this_year: int) -> RatingList:
    """The ratings of a table of any kind; a list that does not say its year is taken for one of `this_year`."""
    rows = read_rows(path)
    first = next(rows, None)
    if first is None:
        raise UsageError(f"{path}: the table is empty")
    columns = _columns(first)
    if columns is None and _is_portal_export(first):
        columns = {"title": 1, "acronym": 2, "list": 3, "rank": 4}
        rows = _chained(first, rows)
    if columns is None or "rank" not in columns:
        raise UsageError(
            f"{path}: no column with the class (rank, class, rating, estrato …) in its first line"
        )
    if "acronym" not in columns and "title" not in columns:
        raise UsageError(f"{path}: neither an acronym nor a title column in its first line")
    named = _YEAR.findall(path.stem)
    ratings, unranked, is_dated = [], 0, True
    for row in rows:
        found = {name: row[place].strip() for name, place in columns.items() if place < len(row)}
        source = found.get("list") or path.stem
        value = _value(source, found.get("rank", ""))
        if value is None or "a_only" in source.lower():
            unranked += 1
            continue
        years = _YEAR.findall(found.get("year", "")) or _YEAR.findall(source) or named
        is_dated = is_dated and bool(years)
        key = _SERIES_KEY.search(found.get("series", ""))
        ratings.append(
            Rating(
                source=source,
                year=int(years[-1]) if years else this_year,
                acronym=found.get("acronym", ""),
                title=found.get("title", ""),
                value=value,
                series=key[1] if key else "",
                rank=found["rank"],
            )
        )
    return RatingList(tuple(ratings), unranked, is_dated)


def _chained(first: list[str], rest: Iterator[list[str]]) -> Iterator[list[str]]:
    yield first
    yield from rest


def _columns(header: Sequence[str]) -> dict[str, int] | None:
    """Where each of our columns is; None when the line is no header."""
    found: dict[str, int] = {}
    for place, cell in enumerate(header):
        column = _NAMES.get(fold(cell).replace(" ", ""))
        if column is not None:
            found.setdefault(column, place)
    return found or None


def _is_portal_export(row: Sequence[str]) -> bool:
    """A line as CORE's portal writes it: number, title, acronym, source such as ICORE2026, class, …"""
    return len(row) >= 5 and row[0].isdigit() and bool(_PORTAL_SOURCE.match(row[3]))


def _value(source: str, rank: str) -> float | None:
    name = source.lower()
    scale = next((s for start, s in SCALES.items() if start in name), _CORE_CLASSES)
    return scale.get(rank.upper())


def ratings_by_series(
    ratings: Iterable[Rating],
    histories: Sequence[History],
    *,
    acronyms: Mapping[str, str] | None = None,
) -> dict[str, list[Rating]]:
    """Which lines speak of which series.

    A series is met by its key, or by its acronym (the one its key ends with, or the given one) and a title that shares
    half its telling words; where the list has no titles, the acronym alone must do.
    """
    by_acronym: dict[str, list[Rating]] = {}
    by_series: dict[str, list[Rating]] = {}
    for rating in ratings:
        if rating.series:
            by_series.setdefault(rating.series, []).append(rating)
        by_acronym.setdefault(fold(rating.acronym), []).append(rating)
    matched = {}
    for each in histories:
        names = {fold(each.series.rpartition("/")[2])}
        if acronyms and acronyms.get(each.series):
            names.add(fold(acronyms[each.series]))
        found = by_series.get(each.series) or [
            r
            for name in sorted(names)
            if name
            for r in by_acronym.get(name, [])
            if not r.title or _alike(r.title, each.name)
        ]
        if found:
            matched[each.series] = found
    return matched


def match_ratings(
    ratings: Sequence[Rating],
    histories: Sequence[History],
    *,
    before_year: int,
    acronyms: Mapping[str, str] | None = None,
) -> dict[str, float]:
    """r(c): the mean over the lists published before that year; a later list is never looked at."""
    known = (rating for rating in ratings if rating.year < before_year)
    return {
        series: sum(r.value for r in found) / len(found)
        for series, found in ratings_by_series(known, histories, acronyms=acronyms).items()
    }


def _alike(one: str, other: str) -> bool:
    first, second = (set(words(text)) - _COMMON for text in (one, other))
    if not first or not second:
        return False
    return 2 * len(first & second) >= min(len(first), len(second))
