"""Pictures of documents' first pages: drawn in a guarded child, the last ones remembered."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from fastapi import Response

from harvestman.documents.pictures import PictureWanted, draw_first_page
from harvestman.model import Candidate
from harvestman.web.front.errors import Missing
from harvestman.web.service import Service

_MOST = 50
_PDF = "application/pdf"
_known: OrderedDict[tuple[str, tuple[tuple[str, str], ...]], str] = OrderedDict()


async def page_picture(service: Service, one: Candidate) -> Response:
    """The first page of a candidate's document as an SVG; Missing where it cannot be drawn."""
    document = await service.run(service.library.documents.get, one.document)
    if document is None or document.media_type != _PDF:
        raise Missing("There is no picture of this document.")
    marked = (
        ("title", one.title),
        *(("author", author.name) for author in one.authors[:20]),
        *(("mail", mail) for mail in one.emails[:20]),
    )
    drawn = _known.get((document.digest, marked))
    if drawn is None:
        upload = await service.file(document)
        try:
            path = str(service.incoming.on_disk(upload).path)
            wanted = PictureWanted(path, marked)
            outcome = await asyncio.wrap_future(service.guard.submit(draw_first_page, wanted))
        finally:
            service.discard(upload)
        if outcome.value is None:
            raise Missing("The first page of this document cannot be drawn.")
        drawn = _known[document.digest, marked] = outcome.value
        if len(_known) > _MOST:
            _known.popitem(last=False)
    headers = {
        "Content-Security-Policy": "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
        "Cache-Control": "private, max-age=300",
    }
    return Response(drawn, media_type="image/svg+xml", headers=headers)
