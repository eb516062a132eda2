"""`/static/…`: the few files that pages need, each with a part of its SHA-256 in its name, so that browsers may keep it for ever."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request, Response

from harvestman.web.front.errors import Missing
from harvestman.web.service import Service

FOLDER = Path(__file__).parent / "static"
_TYPES: Mapping[str, str] = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class _Asset:
    body: bytes
    media_type: str


@cache
def _assets() -> tuple[Mapping[str, str], Mapping[str, _Asset]]:
    """The addresses of the files by name, and the files by the names in their addresses."""
    addresses, files = {}, {}
    for path in sorted(FOLDER.iterdir()):
        if path.suffix not in _TYPES:
            continue
        body = path.read_bytes()
        name = f"{path.stem}.{hashlib.sha256(body).hexdigest()[:12]}{path.suffix}"
        addresses[path.name] = f"/static/{name}"
        files[name] = _Asset(body, _TYPES[path.suffix])
    return addresses, files


def address_of(name: str) -> str:
    """Where a browser finds a file."""
    return _assets()[0][name]


def assets_router(_service: Service) -> APIRouter:
    """The route of the files; they are the same for everybody."""
    router = APIRouter(include_in_schema=False)

    @router.get("/static/{name}")
    async def show(_request: Request, name: str) -> Response:
        """One file."""
        asset = _assets()[1].get(name)
        if asset is None:
            raise Missing("There is no such file.")
        headers = {"Cache-Control": "public, max-age=31536000, immutable"}
        return Response(asset.body, media_type=asset.media_type, headers=headers)

    return router
