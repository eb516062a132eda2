"""Takes the document out of a request, which is a form with a file in it, the file's bytes, or its address."""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import ExitStack
from typing import Any
from urllib.parse import unquote

from fastapi import Request

from harvestman.web.api.forms import Form, read_form
from harvestman.web.front.errors import Refused
from harvestman.web.service import Service
from harvestman.web.uploads import Upload

FILE_FIELDS = ("myfile", "file")
"""The names under which a form may carry the file."""

_MAX_URL = 2_000

REQUEST_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "properties": {"file": {"type": "string", "format": "binary"}},
                    "required": ["file"],
                }
            },
            "application/json": {
                "schema": {
                    "type": "object",
                    "properties": {"url": {"type": "string", "format": "uri"}},
                    "required": ["url"],
                }
            },
            "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
            "application/pdf": {"schema": {"type": "string", "format": "binary"}},
        },
    }
}
"""What `POST` takes, for OpenAPI."""


async def receive_document(service: Service, request: Request) -> Upload:
    """The file that a request carries or names."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        form = await receive_form(service, request, files=FILE_FIELDS)
        if form.upload is None:
            raise Refused(400, f"The form has no file: name it {' or '.join(FILE_FIELDS)}.")
        return form.upload
    if kind == "application/json":
        return await service.fetch(await _url_of(request))
    # Everything else is the file itself, whatever it is called: curl says x-www-form-urlencoded of any bytes.
    name = unquote(request.headers.get("x-file-name", ""), errors="replace")
    return await service.receive(request.stream(), name=name)


async def receive_form(
    service: Service,
    request: Request,
    *,
    files: Collection[str],
    most_files: int = 1,
    max_field_bytes: int = 64 * 1024,
) -> Form:
    """Read a form with files in it; the caller must discard them."""
    with ExitStack() as arriving:
        return await read_form(
            request.stream(),
            request.headers.get("content-type", ""),
            lambda: arriving.enter_context(service.incoming.open("")),
            files=files,
            most_files=most_files,
            max_field_bytes=max_field_bytes,
        )


async def _url_of(request: Request) -> str:
    try:
        asked = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise Refused(400, "The body is no JSON.") from None
    url = asked.get("url") if isinstance(asked, dict) else None
    if not isinstance(url, str) or not 0 < len(url) <= _MAX_URL:
        raise Refused(422, 'The body should be {"url": "https://…"}.')
    return url
