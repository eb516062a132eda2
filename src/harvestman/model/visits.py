"""A harvest and its visits. The queue of visits is the frontier: it lives in the store, so a killed run goes on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from harvestman.model.claims import Mention
from harvestman.model.pages import Link, Page, PageReading
from harvestman.model.status import Status


@dataclass(frozen=True, slots=True)
class HarvestRequest:
    """What a person asked to be harvested; two equal requests are one harvest until it has ended."""

    seeds: tuple[str, ...]
    """Canonical URLs in the order given."""
    depth: int
    limit: int
    """At most so many pages are visited in all."""


@dataclass(frozen=True, slots=True)
class Harvest:
    """A harvest under way or ended."""

    id: str
    request: HarvestRequest
    started: datetime
    finished: datetime | None = None


@dataclass(frozen=True, slots=True)
class Visit:
    """One URL that a harvest is to look at, in the order of its layer."""

    url: str
    depth: int
    parent: int
    """The `ordinal` of the visit whose page links here; -1 for a seed."""
    position: int
    """The place of the link on that page, or of the seed in the request."""
    ordinal: int = -1
    """The place in the whole harvest, given when the visit's layer begins."""


@dataclass(frozen=True, slots=True)
class LinkedMention:
    """A mention with the keys under which its paper is recognised elsewhere."""

    mention: Mention
    keys: frozenset[str]


@dataclass(frozen=True, slots=True)
class VisitOutcome:
    """How a visit ended: everything that is kept of it in one transaction."""

    visit: Visit
    status: Status
    detail: str = ""
    """One line for a person: what exactly happened."""
    http_status: int = 0
    page: Page | None = None
    reading: PageReading | None = None
    mentions: tuple[LinkedMention, ...] = ()
    follow: tuple[Link, ...] = ()
    """The links to visit next, those of the reading that lie within the harvest."""
