"""Reads tables as people export them: commas, semicolons or tabs, with or without a header, in the usual encodings.

What cannot be told for certain is refused with a line that says what to do; nothing is read with wrong letters.
"""

from __future__ import annotations

import codecs
import csv
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from harvestman.model import UsageError
from harvestman.text import detect_encoding, squeeze

MAX_BYTES = 64 << 20
"""The largest real list, all years of CORE, has about 2 MB."""
_SAMPLE_ROWS = 30
_DELIMITERS = "\t;,"
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")
_IDEOGRAPHS = re.compile("[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")


@dataclass(frozen=True, slots=True)
class Sheet:
    """The filled rows of a table, each with the number of the line that it ends on."""

    name: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]


def read_sheet(path: Path) -> Sheet:
    """The rows of a CSV or TSV file, cells without surrounding space; UsageError when it is none."""
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error
    if len(raw) > MAX_BYTES:
        raise UsageError(f"{path}: is larger than {MAX_BYTES >> 20} MiB; that is no list of series")
    text = _decode(raw, str(path))
    lines = text.splitlines(keepends=True)
    reader = csv.reader(lines, delimiter=_delimiter(lines), strict=False)
    rows = []
    try:
        for cells in reader:
            row = tuple(squeeze(cell) for cell in cells)
            if any(row):
                rows.append((reader.line_num, row))
    except csv.Error as error:
        raise UsageError(f"{path}: line {reader.line_num} is no table row: {error}") from error
    if not rows:
        raise UsageError(f"{path}: is empty")
    return Sheet(str(path), tuple(rows))


def _decode(raw: bytes, name: str) -> str:
    if raw.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise UsageError(f"{name}: is a spreadsheet; save it as CSV (UTF-8) first")
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if raw.startswith(mark):
            return _strictly(raw, encoding, name)
    if b"\0" in raw:
        raise UsageError(f"{name}: is no text, or in UTF-16 without a mark; save it as UTF-8 first")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return _strictly(raw, _likely_encoding(raw, name), name)


def _strictly(raw: bytes, encoding: str, name: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{name}: is not {encoding} throughout (byte {error.start:,}); save it as UTF-8 first"
        ) from error


def _likely_encoding(raw: bytes, name: str) -> str:
    """An encoding that the high bytes speak for: Chinese, Russian, or single accented letters between plain ones."""
    runs = _HIGH_RUN.findall(raw)
    try:
        chinese = raw.decode("gb18030")
    except UnicodeDecodeError:
        chinese = ""
    foreign = [sign for sign in chinese if ord(sign) > 0x7F]
    ideographs = len(_IDEOGRAPHS.findall("".join(foreign)))
    if foreign and ideographs >= 0.95 * len(foreign) and sum(map(len, runs)) >= 3 * len(runs):
        return "gb18030"
    guess = detect_encoding(raw)
    if guess != "windows-1252":
        return {"ibm866": "cp866"}.get(guess, guess)
    lengths = Counter(min(len(run), 3) for run in runs)
    letters = sum(
        1 for run in runs for byte in run if byte >= 0xC0 or byte in b"\x91\x92\x93\x94\x96\x97"
    )
    if lengths[3] == 0 and letters >= 0.9 * sum(map(len, runs)):
        return "cp1252"
    raise UsageError(f"{name}: its encoding cannot be told; save it as UTF-8 first")


def _delimiter(lines: list[str]) -> str:
    """The sign that cuts the first rows into most cells, nearly all rows into as many."""

    def width(sign: str) -> tuple[bool, int]:
        try:
            rows = list(csv.reader(lines[:_SAMPLE_ROWS], delimiter=sign))
        except csv.Error:
            return False, 0
        counts = Counter(len(row) for row in rows if row)
        cells, times = max(counts.items(), key=lambda item: (item[1], item[0]), default=(0, 0))
        return cells > 1 and times >= 0.7 * sum(counts.values()), cells

    return max(_DELIMITERS, key=width)


def find_columns(
    sheet: Sheet, wanted: dict[str, tuple[str, ...]]
) -> tuple[dict[str, int], tuple[tuple[int, tuple[str, ...]], ...]]:
    """The places of the columns that the first row names, by any of their names, and the rows below it."""
    header = [cell.casefold().replace("_", " ").strip(" #") for cell in sheet.rows[0][1]]
    places = {}
    for column, names in wanted.items():
        for name in names:
            if name in header:
                places[column] = header.index(name)
                break
    return places, sheet.rows[1:]
