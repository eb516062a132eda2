"""The shapes of what the library tells over HTTP, for the description of the API (OpenAPI): papers, venues, the plan, events,
visits, harvests. Answers are written from plain values; these say what is in them."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from harvestman.model import Appointment, Claim, Event, Look, Paper, PaperEvent
from harvestman.store import ForgottenPaper, SeriesRecord, VolumeRecord
from harvestman.web.api.deriving import shape_of, with_more

T = TypeVar("T")


class NextLink(BaseModel):
    """Where the next page is."""

    next: str | None


class PageOf(BaseModel, Generic[T]):
    """Some items of a longer list."""

    items: list[T]
    cursor: str | None
    links: NextLink


def page_of(shape: type[BaseModel]) -> type[BaseModel]:
    """The shape of a page of such items."""
    made: type[BaseModel] = PageOf[shape]  # type: ignore[valid-type]
    return made


Links = dict[str, str]

AuthorShape = with_more(
    BaseModel,
    "AuthorShape",
    "A person as one paper names them.",
    name=str,
    affiliations=list[str],
    emails=(list[str] | None, None),
    orcid=(str | None, None),
    family=(str | None, None),
)
PaperEventShape = shape_of(PaperEvent, "PaperEventShape", id=str, year=int | None)
PaperShape = shape_of(
    Paper,
    "PaperShape",
    id=str,
    authors=list[AuthorShape],  # type: ignore[valid-type]
    event=PaperEventShape | None,
    links=Links,
)
ClaimShape = shape_of(Claim, "ClaimShape", without=["subject"], value=Any, shown=bool)
PaperAlone = with_more(
    PaperShape,
    "PaperAlone",
    "One paper; with `evidence=true`, for each field the claim whose value is shown.",
    evidence=(dict[str, ClaimShape] | None, None),  # type: ignore[valid-type]
)
ForgottenShape = shape_of(ForgottenPaper, "ForgottenShape", empty_is_null=False)
VenueShape = shape_of(SeriesRecord, "VenueShape", links=Links)
VolumeShape = shape_of(VolumeRecord, "VolumeShape", without=["series"])
VenueAlone = with_more(
    VenueShape,
    "VenueAlone",
    "A series with its history, the newest volume first.",
    volumes=list[VolumeShape],  # type: ignore[valid-type]
    has_more=bool,
)


class ForgottenAll(BaseModel):
    """The papers that were forgotten at once."""

    items: list[ForgottenShape]  # type: ignore[valid-type]


class IdsShape(BaseModel):
    """Papers by their ids."""

    ids: list[str]


class PaperNamed(BaseModel):
    """A paper of a pair; its id is null for mentions that were split off."""

    id: str | None
    title: str


class PairShape(BaseModel):
    """What was decided of two papers, or waits for a person."""

    id: str
    verdict: str
    state: str
    by: str
    made: str
    probability: float | None
    reasons: list[str]
    one: PaperNamed
    other: PaperNamed
    undone: str | None
    lapsed: str | None


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


AppointmentShape = shape_of(Appointment, "AppointmentShape")
LookShape = shape_of(Look, "LookShape", empty_is_null=False)
EventShape = shape_of(
    Event,
    "EventShape",
    id=str,
    title=str,
    series=str | None,
    year=int | None,
    next=AppointmentShape,
    last=LookShape | None,
    links=Links,
)
EventAlone = with_more(
    EventShape,
    "EventAlone",
    "An event, who says what of it, and the looks at its site, the newest first.",
    claims=list[ClaimShape],  # type: ignore[valid-type]
    looks=list[LookShape],  # type: ignore[valid-type]
)


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


VisitToCome = with_more(
    AppointmentShape,
    "VisitToCome",
    "A visit on the agenda.",
    event=str,
    title=str,
    site=str | None,
)
VisitMade = with_more(LookShape, "VisitMade", "A visit that was made.", event=str)


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


class ChangeShape(BaseModel):
    """Something that happened to a paper, an event or a document."""

    when: str
    thing: str
    id: str
    kind: str
    into: str | None
    fields: list[str]
