"""What one fetch came to: a body, or the status in which it ended."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from harvestman.model import Status
from harvestman.model.sending import quickly_made


@quickly_made
@dataclass(frozen=True, slots=True)
class Fetched:
    """One URL asked for, and what came of it."""

    url: str
    """The address that was asked for, as it was given."""
    final_url: str
    """The address that answered, or at which the way ended, after redirects."""
    fetched: datetime
    status: Status | None = None
    """None when a body was delivered; `UNCHANGED` when it is still the one of the validators; else how it ended."""
    detail: str = ""
    """One line for a person: what exactly happened."""
    http_status: int = 0
    """0 when no answer came."""
    media_type: str = ""
    """By header and bytes together, such as `text/html`."""
    content_type: str = ""
    """The header as sent: its charset matters to the decoder."""
    body: bytes = b""
    """Unpacked; empty unless `status` is None."""
    etag: str = ""
    last_modified: str = ""
    links_header: tuple[str, ...] = ()
    """The values of the `Link` headers (RFC 8288, signposting)."""
    allow_origin: str = ""
    """The `Access-Control-Allow-Origin` header: which pages' scripts may read this, for a browser to obey."""
    redirects: tuple[str, ...] = ()
    """The addresses that sent us on, in order: the one asked for first."""
    retry_after_s: float | None = None
    """How long the site asks us to stay away, when it does."""
