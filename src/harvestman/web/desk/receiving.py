"""Forms of the desk that bring files: received as they arrive, known by their token, and let go of at the end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import Request

from harvestman.web.api.forms import Form
from harvestman.web.api.intake import FILE_FIELDS, receive_form
from harvestman.web.desk.rendering import TOKEN, Desk, require_token
from harvestman.web.desk.visitors import Visitor
from harvestman.web.front.errors import Refused


@asynccontextmanager
async def received(
    desk: Desk, request: Request, visitor: Visitor, *, most_files: int = 1
) -> AsyncIterator[Form]:
    """The form, with at least one file that was chosen; its files are gone when the block ends."""
    service = desk.service
    form = await receive_form(service, request, files=FILE_FIELDS, most_files=most_files)
    try:
        require_token(visitor, form.first(TOKEN))
        if not form.uploads and not form.refused:
            raise Refused(422, "No file was chosen.")
        yield form
    finally:
        for upload in form.uploads:
            service.discard(upload)
