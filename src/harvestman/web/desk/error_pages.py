"""Errors as pages: what happened, to what, and what to do."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from fastapi import Request, Response

from harvestman.web.desk.catalogues import chosen_language
from harvestman.web.desk.rendering import Desk
from harvestman.web.desk.visitors import LANGUAGE_COOKIE, Visitor
from harvestman.web.front.errors import Refused


def error_pages(desk: Desk) -> Callable[[Request, Refused], Response]:
    """What makes a page of a refusal."""

    def page(request: Request, refusal: Refused) -> Response:
        if refusal.http_status == 303:
            return Response(status_code=303, headers=refusal.headers)
        answer = desk.page(
            request,
            _stranger(request),
            "error.html",
            status=refusal.http_status,
            headers=refusal.headers,
            refusal=refusal,
        )
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return page


def _stranger(request: Request) -> Visitor:
    """Somebody of whom nothing is asked: an error page has no form that changes anything."""
    language = chosen_language(
        request.query_params.get("lang", ""),
        request.cookies.get(LANGUAGE_COOKIE, ""),
        request.headers.get("accept-language", ""),
    )
    return Visitor(
        secret=secrets.token_urlsafe(8),
        key=None,
        is_new=False,
        language=language,
        may_write=False,
        may_admin=False,
        is_signed_in=False,
        asks_for_keys=False,
    )
