"""Unpacking within limits: a bomb of gzip or zip costs its file a status, never the memory."""

from __future__ import annotations

import io
import zipfile
import zlib

from harvestman.documents.layout.unreadable import Unreadable
from harvestman.model.status import Status

_PIECE_BYTES = 64 * 1024
_GZIP = 16 + zlib.MAX_WBITS
_MOST_MEMBERS = 10_000


def unpack_gzip(data: bytes, *, limit_bytes: int) -> bytes:
    """What a gzip file holds; of a cut-off one, what there is."""
    parts: list[bytes] = []
    size, at, members = 0, 0, 0
    view = memoryview(data)
    while at < len(data) and members < _MOST_MEMBERS and data[at : at + 2] == b"\x1f\x8b":
        unpacker = zlib.decompressobj(_GZIP)
        members += 1
        while not unpacker.eof:
            piece = bytes(view[at : at + _PIECE_BYTES])
            if not piece and not unpacker.unconsumed_tail:
                break
            at += len(piece)
            try:
                made = unpacker.decompress(unpacker.unconsumed_tail + piece, _PIECE_BYTES * 16)
            except zlib.error as error:
                if size:
                    return b"".join(parts)
                raise Unreadable(Status.BAD_FILE, f"the gzip data is damaged: {error}") from error
            size += len(made)
            if size > limit_bytes:
                raise Unreadable(
                    Status.TOO_LARGE, f"unpacks to more than {limit_bytes // 1024**2} MB"
                )
            parts.append(made)
        at -= len(unpacker.unused_data)
    return b"".join(parts)


class Archive:
    """A zip file whose members are unpacked within one limit for all of them."""

    def __init__(self, data: bytes, *, limit_bytes: int) -> None:
        self._left = limit_bytes
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            self._names = frozenset(self._zip.namelist()[:_MOST_MEMBERS])
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
            raise Unreadable(Status.BAD_FILE, f"the zip file is damaged: {error}") from error

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def read(self, name: str) -> bytes:
        """A member's bytes; b"" when there is none of that name."""
        if name not in self._names:
            return b""
        parts: list[bytes] = []
        try:
            with self._zip.open(name) as stream:
                while piece := stream.read(_PIECE_BYTES):
                    self._left -= len(piece)
                    if self._left < 0:
                        raise Unreadable(
                            Status.TOO_LARGE, f"the member {name!r} unpacks beyond the limit"
                        )
                    parts.append(piece)
        except RuntimeError as error:  # zipfile's word for "encrypted"
            raise Unreadable(Status.ENCRYPTED, f"the member {name!r} is encrypted") from error
        except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, OSError) as error:
            if not parts:  # a cut file makes zipfile seek before its beginning: a ValueError
                raise Unreadable(Status.BAD_FILE, f"the zip file is damaged: {error}") from error
        return b"".join(parts)
