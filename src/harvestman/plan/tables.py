"""Reads the compact tables: UTF-8, tab separated, one header line, no quoting, an empty field for what is unknown.

Two bibliographies come in this shape: editions by year (`read_editions`) and volumes with entry dates and authors
(`read_volumes`), besides rating lists (`read_ratings`). A file that is broken is refused with one line that names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from harvestman.model import UsageError
from harvestman.plan.history import History, Proceedings, history
from harvestman.plan.months import Month, parse_month
from harvestman.plan.prominence import AuthoredVolume
from harvestman.store import RatingRecord
from harvestman.text import fold, words

MAX_FIELD = 1_000_000
"""Characters of one line; the longest real one, the authors of a large volume, has about 30,000."""

_CLASSES = {"A*": 4.0, "A": 3.0, "B": 2.0, "C": 1.0}
_NO_SERIES = frozenset({"findings", "ws"})
"""Catch-alls of the ACL Anthology that are no series of events."""
_COMMON = frozenset("and for the on of in international conference workshop symposium".split())


def read_table(path: Path, columns: Sequence[str]) -> Iterator[dict[str, str]]:
    """The rows of a table as column → field; the columns named must be there, others may be."""
    try:
        with path.open(encoding="utf-8-sig", newline="\n") as lines:
            header = _fields(lines.readline(MAX_FIELD))
            missing = [name for name in columns if name not in header]
            if missing:
                raise UsageError(f"{path}: the column {missing[0]!r} is missing in its first line")
            number = 1
            while line := lines.readline(MAX_FIELD):
                number += 1
                fields = _fields(line)
                if fields == [""]:
                    continue
                if len(fields) != len(header):
                    raise UsageError(
                        f"{path}: line {number} has {len(fields)} fields, the first line {len(header)}"
                    )
                yield dict(zip(header, fields, strict=True))
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: is not UTF-8 ({error.reason}); convert it first") from error
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error


def _fields(line: str) -> list[str]:
    return line.rstrip("\r\n").split("\t")


def _number(path: Path, row: Mapping[str, str], column: str) -> int | None:
    text = row.get(column, "")
    if not text:
        return None
    if not re.fullmatch(r"-?\d{1,9}", text):
        raise UsageError(f"{path}: {text!r} in column {column!r} is no number")
    return int(text)


def _year(path: Path, row: Mapping[str, str], column: str = "year") -> int:
    year = _number(path, row, column)
    if year is None or not 1000 <= year <= 9999:
        raise UsageError(f"{path}: {row.get(column)!r} in column {column!r} is no year")
    return year


def _calendar_month(path: Path, row: Mapping[str, str]) -> int | None:
    month = _number(path, row, "month")
    if month is not None and not 1 <= month <= 12:
        raise UsageError(f"{path}: {month} in column 'month' is no month")
    return month


def read_editions(folder: Path) -> list[History]:
    """The series and editions of a folder with `events.tsv`: years and places, few months, no entry dates.

    Editions marked as cancelled are left out. Hosts come from `series_links.tsv` where it is there.
    """
    names = {}
    if (folder / "series.tsv").exists():
        names = {
            r["series"]: r["name"] for r in read_table(folder / "series.tsv", ["series", "name"])
        }
    hosts, ends = _links(folder / "series_links.tsv")
    path = folder / "events.tsv"
    volumes: dict[str, list[Proceedings]] = {}
    for row in read_table(path, ["series", "year"]):
        if row.get("cancelled") == "1":
            continue
        start = row.get("start_date", "")
        volumes.setdefault(row["series"], []).append(
            Proceedings(
                year=_year(path, row),
                month=parse_month(start) % 12 + 1 if start else None,
                city=row.get("city", ""),
                country=row.get("country", ""),
                title=row.get("heading", ""),
            )
        )
    return [
        history(
            series,
            volumes[series],
            name=names.get(series, ""),
            hosts=hosts.get(series, ()),
            ended=ends.get(series),
        )
        for series in sorted(volumes)
    ]


def _links(path: Path) -> tuple[dict[str, list[str]], dict[str, int]]:
    hosts: dict[str, list[str]] = {}
    ends: dict[str, int] = {}
    if not path.exists():
        return hosts, ends
    for row in read_table(path, ["series", "relation", "other_series", "years"]):
        part, whole = row["series"], row["other_series"]
        if row["relation"] == "has_part":
            part, whole = whole, part
        if row["relation"] in ("is_part_of", "has_part") and part and whole:
            known = hosts.setdefault(part, [])
            if whole not in known:
                known.append(whole)
        elif row["relation"] == "status" and row["years"].isdigit():
            ends[row["series"]] = int(row["years"])
    return hosts, ends


@dataclass(frozen=True, slots=True)
class Volumes:
    """A bibliography with true entry dates: histories, and the authors behind author prominence."""

    histories: list[History]
    authored: list[AuthoredVolume]


def read_volumes(folder: Path) -> Volumes:
    """The volumes of a folder with `volumes.tsv`, with entry dates, papers and (if there) authors."""
    names = {}
    if (folder / "series.tsv").exists():
        for row in read_table(folder / "series.tsv", ["series", "name"]):
            kind = row.get("kind", "")
            shown = row["name"]
            # The kind is a column of its own there; the name carries it for everybody else.
            names[row["series"]] = (
                f"{shown} ({kind})" if kind and kind not in shown.lower() else shown
            )
    authors = _authors(folder / "volume_authors.tsv")
    path = folder / "volumes.tsv"
    volumes: dict[str, list[Proceedings]] = {}
    authored = []
    for row in read_table(path, ["volume", "series", "type", "year", "month", "entry_date"]):
        year, papers = _year(path, row), _number(path, row, "papers")
        keys = row["series"].split() if row["type"] == "proceedings" else []
        authored.append(AuthoredVolume(keys, year, papers or 0, authors.get(row["volume"], {})))
        entered: Month | None = parse_month(row["entry_date"]) if row["entry_date"] else None
        volume = Proceedings(
            year=year,
            month=_calendar_month(path, row),
            entered=entered,
            papers=papers,
            city=row.get("city", ""),
            country=row.get("country", ""),
            title=row.get("title", ""),
            source=row.get("publisher", ""),
            key=row["volume"],
        )
        for key in keys:
            if key not in _NO_SERIES:
                volumes.setdefault(key, []).append(volume)
    histories = [history(key, volumes[key], name=names.get(key, "")) for key in sorted(volumes)]
    return Volumes(histories, authored)


def _authors(path: Path) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    if not path.exists():
        return found
    for row in read_table(path, ["volume", "authors"]):
        counted: dict[str, int] = {}
        for part in row["authors"].split():
            author, _, times = part.partition("*")
            counted[author] = counted.get(author, 0) + (int(times) if times.isdecimal() else 1)
        found[row["volume"]] = counted
    return found


def read_ratings(path: Path) -> list[RatingRecord]:
    """The CORE lists of a file such as `ratings.tsv`, in the JCDL paper's classes; others use classes of another meaning."""
    ratings = []
    for row in read_table(path, ["source", "year", "acronym", "title", "rank"]):
        # A list that holds only its best classes would rate nobody low: it is no list to average with.
        if row["source"] == "CORE" and row["rank"] in _CLASSES:
            ratings.append(
                RatingRecord(
                    row["source"],
                    _year(path, row),
                    row["acronym"],
                    row["title"],
                    _CLASSES[row["rank"]],
                    row.get("dblp_series", ""),
                )
            )
    return ratings


def match_ratings(
    ratings: Sequence[RatingRecord], histories: Sequence[History], *, before_year: int
) -> dict[str, float]:
    """r(c) of each series: the mean of its ratings in the lists published before that year.

    A series is met by its key, or by the acronym its key ends with and a title that shares half its telling words.
    """
    by_acronym: dict[str, list[RatingRecord]] = {}
    by_series: dict[str, list[RatingRecord]] = {}
    for rating in ratings:
        if rating.year < before_year:
            if rating.series:
                by_series.setdefault(rating.series, []).append(rating)
            by_acronym.setdefault(fold(rating.acronym), []).append(rating)
    matched = {}
    for each in histories:
        acronym = fold(each.series.rpartition("/")[2])
        found = by_series.get(each.series) or [
            r for r in by_acronym.get(acronym, []) if titles_alike(r.title, each.name)
        ]
        if found:
            matched[each.series] = sum(r.value for r in found) / len(found)
    return matched


def titles_alike(one: str, other: str) -> bool:
    """Whether the shorter of two titles shares half its telling words with the other."""
    first, second = (set(words(text)) - _COMMON for text in (one, other))
    if not first or not second:
        return False
    return 2 * len(first & second) >= min(len(first), len(second))
