"""Which event a paper is of: its mentions belong to the event of their page, and what is known of the event speaks for the paper.

The claims are the event's own, carried over when a paper is assembled: whoever puts the event right puts its papers right. They
stand below what a paper says of itself: a journal or a year in its metadata is not overwritten.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

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
from harvestman.store.asking import ask, ask_one, numbers
from harvestman.store.claims import CLAIM, EVENT, claim_of
from harvestman.store.database import batches
from harvestman.text import fold

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

_CONFIDENCE = 0.9


@dataclass(frozen=True, slots=True)
class HeldEvent:
    """An event with its row and the claims that its papers inherit."""

    row: int
    event: Event
    claims: tuple[Claim, ...]
    since: datetime
    """When it was first spoken of."""


def claims_of_events(connection: AnyConnection, rows: Collection[int]) -> dict[int, list[Claim]]:
    """What is said of events, by their rows; each claim's subject is the event's id."""
    found: dict[int, list[Claim]] = {}
    for batch in batches(rows):
        claims = ask(
            connection,
            f"""
            SELECT {CLAIM}, event.id, event.public_id FROM event
            JOIN claim ON claim.about = '{EVENT}' AND claim.about_id = event.id
            WHERE event.id IN {numbers(batch)} ORDER BY event.id, claim.number
            """,  # noqa: S608
        )
        for claim in claims:
            *_, row, name = claim
            found.setdefault(row, []).append(claim_of(claim, name))
    return found


def held_events(connection: AnyConnection, rows: Collection[int]) -> dict[int, HeldEvent]:
    """Events by their rows."""
    found = claims_of_events(connection, rows)
    return {row: _held(row, claims[0].subject, claims) for row, claims in found.items()}


def rows_of_events(connection: AnyConnection, words: str) -> list[int]:
    """The rows of the events that are meant by an id, or by what those with papers are called; UsageError when there is none."""
    named = {"id": words.strip()}
    exact = ask_one(connection, "SELECT id FROM event WHERE public_id = :id", named)
    if exact is not None:
        return [int(exact)]
    with_papers = "SELECT DISTINCT event_id FROM paper WHERE event_id IS NOT NULL"
    rows = [row for (row,) in ask(connection, with_papers)]
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
    connection: AnyConnection, papers: Collection[int]
) -> tuple[dict[int, list[Claim]], dict[str, HeldEvent]]:
    """What events say of these papers, and the events by their ids."""
    rows = ask(
        connection,
        f"""
        SELECT paper_id, subject, source, event_id FROM mention
        WHERE paper_id IN {numbers(papers)} AND event_id IS NOT NULL ORDER BY id
        """,  # noqa: S608
    )
    if not rows:
        return {}, {}
    events = held_events(connection, {event for *_, event in rows})
    found: dict[int, list[Claim]] = {}
    told: set[tuple[int, int]] = set()
    pages: dict[tuple[str, int], Evidence] = {}
    for paper, subject, source, event in rows:
        held = events.get(event)
        if held is None:
            continue
        seen = pages.get((source, event))
        if seen is None:
            seen = Evidence(source, "the event of its page", held.event.title)
            pages[source, event] = seen
        claims = found.setdefault(paper, [])
        claims.append(_belonging(held, seen, subject))
        if (paper, event) not in told:
            told.add((paper, event))
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


def _belonging(held: HeldEvent, seen: Evidence, subject: str) -> Claim:
    """That the paper on this page is the event's."""
    return Claim(
        subject,
        Field.EVENT,
        held.event.id,
        seen,
        "event",
        "1",
        Authority.LEARNED,
        _CONFIDENCE,
        held.since,
    )
