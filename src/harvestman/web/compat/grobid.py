"""GROBID's web API for documents, so that its clients work here unchanged: a file in a form comes in, TEI or BibTeX goes out.

Paths, names of fields and status codes are GROBID's (https://grobid.readthedocs.io, "GROBID Service API"); what we cannot do
is taken and passed over, as docs/api.md says. Nothing that is sent is kept as a document.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter, Depends, Request, Response

import harvestman
from harvestman.formats import (
    TeiManner,
    file_md5,
    write_bibtex_header,
    write_bibtex_references,
    write_tei,
    write_tei_header,
    write_tei_references,
)
from harvestman.formats.tei_places import PLACED
from harvestman.model import PARTS, Extraction, Header, Plain, Status
from harvestman.web.api.forms import Form
from harvestman.web.api.intake import receive_form
from harvestman.web.api.shapes import GrobidHealth, GrobidVersion, errors
from harvestman.web.front.errors import Refused
from harvestman.web.front.keys import allow
from harvestman.web.service import Service
from harvestman.web.uploads import Upload

PREFIX = "/api"
BIBTEX = "application/x-bibtex"
XML = "application/xml"

_HEADER_PARTS = ("language", "category", "header")
_MOST_PAGES = 1_000_000
# The words by which GROBID names what went wrong with a document; its users look for them.
_CODES = {
    Status.SCANNED: "NO_BLOCKS",
    Status.BAD_ENCODING: "NO_BLOCKS",
    Status.BAD_FILE: "BAD_INPUT_DATA",
    Status.ENCRYPTED: "BAD_INPUT_DATA",
    Status.TOO_LARGE: "TOO_MANY_TOKENS",
    Status.TIMEOUT: "TIMEOUT",
}

_SWITCHES = {
    "consolidateHeader": "Taken and passed over: nothing is looked up elsewhere.",
    "consolidateCitations": "As above.",
    "consolidateFunders": "As above.",
    "includeRawCitations": "1: each citation with its printed string.",
    "includeRawAffiliations": "1: each affiliation with its printed string.",
    "includeRawCopyrights": "Taken and passed over.",
    "segmentSentences": "1: paragraphs in sentences.",
    "generateIDs": "1: headings, paragraphs and sentences with an xml:id.",
    "teiCoordinates": "title, persName, head, s, biblStruct: these say where they stand; others are passed over.",
    "start": "The first page that counts; -1 for the document's.",
    "end": "The last page that counts; -1 for the document's.",
    "flavor": "Taken and passed over.",
}


def grobid_router(service: Service) -> APIRouter:
    """GROBID's routes for documents, and those that its clients ask first (version, health)."""
    router = APIRouter(prefix=PREFIX, tags=["GROBID"])

    @router.get(
        "/isalive",
        responses={200: {"description": "It is.", "content": {"text/plain": {}}}},
        response_class=Response,
    )
    async def is_alive() -> Response:
        """Whether the service answers."""
        return Response("true", media_type="text/plain")

    @router.get("/version", response_model=GrobidVersion)
    async def version() -> Plain:
        """Harvestman's version, where GROBID tells its own."""
        return {"version": harvestman.__version__, "revision": "harvestman"}

    @router.get("/health", response_model=GrobidHealth)
    async def health() -> Plain:
        """How many documents are read at once."""
        return {
            "ready": not service.is_stopping,
            "pool": {"maxActive": service.guard.workers, "waiting": service.admission.waiting},
        }

    async def header(request: Request) -> Response:
        """The header of a document, as TEI or, by Accept, BibTeX."""
        form, extraction, md5 = await _read(service, request, _HEADER_PARTS)
        if extraction.header == Header() or not extraction.is_read:
            return nothing_in(extraction)
        if wants_bibtex(request):
            return Response(write_bibtex_header(extraction), media_type=BIBTEX)
        return await _tei(service, write_tei_header, extraction, form, md5=md5)

    async def references(request: Request) -> Response:
        """The citations of a document, as TEI or, by Accept, BibTeX."""
        form, extraction, md5 = await _read(service, request, ("citations",))
        if not extraction.citations:
            return nothing_in(extraction)
        if wants_bibtex(request):
            text = await service.run(write_bibtex_references, extraction.citations)
            return Response(text, media_type=BIBTEX)
        write = partial(write_tei_references, places=extraction.places)
        return await _tei(service, write, extraction.citations, form, md5=md5)

    async def fulltext(request: Request) -> Response:
        """Header, body and citations of a document, as TEI."""
        form, extraction, md5 = await _read(service, request, PARTS)
        if not (extraction.body or extraction.citations or extraction.header != Header()):
            return nothing_in(extraction)
        return await _tei(service, write_tei, extraction, form, md5=md5)

    add_process(router, service, "processHeaderDocument", header, _body(), forms=(XML, BIBTEX))
    add_process(router, service, "processReferences", references, _body(), forms=(XML, BIBTEX))
    add_process(router, service, "processFulltextDocument", fulltext, _body(), forms=(XML,))
    return router


