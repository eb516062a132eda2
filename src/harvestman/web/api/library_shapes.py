"""The shapes of what the library tells over HTTP, for the description of the API (OpenAPI): papers, venues, the plan, events,
visits, harvests. Answers are written from plain values; these say what is in them."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from pydantic import BaseModel

T = TypeVar("T")


class NextLink(BaseModel):
    """Where the next page is."""

    next: str | None


class PageOf(BaseModel, Generic[T]):
    """Some items of a longer list."""

    items: list[T]
    cursor: str | None
    links: NextLink


class AuthorShape(BaseModel):
    """A person as one paper names them."""

    name: str
    affiliations: list[str]
    emails: list[str] | None = None
    orcid: str | None = None
    family: str | None = None


class PaperShape(BaseModel):
    """A paper as its claims assemble it; what nobody says is null."""

    id: str
    title: str
    authors: list[AuthorShape]
    year: int | None
    date: str | None
    doi: str | None
    arxiv: str | None
    isbn: str | None
    issn: str | None
    pdf: str | None
    url: str | None
    venue: str | None
    volume: str | None
    issue: str | None
    pages: str | None
    publisher: str | None
    abstract: str | None
    keywords: list[str]
    language: str | None
    kind: str | None
    session: str | None
    added: str | None
    changed: str | None
    links: dict[str, str]


class EvidenceShape(BaseModel):
    """Where a value was seen."""

    source: str
    locator: str
    quote: str


class ClaimShape(BaseModel):
    """One value of one field, with who says so and where."""

    field: str
    value: Any
    reader: str
    version: str
    authority: str
    confidence: float
    evidence: EvidenceShape
    time: str
    shown: bool


class ChangeShape(BaseModel):
    """Something that happened to a paper, an event or a document."""

    when: str
    thing: str
    id: str
    kind: str
    into: str | None
    fields: list[str]


class PaperAlone(PaperShape):
    """One paper; with `evidence=true`, for each field the claim whose value is shown."""

    evidence: dict[str, ClaimShape] | None = None


class VenueShape(BaseModel):
    """A conference series."""

    key: str
    name: str | None
    acronym: str | None
    is_workshop: bool
    hosts: list[str]
    ended: int | None
    links: dict[str, str]


class VolumeShape(BaseModel):
    """One volume of proceedings."""

    key: str
    year: int
    strand: str | None
    title: str | None
    booktitle: str | None
    month: int | None
    city: str | None
    country: str | None
    is_workshop: bool
    colocated_with: str | None
    publisher: str | None
    source: str | None
    ee: str | None
    papers: int | None
    authors: int | None
    modified: str | None
    entered: str | None


class VenueAlone(VenueShape):
    """A series with its history, the newest volume first."""

    volumes: list[VolumeShape]
    has_more: bool


class RankShape(BaseModel):
    """One position of the ranking."""

    rank: int
    series: str
    name: str
    expected: str
    delta: int
    w_delay: float
    w_r: float
    w_i: float
    w_d: float
    w_cit: float
    w_prm: float
    w_size: float
    w_usage: float
    score: float
    workshop: bool
    probability: float | None
    reasons: list[str]


class PlanPage(PageOf[RankShape]):
    """Some positions of the ranking of a month."""

    month: str
    profile: str
    ranked: int


class AnswerShape(BaseModel):
    """A question and its answer."""

    question: str
    answer: str


class RankAlone(RankShape):
    """A position in words."""

    answers: list[AnswerShape]
    timeline: str


class AppointmentShape(BaseModel):
    """When to look next, and for what."""

    when: str | None
    waiting: str
    reason: str


class LookShape(BaseModel):
    """What one visit of an event's site saw."""

    when: str
    waiting: str
    papers: int
    files: int
    has_changed: bool
    was_reached: bool
    was_glance: bool
    detail: str


class EventShape(BaseModel):
    """One edition of a series; what nobody says is null."""

    id: str
    title: str
    series: str | None
    year: int | None
    name: str | None
    start: str | None
    end: str | None
    notification: str | None
    city: str | None
    country: str | None
    site: str | None
    acronym: str | None
    submission: str | None
    camera_ready: str | None
    portal: str | None
    proceedings: str | None
    sources: list[str]
    next: AppointmentShape
    last: LookShape | None
    links: dict[str, str]


class EventAlone(EventShape):
    """An event, who says what of it, and the looks at its site, the newest first."""

    claims: list[ClaimShape]
    looks: list[LookShape]


class EntryShape(BaseModel):
    """Something that happens on a day."""

    day: str
    last_day: str | None
    what: str
    title: str
    event: str
    detail: str | None
    address: str | None


class CalendarShape(BaseModel):
    """The coming weeks."""

    items: list[EntryShape]


class VisitToCome(AppointmentShape):
    """A visit on the agenda."""

    event: str
    title: str
    site: str | None


class VisitMade(LookShape):
    """A visit that was made."""

    event: str


class HarvestShape(BaseModel):
    """A harvest under way or ended."""

    id: str
    seeds: list[str]
    depth: int
    limit: int
    started: str
    finished: str | None
    links: dict[str, str]


class HarvestAlone(HarvestShape):
    """A harvest in numbers."""

    done: int
    open: int
    beyond_limit: int
    papers: int
    by_status: dict[str, int]


class PageVisit(BaseModel):
    """One page of a harvest; its status is null until it was visited."""

    url: str
    depth: int
    status: str | None
    papers: int
    http_status: int | None
    detail: str | None
    ended: str | None
