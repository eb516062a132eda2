"""Unpacks a dump by what it is, not by how it is called: gzip, bzip2, xz, Zstandard or plain XML, in chunks.

Every way in which a packed file can be broken ends in one line that names the file and the place.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import zlib
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import Protocol

import zstandard

from harvestman.model import UsageError

CHUNK_BYTES = 1 << 21
_MAX_WINDOW = 1 << 27  # what `zstd --long` packs with
_MAX_XZ_MEMORY = 1 << 28  # `xz -9` needs 65 MiB to unpack; a forged header can ask for 4 GiB

_BROKEN = (EOFError, OSError, zlib.error, lzma.LZMAError, zstandard.ZstdError)


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


def read_chunks(path: Path) -> Iterator[bytes]:
    """The unpacked bytes of a file or pipe, piece by piece."""
    try:
        packed = path.open("rb")
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error
    with packed:
        kind = ""
        try:
            kind, unpacked = _unpacked(packed)
            while chunk := unpacked.read(CHUNK_BYTES):
                yield chunk
        except _BROKEN as error:
            place = f" near byte {packed.tell():,}" if packed.seekable() else ""
            if isinstance(error, EOFError):
                raise UsageError(
                    f"{path}: the {kind} file is cut off{place}; fetch it again"
                ) from error
            reason = error.strerror if isinstance(error, OSError) else None
            raise UsageError(
                f"{path}: the {kind or 'file'} data is corrupt or cannot be read{place}"
                f" ({reason or error})"
            ) from error


def _unpacked(packed: BufferedReader) -> tuple[str, _Readable]:
    head = packed.peek(8)
    if head.startswith(b"\x1f\x8b"):
        return "gzip", gzip.GzipFile(fileobj=packed)
    if head.startswith(b"BZh"):
        return "bzip2", bz2.BZ2File(packed)
    if head.startswith(b"\xfd7zXZ\x00"):
        return "xz", _Xz(packed)
    if head.startswith(b"\x28\xb5\x2f\xfd"):
        reader = zstandard.ZstdDecompressor(max_window_size=_MAX_WINDOW)
        return "zstd", reader.stream_reader(packed, read_across_frames=True)
    return "plain", packed


class _Xz:
    """Like `lzma.LZMAFile`, with a limit on the memory that a file may ask for."""

    def __init__(self, packed: BufferedReader) -> None:
        self._packed = packed
        self._stream = _xz_stream()
        self._unread = b""

    def read(self, size: int, /) -> bytes:
        while True:
            if self._stream.eof:
                # Several streams may follow each other, with zero bytes between them.
                rest = (self._stream.unused_data or self._packed.read(CHUNK_BYTES)).lstrip(b"\0")
                if not rest:
                    return b""
                self._stream, self._unread = _xz_stream(), rest
            if self._stream.needs_input and not self._unread:
                self._unread = self._packed.read(CHUNK_BYTES)
                if not self._unread:
                    raise EOFError
            unpacked = self._stream.decompress(self._unread, size)
            self._unread = b""
            if unpacked:
                return unpacked


def _xz_stream() -> lzma.LZMADecompressor:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MAX_XZ_MEMORY)
