"""Citations per event and year of citing, and usage per series and month, from tables with a header."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from harvestman.model import UsageError
from harvestman.plan.months import Month, parse_month
from harvestman.plan.sides.sheets import Sheet, find_columns, read_sheet

_CITATIONS = {
    "series": ("series", "dblp series", "conf key"),
    "volume": ("volume", "proceedings", "event", "crossref"),
    "event_year": ("event year",),
    "year": ("year", "citing year"),
    "count": ("citations", "count", "cited"),
}
_USAGE = {
    "series": ("series", "dblp series", "conf key"),
    "month": ("month", "year month"),
    "count": ("usage", "count", "requests", "views", "sessions"),
}


def read_citations(
    path: Path, *, volumes: Mapping[str, tuple[str, int]] | None = None
) -> dict[tuple[str, int, int], int]:
    """Citations by series, event year and year of citing, as `citation_scores` takes them.

    A table may name events by `series` and `event_year`, or by the key of their `volume`, which `volumes` then resolves to
    series and year; several lines for one event and year are added up.
    """
    sheet = read_sheet(path)
    places, rows = find_columns(sheet, _CITATIONS)
    by_volume = "volume" in places and "event_year" not in places
    _require(sheet, places, ("volume" if by_volume else "series", "year", "count"))
    if not by_volume:
        _require(sheet, places, ("event_year",))
    citations: dict[tuple[str, int, int], int] = {}
    for line, row in rows:
        year = _number(sheet, line, row, places["year"])
        if by_volume:
            known = (volumes or {}).get(_cell(row, places["volume"]))
            if known is None:
                continue
            series, event_year = known
        else:
            series = _cell(row, places["series"])
            event_year = _number(sheet, line, row, places["event_year"])
        key = series, event_year, year
        citations[key] = citations.get(key, 0) + _number(sheet, line, row, places["count"])
    return citations


def read_usage(path: Path) -> dict[tuple[str, Month], int]:
    """Usage by series and month."""
    sheet = read_sheet(path)
    places, rows = find_columns(sheet, _USAGE)
    _require(sheet, places, ("series", "month", "count"))
    usage: dict[tuple[str, Month], int] = {}
    for line, row in rows:
        try:
            month = parse_month(_cell(row, places["month"]))
        except UsageError as error:
            raise UsageError(f"{sheet.name}: line {line}: {error}") from error
        key = _cell(row, places["series"]), month
        usage[key] = usage.get(key, 0) + _number(sheet, line, row, places["count"])
    return usage


def _require(sheet: Sheet, places: dict[str, int], columns: tuple[str, ...]) -> None:
    for column in columns:
        if column not in places:
            shown = column.replace("_", " ")
            raise UsageError(f"{sheet.name}: the column {shown!r} is missing in its first line")


def _cell(row: tuple[str, ...], place: int) -> str:
    return row[place] if place < len(row) else ""


def _number(sheet: Sheet, line: int, row: tuple[str, ...], place: int) -> int:
    text = _cell(row, place)
    if not (text.isascii() and text.isdigit() and len(text) <= 12):
        raise UsageError(f"{sheet.name}: line {line}: {text!r} is no whole number")
    return int(text)
