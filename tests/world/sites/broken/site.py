"""Answers that are wrong on the wire; those that are only mislabelled are files with a setting in `site.toml`."""

from __future__ import annotations

import gzip
from collections.abc import Iterator

from world import Request, Response, World

_PAGE = b"<!DOCTYPE html>\n<title>Broken</title>\n<h1>This page is whole.</h1>\n" * 50


def answer(request: Request, world: World) -> Response | None:
    return _ANSWERS.get(request.path) or (
        Response(_torn()) if request.path == "/reset" else None  # an iterator serves one request
    )


def _raw(head: bytes, body: bytes = b"") -> Response:
    return Response(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + head + b"\r\n" + body, raw=True
    )


def _torn() -> Iterator[bytes]:
    yield _PAGE
    raise ConnectionResetError


_ANSWERS = {
    "/truncated": _raw(b"Content-Length: 10000\r\n", _PAGE[:60]),
    "/truncated-chunk": _raw(b"Transfer-Encoding: chunked\r\n", b"1000\r\n" + _PAGE[:60]),
    "/empty": Response(b"", raw=True),
    "/nonsense": Response(b"220 mail.broken.localhost ESMTP ready when you are\r\n", raw=True),
    "/two-lengths": _raw(b"Content-Length: 10\r\nContent-Length: 20\r\n", _PAGE[:20]),
    "/not-gzip": Response(_PAGE, headers=(("Content-Encoding", "gzip"),)),
    "/cut-gzip": Response(
        gzip.compress(_PAGE, mtime=0)[:-12], headers=(("Content-Encoding", "gzip"),)
    ),
    "/zeros": Response(bytes(5000)),
    "/status-999": Response(_PAGE, 999),
    "/pdf-as-html.html": Response(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n"),
    "/no-type": Response(_PAGE, content_type=""),
}
