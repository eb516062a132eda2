"""Headers that drip: the files and settings beside this do the rest."""

from __future__ import annotations

from world import Request, Response, World


def answer(request: Request, world: World) -> Response | None:
    if request.path == "/driphead":
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Patience: " + b"a" * 100_000
        return Response(head, raw=True, bytes_per_s=1)
    return None
