"""Sites that a person wants to hear nothing of: their failures are not told, and `harvestman run` leaves them alone. A harvest that names one goes there all the same."""

from __future__ import annotations

import sqlalchemy as sa

from harvestman.model import Clock, UsageError
from harvestman.store import schema
from harvestman.store.database import Database, insert_into
from harvestman.store.ids import digest_key
from harvestman.text import site_of

_ignored = schema.ignored_site


class IgnoredSites:
    """The sites of a library that are ignored."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def add(self, site: str, *, by: str = "") -> str:
        """Ignore the site with this address or host from now on; how it is called."""
        name = site_named(site)
        values = {"site_key": digest_key(name), "site": name, "since": self._clock.now(), "by": by}
        with self._database.write() as connection:
            insert = insert_into(_ignored, connection.dialect.name).values(values)
            connection.execute(insert.on_conflict_do_nothing())
        return name

    def drop(self, site: str) -> bool:
        """Heed a site again; whether it was ignored."""
        key = digest_key(site_named(site))
        with self._database.write() as connection:
            gone = connection.execute(sa.delete(_ignored).where(_ignored.c.site_key == key))
        return bool(gone.rowcount)

    def all(self) -> list[str]:
        """The sites that are ignored, in the order of the alphabet."""
        with self._database.read() as connection:
            return list(connection.scalars(sa.select(_ignored.c.site).order_by(_ignored.c.site)))


def site_named(site: str) -> str:
    """The site of an address or of a host; UsageError for what is neither."""
    site = site.strip()
    name = site_of(site if "://" in site else f"http://{site}/").lower()
    if not name or any(sign.isspace() for sign in name):
        raise UsageError(f"{site[:200]!r} is neither a host nor the address of a page")
    return name
