"""Rating lists of any origin: CORE and ICORE exports of any year, CCF, Qualis, GGS, or any table with a class in it.

CORE's export has no header: columns are then known by what stands in them. Classes of every list are put on the JCDL paper's
scale, 4 for the best to 1; "National", "Unranked" and the like are no class and leave a series uncovered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from harvestman.model import UsageError
from harvestman.plan.sides.sheets import Sheet, find_columns, read_sheet
from harvestman.store import RatingRecord

SCALES: dict[str, dict[str, float]] = {
    # The JCDL paper's own: section 3.
    "core": {"A*": 4, "A": 3, "B": 2, "C": 1},
    # CCF has no class above A; its A is about as large as CORE's A*.
    "ccf": {"A": 4, "B": 3, "C": 2},
    # Of 2013-2015 (A1 to B5) and of 2017-2020 (A1 to A4, then B).
    "qualis": {"A1": 4, "A2": 3, "A3": 3, "A4": 2, "B1": 2, "B2": 2, "B3": 1, "B4": 1, "B5": 1},
    "ggs": {"A++": 4, "A+": 4, "A": 3, "A-": 3, "B": 2, "B-": 1},
}
"""From the classes of each kind of list to the JCDL paper's numbers."""
_NO_CLASS = re.compile(
    r"unranked|national|regional|australasian|journal published|multiconference|tbr|new|other|not |n/?a$|-$|l$|c$|work in progress",
    re.IGNORECASE,
)
_COLUMNS = {
    "acronym": ("acronym", "abbreviation", "abbr", "abbr.", "short name", "short", "sigla", "简称", "会议简称"),
    "title": ("title", "name", "full name", "conference name", "conference", "venue", "evento", "nome", "全称", "会议全称"),
    "class": ("rank", "class", "rating", "grade", "tier", "estrato", "qualis", "ccf", "ccf rank", "ggs class", "core rank", "级别"),
    "source": ("source", "list"),
    "year": ("year", "ano", "edition"),
    "series": ("dblp series", "dblp", "dblp key", "series"),
}  # fmt: skip
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_SERIES = re.compile(r"\bconf/[\w-]+")
_SAMPLE = 400


@dataclass(frozen=True, slots=True)
class RatingList:
    """What a file of ratings holds."""

    ratings: tuple[RatingRecord, ...]
    unclassed: int
    """Lines without a class on the scale: national, unranked and the like."""


def read_rating_list(
    path: Path, *, source: str = "", year: int | None = None, scale: str = ""
) -> RatingList:
    """The ratings of one file. Source and year are looked for in the file, then in its name; given ones win."""
    sheet = read_sheet(path)
    places, rows = find_columns(sheet, _COLUMNS)
    if "class" not in places:
        places, rows = _guess_columns(sheet), sheet.rows
    if "class" not in places:
        raise UsageError(f"{path}: has no column with a class; name it 'rank' in its first line")
    if "acronym" not in places and "title" not in places:
        raise UsageError(f"{path}: has neither a column 'acronym' nor a column 'title'")
    named_source = source or _source_in(path.name)
    named_year = year or _year_in(path.stem)
    values = _scale(scale, named_source, places, rows, path)
    ratings, unclassed = [], 0
    for line, row in rows:
        value = values.get(_cell(row, places, "class").upper())
        if value is None:
            unclassed += 1
            continue
        written = _cell(row, places, "source")
        published = year or _year_in(_cell(row, places, "year")) or _year_in(written) or named_year
        if published is None:
            raise UsageError(
                f"{path}: line {line} does not say of which year it is, nor does the file's name; give the year"
            )
        series = _SERIES.search(_cell(row, places, "series"))
        ratings.append(
            RatingRecord(
                list=source or _YEAR.sub("", written).strip() or named_source or path.stem,
                year=published,
                acronym=_cell(row, places, "acronym"),
                title=_cell(row, places, "title"),
                value=value,
                series=series.group() if series else "",
            )
        )
    return RatingList(tuple(ratings), unclassed)


def _cell(row: Sequence[str], places: dict[str, int], column: str) -> str:
    place = places.get(column, -1)
    return row[place] if 0 <= place < len(row) else ""


def _year_in(text: str) -> int | None:
    # Of "2013-2015" the last: a list is known when it is published.
    found = _YEAR.findall(text)
    return int(found[-1]) if found else None


def _source_in(text: str) -> str:
    match = re.search(r"i?core|ccf|qualis|ggs", text, re.IGNORECASE)
    return match.group().upper() if match else ""


def _scale(
    given: str,
    source: str,
    places: dict[str, int],
    rows: Sequence[tuple[int, Sequence[str]]],
    path: Path,
) -> dict[str, float]:
    """The scale that was asked for, that the source is known to use, or that fits what is written."""
    if given:
        if given not in SCALES:
            raise UsageError(f"There is no scale {given!r}. Valid are {', '.join(SCALES)}.")
        return SCALES[given]
    written = {_cell(row, places, "source") for _, row in rows[:_SAMPLE]} | {source}
    for name in ("ccf", "qualis", "ggs", "core"):
        if any(name in text.casefold() for text in written):
            return SCALES[name]
    classes = {_cell(row, places, "class").upper() for _, row in rows}
    for name in ("core", "qualis", "ggs"):
        if classes & set(SCALES[name]) and all(
            c in SCALES[name] or not c or _NO_CLASS.match(c) for c in classes
        ):
            return SCALES[name]
    raise UsageError(
        f"{path}: its classes {', '.join(sorted(classes)[:6])} are on no known scale; give one of {', '.join(SCALES)}"
    )


def _guess_columns(sheet: Sheet) -> dict[str, int]:
    """Columns of a table without header, by what stands in most of their cells."""
    rows = [row for _, row in sheet.rows[:_SAMPLE]]
    width = max(map(len, rows))
    columns = [[row[at] if at < len(row) else "" for row in rows] for at in range(width)]
    known = {name for scale in SCALES.values() for name in scale}
    classed = [sum(c.upper() in known for c in column) / len(rows) for column in columns]
    best = max(range(width), key=lambda at: classed[at])
    if classed[best] < 0.3:
        return {}
    places = {"class": best}
    rest = [at for at in range(width) if at != best]
    words = {at: sum(len(c.split()) for c in columns[at]) / len(rows) for at in rest}
    title = max(rest, key=lambda at: words[at], default=-1)
    if title >= 0 and words[title] >= 2:
        places["title"] = title
    sources = [
        at for at in rest if sum(bool(_YEAR.search(c)) for c in columns[at]) > 0.9 * len(rows)
    ]
    if sources and sources[0] != title:
        places["source"] = sources[0]
    short = [
        at
        for at in rest
        if at not in places.values()
        and sum(bool(re.match(r"(?=.*[A-Z])[^\d\W].{1,19}$", c)) for c in columns[at])
        > 0.6 * len(rows)
        and len(set(columns[at])) > 0.5 * len(rows)
    ]
    if short:
        places["acronym"] = short[0]
    return places
