"""Unpacking a body as it arrives, never further than asked: a gzip bomb costs a few kilobytes and one status.

Each layer is unpacked in pieces of at most 64 KiB and may give no more than the limit, also where its result is packed
again. What cannot be unpacked is a bad response.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from harvestman.fetch.transport import Failure
from harvestman.model import Status

_PIECE_BYTES = 64 * 1024
_MAX_LAYERS = 3  # honest servers pack once; twice happens where a proxy packs again
_MAX_MEMBERS = 1000  # parts of one gzip stream: each costs a new unpacker, even when it is empty
_LAYERS = {"gzip": "gzip", "x-gzip": "gzip", "deflate": "deflate"}
# Codings of the IANA registry that we never ask for. Any other word there ("utf-8", "none") is a mistake that browsers
# overlook, and so do we.
_FOREIGN = frozenset("br zstd compress x-compress dcb dcz exi aes128gcm pack200-gzip".split())


class Unpacker:
    """The inverse of a Content-Encoding."""

    def __init__(self, content_encoding: str, *, limit_bytes: int) -> None:
        said = [name.strip().lower() for name in content_encoding.split(",")]
        names = [name for name in said if name in _LAYERS or name in _FOREIGN]
        if len(names) > _MAX_LAYERS:
            raise Failure(
                Status.BAD_RESPONSE, f"the body is packed {len(names)} times, one in another"
            )
        # The encodings stand in the order in which they were applied (RFC 9110 section 8.4).
        self._layers = [_layer(name, limit_bytes) for name in reversed(names)]

    def feed(self, data: bytes) -> Iterator[bytes]:
        """What these bytes unpack to, in pieces, some of them empty; stop asking and nothing more is unpacked."""
        return self._through(data, 0)

    def end(self) -> None:
        """Say that no byte follows; raises `Failure` when the packed stream is not complete."""
        for layer in self._layers:
            layer.end()

    def _through(self, data: bytes, depth: int) -> Iterator[bytes]:
        if depth == len(self._layers):
            yield data
            return
        for piece in self._layers[depth].feed(data):
            yield from self._through(piece, depth + 1)
            yield b""  # also where nothing comes of a piece, whoever asks may pause


class _Inflating:
    """One layer: gzip in any number of members, or deflate with or without its zlib wrapper."""

    def __init__(self, name: str, limit_bytes: int) -> None:
        self._name = name
        self._limit_bytes = limit_bytes
        self._given_bytes = 0
        self._members = 0
        self._stream: zlib._Decompress | None = None
        self._is_over = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        is_full = False  # a full piece may have left more behind, even when no input is left
        while (data or is_full) and not self._is_over:
            if self._stream is None:
                if self._members and not (self._name == "gzip" and data[0] == 0x1F):
                    self._is_over = True  # padding after the end is common and harmless
                    return
                self._stream = self._open(data)
            piece, data = self._inflate(self._stream, data)
            is_full = len(piece) == _PIECE_BYTES and self._stream is not None
            if piece:
                yield piece

    def end(self) -> None:
        if self._stream is not None:
            raise Failure(Status.BAD_RESPONSE, f"the {self._name} stream is cut off")

    def _inflate(self, stream: zlib._Decompress, data: bytes) -> tuple[bytes, bytes]:
        try:
            piece = stream.decompress(data, _PIECE_BYTES)
        except zlib.error:
            raise Failure(
                Status.BAD_RESPONSE, f"the body is said to be {self._name} and is not"
            ) from None
        self._given_bytes += len(piece)
        if self._given_bytes > self._limit_bytes:
            raise Failure(Status.TOO_LARGE, f"unpacks to more than {self._limit_bytes:,} bytes")
        if not stream.eof:
            return piece, stream.unconsumed_tail
        self._stream = None
        self._members += 1
        if self._members > _MAX_MEMBERS:
            raise Failure(Status.BAD_RESPONSE, "the packed stream has too many parts")
        return piece, stream.unused_data

    def _open(self, data: bytes) -> zlib._Decompress:
        if self._name == "gzip":
            return zlib.decompressobj(16 + zlib.MAX_WBITS)
        # Half the web's "deflate" lacks the zlib wrapper that the standard asks for.
        return zlib.decompressobj(zlib.MAX_WBITS if _has_zlib_header(data) else -zlib.MAX_WBITS)


def _has_zlib_header(data: bytes) -> bool:
    return data[0] & 0x0F == 8 and (len(data) < 2 or (data[0] << 8 | data[1]) % 31 == 0)


def _layer(name: str, limit_bytes: int) -> _Inflating:
    if name in _FOREIGN:
        raise Failure(
            Status.BAD_RESPONSE, f"the body is packed with {name}, which we did not ask for"
        )
    return _Inflating(_LAYERS[name], limit_bytes)
