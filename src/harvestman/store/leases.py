"""Leases: what one holder has for a time. One table for sites that are visited, jobs that are done, events that are looked at.

A lease ends by itself after a while unless it is renewed. Its fence grows with every change of hands and is checked in the
transaction of every write, so a process that slept through the end of its lease cannot write any more. A process that is
known to be dead (it ran on this very machine) need not be waited for.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Clock, Lease, LeaseKind
from harvestman.store.database import Database, insert_into
from harvestman.store.fencing import fenced
from harvestman.store.ids import short_key
from harvestman.store.owners import is_dead
from harvestman.store.prepared import Prepared
from harvestman.store.tables import lease as _lease

_IS_OURS = (
    (_lease.c.kind == sa.bindparam("of"))
    & (_lease.c.name == sa.bindparam("at"))
    & (_lease.c.holder == sa.bindparam("by"))
    & (_lease.c.fence == sa.bindparam("number"))
)
_RENEW = Prepared.of(sa.update(_lease).where(_IS_OURS).values(until=sa.bindparam("till")))
_RELEASE = Prepared.of(
    sa.update(_lease).where(_IS_OURS).values(until=sa.bindparam("till"), holder="")
)
_FORGET = Prepared.of(sa.delete(_lease).where(_IS_OURS))


LONGEST = timedelta(hours=2)
"""No lease is given for longer. One that would last longer was given before somebody set the clock back, and has ended."""


def lasts(now: datetime) -> sa.ColumnElement[bool]:
    """Whether a row of leases stands at this moment."""
    return (_lease.c.until > now) & (_lease.c.until <= now + LONGEST)


class Leases:
    """The leases of a library."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def acquire(
        self, name: str, holder: str, *, length_s: float, kind: LeaseKind = "site"
    ) -> Lease | None:
        """The lease of a site, or of another kind of thing; None while somebody else has it."""
        now = self._clock.now()
        until = now + timedelta(seconds=length_s)
        with self._database.write(is_fenced=False) as connection:
            is_free = ~lasts(now) | (_lease.c.holder == holder)
            fence = _grant(connection, kind, name, holder, until, where=is_free)
            if fence is None:
                fence = _inherit(connection, kind, name, holder, until)
        return None if fence is None else Lease(kind, name, holder, fence, length_s)

    def renew(self, leases: Collection[Lease]) -> list[Lease]:
        """Have leases last longer; those that are still held. One that is lost stays lost."""
        if not leases:
            return []
        with self._database.write(is_fenced=False) as connection:
            return renew_each(connection, leases, clock=self._clock)

    def release(self, lease: Lease, *, pause_s: float = 0.0) -> None:
        """Give a lease back; nobody else has it before the pause is over."""
        until = self._clock.now() + timedelta(seconds=pause_s)
        with self._database.write(is_fenced=False) as connection:
            give_back(connection, lease, until=until)

    def fenced(self, lease: Lease) -> AbstractContextManager[None]:
        """Within the block, nothing is written to the library unless the lease is held; else LeaseLost."""
        return fenced(self._database, lease)

    def holders(self, kind: LeaseKind) -> list[str]:
        """All who hold something of a kind, also those whose time has run out."""
        held = sa.select(_lease.c.holder).where(_lease.c.kind == kind, _lease.c.holder != "")
        with self._database.read() as connection:
            return list(connection.scalars(held.distinct()))

    def renew_all(self, kind: LeaseKind, holder: str, *, until: datetime) -> None:
        """Move the end of everything of a kind that one holds."""
        with self._database.write(is_fenced=False) as connection:
            connection.execute(sa.update(_lease).where(_held(kind, holder)).values(until=until))

    def release_all(self, kind: LeaseKind, holder: str) -> None:
        """End everything of a kind that one holds."""
        free = {"holder": "", "until": self._clock.now()}
        with self._database.write(is_fenced=False) as connection:
            connection.execute(sa.update(_lease).where(_held(kind, holder)).values(free))


def is_held(connection: Connection, lease: Lease, *, clock: Clock) -> bool:
    """Whether the lease is still ours, which the rest of the transaction may count on; it is renewed by the way."""
    until = clock.now() + timedelta(seconds=lease.length_s)
    return _RENEW.change(connection, _named(lease) | {"till": until}) == 1


def renew_each(connection: Connection, leases: Collection[Lease], *, clock: Clock) -> list[Lease]:
    """Have leases last longer; those that are still held."""
    # In one order, or two processes could wait for each other.
    ordered = sorted(leases, key=lambda lease: (lease.kind, lease.name))
    return [lease for lease in ordered if is_held(connection, lease, clock=clock)]


def grant(
    connection: Connection,
    kind: LeaseKind,
    name: str,
    holder: str,
    *,
    now: datetime,
    length_s: float,
) -> Lease:
    """Give a lease to somebody, whoever had it: the caller knows that it is free."""
    fence = _grant(connection, kind, name, holder, now + timedelta(seconds=length_s))
    assert fence is not None
    return Lease(kind, name, holder, fence, length_s)


def give_back(connection: Connection, lease: Lease, *, until: datetime) -> bool:
    """End a lease from a moment on; whether it was still ours."""
    return _RELEASE.change(connection, _named(lease) | {"till": until}) == 1


def forget(connection: Connection, lease: Lease) -> bool:
    """End the lease of something that nobody will ever hold again; whether it was still ours."""
    return _FORGET.change(connection, _named(lease)) == 1


def _grant(
    connection: Connection,
    kind: LeaseKind,
    name: str,
    holder: str,
    until: datetime,
    *,
    where: sa.ColumnElement[bool] | None = None,
) -> int | None:
    """The fence of a lease that now is the holder's; None when there is one for which the condition does not hold."""
    insert = insert_into(_lease, connection.dialect.name).values(
        kind=kind, name=short_key(name), holder=holder, fence=1, until=until
    )
    fence: int | None = connection.scalar(
        insert.on_conflict_do_update(
            index_elements=["kind", "name"],
            set_={"holder": holder, "fence": _lease.c.fence + 1, "until": until},
            where=where,
        ).returning(_lease.c.fence)
    )
    return fence


def _inherit(
    connection: Connection, kind: LeaseKind, name: str, holder: str, until: datetime
) -> int | None:
    """The lease of a process that died with it."""
    at = (_lease.c.kind == kind) & (_lease.c.name == short_key(name))
    row = connection.execute(sa.select(_lease.c.holder, _lease.c.fence).where(at)).first()
    if row is None or not is_dead(row.holder):
        return None
    return _grant(connection, kind, name, holder, until, where=_lease.c.fence == row.fence)


def _held(kind: LeaseKind, holder: str) -> sa.ColumnElement[bool]:
    return (_lease.c.kind == kind) & (_lease.c.holder == holder)


def _named(lease: Lease) -> dict[str, Any]:
    return {
        "of": lease.kind,
        "at": short_key(lease.name),
        "by": lease.holder,
        "number": lease.fence,
    }
