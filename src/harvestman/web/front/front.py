"""What every request passes through: a request id, safe headers, limits on the body and on slow clients, a count, a line of log.

One plain ASGI layer around the application, so that it also covers what the application itself refuses.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from harvestman.web.api.negotiating import HEAD
from harvestman.web.front.errors import (
    CLIENT_GONE,
    ERROR_PAGE,
    Refused,
    TooLarge,
    error_answer,
    refusal_of,
)
from harvestman.web.front.metrics import Metrics
from harvestman.web.front.origin import refuse_strangers

_log = logging.getLogger("harvestman.web.requests")

_MAX_JSON = 1_000_000
_FORM_EXTRA = 1_000_000  # what a form adds to its file
MIN_BYTES_S = 1_000
"""How fast a client has to send its request and take its answer, once the first patience is over."""

# As they are sent: names in small letters.
_SAFE_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)


class Front:
    """Puts a request id, safe headers, limits on body and time, a count and a log line around every request."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        metrics: Metrics,
        names: frozenset[str] | None,
        public_url: str,
        max_upload: int,
        upload_timeout_s: float,
        error_page: Callable[[Request, Refused], Response],
    ) -> None:
        self._app = app
        self._error_page = error_page
        self._names = names
        self._public = urlsplit(public_url) if public_url else None
        self._metrics = metrics
        self._max_upload = max_upload
        self._timeout_s = upload_timeout_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one HTTP request; start-up and shut-down messages are passed on unchanged."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope = {**scope, ERROR_PAGE: self._error_page}
        passing = _Passing(scope, receive, send, timeout_s=self._timeout_s)
        passing.most, passing.extra = self._most(passing.headers)
        if passing.is_head:
            # What answers GET answers HEAD; the server itself goes by its own scope, which stays as it is.
            scope = {**scope, "method": "GET", HEAD: True}
        try:
            refusal = refuse_strangers(passing.headers, scope["method"], self._names)
            if refusal is None and passing.announced > passing.most + passing.extra:
                refusal = TooLarge(passing.most)
            if refusal is None:
                if self._public:
                    _rename(scope, self._public)
                refusal = await self._answer(scope, passing)
            if refusal is not None:
                answer = error_answer(Request(scope, receive), refusal)
                answer.headers["Connection"] = "close"  # the body may not have been read
                await answer(scope, passing.receive, passing.send)
        finally:
            self._note(scope, passing)

    async def _answer(self, scope: Scope, passing: _Passing) -> Refused | None:
        """Let the application answer; return the error answer if it fails before its answer has begun."""
        try:
            await self._app(scope, passing.receive, passing.send)
        except Exception as error:  # the request handler: the log keeps the trace
            _log.exception("fault over %s %s", passing.method, scope["path"])
            if passing.status:
                raise  # half an answer is out: only the end of the connection can tell
            return refusal_of(error)
        return None

    def _most(self, headers: Headers) -> tuple[int, int]:
        """How many bytes of body this path takes, and how many more its form may add around them."""
        if headers.get("content-type", "").partition(";")[0].strip().lower().endswith("json"):
            return _MAX_JSON, 0
        return self._max_upload, _FORM_EXTRA

    def _note(self, scope: Scope, passing: _Passing) -> None:
        seconds = passing.now() - passing.started
        route = getattr(scope.get("route"), "path", "") or "-"
        status = passing.status or CLIENT_GONE
        self._metrics.requests.labels(passing.method, route, str(status)).inc()
        self._metrics.request_seconds.labels(route).observe(seconds)
        if status in (429, 503):
            self._metrics.refused.labels(str(status)).inc()
        _log.info(
            "%s %s %s",
            passing.method,
            scope["path"],
            status,
            extra={
                "request": passing.request_id,
                "method": passing.method,
                "path": scope["path"][:200],
                "status": status,
                "seconds": round(seconds, 4),
                "bytes_in": passing.received,
                "key": getattr(scope.get("state", {}).get("key"), "id", None),
            },
        )


class _Passing:
    """The state of one request: how much of its body has come, whether the answer has begun."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, *, timeout_s: float) -> None:
        self.headers = Headers(scope=scope)
        self.method = _method(scope)
        self.request_id = secrets.token_hex(8)
        self.status = 0
        self.received = 0
        self.most = self.extra = 0
        self.started = self.now()
        self._receive = receive
        self._send = send
        self._timeout_s = timeout_s
        self._has_whole_body = False

    @property
    def is_head(self) -> bool:
        """Whether only the head of the answer is asked for."""
        return self.method == "HEAD"

    @staticmethod
    def now() -> float:
        return asyncio.get_running_loop().time()

    @property
    def announced(self) -> int:
        """The Content-Length that the client sent; 0 when there is none or it is no number."""
        length = self.headers.get("content-length", "")
        return int(length) if length.isdecimal() and len(length) < 19 else 0

    async def receive(self) -> Message:
        """The next piece of the body, within the time and size that are allowed."""
        if self._has_whole_body:
            return await self._receive()
        # The longer it takes, the more must have come: one byte now and then does not keep a place.
        left = self.started + self._timeout_s + self.received / MIN_BYTES_S - self.now()
        try:
            async with asyncio.timeout(max(0.0, left)):
                message = await self._receive()
        except TimeoutError:
            raise Refused(
                408, "The request did not arrive in time.", headers={"Connection": "close"}
            ) from None
        if message["type"] == "http.request":
            self.received += len(message.get("body", b""))
            self._has_whole_body = not message.get("more_body", False)
            if self.received > self.most + self.extra:
                raise TooLarge(self.most)
        return message

    async def send(self, message: Message) -> None:
        """Pass the answer on, with our headers on it."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = list(message.get("headers", ()))
            named = {name for name, _ in headers}
            headers += (one for one in _SAFE_HEADERS if one[0] not in named)
            headers.append((b"x-request-id", self.request_id.encode()))
            message = {**message, "headers": headers}
        elif self.is_head and message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await self._send(message)


def _rename(scope: Scope, public: SplitResult) -> None:
    """Make links use the host name that clients use, also behind a proxy that uses another."""
    scope["scheme"] = public.scheme
    others = [(name, value) for name, value in scope["headers"] if name != b"host"]
    scope["headers"] = [(b"host", public.netloc.encode()), *others]


def _method(scope: Scope) -> str:
    """The HTTP method, or `other` for an unknown one: it becomes a label of the metrics, of which there must be few."""
    method = str(scope["method"])
    known = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
    return method if method in known else "OTHER"
