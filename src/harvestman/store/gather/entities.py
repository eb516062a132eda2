"""The persons and organisations that pages name: kept with the state of the page that they were read off."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import EntityKind, EntitySighting, Organisation, Person, assemble_entity
from harvestman.store.claims import ENTITY, add_claims, claim_of, drop_claims
from harvestman.store.crawl.tables import page
from harvestman.store.database import Database, batches
from harvestman.store.gather.tables import entity
from harvestman.store.ids import digest_key
from harvestman.store.tables import claim


def keep_entities(
    connection: Connection, state: int, sightings: Sequence[EntitySighting], *, is_new: bool
) -> None:
    """Keep what a state of a page names, in place of what was read off it before, in the caller's transaction."""
    if not is_new:
        forget_entities(connection, [state])
    if not sightings:
        return
    connection.execute(
        sa.insert(entity),
        [
            {"page_id": state, "number": n, "kind": str(one.kind), "place": one.place}
            for n, one in enumerate(sightings)
        ],
    )
    rows = connection.execute(
        sa.select(entity.c.id).where(entity.c.page_id == state).order_by(entity.c.number)
    ).scalars()
    add_claims(
        connection,
        ENTITY,
        {row: one.claims for row, one in zip(rows, sightings, strict=True)},
    )


def forget_entities(connection: Connection, states: Collection[int]) -> None:
    """Forget what states of pages name."""
    rows = [
        row
        for batch in batches(states)
        for row in connection.scalars(sa.select(entity.c.id).where(entity.c.page_id.in_(batch)))
    ]
    drop_claims(connection, ENTITY, rows)
    for batch in batches(rows):
        connection.execute(sa.delete(entity).where(entity.c.id.in_(batch)))


class Entities:
    """The persons and organisations that the pages of a library name."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def on(self, urls: Collection[str]) -> dict[str, list[Person | Organisation]]:
        """What each of these pages names as it was last seen, in the order of the page."""
        found: dict[str, list[Person | Organisation]] = {url: [] for url in urls}
        with self._database.read() as connection:
            for batch in batches({digest_key(url) for url in urls}):
                for url, sighting in _sightings(connection, batch):
                    if url in found:
                        found[url].append(assemble_entity(sighting))
        return found


_newer = page.alias()
_SELECT = (
    sa.select(entity.c.id.label("entity_id"), entity.c.kind, entity.c.place, page.c.url, claim)
    .join_from(entity, page, page.c.id == entity.c.page_id)
    .join(claim, (claim.c.about_id == entity.c.id) & (claim.c.about == ENTITY))
    .where(
        page.c.url_key.in_(sa.bindparam("keys", expanding=True)),
        ~sa.exists().where(
            _newer.c.url_key == page.c.url_key,
            sa.tuple_(_newer.c.fetched, _newer.c.id) > sa.tuple_(page.c.fetched, page.c.id),
        ),
    )
    .order_by(entity.c.page_id, entity.c.number, claim.c.number)
)  # built once: writing it costs more than asking


def _sightings(connection: Connection, keys: Sequence[str]) -> list[tuple[str, EntitySighting]]:
    rows = connection.execute(_SELECT, {"keys": list(keys)}).all()
    grouped: dict[int, list[Any]] = {}
    for row in rows:
        grouped.setdefault(row.entity_id, []).append(row)
    return [
        (
            ones[0].url,
            EntitySighting(
                EntityKind(ones[0].kind),
                tuple(claim_of(row, str(row.entity_id)) for row in ones),
                ones[0].place,
            ),
        )
        for ones in grouped.values()
    ]
