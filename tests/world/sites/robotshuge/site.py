"""A robots.txt of 20 MB."""

from __future__ import annotations

from collections.abc import Iterator

from world import Request, Response, World


def answer(request: Request, world: World) -> Response | None:
    if request.path != "/robots.txt":
        return None
    return Response(_lines(), content_type="text/plain")


def _lines() -> Iterator[bytes]:
    yield b"User-agent: *\nDisallow: /private/\n"
    for number in range(20_000):
        yield b"".join(b"Disallow: /never/%d/%d/a-long-name/\n" % (number, n) for n in range(30))
