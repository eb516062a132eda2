"""Made-up requests, pages and mentions for the tests of the store, with short names for what varies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import sqlalchemy as sa

from harvestman.crawl import PageBudget, standing
from harvestman.dedup import paper_keys
from harvestman.model import (
    Author,
    Authority,
    Claim,
    CrawlState,
    Evidence,
    Field,
    Harvest,
    HarvestRequest,
    Lead,
    Lease,
    Link,
    LinkedMention,
    Mention,
    Page,
    PageReading,
    Status,
    Value,
    Visit,
    VisitOutcome,
)
from harvestman.store import (
    Content,
    Ended,
    Findings,
    Kept,
    KeptDocument,
    KeptPart,
    Library,
    NewDocument,
    Reading,
    Rival,
    Standing,
    Turn,
    schema,
)
from harvestman.store.crawl.frontier import OPEN, arrive, visit_of
from harvestman.store.crawl.rules import AS_GIVEN, Rules
from harvestman.store.crawl.turns import number_layer

NOON = datetime(2024, 5, 1, 12, 0, tzinfo=UTC)
SITE = "http://conf.example/"


@dataclass(frozen=True)
class Place:
    """Where a library is: what `open_library` takes."""

    kind: str
    db: str
    blobs: str


Opener = Callable[..., Library]
"""Opens the test's library once more; closed when the test ends."""


def claim(
    field: Field,
    value: Value,
    *,
    source: str = SITE,
    subject: str = "p1",
    authority: Authority = Authority.EMBEDDED,
    confidence: float = 0.9,
) -> Claim:
    return Claim(
        subject=subject,
        field=field,
        value=value,
        evidence=Evidence(source, f"meta[name={field}]", str(value)[:300]),
        reader="highwire",
        version="1",
        authority=authority,
        confidence=confidence,
        time=NOON,
    )


def mention(
    title: str | None = "On Spiders",
    *,
    keys: Iterable[str] = (),
    subject: str = "p1",
    source: str = SITE,
    authors: Sequence[str] = (),
    confidence: float = 0.9,
    **values: Value,
) -> LinkedMention:
    found: dict[Field, Value] = {Field(name): value for name, value in values.items()}
    if title is not None:
        found[Field.TITLE] = title
    if authors:
        found[Field.AUTHORS] = tuple(Author(name) for name in authors)
    claims = tuple(
        claim(field, value, source=source, subject=subject, confidence=confidence)
        for field, value in found.items()
    )
    return LinkedMention(Mention(claims), frozenset(keys))


def keyed(said: LinkedMention) -> LinkedMention:
    """The mention with the keys that the product gives it."""
    return replace(said, keys=paper_keys(said.mention.claims))


def page(url: str = SITE, *, digest: str = "a" * 64, fetched: datetime = NOON) -> Page:
    return Page(
        url=url,
        final_url=url,
        fetched=fetched,
        http_status=200,
        media_type="text/html",
        content_type="text/html; charset=utf-8",
        digest=digest,
        size_bytes=1234,
        etag='"1"',
        last_modified="Wed, 01 May 2024 12:00:00 GMT",
        links_header=('<https://doi.org/10.1/x>; rel="cite-as"',),
    )


def links(*targets: str) -> tuple[Link, ...]:
    return tuple(Link(target, f"to {target}", place) for place, target in enumerate(targets))


def outcome(
    visit: Visit,
    *,
    mentions: Sequence[LinkedMention] = (),
    follow: Sequence[str] = (),
    title: str = "A page",
    text: str = "",
    digest: str = "a" * 64,
    status: Status = Status.SUCCESS,
    fetched: datetime = NOON,
) -> VisitOutcome:
    found = links(*follow)
    return VisitOutcome(
        visit=visit,
        status=status,
        detail="as it should be",
        http_status=200,
        page=page(visit.url, digest=digest, fetched=fetched),
        reading=PageReading(status=status, title=title, text=text, links=found),
        mentions=tuple(mentions),
        follow=tuple(Lead(link) for link in found),
    )


@dataclass(frozen=True)
class CrawlRules:
    """The rules of a real crawl, which is done after so many fruitful visits."""

    limits: PageBudget
    enough: int = 10_000

    @classmethod
    def of(cls, request: HarvestRequest, *, enough: int = 10_000) -> CrawlRules:
        return cls(PageBudget(request.limit, request.site_limit), enough)

    def family(self, name: str, visited: int, fruitful: int) -> Standing:
        return standing(name, visited, fruitful)

    def turn(self, turn: Turn, rivals: Callable[[], Sequence[Rival]]) -> str | None:
        return self.limits.why_turn_beyond(turn, rivals)

    def layer(self, *, of_site: int, of_all: int) -> str:
        return self.limits.why_beyond(of_site=of_site, of_all=of_all)

    def is_done(self, state: CrawlState) -> bool:
        return state.fruitful >= self.enough


def open_visits(
    library: Library, harvest: Harvest, depth: int, *, rules: Rules = AS_GIVEN
) -> list[Visit]:
    """The open visits of a depth, in order, for one who goes layer by layer without stages and leases."""
    with library.database.write() as connection:
        found = sa.select(schema.harvest.c.id).where(schema.harvest.c.public_id == harvest.id)
        key = connection.scalars(found.with_for_update()).one()
        arrive(connection, key)
        number_layer(connection, key, depth, rules)
        visit = schema.visit
        rows = connection.execute(
            sa.select(visit)
            .where(visit.c.harvest_id == key, visit.c.depth == depth, visit.c.state == OPEN)
            .order_by(visit.c.ordinal)
        ).all()
    return [visit_of(row) for row in rows]


def keep_visit(
    library: Library,
    harvest: Harvest,
    outcome: VisitOutcome,
    *,
    lease: Lease | None = None,
    take_next: int = 0,
) -> Kept:
    """Keep one visit by itself."""
    (kept,) = library.harvests.keep_all(harvest, [Ended(outcome, lease, take_next)])
    return kept


def keep_mentions(
    library: Library, url: str, *mentions: LinkedMention, text: str = "", digest: str = "a" * 64
) -> None:
    """A harvest of one page that says this."""
    harvest = library.harvests.begin(HarvestRequest((url,), 0, 1))
    (visit,) = open_visits(library, harvest, 0)
    keep_visit(library, harvest, outcome(visit, mentions=mentions, text=text, digest=digest))
    library.harvests.finish(harvest)


def crawl(
    library: Library,
    harvest: Harvest,
    web: dict[str, VisitOutcome] | Callable[[Visit], VisitOutcome],
) -> list[str]:
    """Visit layer by layer what is open; the URLs that were visited."""
    visited = []
    rules = CrawlRules.of(harvest.request)
    for depth in range(harvest.request.depth + 1):
        for visit in open_visits(library, harvest, depth, rules=rules):
            answer = web(visit) if callable(web) else web[visit.url]
            keep_visit(library, harvest, answer)
            visited.append(visit.url)
    library.harvests.finish(harvest)
    return visited


def add_document(library: Library, new: NewDocument, reading: Reading) -> KeptDocument:
    """A document that has been read, without anything that was read."""
    kept = library.documents.keep(None, reading, new=new)
    assert kept is not None
    return kept


def keep_parts(library: Library, digest: str, parts: Mapping[str, KeptPart]) -> None:
    """What was read of a file that is no document."""
    library.documents.keep(Findings(digest, parts), Reading(Status.SUCCESS))


def keep_content(library: Library, content: Content) -> None:
    """What is inside a file."""
    library.documents.keep(Findings(content.digest, content=content), Reading(Status.SUCCESS))
