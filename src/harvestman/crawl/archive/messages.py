"""Reads HTTP answers out of archive records, so that they are judged in the same way as live ones."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Iterator

from harvestman.crawl.archive.reading import ArchiveRecord
from harvestman.crawl.archive.sources import Damaged
from harvestman.fetch import Failure, Headers, Request, Response
from harvestman.model import Status

_MAX_HEAD = 512 * 1024
_STATUS_LINE = re.compile(rb"HTTP/\d(?:\.\d)?\s+(\d{3})(?:\s|\Z)")
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_CHUNK = re.compile(rb"[ \t]*([0-9a-fA-F]{1,12})[ \t]*(?:;[^\r\n]*)?\r?\n")
_MAX_CHUNK_LINE = 4096


class ArchivedAnswer:
    """The answer in a record's block; see `Response`. Its head is read at once, its body as it is asked for."""

    def __init__(self, record: ArchiveRecord) -> None:
        """Raises `Failure` when the block is no HTTP answer."""
        self._pieces = _telling(record.pieces())
        head, self._rest = self._read_head()
        first, _, fields = head.partition(b"\n")
        status = _STATUS_LINE.match(first)
        if status is None:
            raise Failure(Status.BAD_RESPONSE, "the record holds no HTTP answer")
        self.http_status = int(status.group(1))
        self.headers = Headers.of(_fields(fields))

    async def chunks(self) -> AsyncGenerator[bytes, None]:
        """The body without transfer coding."""
        for piece in self.body():
            yield piece

    async def close(self) -> None:
        """What has not been read is left out by the reader of the file."""

    def body(self) -> Iterator[bytes]:
        """The body without transfer coding."""
        pieces = self._whole_rest()
        if "chunked" in self.headers.first("Transfer-Encoding").lower():
            return _unchunked(pieces)
        return pieces

    def _whole_rest(self) -> Iterator[bytes]:
        if self._rest:
            yield self._rest
        yield from self._pieces

    def _read_head(self) -> tuple[bytes, bytes]:
        data = b""
        for piece in self._pieces:
            data += piece
            if found := _HEAD_END.search(data):
                return data[: found.start()], data[found.end() :]
            if len(data) > _MAX_HEAD:
                raise Failure(Status.BAD_RESPONSE, "the headers of the answer are too large")
        return data.rstrip(b"\r\n"), b""


class ConvertedAnswer:
    """What a `resource` or `conversion` record holds, as if a server had answered with it."""

    http_status = 200

    def __init__(self, record: ArchiveRecord) -> None:
        self._record = record
        self.headers = Headers((("Content-Type", record.head.fields.first("Content-Type")),))

    async def chunks(self) -> AsyncGenerator[bytes, None]:
        """The block."""
        for piece in _telling(self._record.pieces()):
            yield piece

    async def close(self) -> None:
        """Nothing to close."""


class RevisitedAnswer:
    """A revisit: the head of the later answer, where it has one, and the body of the earlier."""

    def __init__(self, later: Headers, earlier: ArchivedAnswer) -> None:
        self._earlier = earlier
        self.http_status = earlier.http_status
        # How the bytes are packed is for the answer to say that brought them.
        packed = ("content-encoding", "transfer-encoding", "content-length", "content-type")
        fields = [f for f in later.fields if f[0].lower() not in packed]
        kept = [f for f in earlier.headers.fields if f[0].lower() in packed or not later.fields]
        self.headers = Headers((*fields, *kept))

    async def chunks(self) -> AsyncGenerator[bytes, None]:
        """The body of the earlier answer."""
        for piece in self._earlier.body():
            yield piece

    async def close(self) -> None:
        """Nothing to close."""


class OneAnswer:
    """A `Transport` that has one answer, whatever is asked."""

    def __init__(self, answer: Response) -> None:
        self._answer = answer

    async def send(self, request: Request) -> Response:
        """The answer."""
        return self._answer

    async def close(self) -> None:
        """Nothing to close."""


def _telling(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The same pieces, with `Damaged` turned into the `Failure` that fetching knows."""
    try:
        yield from pieces
    except Damaged as damage:
        raise Failure(Status.BAD_RESPONSE, str(damage)) from None


def _fields(head: bytes) -> Iterator[tuple[str, str]]:
    for line in head.splitlines():
        name, colon, value = line.partition(b":")
        if colon:
            yield _text(name).strip(), _text(value)


def _text(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _unchunked(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """A body without its chunks; as it is when it is not chunked, for many archives undo them and keep the header."""
    data = b""
    is_first = True
    while True:
        while (found := _CHUNK.match(data)) is None:
            piece = next(pieces, b"")
            if not piece or len(data) > _MAX_CHUNK_LINE:
                if is_first:
                    yield data + piece
                    yield from pieces
                elif data.strip():
                    raise Failure(Status.BAD_RESPONSE, "the body is cut off or wrongly framed")
                return
            data += piece
            if is_first and not re.match(rb"[ \t]*[0-9a-fA-F]", data):
                yield data
                yield from pieces
                return
        is_first = False
        left = int(found.group(1), 16)
        data = data[found.end() :]
        if not left:
            for _ in pieces:  # trailers; the record's own end is checked behind them
                pass
            return
        while left:
            data = data or next(pieces, b"")
            if not data:
                raise Failure(Status.BAD_RESPONSE, "the body is cut off or wrongly framed")
            yield data[:left]
            taken = min(left, len(data))
            data, left = data[taken:], left - taken
        while not data.lstrip(b"\r\n"):
            data = next(pieces, b"")
            if not data:
                return  # without its last chunk; the bytes are there
        data = data.lstrip(b"\r\n")
