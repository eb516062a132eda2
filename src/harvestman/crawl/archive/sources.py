"""The bytes of an archive, unpacked piece by piece: plain, gzip in members, Zstandard in frames.

Never more than a piece is in memory, whatever the file claims. What is broken raises `Damaged`; `resync` then finds the next
place at which a record seems to begin, so that one bad record does not cost those behind it.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Protocol

import zstandard

_PIECE = 64 * 1024
_SMALL_PIECE = (
    4 * 1024
)  # the first of what is read at a place that was searched for: where much is broken, the next one is near
_MAX_CHANCES = 1000  # marks of gzip that begin no record: chance makes one in 16 MB
_GZIP = b"\x1f\x8b\x08"
_ZSTD = b"\x28\xb5\x2f\xfd"
_ZSTD_DICTIONARY = b"\x5d\x2a\x4d\x18"  # the skippable frame in which a dictionary comes first
_MAX_DICTIONARY = 16 * 2**20
_MAX_WINDOW = 2**27  # what `zstd --long` uses; more is not needed to read, only to exhaust memory
_PLAIN_MARK = b"\nWARC/"
_HEAD_MARK = b"WARC/"


class Damaged(Exception):
    """What stands in the file is not what an archive has there."""


class Source(Protocol):
    """The unpacked bytes, in parts: gzip members, or all in one."""

    start: int
    """Where the present part begins in the file."""

    def read(self) -> bytes:
        """The next piece of this part; nothing at its end. Raises `Damaged`."""
        ...

    def next_part(self) -> bool:
        """Go to the part behind; False at the end of the file."""
        ...

    def skip(self, count: int) -> int:
        """Jump over so many bytes where that is possible without reading; how many were."""
        ...

    def boundary(self, unread: int) -> int | None:
        """The place in the file behind everything that was taken, `unread` bytes being left; None within a part."""
        ...

    def resync(self, place: int) -> int | None:
        """Go to the first place from there on at which a record seems to begin, and tell it; None when there is none."""
        ...

    def close(self) -> None:
        """Close the file."""
        ...


def open_source(path: Path) -> Source:
    """The source for a file, by its first bytes. Raises OSError."""
    file = path.open("rb")
    try:
        mark = file.read(4)
        file.seek(0)
        if mark.startswith(_GZIP[:2]):
            return _Gzip(file)
        if mark in (_ZSTD, _ZSTD_DICTIONARY):
            return _Zstd(file)
        return _Plain(file)
    except BaseException:
        file.close()
        raise


class _Plain:
    """A file as it is; one part."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._size = file.seek(0, io.SEEK_END)
        file.seek(0)
        self._is_begun = False
        self._piece = _PIECE
        self.start = 0

    def read(self) -> bytes:
        size, self._piece = self._piece, min(_PIECE, 2 * self._piece)
        return self._file.read(size)

    def next_part(self) -> bool:
        is_first, self._is_begun = not self._is_begun, True
        return is_first

    def skip(self, count: int) -> int:
        there = self._file.tell()
        jump = max(0, min(count, self._size - there))
        self._file.seek(jump, io.SEEK_CUR)
        return jump

    def boundary(self, unread: int) -> int | None:
        return self._file.tell() - unread

    def resync(self, place: int) -> int | None:
        found = next(_places(self._file, _PLAIN_MARK, max(0, place - 1)), None)
        if found is None:
            return None
        self._piece = _SMALL_PIECE
        return self._file.seek(found + 1)

    def close(self) -> None:
        self._file.close()


class _Gzip:
    """Members one after the other; well-made archives have a record in each."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._stream: zlib._Decompress | None = None
        self._input = b""
        self._end = 0  # of the last member that was read to its end
        self.start = 0

    def read(self) -> bytes:
        while self._stream is not None:
            if not self._input:
                self._input = self._file.read(_PIECE)
                if not self._input:
                    raise Damaged("the file ends within a packed record")
            try:
                piece = self._stream.decompress(self._input, _PIECE)
            except zlib.error:
                raise Damaged("a packed record is broken") from None
            if self._stream.eof:
                self._end = self._file.tell() - len(self._stream.unused_data)
                self._input = self._stream.unused_data.lstrip(b"\0")
                self._stream = None
            else:
                self._input = self._stream.unconsumed_tail
            if piece:
                return piece
        return b""

    def next_part(self) -> bool:
        while not self._input:
            self._input = self._file.read(_PIECE)
            if not self._input:
                return False
            self._input = self._input.lstrip(b"\0")  # padding of tapes and disks
        self.start = self._file.tell() - len(self._input)
        if len(self._input) < len(_GZIP):
            self._input += self._file.read(_PIECE)
        if not self._input.startswith(_GZIP):
            raise Damaged("what follows a packed record is none")
        self._stream = zlib.decompressobj(16 + zlib.MAX_WBITS)
        return True

    def skip(self, count: int) -> int:
        return 0

    def boundary(self, unread: int) -> int | None:
        return None if unread or self._stream is not None else self._end

    def resync(self, place: int) -> int | None:
        self._stream, self._input = None, b""
        for found in islice(_places(self._file, _GZIP, place), _MAX_CHANCES):
            self._file.seek(found)
            try:
                # The mark may stand anywhere in packed bytes by chance; a record's beginning does not.
                packed = self._file.read(_SMALL_PIECE)
                head = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(packed, 16)
            except zlib.error:
                continue
            if head.startswith(_HEAD_MARK):
                return self._file.seek(found)
        return None

    def close(self) -> None:
        self._file.close()


class _Zstd:
    """Frames, with or without a dictionary in front; damage ends the file, since frames cannot be told from chance."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        dictionary = _dictionary(file)
        unpacker = zstandard.ZstdDecompressor(dictionary, max_window_size=_MAX_WINDOW)
        self._stream = unpacker.stream_reader(file, read_across_frames=True, closefd=False)
        self._is_begun = False
        self.start = 0

    def read(self) -> bytes:
        try:
            return self._stream.read(_PIECE)
        except zstandard.ZstdError:
            raise Damaged("a packed record is broken") from None

    def next_part(self) -> bool:
        is_first, self._is_begun = not self._is_begun, True
        return is_first

    def skip(self, count: int) -> int:
        return 0

    def boundary(self, unread: int) -> int | None:
        return None

    def resync(self, place: int) -> int | None:
        return None

    def close(self) -> None:
        self._file.close()


def _dictionary(file: BinaryIO) -> zstandard.ZstdCompressionDict | None:
    """The dictionary in the first frame (the format that browser archives use), or None."""
    if file.read(4) != _ZSTD_DICTIONARY:
        file.seek(0)
        return None
    size = int.from_bytes(file.read(4), "little")
    data = file.read(size) if size <= _MAX_DICTIONARY else b""
    if data.startswith(_ZSTD):
        try:
            data = zstandard.ZstdDecompressor().decompress(data, max_output_size=_MAX_DICTIONARY)
        except zstandard.ZstdError:
            data = b""
    return zstandard.ZstdCompressionDict(data) if data else None


def _places(file: BinaryIO, mark: bytes, place: int) -> Iterator[int]:
    """The places of these bytes in the file, from there on. Whoever takes them may read the file in between."""
    size = _SMALL_PIECE
    kept = b""
    while True:
        file.seek(place)
        piece = file.read(size)
        if not piece:
            return
        window = kept + piece
        begins, place = place - len(kept), place + len(piece)
        at = window.find(mark)
        while at >= 0:
            yield begins + at
            at = window.find(mark, at + 1)
        kept = window[-(len(mark) - 1) :]
        size = min(_PIECE, 2 * size)
