"""Which event a paper is of: its mentions belong to the event of their page, and what is known of the event speaks for the paper.

The claims are the event's own, carried over when a paper is assembled: whoever puts the event right puts its papers right. They
stand below what a paper says of itself: a journal or a year in its metadata is not overwritten.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import (
    OF_EVENT,
    Authority,
    Claim,
    Event,
    Evidence,
    Field,
    UsageError,
    assemble_event,
    event_claims_in_order,
)
from harvestman.store import schema
from harvestman.store.claims import EVENT, claim_of
from harvestman.store.database import batches
from harvestman.text import fold

_mention, _event, _claim = schema.mention, schema.event, schema.claim
_CONFIDENCE = 0.9
_SELECT = (
    sa.select(_mention.c.paper_id, _mention.c.subject, _mention.c.source, _mention.c.event_id)
    .where(
        _mention.c.paper_id.in_(sa.bindparam("papers", expanding=True)),
        _mention.c.event_id.is_not(None),
    )
    .order_by(_mention.c.id)
)


@dataclass(frozen=True, slots=True)
class HeldEvent:
    """An event with its row and the claims that its papers inherit."""

    row: int
    event: Event
    claims: tuple[Claim, ...]
    since: datetime
    """When it was first spoken of."""


def held_events(connection: Connection, rows: Collection[int]) -> dict[int, HeldEvent]:
    """Events by their rows."""
    found: dict[int, list[Claim]] = {}
    names: dict[int, str] = {}
    for batch in batches(rows):
        statement = (
            sa.select(_event.c.id, _event.c.public_id, _claim)
            .join_from(
                _event, _claim, (_claim.c.about == EVENT) & (_claim.c.about_id == _event.c.id)
            )
            .where(_event.c.id.in_(batch))
            .order_by(_event.c.id, _claim.c.number)
        )
        for row in connection.execute(statement):
            names[row.id] = row.public_id
            found.setdefault(row.id, []).append(claim_of(row, row.public_id))
    return {row: _held(row, names[row], claims) for row, claims in found.items()}


def rows_of_events(connection: Connection, words: str) -> list[int]:
    """The rows of the events that are meant by an id, or by what those with papers are called; UsageError when there is none."""
    exact = connection.scalar(sa.select(_event.c.id).where(_event.c.public_id == words.strip()))
    if exact is not None:
        return [int(exact)]
    with_papers = sa.select(schema.paper.c.event_id).where(schema.paper.c.event_id.is_not(None))
    rows = connection.scalars(with_papers.distinct()).all()
    meant = fold(words)
    found = [row for row, held in held_events(connection, rows).items() if meant in _calls(held)]
    if not found:
        raise UsageError(f"no paper here is of an event {words!r}: `harvestman events` lists them")
    return sorted(found)


def _calls(held: HeldEvent) -> set[str]:
    """What an event may be called, folded: "PACT 2022", "PACT'22", "PACT", its name with and without the year."""
    event = held.event
    years = ("", str(event.year), f"{event.year % 100:02d}") if event.year else ("",)
    words = [word for word in (event.acronym, event.name) if word]
    return {fold(f"{word} {year}") for word in words for year in years} | {fold(event.venue)}


def claims_by_events(
    connection: Connection, papers: Collection[int]
) -> tuple[dict[int, list[Claim]], dict[str, HeldEvent]]:
    """What events say of these papers, and the events by their ids."""
    rows = connection.execute(_SELECT, {"papers": list(papers)}).all()
    if not rows:
        return {}, {}
    events = held_events(connection, {row.event_id for row in rows})
    found: dict[int, list[Claim]] = {}
    told: set[tuple[int, int]] = set()
    for row in rows:
        held = events.get(row.event_id)
        if held is None:
            continue
        claims = found.setdefault(row.paper_id, [])
        claims.append(_belonging(held, row.source, row.subject))
        if (row.paper_id, row.event_id) not in told:
            told.add((row.paper_id, row.event_id))
            claims += held.claims
    return found, {held.event.id: held for held in events.values()}


def _held(row: int, name: str, claims: Sequence[Claim]) -> HeldEvent:
    event = assemble_event(claims, id=name)
    ordered = event_claims_in_order(claims)
    inherited = []
    if event.venue:
        inherited.append(_inherited(ordered, (Field.NAME, Field.ACRONYM), Field.VENUE, event.venue))
    if event.year:
        inherited.append(
            _inherited(ordered, (Field.YEAR, Field.START, Field.NAME), Field.YEAR, event.year)
        )
    since = min(claim.time for claim in claims)
    return HeldEvent(row, event, tuple(filter(None, inherited)), since)


def _inherited(
    claims: Iterable[Claim], fields: Sequence[Field], field: Field, value: str | int
) -> Claim | None:
    """The paper's claim that follows from the event's best claim of one of these fields."""
    claims = list(claims)
    for wanted in fields:
        for claim in claims:
            if claim.field is wanted:
                return Claim(
                    claim.subject,
                    field,
                    value,
                    claim.evidence,
                    f"{OF_EVENT}{claim.reader}",
                    claim.version,
                    Authority.LEARNED,
                    min(claim.confidence, _CONFIDENCE),
                    claim.time,
                )
    return None


def _belonging(held: HeldEvent, source: str, subject: str) -> Claim:
    """That the paper on this page is the event's."""
    return Claim(
        subject,
        Field.EVENT,
        held.event.id,
        Evidence(source, "the event of its page", held.event.title),
        "event",
        "1",
        Authority.LEARNED,
        _CONFIDENCE,
        held.since,
    )
