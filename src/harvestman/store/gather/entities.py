"""The persons and organisations that pages name: kept with the state of the page that they were read off."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from harvestman.model import EntityKind, EntitySighting, Organisation, Person, assemble_entity
from harvestman.store.asking import Values, ask
from harvestman.store.claims import CLAIM, ENTITY, add_claims, claim_of, drop_claims
from harvestman.store.database import Database, batches
from harvestman.store.ids import digest_key
from harvestman.store.statements import Statement, new_rows

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from harvestman.store.asking import AnyConnection

_INSERT = Statement.insert("entity", "id", "page_id", "number", "kind", "place")
_SELECT_ROWS = Statement("SELECT id FROM entity WHERE page_id IN :states")
_DELETE = Statement("DELETE FROM entity WHERE id IN :rows")


def keep_entities(
    connection: Connection, state: int, sightings: Sequence[EntitySighting], *, is_new: bool
) -> None:
    """Keep what a state of a page names, in place of what was read off it before, in the caller's transaction."""
    if not is_new:
        forget_entities(connection, [state])
    if not sightings:
        return
    rows = new_rows(connection, "entity", len(sightings))
    _INSERT.change_all(
        connection,
        [
            {"id": row, "page_id": state, "number": n, "kind": str(one.kind), "place": one.place}
            for n, (row, one) in enumerate(zip(rows, sightings, strict=True))
        ],
    )
    add_claims(
        connection,
        ENTITY,
        {row: one.claims for row, one in zip(rows, sightings, strict=True)},
    )


def forget_entities(connection: Connection, states: Collection[int]) -> None:
    """Forget what states of pages name."""
    rows = [row.id for row in _SELECT_ROWS.rows(connection, {"states": list(states)})]
    if rows:
        drop_claims(connection, ENTITY, rows)
        _DELETE.change(connection, {"rows": rows})


class Entities:
    """The persons and organisations that the pages of a library name."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def on(self, urls: Collection[str]) -> dict[str, list[Person | Organisation]]:
        """What each of these pages names as it was last seen, in the order of the page."""
        found: dict[str, list[Person | Organisation]] = {url: [] for url in urls}
        with self._database.asking() as connection:
            for batch in batches({digest_key(url) for url in urls}):
                for url, sighting in _sightings(connection, batch):
                    if url in found:
                        found[url].append(assemble_entity(sighting))
        return found


_SELECT = f"""
    SELECT {CLAIM}, entity.id, entity.kind, entity.place, page.url FROM entity
    JOIN page ON page.id = entity.page_id
    JOIN claim ON claim.about_id = entity.id AND claim.about = '{ENTITY}'
    WHERE page.url_key IN (%s) AND NOT EXISTS (
      SELECT 1 FROM page AS newer
      WHERE newer.url_key = page.url_key AND (newer.fetched, newer.id) > (page.fetched, page.id)
    )
    ORDER BY entity.page_id, entity.number, claim.number
"""  # noqa: S608 (our own names)


def _sightings(connection: AnyConnection, keys: Sequence[str]) -> list[tuple[str, EntitySighting]]:
    values = Values()
    asked = ", ".join(map(values.add, keys))
    rows = ask(connection, _SELECT % asked, values) if asked else ()
    grouped: dict[int, list[Any]] = {}
    for row in rows:
        grouped.setdefault(row[10], []).append(row)
    found = []
    for ones in grouped.values():
        number, kind, place, url = ones[0][10:]
        claims = tuple(claim_of(row, str(number)) for row in ones)
        found.append((url, EntitySighting(EntityKind(kind), claims, place)))
    return found
