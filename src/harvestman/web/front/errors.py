"""Error answers, all in one shape: a problem as RFC 9457 defines it, as JSON or XML.

Refused              carries its HTTP status
├── Busy             503: the queue is full; Retry-After says when to come back
├── Missing          404
├── TooLarge         413
└── Forbidden        401 or 403: no key, or one that does not open this door
"""

from __future__ import annotations

import logging
import math
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from harvestman.model import (
    GuardError,
    HarvestmanError,
    LibraryFull,
    LibraryLocked,
    LibraryUnreachable,
    Plain,
    Status,
    UsageError,
)
from harvestman.web.api.negotiating import PROBLEM, chosen_output, written

_log = logging.getLogger("harvestman.web")
_MAX_TOLD = 5

ERROR_PAGE = "harvestman.error_page"
"""In the scope of a request: what makes a page of a refusal."""
_FOR_PROGRAMS = ("/api/", "/oai", "/feeds/", "/extractor/")

CLIENT_GONE = 499
"""What is counted for a client that went away before its answer; no client ever sees it."""

_WORDS: Mapping[int, tuple[str, str]] = {
    400: ("bad-request", "Check the request against /openapi.json."),
    401: ("no-key", "Send a key: `Authorization: Bearer KEY` or `X-API-Key: KEY`."),
    403: ("forbidden", "Use a key that allows it."),
    404: ("not-found", "Check the address; what was removed does not come back."),
    405: ("bad-method", "The Allow header names what this address takes."),
    408: ("too-slow", "Send the file faster, or in smaller pieces."),
    413: ("too-large", "Send a smaller file."),
    415: ("unknown-format", "Send PDF, PostScript, Word, OpenDocument, RTF, HTML or text."),
    416: ("bad-range", "Ask for bytes that the file has; Content-Range says how many those are."),
    422: ("bad-request", "Check the request against /openapi.json."),
    429: ("too-many-requests", "Wait as long as Retry-After says."),
    503: ("busy", "Try again after as many seconds as Retry-After says."),
}


class Refused(HarvestmanError):
    """The request is refused: with which HTTP status, why, and what to do about it."""

    def __init__(
        self,
        http_status: int,
        error: str,
        *,
        status: str = "",
        remedy: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(error)
        slug, advice = _WORDS.get(http_status, ("fault", "Try again; if it stays so, report it."))
        self.http_status = http_status
        self.error = error
        self.status = status or slug
        self.remedy = remedy or advice
        self.headers = dict(headers or {})


class Busy(Refused):
    """Too much work is waiting already (503, or 429 for one key)."""

    def __init__(self, error: str, *, retry_after_s: float = 1.0, http_status: int = 503) -> None:
        seconds = str(max(1, math.ceil(retry_after_s)))
        super().__init__(http_status, error, headers={"Retry-After": seconds})


class Missing(Refused):
    """Nothing has this address or id (404)."""

    def __init__(self, error: str, *, remedy: str = "") -> None:
        super().__init__(404, error, remedy=remedy)


class TooLarge(Refused):
    """The body is larger than the service takes (413)."""

    def __init__(self, most: int) -> None:
        super().__init__(413, f"The file has more than {most / 1e6:,.1f} MB.")


class Forbidden(Refused):
    """There is no key, or one without the scope that is needed (401, 403)."""

    def __init__(self, error: str, *, http_status: int = 403) -> None:
        headers = {"WWW-Authenticate": 'Bearer realm="harvestman"'} if http_status == 401 else {}
        super().__init__(http_status, error, headers=headers)


def refused_by_status(status: Status, detail: str = "") -> Refused:
    """The refusal for a status such as `bad-pdf`: the file or address that was given is at fault."""
    error = f"{status.meaning} ({detail})" if detail not in ("", status.meaning) else status.meaning
    return Refused(422, error, status=str(status), remedy=status.remedy)


def refusal_of(error: Exception) -> Refused:
    """The refusal that any of our errors becomes; it tells the error's own message and nothing else of the inside."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, UsageError):
        return Refused(400, str(error))
    if isinstance(error, LibraryLocked | LibraryUnreachable | GuardError):
        return Busy("The service cannot reach a part of itself just now.", retry_after_s=5)
    if isinstance(error, LibraryFull):
        return Refused(
            507, "The service has no space left.", status="full", remedy="Tell whoever runs it."
        )
    return Refused(500, "The service has failed over this request.")


def add_error_answers(app: FastAPI) -> None:
    """Answer every kind of failure that is foreseen in the one shape; a fault of ours is caught in `front.py`."""

    async def harvestman_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, HarvestmanError)
        refusal = refusal_of(error)
        if refusal.http_status >= 500 and not isinstance(error, Busy):
            _log.error("%s: %s", type(error).__name__, error, exc_info=error)
        return error_answer(request, refusal)

    async def http_exception(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        refusal = Refused(error.status_code, str(error.detail), headers=error.headers)
        return error_answer(request, refusal)

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        if all(one.get("loc", ("",))[0] == "path" for one in error.errors()):
            # What cannot be an id is the id of nothing.
            return error_answer(request, Missing("There is nothing at this address."))
        lines = [
            f"{'.'.join(str(step) for step in one.get('loc', ()))}: {one.get('msg', '')}"
            for one in error.errors()[:_MAX_TOLD]
        ]
        return error_answer(request, Refused(422, "; ".join(lines)))

    async def gone(request: Request, error: Exception) -> Response:
        return Response(status_code=CLIENT_GONE)  # nobody takes it; it is for the count

    handlers: tuple[
        tuple[type[Exception], Callable[[Request, Exception], Awaitable[Response]]], ...
    ] = (
        (HarvestmanError, harvestman_error),
        (HTTPException, http_exception),
        (RequestValidationError, invalid),
        (ClientDisconnect, gone),
    )
    for kind, handler in handlers:
        app.add_exception_handler(kind, handler)


def error_answer(request: Request, refusal: Refused) -> Response:
    """The HTTP answer for a refusal: a page for a browser, where there are pages, else a problem."""
    make_page: Callable[[Request, Refused], Response] | None = request.scope.get(ERROR_PAGE)
    if make_page is not None and _is_browsing(request):
        return make_page(request, refusal)
    plain: Plain = {
        "title": _phrase(refusal.http_status),
        "status": refusal.http_status,
        "detail": refusal.error,
        "outcome": refusal.status,
        "remedy": refusal.remedy,
    }
    answer = written(plain, chosen_output(request), root="problem", json_type=PROBLEM)
    answer.status_code = refusal.http_status
    answer.headers.update(refusal.headers)
    return answer


def _is_browsing(request: Request) -> bool:
    """Whether a person's browser asks, and not for what programs ask for."""
    if request.url.path.startswith(_FOR_PROGRAMS):
        return False
    return "text/html" in request.headers.get("accept", "")


def _phrase(http_status: int) -> str:
    """The standard phrase of an HTTP status, such as Not Found."""
    try:
        return HTTPStatus(http_status).phrase
    except ValueError:
        return "Refused"
