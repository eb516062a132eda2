"""Fences: within a block, every transaction that writes checks first that a lease is still held, and writes nothing when it is not.

A process that stood still for longer than its lease, or was cut off, does not know that another has gone on in its place. So whoever
works in the name of a lease says so once, around the work, and all that is written there carries the number of the lease: the
store refuses it when that number has grown. The check holds the lease until the transaction ends, shared with others of the same
holder, so that it cannot change hands between the check and the commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from harvestman.model import Lease, LeaseLost
from harvestman.store.ids import short_key
from harvestman.store.statements import Statement

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection
    from harvestman.store.database import Database

_fences: ContextVar[tuple[tuple[Database, Lease], ...]] = ContextVar("fences", default=())

_IS_OURS = Statement(
    "SELECT fence FROM lease WHERE kind = :of AND name = :at AND holder = :by AND fence = :number",
    locking="FOR SHARE",
)


@contextmanager
def fenced(database: Database, lease: Lease) -> Iterator[None]:
    """Within the block, in its tasks and the threads they start, nothing is written to a database unless the lease is held."""
    token = _fences.set((*_fences.get(), (database, lease)))
    try:
        yield
    finally:
        _fences.reset(token)


def has_fences() -> bool:
    """Whether what is written here is written in the name of a lease."""
    return bool(_fences.get())


def check_fences(connection: AnyConnection, database: Database) -> None:
    """Raise LeaseLost when one of the leases in whose name we write is lost; else they are held until the transaction ends."""
    for of, lease in _fences.get():
        if of is not database:
            continue
        named = {
            "of": lease.kind,
            "at": short_key(lease.name),
            "by": lease.holder,
            "number": lease.fence,
        }
        if _IS_OURS.first(connection, named) is None:
            raise LeaseLost(
                f"The {lease.kind} {lease.name} was given to somebody else while this process stood still; nothing was written.",
                kind=lease.kind,
            )
