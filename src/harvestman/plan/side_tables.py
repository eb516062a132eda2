"""Reads the side tables: citations per event year and year of citing, and usage per series and month."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from harvestman.model import UsageError
from harvestman.plan.months import month_text, parse_month
from harvestman.plan.tables import read_rows
from harvestman.store import CitationRecord, UsageRecord
from harvestman.text import fold

# Our column, and the folded names under which tables have it.
_CITATIONS = {
    "series": ("series", "dblpseries", "confkey", "key"),
    "event_year": ("eventyear", "year"),
    "citing_year": ("citingyear", "citedin"),
    "count": ("citations", "count"),
}
_USAGE = {
    "series": ("series", "dblpseries", "confkey", "key"),
    "month": ("month", "yearmonth"),
    "count": ("uses", "usage", "count", "requests", "hits"),
}
_MAX_COUNT = 10**12


def read_citations(path: Path) -> list[CitationRecord]:
    """Rows of series, event year, citing year and citations."""
    return [
        CitationRecord(
            row["series"],
            _number(path, line, row["event_year"], 1000, 9999),
            _number(path, line, row["citing_year"], 1000, 9999),
            _number(path, line, row["count"], 0, _MAX_COUNT),
        )
        for line, row in _records(path, _CITATIONS)
    ]


def read_usage(path: Path) -> list[UsageRecord]:
    """Rows of series, month (2016-11) and uses."""
    return [
        UsageRecord(
            row["series"],
            month_text(parse_month(row["month"])),
            _number(path, line, row["count"], 0, _MAX_COUNT),
        )
        for line, row in _records(path, _USAGE)
    ]


def _records(
    path: Path, columns: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[int, dict[str, str]]]:
    rows = read_rows(path)
    header = [fold(cell) for cell in next(rows, [])]
    places = {}
    for column, names in columns.items():
        found = [header.index(name) for name in names if name in header]
        if not found:
            raise UsageError(f"{path}: the column {column!r} is missing in its first line")
        places[column] = found[0]
    for line, row in enumerate(rows, start=2):
        if len(row) <= max(places.values()):
            raise UsageError(
                f"{path}: line {line} has {len(row)} fields, the first line {len(header)}"
            )
        yield line, {column: row[place].strip() for column, place in places.items()}


def _number(path: Path, line: int, text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and least <= int(text[:15]) <= most):
        raise UsageError(f"{path}: {text!r} in line {line} is no number from {least} to {most}")
    return int(text)