def add_process(
    router: APIRouter,
    service: Service,
    name: str,
    endpoint: Callable[[Request], Awaitable[Response]],
    body: dict[str, Any],
    *,
    forms: Sequence[str],
    methods: Sequence[str] = ("POST", "PUT"),
) -> None:
    """One of GROBID's `process…` routes, which take POST and PUT alike."""
    for method in methods:
        router.add_api_route(
            f"/{name}",
            endpoint,
            methods=[method],
            operation_id=f"{name}_{method.lower()}",
            dependencies=[Depends(allow(service, "write"))],
            response_class=Response,
            openapi_extra={"requestBody": body},
            responses={
                **errors(),
                200: {
                    "description": "What was read.",
                    "content": {form: {"schema": {"type": "string"}} for form in forms},
                },
                204: {"description": "There is nothing of that kind in it."},
                500: {
                    "description": "The document cannot be read; GROBID's word for it, and why.",
                    "content": {"text/plain": {"schema": {"type": "string"}}},
                },
            },
        )


def wants_bibtex(request: Request) -> bool:
    """Whether the client accepts BibTeX and says so."""
    return BIBTEX in request.headers.get("accept", "").lower()


def is_on(value: str) -> bool:
    """Whether a form's switch is on, by GROBID's rules."""
    return value in ("1", "true")


def nothing_in(extraction: Extraction) -> Response:
    """What GROBID answers for a document that gives nothing: 204 when there is nothing, 500 when it cannot be read."""
    status = extraction.status
    if extraction.is_read or status is Status.EMPTY:
        return Response(status_code=204)
    told = " ".join(filter(None, (status.meaning, extraction.detail)))
    if status is Status.UNKNOWN_FORMAT:
        raise Refused(400, told)
    code = _CODES.get(status, "GENERAL")
    return Response(f"[{code}] {told}", status_code=500, media_type="text/plain")


async def _read(
    service: Service, request: Request, parts: tuple[str, ...]
) -> tuple[Form, Extraction, str]:
    """The form of a request, what was read from the file in it, and the file's MD5."""
    if not request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        raise Refused(400, "Send a form (multipart/form-data) with the file as `input`.")
    try:
        form = await receive_form(service, request, files=("input",))
    except Refused as refusal:
        if refusal.http_status == 415:  # GROBID knows no such answer
            raise Refused(400, refusal.error, status=refusal.status) from None
        raise
    if form.upload is None:
        raise Refused(400, "The form has no file: name it `input`.")
    try:
        md5 = await service.run(_md5, service, form.upload)
        extraction = await service.extract(
            form.upload, only=parts, pages=_pages(form), placed=bool(_placed(form))
        )
    finally:
        service.discard(form.upload)
    return form, extraction, md5


def _md5(service: Service, upload: Upload) -> str:
    """The MD5 of what was sent."""
    return file_md5(service.incoming.on_disk(upload).path)


def _placed(form: Form) -> frozenset[str]:
    """The elements whose coordinates are asked for; they come in several fields, or in one with commas."""
    asked = ",".join(form.fields.get("teiCoordinates", ())).split(",")
    return frozenset(PLACED) & {name.strip() for name in asked}


def _pages(form: Form) -> tuple[int, int | None] | None:
    """The first and last page that are asked for; None for all."""
    first, last = _number(form, "start"), _number(form, "end")
    return (max(1, first), last if last > 0 else None) if first > 1 or last > 0 else None


def _number(form: Form, name: str) -> int:
    try:
        number = int(form.first(name, "-1") or "-1")
    except ValueError:
        raise Refused(400, f"{name} should be the number of a page.") from None
    return min(number, _MOST_PAGES)


async def _tei(
    service: Service,
    write: Callable[[Any, TeiManner], str],
    what: object,
    form: Form,
    *,
    md5: str,
) -> Response:
    manner = TeiManner(
        when=service.clock.now(),
        md5=md5,
        raw_citations=is_on(form.first("includeRawCitations")),
        raw_affiliations=is_on(form.first("includeRawAffiliations")),
        sentences=is_on(form.first("segmentSentences")),
        ids=is_on(form.first("generateIDs")),
        coordinates=_placed(form),
    )
    return Response(await service.run(write, what, manner), media_type=XML)


def _body() -> dict[str, Any]:
    """What the routes for documents take, for OpenAPI."""
    fields: dict[str, Any] = {
        name: {"type": "string", "description": sentence} for name, sentence in _SWITCHES.items()
    }
    fields["teiCoordinates"] |= {"type": "array", "items": {"type": "string"}}
    for page in ("start", "end"):
        fields[page]["type"] = "integer"
    schema = {
        "type": "object",
        "properties": {"input": {"type": "string", "format": "binary"}, **fields},
        "required": ["input"],
    }
    return {"required": True, "content": {"multipart/form-data": {"schema": schema}}}
