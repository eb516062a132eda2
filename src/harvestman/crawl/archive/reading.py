"""Reads WARC archives of any origin, record by record, each with its header and a block that is streamed.

Files come plain or packed, cut off, padded, with lengths that lie. What cannot be read is told as a `Broken` in its place,
and the next record that can be found is read on. Memory is a few pieces, whatever the file claims of itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from harvestman.crawl.archive.records import RecordHead
from harvestman.crawl.archive.sources import Damaged, Source, open_source
from harvestman.fetch import Headers
from harvestman.model import UsageError

_MAX_LINE = 64 * 1024
_MAX_HEAD = 256 * 1024
_MAX_SKIPPED = (
    2 * 2**30
)  # unpacked only to be thrown away; beyond that the next packed record is looked for instead
# Bytes read of records that turn out to be broken, beside a multiple of the file's size: what stands in them is read again.
_MAX_WASTED, _MAX_WASTED_OF_SIZE = 2**30, 4
_VERSION = re.compile(rb"WARC/\d\.\d\s*")
_LINE_ENDS = (b"\r", b"\n")
_NUMBER = re.compile(r"\d{1,15}")


@dataclass(frozen=True, slots=True)
class Broken:
    """A stretch of the file that could not be read."""

    offset: int
    detail: str


class ArchiveRecord:
    """One record; its block can be read once, before the next record is asked for."""

    def __init__(self, head: RecordHead, offset: int | None, feed: _Feed) -> None:
        self.head = head
        self.offset = offset
        """Where it begins in the file; None when it cannot be opened there."""
        self._feed = feed
        self._left = head.length
        self._is_over = False

    def pieces(self) -> Iterator[bytes]:
        """The block. Raises `Damaged` when it is not whole, also after the last piece."""
        while self._left:
            piece = self._feed.take(self._left)
            if not piece:
                raise Damaged(f"the record ends {self._left:,} bytes before its head says")
            self._left -= len(piece)
            yield piece
        self._finish()

    def skip(self) -> None:
        """Leave what has not been read; raises `Damaged` when that shows the record to be broken."""
        if self._left > _MAX_SKIPPED and not self._feed.can_jump:
            raise Damaged(f"{self._left:,} bytes to be left out; looking for the next record")
        self._left -= self._feed.jump(self._left)
        while self._left:
            piece = self._feed.take(self._left)
            if not piece:
                raise Damaged(f"the record ends {self._left:,} bytes before its head says")
            self._left -= len(piece)
        self._finish()

    def _finish(self) -> None:
        if not self._is_over:
            self._feed.end_record()
            self._is_over = True


class WarcReader:
    """Iterates over the records of one file. Use it in a `with` block."""

    def __init__(self, path: Path, *, offset: int = 0) -> None:
        self.path = path
        self.whole_until = 0
        """Where the last whole record so far ends in the file."""
        self._offset = offset
        self._source: Source | None = None

    def __enter__(self) -> Self:
        try:
            self._source = open_source(self.path)
        except OSError as error:
            reason = error.strerror or str(error)
            raise UsageError(f"{self.path} cannot be read: {reason}; give a WARC file") from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._source is not None:
            self._source.close()

    def __iter__(self) -> Iterator[ArchiveRecord | Broken]:
        assert self._source is not None, "use it in a `with` block"
        source = self._source
        if self._offset and source.resync(self._offset) != self._offset:
            return
        feed = _Feed(source, begins=self._offset)
        may_waste = _MAX_WASTED + _MAX_WASTED_OF_SIZE * self.path.stat().st_size
        while True:
            try:
                record = feed.record()
                if record is None:
                    return
                yield record
                record.skip()
                if feed.is_ended:
                    self.whole_until = feed.boundary() or self.whole_until
            except Damaged as damage:
                yield Broken(feed.begins, str(damage))
                # Behind the beginning of what is broken, not behind its end: the end is what it lied about.
                place = source.resync(feed.begins + 1)
                if place is None:
                    return
                may_waste -= feed.taken
                if may_waste < 0:
                    yield Broken(
                        place, "too many records lie about their length: the rest is left out"
                    )
                    return
                feed = _Feed(source, begins=place, is_opened=feed.is_opened)


class _Feed:
    """The unpacked bytes with a little buffer: lines of heads, pieces of blocks."""

    def __init__(self, source: Source, *, begins: int, is_opened: bool = False) -> None:
        self._source = source
        self._buffer = bytearray()
        self.is_opened = is_opened
        self.begins = begins
        """Where the present record, or the packed part that it is in, begins in the file."""
        self.is_ended = False
        """Whether the last record had both its line ends: if not, nothing may be added behind it."""
        self._is_fresh = False
        """Whether the buffer begins with the first byte of a part."""
        self.taken = 0
        """Bytes of the present record's block that were read."""

    @property
    def can_jump(self) -> bool:
        """Whether bytes can be left out without unpacking them."""
        return self._source.boundary(1) is not None

    def boundary(self) -> int | None:
        """Where in the file we stand, if that is between two records."""
        return self._source.boundary(len(self._buffer))

    def record(self) -> ArchiveRecord | None:
        """The head of the next record; None at the end of the file."""
        self.taken = 0
        while True:  # blank lines between records
            self._is_fresh = False
            offset = self.boundary() if self.can_jump else None
            if not self._buffer and not self._fill():
                return None
            if not self._buffer.startswith(_LINE_ENDS):
                break
            del self._buffer[:1]
        if offset is None and self._is_fresh:
            offset = self._source.start
        self.begins = max(self.begins, self._source.start if offset is None else offset)
        if not _VERSION.fullmatch(bytes(self._line())):
            raise Damaged("no record begins where one should")
        return ArchiveRecord(self._head(), offset, self)

    def take(self, count: int) -> bytes:
        """Up to so many bytes of this part; nothing at its end."""
        if not self._buffer:
            self._buffer += self._source.read()
        piece = bytes(self._buffer[:count])
        del self._buffer[:count]
        self.taken += len(piece)
        return piece

    def jump(self, count: int) -> int:
        """Leave out up to so many bytes without reading them; how many were."""
        held = min(count, len(self._buffer))
        del self._buffer[:held]
        return held if held == count else held + self._source.skip(count - held)

    def end_record(self) -> None:
        """Take the two line ends behind a block; raises `Damaged` when more follows that is no record."""
        ends = 0
        self.is_ended = False
        while self._buffer or self._refill():
            if not self._buffer.startswith(_LINE_ENDS):
                break
            ends += self._buffer[:1] == b"\n"
            del self._buffer[:1]
            if ends == 2:
                self.is_ended = True
                self._refill()  # a packed record's checksum stands behind its last byte
                break
        if self._buffer and not self._buffer.startswith(_LINE_ENDS) and not self._seems_record():
            raise Damaged("the record is longer than its head says")

    def _seems_record(self) -> bool:
        while len(self._buffer) < 5 and self._refill():
            pass
        return self._buffer.startswith(b"WARC/")

    def _refill(self) -> bool:
        """Read more of the present gzip member into the buffer; False at its end."""
        piece = self._source.read() if self.is_opened else b""
        self._buffer += piece
        return bool(piece)

    def _fill(self) -> bool:
        """Read more of the file into the buffer, going on with the next gzip member; False at the end of the file."""
        while not self._refill():
            if not self._source.next_part():
                return False
            self.is_opened = True
            self._is_fresh = True
        return True

    def _line(self) -> bytearray:
        while (end := self._buffer.find(b"\n")) < 0:
            if len(self._buffer) > _MAX_LINE:
                raise Damaged("a line of the head is too long")
            if not self._refill():
                raise Damaged("the file ends within a head")
        line = self._buffer[: end + 1]
        del self._buffer[: end + 1]
        return line

    def _head(self) -> RecordHead:
        fields: list[tuple[str, str]] = []
        size = 0
        while line := self._line().rstrip(b"\r\n"):
            size += len(line)
            if size > _MAX_HEAD:
                raise Damaged("the head is too large")
            text = line.decode("utf-8", errors="replace")
            if text[0] in " \t" and fields:  # a folded line goes on with the one before
                name, value = fields[-1]
                fields[-1] = (name, f"{value} {text.strip()}")
                continue
            name, _, value = text.partition(":")
            fields.append((name.strip(), value))
        headers = Headers.of(fields)
        length = headers.first("Content-Length")
        if not _NUMBER.fullmatch(length):
            raise Damaged("the head does not say how long the record is")
        return RecordHead(headers, int(length))
