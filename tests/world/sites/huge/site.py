"""Answers that are too much. All are made piece by piece: none is ever held in memory."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, repeat

from world import Request, Response, World

GIGABYTE = 1 << 30
_BLOCK = b"<p>And so on, and on. </p>\n" * 2427  # 64 KiB, near enough


def answer(request: Request, world: World) -> Response | None:
    make = _PAGES.get(request.path)
    return make() if make else None


def _endless() -> Response:
    return Response(_page(repeat(_BLOCK)))


def _gigabyte() -> Response:
    blocks, rest = divmod(GIGABYTE, len(_BLOCK))
    body = _chain(repeat(_BLOCK, blocks), [_BLOCK[:rest]])
    return Response(body, headers=(("Content-Length", str(GIGABYTE)),))


def _gzip() -> Response:
    return Response(gzip_bomb(GIGABYTE), headers=(("Content-Encoding", "gzip"),))


def _nested() -> Response:
    # The bomb is packed once already; two rounds more leave a few hundred bytes of the gigabyte.
    thrice = _squeeze(_squeeze(gzip_bomb(GIGABYTE)))
    return Response(thrice, headers=(("Content-Encoding", "gzip, gzip, gzip"),))


def _header() -> Response:
    value = _chain([b"HTTP/1.1 200 OK\r\nX-Boast: "], repeat(b"a" * 65_536, 160), [b"\r\n\r\n"])
    return Response(value, raw=True)


def _headers() -> Response:
    lines = (b"X-Boast-%d: yes\r\n" % number for number in range(100_000))
    return Response(_chain([b"HTTP/1.1 200 OK\r\n"], lines, [b"\r\n"]), raw=True)


def _deep() -> Response:
    return Response(_page(_chain(repeat(b"<div>" * 1000, 100), [b"<p>The bottom.</p>"])))


def _jsonld() -> Response:
    levels = repeat(b'{"@type": "ScholarlyArticle", "hasPart": [' * 1000, 100)
    ends = repeat(b"]}" * 1000, 100)
    return Response(_script(_chain(levels, ends)))


def _jsonldwide() -> Response:
    articles = (
        b'{"@id": "#%d", "@type": "ScholarlyArticle", "name": "Paper %d", "citation": {"@id": "#%d"}},\n'
        % (number, number, (number + 1) % 200_000)
        for number in range(200_000)
    )
    return Response(_script(_chain([b'{"@graph": ['], articles, [b'{"@id": "#end"}]}'])))


def _laughs() -> Response:
    entities = "".join(
        f'<!ENTITY lol{level} "{f"&lol{level - 1};" * 10}">\n' for level in range(1, 10)
    )
    document = (
        f'<?xml version="1.0"?>\n<!DOCTYPE html [\n<!ENTITY lol0 "lol">\n{entities}]>\n'
        '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>&lol9;</p></body></html>\n'
    )
    return Response(document.encode(), content_type="application/xhtml+xml")


def _links() -> Response:
    return Response(_page(b'<a href="/page/%d">Page %d</a>\n' % (n, n) for n in range(200_000)))


def _attributes() -> Response:
    names = (b" data-a%d=1" % number for number in range(200_000))
    return Response(_page(_chain([b"<p"], names, [b">Few words.</p>"])))


def _title() -> Response:
    words = repeat(b"Towards a very long title, " * 1000, 190)
    return Response(_chain([b"<!DOCTYPE html><title>"], words, [b"</title><p>The end.</p>"]))


def gzip_bomb(size: int) -> Iterator[bytes]:
    """A valid gzip stream of so many zeros, in pieces: after a full flush every block packs to the same bytes."""
    block = bytes(1 << 20)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    check = 0
    yield b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
    for _ in range(size // len(block)):
        check = zlib.crc32(block, check)
        yield packed
    yield b"\x03\x00" + struct.pack("<LL", check, size % (1 << 32))


def _squeeze(pieces: Iterable[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    for piece in pieces:
        yield packer.compress(piece)
    yield packer.flush()


def _page(body: Iterable[bytes]) -> Iterator[bytes]:
    return _chain([b"<!DOCTYPE html>\n<title>Too much</title>\n<h1>Too much</h1>\n"], body)


def _script(json: Iterable[bytes]) -> Iterator[bytes]:
    return _page(_chain([b'<script type="application/ld+json">'], json, [b"</script>"]))


def _chain(*parts: Iterable[bytes]) -> Iterator[bytes]:
    """The parts one after the other, in pieces that are worth a packet."""
    piece = bytearray()
    for part in chain.from_iterable(parts):
        piece += part
        if len(piece) >= 1 << 16:
            yield bytes(piece)
            piece.clear()
    yield bytes(piece)


_PAGES: dict[str, Callable[[], Response]] = {
    "/endless": _endless,
    "/gigabyte": _gigabyte,
    "/gzip": _gzip,
    "/nested": _nested,
    "/header": _header,
    "/headers": _headers,
    "/deep": _deep,
    "/jsonld": _jsonld,
    "/jsonldwide": _jsonldwide,
    "/laughs.xml": _laughs,
    "/links": _links,
    "/attributes": _attributes,
    "/title": _title,
}
