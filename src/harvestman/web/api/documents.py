"""`/api/v1/documents`: send a document, list those that are held, ask for their parts, remove one. CiteSeerExtractor's resource-oriented API, as one would write it today."""

from __future__ import annotations

import json
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from harvestman.holdings import Duplicates, Held, unpack_json
from harvestman.model import Plain
from harvestman.store import KeptDocument
from harvestman.web.api.document_forms import WHOLE_FORMS, whole_answer
from harvestman.web.api.downloads import PARTIAL, IfRange, RangeHeader, file_answer
from harvestman.web.api.intake import REQUEST_BODY, receive_document
from harvestman.web.api.jobs import job_to_plain
from harvestman.web.api.library_shapes import page_of
from harvestman.web.api.negotiating import (
    MEDIA_TYPES,
    chosen_output,
    with_etag,
    written,
)
from harvestman.web.api.paging import Cursor, Limit, bad_cursor, page_answer
from harvestman.web.api.resolving import UsualRoute
from harvestman.web.api.shapes import UNCHANGED, AcceptedAnswer, DocumentAnswer, answers, errors
from harvestman.web.front.errors import Refused
from harvestman.web.front.keys import allow, sender, viewer
from harvestman.web.service import Service, is_open_to

PREFIX = "/api/v1/documents"

DocumentId = Annotated[str, Path(pattern="^[a-z0-9]{8,64}$", description="The document's id.")]
OutputQuery = Annotated[
    Literal["json", "xml"] | None, Query(description="The form of the answer; else by Accept.")
]
DuplicatesQuery = Annotated[
    Literal["own", "all", "none"] | None,
    Query(
        description="Whose documents may answer for a near-duplicate; else as the service is set."
    ),
]
WholeQuery = Annotated[
    Literal["json", "xml", "tei", "jats", "bibtex"] | None,
    Query(
        description="`json` or `xml`: what is known of it; else the document itself. Else by Accept."
    ),
]
TextQuery = Annotated[
    Literal["json", "xml", "text"] | None,
    Query(description="The form of the answer; else by Accept."),
]


def documents_router(service: Service) -> APIRouter:
    """Routes that take, show, hand out and remove documents."""
    router = APIRouter(prefix=PREFIX, tags=["documents"])
    read, write = [Depends(allow(service, "read"))], [Depends(allow(service, "write"))]

    async def send(
        request: Request,
        is_async: Annotated[
            bool, Query(alias="async", description="Answer at once with a job to poll.")
        ] = False,
        is_fresh: Annotated[
            bool, Query(alias="fresh", description="Read it even if a duplicate is known.")
        ] = False,
        duplicates: DuplicatesQuery = None,
        output: OutputQuery = None,
    ) -> Response:
        """Send a document: a form with `file` (or `myfile`), the bytes themselves, or `{"url": …}`."""
        upload = await receive_document(service, request)
        whose = Duplicates(duplicates) if duplicates else None
        by = sender(request)
        try:
            if is_async:
                taken = await service.take_later(
                    upload, sent_by=by, is_fresh=is_fresh, duplicates=whose
                )
                return await _accepted(service, request, taken)
            held = await service.take(upload, sent_by=by, is_fresh=is_fresh, duplicates=whose)
        finally:
            service.discard(upload)
        assert held.document is not None
        plain = await document_to_plain(service, request, held.document, held=held)
        answer = written(plain, chosen_output(request), root="document")
        answer.status_code = 201
        answer.headers["Location"] = plain["links"]["self"]
        return answer

    router.add_api_route(
        "",
        send,
        methods=["POST"],
        status_code=201,
        dependencies=write,
        openapi_extra=REQUEST_BODY,
        responses={
            201: answers(DocumentAnswer, "xml", sentence="Kept and read."),
            202: answers(AcceptedAnswer, "xml", sentence="Kept; a job will read it."),
            **errors(415),
        },
        route_class_override=UsualRoute,
    )

    @router.get(
        "",
        dependencies=read,
        responses={
            200: answers(page_of(DocumentAnswer), sentence="Some documents, the newest first."),
            304: UNCHANGED,
            **errors(),
        },
    )
    async def show_all(request: Request, limit: Limit = 50, cursor: Cursor = "") -> Response:
        """The documents that are held, whoever brought them, but for what was sent with other keys."""
        documents = service.library.documents
        if cursor and await service.run(documents.get, cursor) is None:
            raise bad_cursor()
        found = await service.run(
            documents.newest, limit + 1, before=cursor, seen_by=viewer(request)
        )
        shown = found[:limit]
        items = [await document_to_plain(service, request, one) for one in shown]
        return page_answer(request, items, shown[-1].id if len(found) > limit else "")

    @router.get(
        "/{document_id}",
        dependencies=read,
        responses={
            200: answers(
                DocumentAnswer, "xml", *WHOLE_FORMS, sentence="What is known of it, or the whole."
            ),
            304: UNCHANGED,
            **errors(404, 415),
        },
    )
    async def show(
        request: Request, document_id: DocumentId, output: WholeQuery = None
    ) -> Response:
        """A document: its status, what it is a duplicate of, and links to all its parts; or the whole of it as TEI, JATS or BibTeX."""
        document = await service.document(document_id, seen_by=viewer(request))
        form = chosen_output(request, among=("json", "xml", *WHOLE_FORMS))
        if form in WHOLE_FORMS:
            return await whole_answer(service, request, document, form)
        plain = await document_to_plain(service, request, document)
        return with_etag(request, written(plain, chosen_output(request), root="document"))

    @router.get(
        "/{document_id}/file",
        dependencies=read,
        responses={
            200: {
                "description": "The file as it was sent.",
                "content": {"*/*": {"schema": {"type": "string", "format": "binary"}}},
            },
            206: PARTIAL,
            304: UNCHANGED,
            **errors(404, 416),
        },
    )
    async def download(
        request: Request, document_id: DocumentId, range_: RangeHeader = "", if_range: IfRange = ""
    ) -> Response:
        """The file as it was sent, or a stretch of it."""
        document = await service.document(document_id, seen_by=viewer(request))
        return await file_answer(service, request, document)

    @router.delete("/{document_id}", status_code=204, dependencies=write, responses=errors(404))
    async def remove(request: Request, document_id: DocumentId) -> Response:
        """Remove a document, and its bytes and parts unless another document has them too."""
        await remove_document(service, request, document_id)
        return Response(status_code=204)

    for name in service.extractors:
        _add_part(router, service, name)
    return router


