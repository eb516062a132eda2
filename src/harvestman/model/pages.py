"""What a visit to the web leaves behind: pages, their links, and what was read off them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from harvestman.model.claims import Mention
from harvestman.model.event_dates import EventDates
from harvestman.model.event_signs import EventSign
from harvestman.model.people import EntitySighting
from harvestman.model.sending import quickly_made, sent_by_values
from harvestman.model.status import Status


@quickly_made
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


class Want(StrEnum):
    """What a caller may want read off a page. What is not wanted costs nothing."""

    PAPERS = "papers"
    """The papers of an event, or the one paper of a landing page."""
    TALKS = "talks"
    """Beside the papers: keynotes, invited talks and tutorials, each of the kind `talk`."""
    DATES = "dates"
    """The page's event: its name, place and key dates."""
    LINKS = "links"
    TEXT = "text"
    """The title and what a person would read."""
    PUBLICATIONS = "publications"
    """The publications of a scholar or group, where the page is a list of them."""
    PEOPLE = "people"
    """The persons and organisations that the page names, with their addresses and roles."""


@dataclass(frozen=True, slots=True)
class PublicationList:
    """A page that lists what a scholar or a group has published: other events' and journals' papers, none of an own event."""

    owner: str
    """The scholar's name as the page prints it; empty where it does not say, as with most groups."""
    entries: tuple[Mention, ...]


@sent_by_values
@dataclass(frozen=True, slots=True)
class PageReading:
    """What was wanted of one page and found on it."""

    status: Status
    title: str = ""
    text: str = ""
    """What a person would read, for search."""
    encoding: str = ""
    links: tuple[Link, ...] = ()
    mentions: tuple[Mention, ...] = ()
    problems: tuple[str, ...] = ()
    """A line for each reader that failed on this page."""
    event: EventDates | None = None
    """None where no dates were wanted or the page could not be read."""
    signs: tuple[EventSign, ...] = ()
    """What the page says of the event that it belongs to, read with its papers."""
    publications: PublicationList | None = None
    """None where they were not wanted or the page is no list of publications."""
    people: tuple[EntitySighting, ...] = ()
    """Persons and organisations, where they were wanted."""
    parts: tuple[Link, ...] = ()
    """The files that the page is drawn with: script files (`rel` is "code"), data ("data") and feeds ("feed") that its scripts name."""
    is_drawn: bool = False
    """Whether its scripts draw a part of what is seen."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file, known by the sha256 of its bytes."""

    digest: str
    media_type: str
    size_bytes: int
    url: str = ""
