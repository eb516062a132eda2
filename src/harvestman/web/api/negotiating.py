"""Chooses the format of an answer: by `?output=`, else by the Accept header, else the default of that address.

JSON is usual everywhere but at CiteSeerExtractor's own paths, where it is XML. Answers carry an ETag of their bytes, and a client that
has them already is told so and nothing more.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from fastapi import Request, Response

from harvestman.web.compat.plain_xml import plain_to_xml

MEDIA_TYPES = {
    "json": "application/json",
    "xml": "application/xml",
    "text": "text/plain",
    "tei": "application/tei+xml",
    "jats": "application/jats+xml",
    "bibtex": "application/x-bibtex",
}
"""The forms of answers by the word that asks for them."""

PROBLEM = "application/problem+json"
"""Errors as RFC 9457 has them."""

HEAD = "harvestman.head"
"""In the scope of a request that is answered as GET, but without the body."""

_JSON, _XML, _TEXT = "json", "xml", "text"
_ACCEPTED = {
    "application/json": _JSON,
    "text/json": _JSON,
    "application/xml": _XML,
    "text/xml": _XML,
    "text/plain": _TEXT,
    **{MEDIA_TYPES[name]: name for name in ("tei", "jats", "bibtex")},
}
_MAX_ACCEPT = 1_000


def chosen_output(request: Request, *, among: tuple[str, ...] = (_JSON, _XML)) -> str:
    """The format that a request asks for; without a word, the first of `among` or the path's default."""
    asked = request.query_params.get("output", "")
    if asked in among:
        return asked
    usual: str = request.scope.get("usual_output", among[0])
    return _by_accept(request.headers.get("accept", ""), among) or (
        usual if usual in among else among[0]
    )


def _by_accept(accept: str, among: tuple[str, ...]) -> str:
    return accepted(accept, {name: form for name, form in _ACCEPTED.items() if form in among})


def accepted(accept: str, offers: Mapping[str, str]) -> str:
    """Which of the offers (media type: name) an Accept header likes best; "" when it names none of them."""
    best, best_weight = "", 0.0
    for piece in accept[:_MAX_ACCEPT].split(","):
        name, *parameters = (part.strip().lower() for part in piece.split(";"))
        weight = _weight(parameters)
        if name in offers and weight > best_weight:
            best, best_weight = offers[name], weight
    return best


def _weight(parameters: list[str]) -> float:
    for parameter in parameters:
        if parameter.startswith("q="):
            try:
                return float(parameter[2:])
            except ValueError:
                return 0.0
    return 1.0


def written(
    plain: Any, output: str, *, root: str, json_type: str = MEDIA_TYPES["json"]
) -> Response:
    """A JSON value as an answer in one of the formats."""
    if output == _XML:
        body = plain_to_xml(plain, root).encode()
    elif output == _TEXT and isinstance(plain, str):
        body = plain.encode()
    else:
        body = json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()
        return Response(body, media_type=json_type)
    return Response(body, media_type=MEDIA_TYPES[output])


def is_head(request: Request) -> bool:
    """Whether only the head of the answer will be sent, so that a long body need not be made."""
    return HEAD in request.scope


def with_etag(request: Request, answer: Response) -> Response:
    """The answer with an ETag made of its bytes; 304 without a body when the client has it already."""
    tag = f'"{hashlib.sha256(bytes(answer.body)).hexdigest()[:32]}"'
    return tagged(request, tag) or _with_tag(answer, tag)


def tagged(request: Request, tag: str) -> Response | None:
    """A 304 answer when the client's If-None-Match names this tag, else None."""
    known = request.headers.get("if-none-match", "")
    if known.strip() == "*" or tag in {one.strip().removeprefix("W/") for one in known.split(",")}:
        return _with_tag(Response(status_code=304), tag)
    return None


def _with_tag(answer: Response, tag: str) -> Response:
    answer.headers["ETag"] = tag
    answer.headers["Vary"] = "Accept"
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
