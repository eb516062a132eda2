"""The objects of a PDF, as its table of places says where they lie; only what finding the content and the fonts of pages needs.

PDFium reads pages; this is for a first, cheap look at the words. Whatever is damaged, encrypted, or written in a rare way is a
`NotPlain`, so that PDFium has to read the file: nothing is mended or guessed here (ISO 32000-1, 7.3 to 7.5).
"""

from __future__ import annotations

import re
import zlib
from typing import Any, NamedTuple

_TOKEN = re.compile(
    rb"/([^\s<>\[\](){}/%]*)|(\d+)\s+\d+\s+R\b|([+-]?(?:\d+\.?\d*|\.\d+))|\[([\d.\s-]*)\]|(<<|\[)|(>>|\])"
    rb"|(true|false|null|\((?:[^\\()]|\\.|\((?:[^\\()]|\\.)*\))*\)|<[0-9A-Fa-f\s]*>)|%[^\r\n]*|(stream|endobj)",
    re.DOTALL,
)
_NAME, _REFERENCE, _NUMBER, _NUMBERS, _BEGIN, _CLOSE, _OTHER = range(1, 8)
_START = re.compile(rb"startxref\s+(\d{1,12})\s+%%EOF")
_ROWS = re.compile(rb"\s*(\d{1,10})\s+(\d{1,10})\s*")
_OBJECT = re.compile(rb"\s*(\d{1,10})\s+\d{1,5}\s+obj\b")
_TAIL_BYTES = 1_100
_ROW_BYTES = 20  # of a table
_MOST_OBJECTS = 100_000
_MOST_TABLES = 50
_MOST_BYTES = 8_000_000
"""What one stream may unpack to."""
_MOST_BYTES_IN_ALL = 64_000_000  # the same stream may be asked for by every page
_DEEPEST = 20


class NotPlain(Exception):
    """What only PDFium can read."""


class Reference(NamedTuple):
    """An object that lies elsewhere."""

    number: int


Dictionary = dict[bytes, Any]


