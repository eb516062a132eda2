"""CiteSeerExtractor's own paths (`POST /`, `GET /ID/header?output=xml|json`, …), at the root and below `/extractor`, XML by default.

Its clients find what they look for: `resource_id`, `token` and links in the answer to a file, `title`, `author/name`, `citation/rawString`
and `body` in the parts, all below `CSXAPIMetadata`. JSON has the same tree, an element that repeats as a list.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree as ET

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.routing import APIRoute
from starlette.convertors import Convertor, register_url_convertor
from starlette.types import Receive, Scope, Send

from harvestman.formats.xml_escaping import add, serialised
from harvestman.holdings import unpack_json
from harvestman.model import Plain, is_meeting
from harvestman.store.ids import ID_LENGTH, ID_LETTERS
from harvestman.web.api.documents import DocumentId, OutputQuery, part_answer, remove_document
from harvestman.web.api.downloads import PARTIAL, file_answer
from harvestman.web.api.intake import REQUEST_BODY, receive_document
from harvestman.web.api.negotiating import MEDIA_TYPES, chosen_output, with_etag, written
from harvestman.web.api.shapes import UNCHANGED, answers, errors
from harvestman.web.front.errors import Refused
from harvestman.web.front.keys import allow, sender, viewer
from harvestman.web.service import Service

PREFIXES = ("", "/extractor")

_ID = "{document_id:document}"
_ROOT = "CSXAPIMetadata"
_LINKS = ("file", "header", "citations", "keyphrases", "body", "text")


class _DocumentConvertor(Convertor[str]):
    """Matches only what looks like a document's id, so that these paths, which begin with one, hide no other route."""

    regex = f"[{ID_LETTERS}]{{{ID_LENGTH}}}"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("document", _DocumentConvertor())


class _CiteSeerRoute(APIRoute):
    """A route whose answers, refusals too, are XML unless asked for otherwise."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["usual_output"] = "xml"
        await super().handle(scope, receive, send)


def citeseer_router(service: Service) -> APIRouter:
    """Routes at CiteSeerExtractor's own paths."""
    router = APIRouter(tags=["CiteSeerExtractor"], route_class=_CiteSeerRoute)
    for prefix in PREFIXES:
        _add_paths(router, service, prefix)
    return router


def _add_paths(router: APIRouter, service: Service, prefix: str) -> None:
    read, write = [Depends(allow(service, "read"))], [Depends(allow(service, "write"))]

    async def send(request: Request) -> Response:
        """Send a document; the answer has its id and links."""
        upload = await receive_document(service, request)
        try:
            held = await service.take(upload, sent_by=sender(request))
        finally:
            service.discard(upload)
        base = f"{str(request.base_url).rstrip('/')}{prefix}/{held.id}"
        answer = _citeseer_answer(_links(base), chosen_output(request))
        answer.status_code = 201
        answer.headers["Location"] = base
        return answer

    async def show(request: Request, document_id: DocumentId) -> Response:
        """The links of a document again."""
        document = await service.document(document_id, seen_by=viewer(request))
        plain = _links(f"{str(request.base_url).rstrip('/')}{prefix}/{document.id}")
        return with_etag(request, _citeseer_answer(plain, chosen_output(request)))

    async def remove(request: Request, document_id: DocumentId) -> Response:
        """Remove a document."""
        await remove_document(service, request, document_id)
        return Response(f"DELETED {document_id}", media_type=MEDIA_TYPES["text"])

    async def download(request: Request, document_id: DocumentId) -> Response:
        """The file as it was sent."""
        return await file_answer(
            service, request, await service.document(document_id, seen_by=viewer(request))
        )

    async def text(request: Request, document_id: DocumentId) -> Response:
        """The full text."""
        value = await _value(service, request, document_id, "text")
        return with_etag(request, written(value, "text", root="text"))

    sent: dict[int | str, dict[str, Any]] = {
        201: answers(None, "xml", "json", sentence="Kept and read.")
    }
    places = (prefix or "/",) if not prefix else (prefix, f"{prefix}/file")
    for place in places:
        router.add_api_route(
            place,
            send,
            methods=["POST"],
            status_code=201,
            dependencies=write,
            openapi_extra=REQUEST_BODY,
            responses={**sent, **errors(415)},
        )
    router.add_api_route(
        f"{prefix}/{_ID}",
        show,
        methods=["GET"],
        dependencies=read,
        responses={
            200: answers(None, "xml", "json", sentence="Its links."),
            304: UNCHANGED,
            **errors(404),
        },
    )
    router.add_api_route(
        f"{prefix}/{_ID}",
        remove,
        methods=["DELETE"],
        dependencies=write,
        responses={
            200: {"description": "Removed.", "content": {MEDIA_TYPES["text"]: {}}},
            **errors(404),
        },
    )
    for name, handler in (("file", download), ("text", text)):
        kind = "*/*" if name == "file" else MEDIA_TYPES["text"]
        router.add_api_route(
            f"{prefix}/{_ID}/{name}",
            handler,
            methods=["GET"],
            dependencies=read,
            responses={
                200: {"description": f"The {name}.", "content": {kind: {}}},
                **({206: PARTIAL} if name == "file" else {}),
                304: UNCHANGED,
                **errors(404, 416),
            },
        )
    parts = {name: _part_route(service, part, shape) for name, part, shape in _SHAPES}
    for name in service.extractors.keys() - {"text"}:
        parts.setdefault(name, _other_route(service, name))
    for name, handler in sorted(parts.items()):
        router.add_api_route(
            f"{prefix}/{_ID}/{name}",
            handler,
            methods=["GET"],
            name=name,
            dependencies=read,
            responses={
                200: answers(None, "xml", "json", sentence=f"The {name}."),
                304: UNCHANGED,
                **errors(404),
            },
        )


