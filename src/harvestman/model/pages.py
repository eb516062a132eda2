"""What a visit to the web leaves behind: pages, their links, and what was read off them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from harvestman.model.claims import Mention
from harvestman.model.sending import sent_by_values
from harvestman.model.status import Status


@dataclass(frozen=True, slots=True)
class Page:
    """One fetched state of one URL."""

    url: str
    """The address that was asked for, in canonical form."""
    final_url: str
    """The address that answered, after redirects."""
    fetched: datetime
    http_status: int
    media_type: str
    """By header and bytes together, such as `text/html`."""
    content_type: str
    """The header as sent: its charset matters to the decoder."""
    digest: str
    """sha256 of the body, the name of its blob."""
    size_bytes: int
    etag: str = ""
    last_modified: str = ""
    links_header: tuple[str, ...] = ()
    """The values of the `Link` headers (RFC 8288, signposting)."""


@sent_by_values
@dataclass(frozen=True, slots=True)
class Link:
    """A link of a page: where it stands and what it says."""

    target: str
    """Absolute and canonical."""
    anchor: str
    position: int
    rel: str = ""


@sent_by_values
@dataclass(frozen=True, slots=True)
class PageReading:
    """All that was read off one page."""

    status: Status
    title: str = ""
    text: str = ""
    """What a person would read, for search."""
    encoding: str = ""
    links: tuple[Link, ...] = ()
    mentions: tuple[Mention, ...] = ()
    problems: tuple[str, ...] = ()
    """A line for each reader that failed on this page."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file, known by the sha256 of its bytes."""

    digest: str
    media_type: str
    size_bytes: int
    url: str = ""
