"""`/upload`, `/documents/{id}`: send a file, and see what is read from it."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request, Response

from harvestman.holdings import unpack_json
from harvestman.web.api.downloads import file_answer
from harvestman.web.api.intake import FILE_FIELDS, receive_form
from harvestman.web.desk.rendering import TOKEN, Desk, require_token
from harvestman.web.front.errors import Refused
from harvestman.web.front.keys import sender, viewer

_PARTS = ("header", "citations")
_MOST_CITATIONS = 200


def upload_pages(desk: Desk) -> APIRouter:
    """Routes of files that are sent."""
    router = APIRouter(include_in_schema=False)
    service, library = desk.service, desk.service.library

    @router.get("/upload")
    async def ask(request: Request) -> Response:
        """The form that takes a file."""
        visitor = await desk.visitors.visitor(request, "write")
        return desk.page(
            request,
            visitor,
            "upload.html",
            problem="",
            most=service.settings.max_upload // 1_000_000,
        )

    @router.post("/upload")
    async def send(request: Request) -> Response:
        """Hold a file; what is known already is not read again."""
        visitor = await desk.visitors.visitor(request, "write")
        form = await receive_form(service, request, files=FILE_FIELDS)
        try:
            require_token(visitor, form.first(TOKEN))
            if form.upload is None:
                raise Refused(422, "No file was chosen.")
            held = await service.take(form.upload, sent_by=sender(request))
        except Refused as problem:
            if problem.http_status != 422:
                raise
            most = service.settings.max_upload // 1_000_000
            return desk.page(
                request, visitor, "upload.html", status=422, problem=f"{problem.error} {problem.remedy}", most=most
            )  # fmt: skip
        finally:
            if form.upload is not None:
                service.discard(form.upload)
        assert held.document is not None
        return desk.done(visitor, f"/documents/{held.document.id}", "The file is kept.")

    @router.get("/documents/{document_id}")
    async def show(request: Request, document_id: str) -> Response:
        """What was read from a file."""
        visitor = await desk.visitors.visitor(request)
        document = await service.document(document_id, seen_by=viewer(request))
        about, papers = await service.about(document)
        kept = await service.run(library.documents.parts, document.answer, _PARTS)
        parts = {
            name: json.loads(await service.run(unpack_json, part.value))
            for name, part in kept.items()
        }
        citations = parts.get("citations") or []
        return desk.page(
            request,
            visitor,
            "document.html",
            document=document,
            about=about,
            papers=papers,
            header=parts.get("header") or {},
            citations=(citations if isinstance(citations, list) else [])[:_MOST_CITATIONS],
        )

    @router.get("/documents/{document_id}/file")
    async def file(request: Request, document_id: str) -> Response:
        """The file itself, as a download."""
        await desk.visitors.visitor(request)
        document = await service.document(document_id, seen_by=viewer(request))
        return await file_answer(service, request, document)

    return router