def _part_route(service: Service, part: str, shape: Callable[[Any], Plain]) -> Callable[..., Any]:
    async def show(
        request: Request,
        document_id: DocumentId,
        output: str = Query("", description="xml (default) or json; else by Accept"),
    ) -> Response:
        if output not in ("", "xml", "json"):
            raise Refused(
                400, 'Unsupported output format. Options are: "xml" (default) and "json".'
            )
        plain = {"algorithm": shape(await _value(service, request, document_id, part))}
        return with_etag(request, _citeseer_answer(plain, chosen_output(request)))

    return show


def _other_route(service: Service, name: str) -> Callable[..., Any]:
    """The route of an extractor that CiteSeerExtractor does not have, such as a plug-in: in its own shape."""

    async def show(
        request: Request, document_id: DocumentId, output: OutputQuery = None
    ) -> Response:
        part = await service.part(
            await service.document(document_id, seen_by=viewer(request)), name
        )
        form = chosen_output(request)
        return await service.run(part_answer, request, part.value, form, root=name)

    return show


async def _value(service: Service, request: Request, document_id: str, part: str) -> Any:
    kept = await service.part(await service.document(document_id, seen_by=viewer(request)), part)
    return await service.run(lambda: json.loads(unpack_json(kept.value)))


def _citeseer_answer(plain: Plain, output: str) -> Response:
    if output == "json":
        return written(plain, "json", root=_ROOT)
    root = ET.Element(_ROOT)
    _fill(root, plain)
    return Response(serialised(root), media_type=MEDIA_TYPES["xml"])


def _fill(element: ET.Element, plain: Plain) -> None:
    for name, value in plain.items():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict):
                _fill(add(element, name), one)
            else:
                add(element, name, str(one))


def _links(base: str) -> Plain:
    """A document as CiteSeerExtractor tells it: its id, under the paper's name for it and the service's, and the addresses of its parts."""
    document_id = base.rpartition("/")[2]
    links = {name: f"{base}/{name}" for name in _LINKS}
    # Clients of its first version look for the file as `pdf`.
    return {"resource_id": document_id, "token": document_id, **links, "pdf": links["file"]}


def _header(header: Any) -> Plain:
    authors = [
        _told(
            name=author["name"],
            affiliation="; ".join(author["affiliations"]),
            email=author["email"] or "",
        )
        for author in header["authors"]
    ]
    return _told(
        title=header["title"] or "",
        authors={"author": authors} if authors else "",
        abstract=header["abstract"] or "",
        keywords={"keyword": header["keywords"]} if header["keywords"] else "",
        date=header["date"] or "",
    )


def _citations(citations: Any) -> Plain:
    return {"citationList": {"citation": [_citation(one) for one in citations]}}


def _citation(citation: Plain) -> Plain:
    container = citation["container"] or ""
    return _told(
        authors={"author": citation["authors"]} if citation["authors"] else "",
        title=citation["title"] or "",
        date=citation["year"] or "",
        booktitle=container if is_meeting(container) else "",
        journal="" if is_meeting(container) else container,
        publisher=citation["publisher"] or "",
        location=citation["place"] or "",
        volume=citation["volume"] or "",
        number=citation["issue"] or "",
        pages=citation["pages"] or "",
        rawString=citation["raw"],
    )


def _body(sections: Any) -> Plain:
    pieces = (f"{one['heading']}\n\n{one['text']}".strip() for one in sections)
    return {"body": "\n\n".join(pieces)}


def _keyphrases(keywords: Any) -> Plain:
    return {"keyphrases": {"keyphrase": keywords["keywords"]}}


def _told(**fields: Any) -> Plain:
    """The fields that are not empty."""
    return {name: value for name, value in fields.items() if value}


_SHAPES: tuple[tuple[str, str, Callable[[Any], Plain]], ...] = (
    ("header", "header", _header),
    ("citations", "citations", _citations),
    ("body", "body", _body),
    ("keyphrases", "keywords", _keyphrases),
    ("keywords", "keywords", _keyphrases),
)
