"""Downloads: a whole file, its headers alone (HEAD), or a byte range (RFC 9110, section 14), so that a broken download can go on.

Its ETag is the digest of its bytes, so what was begun with one server can be finished with another.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Header, Request, Response
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from harvestman.store import KeptDocument
from harvestman.web.api.negotiating import is_head, tagged
from harvestman.web.front.errors import Refused
from harvestman.web.service import Service
from harvestman.web.uploads import Upload

RangeHeader = Annotated[
    str, Header(alias="Range", max_length=200, description="bytes=FIRST-LAST, FIRST- or -COUNT.")
]
IfRange = Annotated[
    str, Header(alias="If-Range", max_length=200, description="The ETag that the stretch is of.")
]
PARTIAL: dict[str, Any] = {
    "description": "The stretch that was asked for.",
    "content": {"*/*": {"schema": {"type": "string", "format": "binary"}}},
}
"""The entry of a route's `responses` for 206."""

_PIECE_BYTES = 256 * 1024
# Several stretches in one answer, and other units, need not be granted: then the whole file is sent.
_ONE_RANGE = re.compile(r"\s*+bytes\s*+=\s*+(\d{1,18})?\s*+-\s*+(\d{1,18})?\s*+", re.ASCII)


async def file_answer(service: Service, request: Request, document: KeptDocument) -> Response:
    """The file as a download with a harmless name; never shown in the browser's own window."""
    tag = f'"{document.digest}"'
    unchanged = tagged(request, tag)
    if unchanged:
        return unchanged
    size = document.size_bytes
    wanted = None if is_head(request) else _wanted(request, tag, size)
    first, end = wanted or (0, size)
    if is_head(request):
        answer = Response(media_type=document.media_type)
    else:
        upload = await service.file(document)
        answer = _Download(_pieces(service, upload, first, end), media_type=document.media_type)
        answer.finish = partial(service.discard, upload)
    if wanted is not None:
        answer.status_code = 206
        answer.headers["Content-Range"] = f"bytes {first}-{end - 1}/{size}"
    plain_name = "".join(
        c if c.isascii() and (c.isalnum() or c in "._-") else "_" for c in document.name
    )
    answer.headers["Content-Length"] = str(end - first)
    answer.headers["Accept-Ranges"] = "bytes"
    answer.headers["Content-Disposition"] = (
        f"attachment; filename=\"{plain_name}\"; filename*=UTF-8''{quote(document.name, safe='')}"
    )
    answer.headers["ETag"] = tag
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def _wanted(request: Request, tag: str, size: int) -> tuple[int, int] | None:
    """The byte range that the client asks for, its end excluded; None for the whole file."""
    asked = _ONE_RANGE.fullmatch(request.headers.get("range", ""))
    if asked is None or asked.group(1) is asked.group(2) is None:
        return None
    if request.headers.get("if-range", tag).strip() != tag:
        return None  # what the client has is of another file
    if asked.group(1) is None:
        first, end = max(0, size - int(asked.group(2))), size
    else:
        first = int(asked.group(1))
        last = size - 1 if asked.group(2) is None else int(asked.group(2))
        if last < first and asked.group(2) is not None:
            return None  # no range at all, says the RFC
        end = min(last + 1, size)
    if first >= end:
        raise Refused(
            416, f"The file has {size} bytes.", headers={"Content-Range": f"bytes */{size}"}
        )
    return first, end


class _Download(StreamingResponse):
    """Sends a file piece by piece and removes it, whether or not the client stays to the end."""

    finish: Callable[[], None]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.finish()


async def _pieces(service: Service, upload: Upload, first: int, end: int) -> AsyncIterator[bytes]:
    with await service.run(upload.path.open, "rb") as stream:
        await service.run(stream.seek, first)
        left = end - first
        while left and (piece := await service.run(stream.read, min(left, _PIECE_BYTES))):
            left -= len(piece)
            yield piece
