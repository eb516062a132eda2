"""Reads the records of a block: a scanner made for dblp's flat records, with a real XML parser behind it.

The scanner knows the way dblp writes and checks that it was understood: every tag has its end, every author was seen. A
block that is written otherwise, though well formed, is first written in dblp's way by `flatten` and then scanned; one that
is not well formed is refused with its place. Where tags stand is found by numpy for the whole block at once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, TypeAlias
from xml.parsers import expat

import numpy as np
from numpy.typing import NDArray

from harvestman.model import UsageError
from harvestman.plan.dblp.cutting import RECORDS, Block
from harvestman.plan.dblp.entities import NAMED

Column: TypeAlias = NDArray[Any]

FIELDS = frozenset("author booktitle crossref ee pages publisher stream title year".split())
"""The fields of a record that anybody here looks at."""

_KINDS = b"|".join(name.encode() for name in RECORDS)
_ATTRIBUTES = rb'(?:\s+[\w:.-]+="[^"<>]*")*\s*'
# The order in which dblp writes them needs no second look.
_USUAL_START = re.compile(
    rb'\s*<(%s) mdate="([^"<>]*)" key="([^"<>]*)"(?: publtype="[^"<>]*")?>' % _KINDS
)
_START = re.compile(rb"\s*<(%s)(?=[\s>])(%s)>" % (_KINDS, _ATTRIBUTES))
_ENDS = {name.encode(): b"</%s>" % name.encode() for name in RECORDS}
_KEY = re.compile(rb'\skey="([^"]*)"')
_MDATE = re.compile(rb'\smdate="([^"]*)"')
_AUTHOR = re.compile(rb"<author%s>([^<]*)</author>" % _ATTRIBUTES)
_FIELD = {
    tag: re.compile(rb"<%s(?:\s[^>]*)?>([^<]*)<" % tag)
    for tag in (b"booktitle", b"crossref", b"year")
}
_OPENED = {tag: b"<%s>" % tag for tag in _FIELD}
_REFERENCE = re.compile(rb"&(?!#\d{1,7};|#x[0-9a-fA-F]{1,6};)([A-Za-z][A-Za-z0-9]{1,31};)?")
_PADDING = b" " * 12  # so that what follows the last tag can be looked at


class Unscannable(Exception):
    """The block is not written the way that the scanner knows."""


@dataclass(frozen=True, slots=True)
class Records:
    """The records of a block as columns, one entry for each; values are as the file has them."""

    data: bytes
    kinds: list[bytes]
    keys: list[bytes]
    mdates: list[bytes]
    begins: list[int]
    """Where its fields begin in `data`."""
    ends: list[int]
    years: Column
    """0 for a record without a year."""
    authors: list[bytes]
    """Those of all records, one after the other."""
    author_counts: Column

    def field(self, place: int, tag: bytes) -> bytes:
        """The first field of that name in a record; b"" when there is none."""
        opened, begin, end = _OPENED[tag], self.begins[place], self.ends[place]
        at = self.data.find(opened, begin, end)
        if at < 0:
            match = _FIELD[tag].search(self.data, begin, end)
            return match.group(1).strip() if match else b""
        at += len(opened)
        return self.data[at : self.data.find(b"<", at)].strip()


def read_records(block: Block, *, name: str) -> Records:
    """The records of a block; UsageError when it is no well-formed XML."""
    try:
        return scan(block.data)
    except Unscannable:
        return scan(flatten(block, name=name))


def scan(data: bytes) -> Records:
    """The records of text that is written the way dblp writes; Unscannable when it is not."""
    signs = np.frombuffer(data + _PADDING, dtype=np.uint8)
    opened = np.flatnonzero(signs == ord("<"))
    following = [signs[opened + n].astype(np.uint32) for n in range(1, 5)]
    if 2 * np.count_nonzero(following[0] == ord("/")) != len(opened):
        raise Unscannable
    words = following[0] | following[1] << 8 | following[2] << 16 | following[3] << 24
    found = _scan_starts(data)
    begins, ends = np.array(found.begins), np.array(found.ends)
    author_at = opened[words == int.from_bytes(b"auth", "little")]
    counts = np.searchsorted(author_at, ends) - np.searchsorted(author_at, begins)
    if not len(found.authors) == len(author_at) == counts.sum():
        raise Unscannable
    found.author_counts[:] = counts
    year_at = opened[words == int.from_bytes(b"year", "little")]
    found.years[:] = _years(signs, year_at, begins, ends)
    for place in np.flatnonzero(found.years < 0):
        written = found.field(int(place), b"year")
        found.years[place] = int(written) if re.fullmatch(rb"\d{4}", written) else 0
    return found


def _scan_starts(data: bytes) -> Records:
    """The records by their first and last tags; their columns of numbers are not filled yet."""
    kinds: list[bytes] = []
    keys: list[bytes] = []
    mdates: list[bytes] = []
    begins: list[int] = []
    ends: list[int] = []
    at = 0
    usual_start, find = _USUAL_START.match, data.find
    while True:
        if opened := usual_start(data, at):
            kind, mdate, key = opened.groups()
        elif opened := _START.match(data, at):
            kind, attributes = opened.groups()
            key, mdate = _value(_KEY, attributes), _value(_MDATE, attributes)
        else:
            break
        begin = opened.end()
        end = find(_ENDS[kind], begin)
        if end < 0:
            raise Unscannable
        kinds.append(kind)
        keys.append(key)
        mdates.append(mdate)
        begins.append(begin)
        ends.append(end)
        at = end + len(kind) + 3
    if data[at:].strip():
        raise Unscannable
    empty = np.zeros(len(kinds), dtype=np.int64)
    return Records(
        data, kinds, keys, mdates, begins, ends, empty, _AUTHOR.findall(data), empty.copy()
    )


def _years(signs: Column, year_at: Column, begins: Column, ends: Column) -> Column:
    """The first year of each record: 0 where there is none, -1 where it must be looked at closely."""
    if not len(year_at):
        return np.zeros(len(begins), dtype=np.int64)
    first = np.searchsorted(year_at, begins)
    at = year_at[np.minimum(first, len(year_at) - 1)]
    has_year = (at >= begins) & (at < ends)
    digits = [signs[at + n].astype(np.int64) - ord("0") for n in range(6, 10)]
    is_usual = (signs[at + 5] == ord(">")) & (signs[at + 10] == ord("<"))
    for digit in digits:
        is_usual &= (digit >= 0) & (digit <= 9)
    number = digits[0] * 1000 + digits[1] * 100 + digits[2] * 10 + digits[3]
    return np.where(has_year, np.where(is_usual, number, -1), 0)


def _value(pattern: re.Pattern[bytes], attributes: bytes) -> bytes:
    match = pattern.search(attributes)
    return match.group(1) if match else b""


def flatten(block: Block, *, name: str) -> bytes:
    """The same records in the way that dblp writes them, in ASCII; what is no known record is left out."""
    writer = _Writer()
    parser = expat.ParserCreate(block.encoding)
    parser.buffer_text = True
    parser.StartElementHandler = writer.start
    parser.EndElementHandler = writer.end
    parser.CharacterDataHandler = writer.text
    try:
        parser.Parse(b"<dblp>", False)
        parser.Parse(_REFERENCE.sub(_numbered, block.data), False)
        parser.Parse(b"</dblp>", True)
    except expat.ExpatError as error:
        place = block.offset + max(0, parser.ErrorByteIndex)
        after = f" in or after the record {writer.key}" if writer.key else ""
        raise UsageError(
            f"{name}: is no well-formed XML: {expat.ErrorString(error.code)}"
            f"{after} (near byte {place:,} of the unpacked text)"
        ) from error
    return "".join(writer.parts).encode("ascii", "xmlcharrefreplace")


def _numbered(reference: re.Match[bytes]) -> bytes:
    """A reference that needs no declaration; unknown names become the letters that they are written with."""
    named = reference.group(1)
    if not named:
        return b"&amp;"
    character = NAMED.get(named[:-1].decode())
    return b"&#%d;" % ord(character) if character else b"&amp;" + named


class _Writer:
    """Writes what the parser tells in dblp's way: the fields that are looked at, and their text without markup."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.key = ""
        self._depth = 0
        self._in_record = False
        self._in_field = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth == 2:
            self._in_record = tag in RECORDS
            if self._in_record:
                self.key = attributes.get("key", "")
                shown = "".join(
                    f' {n}="{_escaped(attributes[n])}"' for n in ("key", "mdate") if n in attributes
                )
                self.parts.append(f"<{tag}{shown}>\n")
        elif self._depth == 3 and self._in_record:
            self._in_field = tag in FIELDS
            if self._in_field:
                self.parts.append(f"<{tag}>")

    def end(self, tag: str) -> None:
        if (self._depth == 2 and self._in_record) or (self._depth == 3 and self._in_field):
            self.parts.append(f"</{tag}>\n")
            self._in_field = False
        self._depth -= 1

    def text(self, text: str) -> None:
        if self._in_field:
            self.parts.append(_escaped(text))


def _escaped(text: str) -> str:
    return (
        text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    )
