"""Leases of sites: a site is visited by one process at a time, and a dead process keeps nobody waiting for long.

A lease ends by itself after a while unless it is renewed. Its fence grows with every change of hands and is checked in the
transaction that keeps a visit, so a process that slept through the end of its lease cannot write any more. A process
that is known to be dead (it ran on this very machine) need not be waited for.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Clock
from harvestman.store import schema
from harvestman.store.crawl.prepared import Prepared
from harvestman.store.database import Database, insert_into
from harvestman.store.ids import digest_key
from harvestman.store.owners import is_dead

_lease = schema.host_lease

_IS_OURS = (
    (_lease.c.site_key == sa.bindparam("at"))
    & (_lease.c.owner == sa.bindparam("by"))
    & (_lease.c.fence == sa.bindparam("number"))
)
_RENEW = Prepared.of(sa.update(_lease).where(_IS_OURS).values(until=sa.bindparam("till")))
_RELEASE = sa.update(_lease).where(_IS_OURS).values(until=sa.bindparam("till"), owner="")


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to visit a site."""

    site: str
    owner: str
    fence: int
    length_s: float


class Leases:
    """The leases."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def acquire(self, site: str, owner: str, *, length_s: float) -> Lease | None:
        """The lease of a site, or None while somebody else has it."""
        now = self._clock.now()
        until = now + timedelta(seconds=length_s)
        with self._database.write() as connection:
            insert = insert_into(_lease, connection.dialect.name).values(
                site_key=digest_key(site), site=site, owner=owner, fence=1, until=until
            )
            fence = connection.scalar(
                insert.on_conflict_do_update(
                    index_elements=["site_key"],
                    set_={"owner": owner, "fence": _lease.c.fence + 1, "until": until},
                    where=(_lease.c.until <= now) | (_lease.c.owner == owner),
                ).returning(_lease.c.fence)
            )
            if fence is None:
                fence = _inherit(connection, site, owner, until=until)
        return None if fence is None else Lease(site, owner, int(fence), length_s)

    def renew(self, leases: Collection[Lease]) -> None:
        """Have leases last longer; one that is lost stays lost."""
        if leases:
            with self._database.write() as connection:
                for lease in sorted(leases, key=lambda lease: digest_key(lease.site)):
                    is_held(connection, lease, clock=self._clock)

    def release(self, lease: Lease, *, pause_s: float = 0.0) -> None:
        """Give a lease back; nobody else has it before the site has had its pause."""
        until = self._clock.now() + timedelta(seconds=pause_s)
        with self._database.write() as connection:
            connection.execute(_RELEASE, _named(lease) | {"till": until})


def is_held(connection: Connection, lease: Lease, *, clock: Clock) -> bool:
    """Whether the lease is still ours, which the rest of the transaction may count on; it is renewed by the way."""
    until = clock.now() + timedelta(seconds=lease.length_s)
    return _RENEW.change(connection, _named(lease) | {"till": until}) == 1


def _inherit(connection: Connection, site: str, owner: str, *, until: object) -> int | None:
    """The lease of a process that died with it."""
    at = _lease.c.site_key == digest_key(site)
    holder = connection.execute(sa.select(_lease.c.owner, _lease.c.fence).where(at)).first()
    if holder is None or not is_dead(holder.owner):
        return None
    fence = int(holder.fence) + 1
    changed = connection.execute(
        sa.update(_lease)
        .where(at, _lease.c.fence == holder.fence)
        .values(owner=owner, fence=fence, until=until)
    )
    return fence if changed.rowcount else None


def _named(lease: Lease) -> dict[str, object]:
    return {"at": digest_key(lease.site), "by": lease.owner, "number": lease.fence}
