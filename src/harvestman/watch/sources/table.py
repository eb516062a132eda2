"""A plain table: comma- or tab-separated, with a header line of our own names."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from harvestman.model import Field
from harvestman.watch.sources.given import Given, Notice

_ALSO = {
    "url": Field.SITE,
    "homepage": Field.SITE,
    "link": Field.SITE,
    "title": Field.NAME,
    "deadline": Field.SUBMISSION,
    "camera-ready": Field.CAMERA_READY,
}
_COLUMNS = {str(name): name for name in Field} | _ALSO
_MAX_HEADER = 2_000


class Table:
    """CSV with columns such as name, url, start, end, notification; unknown columns are left alone."""

    name = "table"
    order = 30

    def match(self, given: Given) -> bool:
        """The first line names an event's name or site, and something else of it."""
        known = {_COLUMNS[name] for name in _header(given) if name in _COLUMNS}
        which = {Field.NAME, Field.ACRONYM, Field.SITE}
        return bool(known & which) and len(known) > 1

    def read(self, given: Given) -> Iterator[Notice]:
        """One event a row."""
        names = _header(given)
        rows = csv.reader(io.StringIO(given.text.lstrip("\ufeff")), delimiter=_delimiter(given))
        next(rows, None)
        for number, row in enumerate(rows, start=2):
            cells = zip(names, row, strict=False)
            values: dict[Field, str | None] = {}
            for name, cell in cells:
                if name in _COLUMNS and cell.strip():
                    values[_COLUMNS[name]] = cell
            yield Notice(dict(values), locator=f"row {number}")


def _header(given: Given) -> list[str]:
    first = given.opening[:_MAX_HEADER].partition("\n")[0].strip("\r")
    if first.startswith(("<", "{", "[")):
        return []
    return [cell.strip().strip('"').replace(" ", "_") for cell in first.split(_delimiter(given))]


def _delimiter(given: Given) -> str:
    first = given.opening[:_MAX_HEADER].partition("\n")[0]
    return max("\t,;", key=first.count)