class Objects:
    """The objects of one file, each of which is parsed when it is first asked for."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._places: dict[int, tuple[int, int]] = {}
        """By their numbers: 1 and a place in the file, or 2 and the number of a stream that has them."""
        self._packed: dict[int, dict[int, bytes]] = {}
        self._read: dict[int, tuple[Any, int]] = {}
        self._bytes_left, self._rows_left = _MOST_BYTES_IN_ALL, _MOST_OBJECTS
        self.trailer: Dictionary = {}
        start = _START.match(data, max(0, data.rfind(b"startxref", -_TAIL_BYTES)))
        if start is None:
            raise NotPlain("no end")
        place: Any = int(start[1])
        seen: set[int] = set()
        while place is not None:
            if place in seen or not isinstance(place, int) or len(seen) >= _MOST_TABLES:
                raise NotPlain("tables of tables")
            seen.add(place)
            found = self._read_table(place)
            self.trailer = {**found, **self.trailer}
            place = found.get(b"Prev")
        if b"Encrypt" in self.trailer:
            raise NotPlain("encrypted")

    def of(self, value: Any) -> Any:
        """What a value is; an object where it only refers to one."""
        for _ in range(_DEEPEST):
            if not isinstance(value, Reference):
                return value
            value = self._object(value.number)[0]
        raise NotPlain("references to references")

    def dictionary(self, value: Any) -> Dictionary:
        """The same of a dictionary, or of that of a stream."""
        found = self.of(value)
        if not isinstance(found, dict):
            raise NotPlain("no dictionary")
        return found

    def stream(self, value: Any, most: int = _MOST_BYTES) -> bytes:
        """The unpacked bytes of a stream; no more than the first `most`."""
        if not isinstance(value, Reference):
            raise NotPlain("no stream")
        found, place = self._object(value.number)
        return self._unpacked(found, place, most)

    def _object(self, number: int) -> tuple[Any, int]:
        """An object, and where its stream begins if it has one, else -1."""
        known = self._read.get(number)
        if known is None:
            known = self._read[number] = self._found(number)
        return known

    def _found(self, number: int) -> tuple[Any, int]:
        kind, place = self._places.get(number, (0, 0))
        if kind == 1:
            return self._read_at(place, number)
        if kind == 2:
            if place not in self._packed:
                self._packed[place] = self._read_packed(place)
            found = self._packed[place].get(number)
            if found is not None:
                return _parsed(found, 0)[0], -1
        return None, -1

    def _read_at(self, place: int, number: int) -> tuple[Any, int]:
        head = _OBJECT.match(self._data, place)
        if head is None or (number >= 0 and int(head[1]) != number):
            raise NotPlain("not where it should be")
        value, end = _parsed(self._data, head.end())
        if not isinstance(value, dict):
            return value, -1
        while self._data[end : end + 1].isspace():
            end += 1
        if not self._data.startswith(b"stream", end):
            return value, -1
        end += 6
        end += 2 if self._data.startswith(b"\r\n", end) else 1
        return value, end

    def _unpacked(self, found: Any, place: int, most: int = _MOST_BYTES) -> bytes:
        """The bytes of a stream as they were before they were packed."""
        if place < 0:
            raise NotPlain("no stream")
        unpacked = self._inflated(found, place, most)
        self._bytes_left -= len(unpacked)
        if self._bytes_left < 0:
            raise NotPlain("too large")
        return unpacked

    def _inflated(self, found: Any, place: int, most: int) -> bytes:
        length = self.of(found.get(b"Length"))
        filters = self.of(found.get(b"Filter"))
        if not isinstance(length, int) or not 0 <= length <= len(self._data) - place:
            raise NotPlain("no length")
        if isinstance(filters, list) and len(filters) == 1:
            filters = self.of(filters[0])
        if filters in (None, []):
            return self._data[place : place + min(length, most)]
        if filters != b"FlateDecode":
            raise NotPlain("packed in another way")
        unpacking = zlib.decompressobj()
        try:
            unpacked = unpacking.decompress(memoryview(self._data)[place : place + length], most)
        except zlib.error as error:
            raise NotPlain("damaged") from error
        if unpacking.unconsumed_tail and most == _MOST_BYTES:
            raise NotPlain("too large")
        settings = self.of(found.get(b"DecodeParms"))
        if isinstance(settings, list):
            settings = self.of(settings[0]) if settings else None
        predictor = settings.get(b"Predictor", 1) if isinstance(settings, dict) else 1
        if predictor == 1:
            return unpacked
        if predictor < 10 or settings.get(b"Colors", 1) != 1:
            raise NotPlain("predicted in another way")
        return _unpredicted(unpacked, settings.get(b"Columns", 1))

    def _read_table(self, place: int) -> Dictionary:
        """Take in a table of places that the tables read so far do not have; its dictionary."""
        if self._data.startswith(b"xref", place):
            end = place + 4
            while (rows := _ROWS.match(self._data, end)) is not None:
                first, count = int(rows[1]), int(rows[2])
                end = rows.end() + count * _ROW_BYTES
                self._count_rows(count)
                if end > len(self._data):
                    raise NotPlain("no table")
                for number in range(count):
                    row = rows.end() + number * _ROW_BYTES
                    if self._data[row + 17 : row + 18] == b"n":
                        self._places.setdefault(
                            first + number, (1, _int(self._data[row : row + 10]))
                        )
                    else:
                        self._places.setdefault(first + number, (0, 0))
            at = self._data.find(b"trailer", end, end + 100)
            found = _parsed(self._data, at + 7)[0] if at >= 0 else None
            if not isinstance(found, dict):
                raise NotPlain("no trailer")
            if b"XRefStm" in found:
                raise NotPlain("two tables in one")
            return found
        found, at = self._read_at(place, -1)
        if not isinstance(found, dict) or found.get(b"Type") != b"XRef":
            raise NotPlain("no table")
        self._take_rows(found, self._unpacked(found, at))
        return found

    def _count_rows(self, count: int) -> None:
        self._rows_left -= count
        if self._rows_left < 0:
            raise NotPlain("too many objects")

    def _take_rows(self, found: Dictionary, rows: bytes) -> None:
        sizes = found.get(b"W")
        if (
            not isinstance(sizes, list)
            or len(sizes) != 3
            or not all(isinstance(one, int) and 0 <= one <= 8 for one in sizes)
        ):
            raise NotPlain("no table")
        kind_end, place_end, size = sizes[0], sizes[0] + sizes[1], sum(sizes)
        numbers = found.get(b"Index", [0, found.get(b"Size", 0)])
        if not size:
            raise NotPlain("no table")
        self._count_rows(len(rows) // size)
        at = 0
        for first, count in zip(numbers[::2], numbers[1::2], strict=False):
            for number in range(first, first + min(count, (len(rows) - at) // size)):
                row = rows[at : at + size]
                at += size
                kind = int.from_bytes(row[:kind_end], "big") if kind_end else 1
                self._places.setdefault(
                    number, (kind, int.from_bytes(row[kind_end:place_end], "big"))
                )

    def _read_packed(self, number: int) -> dict[int, bytes]:
        """The objects in a stream of objects."""
        if self._places.get(number, (0, 0))[0] != 1:
            raise NotPlain("streams in streams")
        found, place = self._object(number)
        unpacked = self._unpacked(found, place)
        first, count = found.get(b"First"), found.get(b"N")
        if not isinstance(first, int) or not isinstance(count, int):
            raise NotPlain("no stream of objects")
        head = [_int(one) for one in unpacked[:first].split()[: 2 * count]]
        starts = [first + at for at in head[1::2]]
        return {
            one: unpacked[start:end]
            for one, start, end in zip(head[::2], starts, [*starts[1:], None], strict=False)
        }


def _number(digits: bytes) -> int | float:
    try:
        return float(digits) if b"." in digits else int(digits)
    except ValueError as error:
        raise NotPlain("no number") from error


def _numbers(digits: bytes) -> list[int] | list[float]:
    """The same of a whole list, such as the widths of a font's letters."""
    try:
        if b"." in digits:
            return list(map(float, digits.split()))
        return list(map(int, digits.split()))
    except ValueError as error:
        raise NotPlain("no numbers") from error


