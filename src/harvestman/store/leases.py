"""Leases: what one holder has for a time. One table for sites that are visited, jobs that are done, events that are looked at.

A lease ends by itself after a while unless it is renewed. Its fence grows with every change of hands and is checked in the
transaction of every write, so a process that slept through the end of its lease cannot write any more. A process that is
known to be dead (it ran on this very machine) need not be waited for.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from harvestman.model import Clock, Lease, LeaseKind
from harvestman.store.database import Database
from harvestman.store.fencing import fenced
from harvestman.store.ids import short_key
from harvestman.store.owners import is_dead
from harvestman.store.statements import Statement

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

LONGEST = timedelta(hours=2)
"""No lease is given for longer. One that would last longer was given before somebody set the clock back, and has ended."""

_IS_OURS = "kind = :of AND name = :at AND holder = :by AND fence = :number"
_RENEW = Statement(f"UPDATE lease SET until = :till WHERE {_IS_OURS}")  # noqa: S608 (our own words)
_RELEASE = Statement(f"UPDATE lease SET until = :till, holder = '' WHERE {_IS_OURS}")  # noqa: S608
_FORGET = Statement(f"DELETE FROM lease WHERE {_IS_OURS}")  # noqa: S608

_IS_HELD = "kind = :kind AND holder = :holder"
_RENEW_ALL = Statement(f"UPDATE lease SET until = :until WHERE {_IS_HELD}")  # noqa: S608
_RELEASE_ALL = Statement(f"UPDATE lease SET until = :until, holder = '' WHERE {_IS_HELD}")  # noqa: S608
_HOLDERS = Statement("SELECT DISTINCT holder FROM lease WHERE kind = :kind AND holder <> ''")
_SELECT = Statement("SELECT holder, fence FROM lease WHERE kind = :kind AND name = :name")


def _granting(condition: str = "") -> Statement:
    """Gives a lease to the holder, where there is one already only on that condition; its fence, or nothing."""
    return Statement(
        f"""
        INSERT INTO lease (kind, name, holder, fence, until)
        VALUES (:kind, :name, :holder, 1, :until)
        ON CONFLICT (kind, name) DO UPDATE
        SET holder = excluded.holder, fence = lease.fence + 1, until = excluded.until {condition}
        RETURNING fence
        """  # noqa: S608
    )


_GRANT = _granting()
_GRANT_FREE = _granting(
    "WHERE NOT (lease.until > :now AND lease.until <= :latest) OR lease.holder = :holder"
)
_GRANT_SAME = _granting("WHERE lease.fence = :fence")


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
        wanted = _wanted(kind, name, holder, until)
        with self._database.writing(is_fenced=False) as connection:
            fence = _GRANT_FREE.value(connection, wanted | {"now": now, "latest": now + LONGEST})
            if fence is None:
                fence = _inherit(connection, wanted)
        return None if fence is None else Lease(kind, name, holder, fence, length_s)

    def renew(self, leases: Collection[Lease]) -> list[Lease]:
        """Have leases last longer; those that are still held. One that is lost stays lost."""
        if not leases:
            return []
        with self._database.writing(is_fenced=False) as connection:
            return renew_each(connection, leases, clock=self._clock)

    def release(self, lease: Lease, *, pause_s: float = 0.0) -> None:
        """Give a lease back; nobody else has it before the pause is over."""
        until = self._clock.now() + timedelta(seconds=pause_s)
        with self._database.writing(is_fenced=False) as connection:
            give_back(connection, lease, until=until)

    def fenced(self, lease: Lease) -> AbstractContextManager[None]:
        """Within the block, nothing is written to the library unless the lease is held; else LeaseLost."""
        return fenced(self._database, lease)

    def holders(self, kind: LeaseKind) -> list[str]:
        """All who hold something of a kind, also those whose time has run out."""
        with self._database.asking() as connection:
            return [row.holder for row in _HOLDERS.rows(connection, {"kind": kind})]

    def renew_all(self, kind: LeaseKind, holder: str, *, until: datetime) -> None:
        """Move the end of everything of a kind that one holds."""
        held = {"kind": kind, "holder": holder, "until": until}
        with self._database.writing(is_fenced=False) as connection:
            _RENEW_ALL.change(connection, held)

    def release_all(self, kind: LeaseKind, holder: str) -> None:
        """End everything of a kind that one holds."""
        held = {"kind": kind, "holder": holder, "until": self._clock.now()}
        with self._database.writing(is_fenced=False) as connection:
            _RELEASE_ALL.change(connection, held)


def is_held(connection: AnyConnection, lease: Lease, *, clock: Clock) -> bool:
    """Whether the lease is still ours, which the rest of the transaction may count on; it is renewed by the way."""
    until = clock.now() + timedelta(seconds=lease.length_s)
    return _RENEW.change(connection, _named(lease) | {"till": until}) == 1


def renew_each(
    connection: AnyConnection, leases: Collection[Lease], *, clock: Clock
) -> list[Lease]:
    """Have leases last longer; those that are still held."""
    # In one order, or two processes could wait for each other.
    ordered = sorted(leases, key=lambda lease: (lease.kind, lease.name))
    return [lease for lease in ordered if is_held(connection, lease, clock=clock)]


def grant(
    connection: AnyConnection,
    kind: LeaseKind,
    name: str,
    holder: str,
    *,
    now: datetime,
    length_s: float,
) -> Lease:
    """Give a lease to somebody, whoever had it: the caller knows that it is free."""
    wanted = _wanted(kind, name, holder, now + timedelta(seconds=length_s))
    return Lease(kind, name, holder, _GRANT.value(connection, wanted), length_s)


def give_back(connection: AnyConnection, lease: Lease, *, until: datetime) -> bool:
    """End a lease from a moment on; whether it was still ours."""
    return _RELEASE.change(connection, _named(lease) | {"till": until}) == 1


def forget(connection: AnyConnection, lease: Lease) -> bool:
    """End the lease of something that nobody will ever hold again; whether it was still ours."""
    return _FORGET.change(connection, _named(lease)) == 1


def _wanted(kind: LeaseKind, name: str, holder: str, until: datetime) -> dict[str, Any]:
    return {"kind": kind, "name": short_key(name), "holder": holder, "until": until}


def _inherit(connection: AnyConnection, wanted: dict[str, Any]) -> int | None:
    """The fence of a lease whose holder died with it, and which now is the new one's."""
    row = _SELECT.first(connection, wanted)
    if row is None or not is_dead(row.holder):
        return None
    fence: int | None = _GRANT_SAME.value(connection, wanted | {"fence": row.fence})
    return fence


def _named(lease: Lease) -> dict[str, Any]:
    return {
        "of": lease.kind,
        "at": short_key(lease.name),
        "by": lease.holder,
        "number": lease.fence,
    }
