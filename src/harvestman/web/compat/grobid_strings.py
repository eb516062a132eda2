"""GROBID's web API for single strings: citations, dates, names and affiliations come in, pieces of TEI go out.

All of them are read in the guarded workers like documents, with the same queue before them: nothing that a stranger sends is
taken apart in the server itself. Pieces that need not be one XML document are text/plain, as with GROBID itself.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar, cast
from urllib.parse import parse_qsl

from fastapi import APIRouter, Request, Response

from harvestman.documents.header import parse_header_names
from harvestman.documents.references import parse_names, parse_references
from harvestman.formats import (
    TeiManner,
    write_bibtex_references,
    write_tei_affiliations,
    write_tei_citation,
    write_tei_date,
    write_tei_names,
    write_tei_references,
)
from harvestman.model import Reference
from harvestman.text import find_date, squeeze
from harvestman.web.api.intake import receive_form
from harvestman.web.compat.grobid import BIBTEX, PREFIX, XML, add_process, is_on, wants_bibtex
from harvestman.web.front.errors import Refused, refused_by_status
from harvestman.web.service import Service

_MAX_BODY = 4_000_000  # bytes: ten thousand citations
_MAX_FIELDS = 20_000
_MAX_CITATION = 20_000  # characters; an honest one has a few hundred
_MAX_STRING = 10_000
_MAX_PIECES = 100  # affiliations of one string
_BATCH = 500  # citations that a worker is given at a time: a second's work
_TEXT = "text/plain"
T = TypeVar("T")
R = TypeVar("R")
_Writer = Callable[[Service, str], Awaitable[str]]
_FORM = "application/x-www-form-urlencoded"
_BETWEEN = re.compile(r"[;\n]")
_LABEL = re.compile(r"^(?:[\d*†‡§¶]{1,3}\s*[.)]?\s+|[*†‡§¶]+)")


def grobid_strings_router(service: Service) -> APIRouter:
    """GROBID's routes for single strings."""
    router = APIRouter(prefix=PREFIX, tags=["GROBID"])

    async def citation(request: Request) -> Response:
        """One reference string taken apart, as TEI or, by Accept, BibTeX."""
        fields = await _fields(service, request)
        given = _only(fields, "citations", _MAX_CITATION)
        if not given:
            return Response(status_code=204)
        (reference,) = await _parsed(service, [given])
        if reference == Reference(reference.raw):
            return Response(status_code=204)
        if wants_bibtex(request):
            return Response(write_bibtex_references([reference]), media_type=BIBTEX)
        return Response(write_tei_citation(reference, _manner(fields)), media_type=XML)

    async def citations(request: Request) -> Response:
        """Many reference strings taken apart, in their order."""
        fields = await _fields(service, request)
        given = [squeeze(one[:_MAX_CITATION]) for one in _all(fields, "citations")]
        if not any(given):
            return Response(status_code=204)
        references = await _parsed(service, given)
        if wants_bibtex(request):
            text = await service.run(write_bibtex_references, references)
            return Response(text, media_type=BIBTEX)
        text = await service.run(write_tei_references, references, _manner(fields))
        return Response(text, media_type=XML)

    def of_string(name: str, write: _Writer, sentence: str) -> Any:
        async def process(request: Request) -> Response:
            given = _only(await _fields(service, request), name, _MAX_STRING)
            piece = await write(service, given) if given else ""
            return Response(piece, media_type=_TEXT) if piece else Response(status_code=204)

        process.__doc__ = sentence
        return process

    forms = (XML, BIBTEX)
    raw = {"includeRawCitations": "1: with the printed string."}
    add_process(router, service, "processCitation", citation, _body("citations", raw), forms=forms)
    add_process(
        router,
        service,
        "processCitationList",
        citations,
        _body("citations", raw, is_list=True),
        forms=forms,
        methods=("POST",),
    )
    for path, field, write, sentence in (
        ("processDate", "date", _date, "A date in its ISO form."),
        ("processHeaderNames", "names", _header_names, "The names of a line of authors."),
        ("processCitationNames", "names", _citation_names, "The names of a citation."),
        ("processAffiliations", "affiliations", _affiliations, "Affiliations with addresses."),
    ):
        endpoint = of_string(field, write, sentence)
        add_process(router, service, path, endpoint, _body(field), forms=(_TEXT,))
    return router


async def _date(service: Service, text: str) -> str:
    when = await _guarded(service, find_date, text)
    return write_tei_date(text, when) if when else ""


async def _header_names(service: Service, text: str) -> str:
    return write_tei_names(await _guarded(service, parse_header_names, text))


async def _citation_names(service: Service, text: str) -> str:
    return write_tei_names(await _guarded(service, parse_names, text))


async def _affiliations(service: Service, text: str) -> str:
    """Those between semicolons and line ends, each without the mark before it."""
    pieces = (_LABEL.sub("", piece.strip()) for piece in _BETWEEN.split(text))
    wanted = [piece for piece in pieces if piece][:_MAX_PIECES]
    return await _guarded(service, write_tei_affiliations, wanted)


async def _parsed(service: Service, strings: list[str]) -> list[Reference]:
    """The references, a batch at a time."""
    references: list[Reference] = []
    for start in range(0, len(strings), _BATCH):
        references += await _guarded(service, parse_references, strings[start : start + _BATCH])
    return references


async def _guarded(service: Service, function: Callable[[T], R], given: T) -> R:
    """What a function makes of what was sent, in a worker; Busy when too much waits."""
    async with service.admission.turn():
        outcome = await asyncio.wrap_future(service.guard.submit(function, given))
    if outcome.status is not None:
        raise refused_by_status(outcome.status, outcome.detail)
    return cast(R, outcome.value)


def _manner(fields: dict[str, list[str]]) -> TeiManner:
    return TeiManner(raw_citations=is_on(fields.get("includeRawCitations", [""])[0]))


async def _fields(service: Service, request: Request) -> dict[str, list[str]]:
    """The fields of a form, however it was sent."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        return (await receive_form(service, request, files=())).fields
    if kind not in (_FORM, ""):
        raise Refused(400, f"Send a form ({_FORM}).")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _MAX_BODY:
            raise Refused(413, f"The form has more than {_MAX_BODY / 1e6:,.1f} MB.")
    try:
        pairs = parse_qsl(
            body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=_MAX_FIELDS
        )
    except ValueError as error:
        raise Refused(400, f"The form cannot be read: {error}") from None
    fields: dict[str, list[str]] = {}
    for name, value in pairs:
        fields.setdefault(name, []).append(value)
    return fields


def _all(fields: dict[str, list[str]], name: str) -> list[str]:
    if name not in fields:
        raise Refused(400, f"The form has no field `{name}`.")
    return fields[name]


def _only(fields: dict[str, list[str]], name: str, most: int) -> str:
    return _all(fields, name)[0][:most].strip()


def _body(
    field: str, switches: Mapping[str, str] = MappingProxyType({}), *, is_list: bool = False
) -> dict[str, Any]:
    """What a route takes, for OpenAPI."""
    text: dict[str, Any] = {"type": "string"}
    properties: dict[str, Any] = {field: {"type": "array", "items": text} if is_list else text}
    properties |= {name: {**text, "description": said} for name, said in switches.items()}
    schema = {"type": "object", "properties": properties, "required": [field]}
    return {"required": True, "content": {_FORM: {"schema": schema}}}
