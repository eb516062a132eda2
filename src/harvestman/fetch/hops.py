"""Puts addresses into the form in which they are requested, and follows redirects one step at a time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from harvestman.fetch.guard import plain_host
from harvestman.fetch.transport import Failure
from harvestman.model import Status
from harvestman.text import canonical_url, host_of


def plain_url(url: str, *, base: str | None = None) -> str | None:
    """The canonical address with its host as it will be dialled; None when it cannot be asked for."""
    try:
        canonical = canonical_url(url, base=base)
    except ValueError:
        return None
    if canonical is None:
        return None
    written = host_of(canonical)
    dialled = _plain_netloc(written)
    if dialled is None or dialled == written:
        return canonical if dialled else None
    scheme, _, rest = canonical.partition("://")
    return f"{scheme}://{dialled}{rest[len(written) :]}"


@lru_cache(maxsize=10_000)  # a crawl visits few hosts
def _plain_netloc(netloc: str) -> str | None:
    """A host with its port, as it will be dialled; None when it is no valid host."""
    parts = urlsplit(f"//{netloc}")
    host = plain_host(parts.hostname or "")
    if host is None:
        return None
    host = f"[{host}]" if ":" in host else host
    return host if parts.port is None else f"{host}:{parts.port}"


def next_address(location: str, trail: Sequence[str], *, max_redirects: int) -> str:
    """Where a redirect leads; `trail` are the addresses so far, the redirecting one last. Raises `Failure`."""
    if not location:
        raise Failure(Status.BAD_RESPONSE, "the server sends us on without saying where to")
    target = plain_url(location, base=trail[-1])
    if target is None:
        raise Failure(
            Status.BAD_RESPONSE, "the server sends us on to something that is no web page"
        )
    if target in trail:
        raise Failure(
            Status.REDIRECT_LOOP,
            f"{target} leads back to itself; it may insist on cookies, which we do not keep",
        )
    if len(trail) > max_redirects:
        raise Failure(Status.REDIRECT_LOOP, f"more than {max_redirects} redirects")
    return target
