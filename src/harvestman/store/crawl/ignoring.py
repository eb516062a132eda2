"""Sites that a person wants to hear nothing of: their failures are not told, and `harvestman run` leaves them alone. A harvest that names one goes there all the same."""

from __future__ import annotations

from harvestman.model import Clock, UsageError
from harvestman.store.asking import ask
from harvestman.store.database import Database
from harvestman.store.ids import digest_key
from harvestman.store.statements import Statement
from harvestman.text import site_of

_INSERT = Statement.insert(
    "ignored_site", "site_key", "site", "since", "by", then="ON CONFLICT DO NOTHING"
)
_DELETE = Statement("DELETE FROM ignored_site WHERE site_key = :site_key")


class IgnoredSites:
    """The sites of a library that are ignored."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def add(self, site: str, *, by: str = "") -> str:
        """Ignore the site with this address or host from now on; how it is called."""
        name = site_named(site)
        values = {"site_key": digest_key(name), "site": name, "since": self._clock.now(), "by": by}
        with self._database.writing() as connection:
            _INSERT.change(connection, values)
        return name

    def drop(self, site: str) -> bool:
        """Heed a site again; whether it was ignored."""
        key = digest_key(site_named(site))
        with self._database.writing() as connection:
            return bool(_DELETE.change(connection, {"site_key": key}))

    def all(self) -> list[str]:
        """The sites that are ignored, in the order of the alphabet."""
        with self._database.asking() as connection:
            return [
                site for (site,) in ask(connection, "SELECT site FROM ignored_site ORDER BY site")
            ]


def site_named(site: str) -> str:
    """The site of an address or of a host; UsageError for what is neither."""
    site = site.strip()
    name = site_of(site if "://" in site else f"http://{site}/").lower()
    if not name or any(sign.isspace() for sign in name):
        raise UsageError(f"{site[:200]!r} is neither a host nor the address of a page")
    return name
