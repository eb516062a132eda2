"""Families of addresses within a site, and what visits to them have brought: a calendar's months, the papers of a volume.

A family that brings papers is preferred, one that does not is put off, and one that has brought none after as many visits as
its patience allows is left alone: that is how a calendar without end is told from a list of papers.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Lead
from harvestman.store import schema
from harvestman.store.database import batches, insert_into
from harvestman.store.ids import digest_key

_family = schema.family

# Points of a link's score; a word such as "accepted papers" in it is worth 40 to 60.
_OFTEN_FRUITFUL, _SOMETIMES_FRUITFUL = 40, 20
_PUT_OFF = ((8, -30), (3, -15))
"""After so many visits without a paper, so many points."""


@dataclass(frozen=True, slots=True)
class Yield:
    """What visits to a family have brought so far."""

    name: str
    visited: int = 0
    fruitful: int = 0

    @property
    def bonus(self) -> int:
        """The points that a link of this family gets."""
        if self.fruitful:
            often = 2 * self.fruitful >= self.visited
            return _OFTEN_FRUITFUL if often else _SOMETIMES_FRUITFUL
        return next((points for visits, points in _PUT_OFF if self.visited >= visits), 0)

    @property
    def why_left(self) -> str:
        """Why the rest of the family is left alone; "" when it is not."""
        patience, _, kind = self.name.partition(":")
        if not patience or self.visited < int(patience):
            return ""
        if kind.startswith(_VIEW):
            return f"{self.visited} other views of this list have been visited"
        if self.fruitful:
            return ""
        return f"{self.visited} addresses of this kind had no paper"


_VIEW = "v"


def family_name(lead: Lead) -> str:
    """A family as it is stored: its patience, whether it is a view of a list, and a digest of its shape."""
    if not lead.family:
        return ""
    kind = _VIEW if lead.family.startswith("view ") else "p"
    return f"{lead.patience}:{kind}{digest_key(lead.family)}"


def yields_of(
    connection: Connection, harvest: int, site_key: str, names: Collection[str]
) -> dict[str, Yield]:
    """What is known of families, by their names."""
    found: dict[str, Yield] = {}
    for batch in batches([name for name in names if name]):
        rows = connection.execute(
            sa.select(_family.c.name, _family.c.visited, _family.c.fruitful).where(
                _family.c.harvest_id == harvest,
                _family.c.site_key == site_key,
                _family.c.name.in_(batch),
            )
        )
        found |= {row.name: Yield(row.name, row.visited, row.fruitful) for row in rows}
    return found


def note_visit(
    connection: Connection, harvest: int, site_key: str, name: str, *, is_fruitful: bool
) -> Yield | None:
    """Count a visit to a family; the new yield when it changes how the others of the family are seen."""
    before = yields_of(connection, harvest, site_key, [name]).get(name, Yield(name))
    after = replace(before, visited=before.visited + 1, fruitful=before.fruitful + int(is_fruitful))
    insert = insert_into(_family, connection.dialect.name).values(
        harvest_id=harvest,
        site_key=site_key,
        name=name,
        visited=after.visited,
        fruitful=after.fruitful,
    )
    connection.execute(
        insert.on_conflict_do_update(
            index_elements=["harvest_id", "site_key", "name"],
            set_={"visited": after.visited, "fruitful": after.fruitful},
        )
    )
    changed = (before.bonus, bool(before.why_left)) != (after.bonus, bool(after.why_left))
    return after if changed else None
