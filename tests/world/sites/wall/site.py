"""Walls: what stands between a polite robot and a page."""

from __future__ import annotations

from datetime import datetime, timedelta

from world import Request, Response, World
from world.wire import http_date

_CHALLENGE = b"""<!DOCTYPE html>
<html lang="en-US">
<head><title>Just a moment...</title><meta name="robots" content="noindex,nofollow">
<meta http-equiv="refresh" content="390"></head>
<body class="no-js"><div class="main-wrapper" role="main"><h1>wall.localhost</h1>
<h2>Checking if the site connection is secure</h2>
<noscript>Enable JavaScript and cookies to continue</noscript>
<form id="challenge-form" action="/challenge?__cf_chl_tk=0" method="POST"></form></div>
<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script></body>
</html>
"""
_PAGE = b"<!DOCTYPE html>\n<title>Inside</title>\n<h1>You are in.</h1>\n"
_SCRIPTED = b"""<!DOCTYPE html>
<title>Inside</title>
<script type="module" src="/inside.js"></script>
<noscript>You need to enable JavaScript to run this app.</noscript>
<div id="root"></div>
"""
_SCRIPT = b'document.getElementById("root").textContent = "You are in.";\n'

_first_visit: dict[str, datetime] = {}


def answer(request: Request, world: World) -> Response | None:
    make = _DOORS.get(request.path)
    return make(request, world.clock.now()) if make else None


def _challenge(request: Request, now: datetime) -> Response:
    return Response(_CHALLENGE, 403, headers=(("cf-mitigated", "challenge"),))


def _challenge200(request: Request, now: datetime) -> Response:
    return Response(_CHALLENGE)


def _too_fast(request: Request, now: datetime) -> Response:
    return Response(b"Slow down.\n", 429, "text/plain", (("Retry-After", "120"),))


def _busy(request: Request, now: datetime) -> Response:
    later = http_date(now + timedelta(hours=1))
    return Response(b"Back soon.\n", 503, "text/plain", (("Retry-After", later),))


def _once(request: Request, now: datetime) -> Response:
    if now - _first_visit.setdefault(request.path, now) < timedelta(seconds=2):
        return Response(b"Slow down.\n", 429, "text/plain", (("Retry-After", "2"),))
    return Response(_PAGE)


def _login(request: Request, now: datetime) -> Response:
    page = b"<!DOCTYPE html><title>Sign in</title><h1>Members only</h1>\n"
    return Response(page, 401, headers=(("WWW-Authenticate", 'Basic realm="members"'),))


def _cookies(request: Request, now: datetime) -> Response:
    if "session=" in request.headers.get("cookie", ""):
        return Response(_PAGE)
    return Response(b"", 302, headers=(("Set-Cookie", "session=1"), ("Location", "/cookies")))


def _scripted(request: Request, now: datetime) -> Response:
    return Response(_SCRIPTED)


def _script(request: Request, now: datetime) -> Response:
    return Response(_SCRIPT, content_type="text/javascript")


_DOORS = {
    "/challenge": _challenge,
    "/challenge200": _challenge200,
    "/toofast": _too_fast,
    "/busy": _busy,
    "/once": _once,
    "/login": _login,
    "/cookies": _cookies,
    "/scripted": _scripted,
    "/inside.js": _script,
}
