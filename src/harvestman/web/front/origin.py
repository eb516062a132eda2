"""Protects a service without keys from other web sites: a page in somebody's browser must not be able to use it.

A page of a stranger can make the operator's browser send forms to this machine, or have its own name resolve to it. The first is
seen by `Origin` and `Sec-Fetch-Site` (Fetch Metadata), the second by a `Host` that is not ours.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers

from harvestman.web.front.errors import Refused

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""What a service on this machine may be called by; its own `host` beside them."""

_HARMLESS = frozenset({"GET", "HEAD", "OPTIONS"})


def refuse_strangers(headers: Headers, method: str, names: frozenset[str] | None) -> Refused | None:
    """Why a request is refused for where it comes from; None when it is not."""
    if len(headers.getlist("host")) > 1:
        return Refused(400, "The request has more than one Host header.")
    host = headers.get("host", "")
    if names is not None and _name(host) not in names:
        return Refused(
            421,
            "This service is for this machine only, and is not called so.",
            status="wrong-host",
            remedy="Ask for it by the address that it prints at its start.",
        )
    if method in _HARMLESS:
        return None
    site = headers.get("sec-fetch-site", "none")
    origin = headers.get("origin")
    is_other = origin is not None and urlsplit(origin).netloc.lower() != host.lower()
    if site not in ("none", "same-origin") or is_other:
        return Refused(
            403,
            "The request comes from the page of another site.",
            status="wrong-origin",
            remedy="Send it from a program, or from a page of this service.",
        )
    return None


def _name(host: str) -> str:
    """A Host header without its port."""
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdecimal() else host.lower()