def _int(digits: bytes) -> int:
    try:
        return int(digits)
    except ValueError as error:
        raise NotPlain("no number") from error


def _unpredicted(rows: bytes, columns: int) -> bytes:
    """Rows of which each byte was stored as the difference to the one above (PNG's filter 2, as all tables of places have)."""
    made = bytearray()
    before = bytes(columns)
    for at in range(0, len(rows) - columns, columns + 1):
        if rows[at] not in (0, 2):
            raise NotPlain("predicted in another way")
        row = rows[at + 1 : at + 1 + columns]
        if rows[at] == 2:
            row = bytes((one + two) & 255 for one, two in zip(row, before, strict=True))
        made += row
        before = row
    return bytes(made)


def _parsed(data: bytes, place: int) -> tuple[Any, int]:
    """The value that stands there, and where it ends. Names are bytes, strings are nothing that is needed here: None."""
    open_: list[list[Any]] = []
    for token in _TOKEN.finditer(data, place):
        kind = token.lastindex
        if kind == _NAME:
            value: Any = token[1]
        elif kind == _REFERENCE:
            value = Reference(int(token[2]))
        elif kind == _NUMBER:
            value = _number(token[3])
        elif kind == _NUMBERS:
            value = _numbers(token[4])
        elif kind == _BEGIN and len(open_) < _DEEPEST:
            open_.append([])
            continue
        elif kind == _CLOSE and open_:
            value = open_.pop()
            if token[6] == b">>":
                value = dict(zip(value[::2], value[1::2], strict=False))
        elif kind == _OTHER:
            value = None
        elif kind is None:  # a remark
            continue
        else:
            break
        if not open_:
            return value, token.end()
        open_[-1].append(value)
    raise NotPlain("no value")
