"""`/upload`, `/documents/{id}`: send files, and see what is read from them."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Request, Response

from harvestman.holdings import shown_name, unpack_json
from harvestman.store import KeptDocument
from harvestman.web.api.document_forms import whole_answer
from harvestman.web.api.downloads import file_answer
from harvestman.web.desk.receiving import received
from harvestman.web.desk.rendering import Desk, with_query
from harvestman.web.desk.visitors import Visitor
from harvestman.web.front.errors import Missing, Refused
from harvestman.web.front.keys import sender, viewer
from harvestman.web.service import Service, is_open_to

_PARTS = ("header", "citations")
_MOST_CITATIONS = 200
_MOST_FILES = 20
_ENDINGS = {"bib": "bibtex", "tei": "tei", "jats": "jats"}
_MAX_SENT = 2_000
_MAX_TOLD = 800  # a cookie brings it to the next page


def upload_pages(desk: Desk) -> APIRouter:
    """Routes of files that are sent."""
    router = APIRouter(include_in_schema=False)
    service, library = desk.service, desk.service.library

    @router.get("/upload")
    async def ask(request: Request) -> Response:
        """The form that takes files, and how those stand that were just sent."""
        visitor = await desk.visitors.visitor(request, "write")
        ids = request.query_params.get("sent", "")[:_MAX_SENT].split()
        documents = [
            document
            for one in dict.fromkeys(ids[:_MOST_FILES])
            if (document := await service.run(library.documents.get, one)) is not None
            and is_open_to(document, viewer(request))
        ]
        titles = {one.id: await _titles(service, one) for one in documents}
        return _form(request, visitor, documents=documents, titles=titles)

    def _form(request: Request, visitor: Visitor, *, status: int = 200, **told: Any) -> Response:
        values = {"problem": "", "documents": [], "titles": {}} | told
        most = service.settings.max_upload // 1_000_000
        return desk.page(
            request, visitor, "upload.html", status=status, most=most, most_files=_MOST_FILES, **values
        )  # fmt: skip

    @router.post("/upload")
    async def send(request: Request) -> Response:
        """Hold files; what is known already is not read again. One is read at once, several by jobs."""
        visitor = await desk.visitors.visitor(request, "write")
        by = sender(request)
        try:
            async with received(desk, request, visitor, most_files=_MOST_FILES) as form:
                refused = [f"{shown_name(name)}: {why.error}" for name, why in form.refused]
                if not form.uploads:
                    raise Refused(422, " ".join(refused))
                if len(form.uploads) == 1 and not refused:
                    held = await service.take(form.uploads[0], sent_by=by)
                    assert held.document is not None
                    return desk.done(visitor, f"/documents/{held.document.id}", "The file is kept.")
                ids = [(await service.take_later(one, sent_by=by))[0].id for one in form.uploads]
        except Refused as problem:
            if problem.http_status != 422:
                raise
            told = f"{problem.error} {problem.remedy}"
            return _form(request, visitor, status=422, problem=told)
        where = with_query("/upload", {"sent": " ".join(ids)})
        if not refused:
            return desk.done(visitor, where, "The files are kept.")
        return desk.done(
            visitor, where, "The files are kept, but not: %(names)s", names=" ".join(refused)[:_MAX_TOLD]
        )  # fmt: skip

    @router.get("/documents/{document_id}.{ending}")
    async def whole(request: Request, document_id: str, ending: str) -> Response:
        """The document as TEI, JATS or BibTeX."""
        await desk.visitors.visitor(request)
        if ending not in _ENDINGS:
            raise Missing(f"Documents can be had as {', '.join(_ENDINGS)}.")
        document = await service.document(document_id, seen_by=viewer(request))
        return await whole_answer(service, request, document, _ENDINGS[ending])

    @router.get("/documents/{document_id}")
    async def show(request: Request, document_id: str) -> Response:
        """What was read from a file, with the ways to take it along."""
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


async def _titles(service: Service, document: KeptDocument) -> list[tuple[str, str]]:
    """The papers that a document is: id and title."""
    _, ids = await service.about(document)
    papers = [await service.run(service.library.papers.get, one) for one in ids]
    return [(paper.id, paper.title) for paper in papers if paper is not None]
