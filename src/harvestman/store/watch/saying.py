"""What is said of events: their claims and keys, written and read inside a transaction.

Whoever changes an event's claims writes them here, so that its keys, the change log and the papers that bear its name always follow.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from harvestman.model import (
    MAX_QUOTE,
    Claim,
    Event,
    Evidence,
    Field,
    assemble_event,
    event_keys,
    event_to_plain,
)
from harvestman.store import changes
from harvestman.store.changes import Noting
from harvestman.store.claims import EVENT, add_claims, drop_claims
from harvestman.store.database import LINKING, Database
from harvestman.store.ids import digest_number
from harvestman.store.papers.assembled import assemble_papers
from harvestman.store.statements import Statement
from harvestman.store.storable import storable

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from harvestman.store.asking import AnyConnection

MAX_VALUE = 1_000
"""Characters of a value that are kept."""
_SHOWN_OF_PAPERS = frozenset({"name", "acronym", "year"})
_SELECT_WITH_KEYS = Statement(
    """
    SELECT event.public_id, event.id FROM event_key JOIN event ON event.id = event_key.event_id
    WHERE event_key.key IN :keys
    """
)
_DELETE_KEYS = Statement("DELETE FROM event_key WHERE event_id IN :events")
_INSERT_KEY = Statement.insert("event_key", "event_id", "key")
_DELETE_EVENT = Statement("DELETE FROM event WHERE id = :event")
_SELECT_PAPERS = Statement("SELECT DISTINCT paper_id FROM mention WHERE event_id IN :events")


def rows_with_keys(connection: AnyConnection, keys: Collection[int]) -> dict[str, int]:
    """The rows of all events that have one of these keys, by their ids."""
    rows = _SELECT_WITH_KEYS.rows(connection, {"keys": list(keys)})
    return {row.public_id: row.id for row in rows}


def keys_of(event: Event) -> set[int]:
    """The keys of an event as they are kept. Two keys may share a number: that proposes an event in vain, no more."""
    return {digest_number(f"{kind} {key}") for kind, key in event_keys(event)}


def replaced(old: Iterable[Claim], sighting: Sequence[Claim]) -> list[Claim]:
    """The claims when a source's new word on a field, by the same reader, takes the place of its old one; what it now omits stays."""
    new = {_whose(claim): claim for claim in reversed(sighting)}
    return [c for c in old if _whose(c) not in new] + list(new.values())


def _whose(claim: Claim) -> tuple[str, str, Field]:
    return claim.evidence.source, claim.reader, claim.field


def trimmed(claim: Claim) -> Claim:
    """A claim of bearable length, as the database gives it back."""
    value, evidence = claim.value, claim.evidence
    return replace(
        claim,
        value=storable(value)[:MAX_VALUE] if isinstance(value, str) else value,
        evidence=Evidence(
            storable(evidence.source),
            storable(evidence.locator)[:MAX_QUOTE],
            storable(evidence.quote)[:MAX_QUOTE],
        ),
    )


def put_claims(
    database: Database,
    connection: Connection,
    rows: Mapping[str, int],
    before: Mapping[str, Sequence[Claim]],
    after: Mapping[str, Sequence[Claim]],
    *,
    now: datetime,
) -> None:
    """Write the claims and keys of events anew, and note what a reader sees change; those without claims `before` are new."""
    drop_claims(connection, EVENT, [rows[name] for name in before])
    add_claims(connection, EVENT, {rows[name]: claims for name, claims in after.items()})
    events = {name: assemble_event(claims) for name, claims in after.items()}
    _put_keys(connection, {rows[name]: event for name, event in events.items()})
    noting = Noting(changes.EVENT)
    renamed: list[int] = []
    for name, event in events.items():
        if name not in before:
            noting.new(name)
            continue
        one, other = event_to_plain(assemble_event(before[name])), event_to_plain(event)
        if fields := [field for field in other if other[field] != one[field]]:
            noting.changed(name, fields)
            if not _SHOWN_OF_PAPERS.isdisjoint(fields):
                renamed.append(rows[name])
    noting.write(connection, now=now)
    if renamed:
        _tell_papers(database, connection, renamed, now=now)


def drop_event(connection: Connection, row: int) -> None:
    """Forget an event, all that is said of it and its keys."""
    drop_claims(connection, EVENT, [row])
    _DELETE_KEYS.change(connection, {"events": [row]})
    _DELETE_EVENT.change(connection, {"event": row})


def _put_keys(connection: AnyConnection, events: Mapping[int, Event]) -> None:
    _DELETE_KEYS.change(connection, {"events": list(events)})
    _INSERT_KEY.change_all(
        connection,
        [{"event_id": row, "key": key} for row, event in events.items() for key in keys_of(event)],
    )


def _tell_papers(
    database: Database, connection: Connection, events: Collection[int], *, now: datetime
) -> None:
    """Let the papers of events that are called otherwise now say so."""
    rows = _SELECT_PAPERS.rows(connection, {"events": list(events)})
    papers = {row.paper_id for row in rows}
    if papers:
        database.lock(connection, LINKING)
        noting = Noting(changes.PAPER)
        assemble_papers(connection, papers, noting, now=now)
        noting.write(connection, now=now)
