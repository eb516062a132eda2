"""Everything is gone."""

from __future__ import annotations

from world import Request, Response, World


def answer(request: Request, world: World) -> Response | None:
    if request.path == "/robots.txt":
        return Response(b"", 404)
    return Response(b"<!DOCTYPE html><title>Gone</title><h1>This conference is over.</h1>\n", 410)
