"""Families of addresses within a site: how often each was visited, and how often that brought what is looked for.

What that means for the links that wait is for the crawl's rules to say (`rules.py`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.store import schema
from harvestman.store.crawl.rules import Rules, Standing
from harvestman.store.database import insert_into
from harvestman.store.prepared import Prepared, is_among

_family = schema.family

_SELECT_YIELD = Prepared.of(
    sa.select(_family.c.visited, _family.c.fruitful).where(
        _family.c.harvest_id == sa.bindparam("harvest_id"),
        _family.c.site_key == sa.bindparam("site_key"),
        _family.c.name == sa.bindparam("name"),
    )
)
_SELECT_FAMILIES = Prepared(
    lambda dialect: sa.select(_family.c.name, _family.c.visited, _family.c.fruitful).where(
        _family.c.harvest_id == sa.bindparam("in_harvest"),
        _family.c.site_key == sa.bindparam("of"),
        is_among(_family.c.name, "names", dialect),
    )
)


def _upsert_yield(dialect: str) -> sa.Executable:
    insert = insert_into(_family, dialect)
    given = insert.excluded
    return insert.on_conflict_do_update(
        index_elements=["harvest_id", "site_key", "name"],
        set_={"visited": given.visited, "fruitful": given.fruitful},
    )


_UPSERT_YIELD = Prepared(_upsert_yield, "harvest_id", "site_key", "name", "visited", "fruitful")


@dataclass(frozen=True, slots=True)
class Ranked:
    """A family whose links are to be ranked anew."""

    name: str
    standing: Standing


def standings_of(
    connection: Connection, harvest: int, site_key: str, names: Collection[str], rules: Rules
) -> dict[str, Standing]:
    """What is thought of those of these families that were visited, by their names."""
    named = [name for name in names if name]
    if not named:
        return {}
    it = {"in_harvest": harvest, "of": site_key, "names": named}
    rows = _SELECT_FAMILIES.rows(connection, it)
    return {row.name: rules.family(row.name, row.visited, row.fruitful) for row in rows}


def note_visit(
    connection: Connection,
    harvest: int,
    site_key: str,
    name: str,
    *,
    is_fruitful: bool,
    rules: Rules,
) -> Ranked | None:
    """Count a visit to a family; the family when that changes what is thought of it."""
    it = {"harvest_id": harvest, "site_key": site_key, "name": name}
    row = _SELECT_YIELD.first(connection, it)
    visited, fruitful = (row.visited, row.fruitful) if row else (0, 0)
    before = rules.family(name, visited, fruitful)
    visited, fruitful = visited + 1, fruitful + int(is_fruitful)
    after = rules.family(name, visited, fruitful)
    _UPSERT_YIELD.change(connection, it | {"visited": visited, "fruitful": fruitful})
    is_same = before.points == after.points and bool(before.why_left) == bool(after.why_left)
    return None if is_same else Ranked(name, after)