def _add_part(router: APIRouter, service: Service, name: str) -> None:
    """Add the route of one extractor, ours or a plug-in's."""
    forms = ("json", "xml", "text") if name == "text" else ("json", "xml")
    of = service.extractors[name]

    async def show_part(
        request: Request,
        document_id: DocumentId,
        output: OutputQuery = None,
    ) -> Response:
        document = await service.document(document_id, seen_by=viewer(request))
        part = await service.part(document, name)
        form = chosen_output(request, among=forms)
        return await service.run(part_answer, request, part.value, form, root=name)

    if "text" in forms:
        show_part.__annotations__["output"] = TextQuery
    router.add_api_route(
        f"/{{document_id}}/{name}",
        show_part,
        methods=["GET"],
        name=name,
        summary=name.capitalize(),
        description=of.sentence,
        dependencies=[Depends(allow(service, "read"))],
        responses={
            200: answers(None, *forms, sentence=of.sentence),
            304: UNCHANGED,
            **errors(404),
        },
    )


def part_answer(request: Request, packed: bytes, output: str, *, root: str) -> Response:
    """A kept part in the form that the client asks for; JSON is sent as it was kept."""
    body = unpack_json(packed)
    if output == "json":
        return with_etag(request, Response(body, media_type=MEDIA_TYPES["json"]))
    return with_etag(request, written(json.loads(body), output, root=root))


async def remove_document(service: Service, request: Request, document_id: str) -> KeptDocument:
    """Remove a document, if the request's key may."""
    key = request.state.key
    is_admin = key is None or key.allows("admin")
    return await service.remove(document_id, by=sender(request), is_admin=is_admin)


async def document_to_plain(
    service: Service, request: Request, document: KeptDocument, *, held: Held | None = None
) -> Plain:
    """A document as JSON; `held` tells how reading it went, where that is at hand."""
    about, papers = (held.about, held.papers) if held else await service.about(document)
    # Bytes that could not be read then may have been read since, for somebody else.
    status, detail = (about.status, about.detail) if about else (document.status, document.detail)
    base = f"{str(request.base_url).rstrip('/')}{PREFIX}/{document.id}"
    links = {"self": base, "file": f"{base}/file"}
    links |= {name: f"{base}/{name}" for name in service.extractors}
    duplicate = document.duplicate
    original = await _original(service, request, document)
    return {
        "id": document.id,
        "name": document.name,
        "media_type": document.media_type,
        "size_bytes": document.size_bytes,
        "sha256": document.digest,
        "received": document.received.isoformat(),
        "status": str(status) if status else "waiting",
        "detail": detail,
        "language": about.language or None if about else None,
        "category": about.category or None if about else None,
        "duplicate_of": {
            "id": original,
            "reason": duplicate.reason,
            "distance": duplicate.distance,
            "overlap": duplicate.overlap,
        }
        if duplicate
        else None,
        "answered_from": "own-bytes" if document.answer == document.digest else "near-duplicate",
        "papers": list(papers),
        "notes": service.notes(),
        "links": links,
    }


async def _original(service: Service, request: Request, document: KeptDocument) -> str | None:
    """The id of the document that this one is a duplicate of, if the request's key may be told of it."""
    of = document.duplicate.of if document.duplicate else ""
    if not of or (seen_by := viewer(request)) is None:
        return of or None
    earlier = await service.run(service.library.documents.get, of)
    return of if earlier and is_open_to(earlier, seen_by) else None


async def _accepted(
    service: Service, request: Request, taken: tuple[KeptDocument, str]
) -> Response:
    document, job_id = taken
    job = await service.run(service.library.jobs.get, job_id)
    if job is None:
        raise Refused(500, "The job is lost.")
    plain = {
        "document": await document_to_plain(service, request, document),
        "job": job_to_plain(request, job),
    }
    answer = written(plain, chosen_output(request), root="accepted")
    answer.status_code = 202
    answer.headers["Location"] = plain["job"]["links"]["self"]
    return answer
