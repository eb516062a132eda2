"""Families of addresses within a site: how often each was visited, and how often that brought what is looked for.

What that means for the links that wait is for the crawl's rules to say (`rules.py`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harvestman.store.crawl.rules import Rules, Standing
from harvestman.store.statements import Statement

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

_SELECT_YIELD = Statement(
    """
    SELECT visited, fruitful FROM family
    WHERE harvest_id = :harvest_id AND site_key = :site_key AND name = :name
    """
)
_SELECT_FAMILIES = Statement(
    """
    SELECT name, visited, fruitful FROM family
    WHERE harvest_id = :harvest_id AND site_key = :site_key AND name IN :names
    """
)
_UPSERT_YIELD = Statement.insert(
    "family", "harvest_id", "site_key", "name", "visited", "fruitful",
    then="""
    ON CONFLICT (harvest_id, site_key, name)
    DO UPDATE SET visited = excluded.visited, fruitful = excluded.fruitful
    """,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ranked:
    """A family whose links are to be ranked anew."""

    name: str
    standing: Standing


def standings_of(
    connection: AnyConnection, harvest: int, site_key: str, names: Collection[str], rules: Rules
) -> dict[str, Standing]:
    """What is thought of those of these families that were visited, by their names."""
    named = [name for name in names if name]
    if not named:
        return {}
    it = {"harvest_id": harvest, "site_key": site_key, "names": named}
    rows = _SELECT_FAMILIES.rows(connection, it)
    return {row.name: rules.family(row.name, row.visited, row.fruitful) for row in rows}


def note_visit(
    connection: AnyConnection,
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
