"""Bringing a library up to date at a moment that a person chooses, with a copy of it for the case of regret."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from harvestman.model import UsageError
from harvestman.store import revision
from harvestman.store.database import is_postgres, open_database, version_of
from harvestman.store.faults import told_plainly
from harvestman.store.sqlite_file import sqlite_path
from harvestman.store.tallies import mend_tallies


@dataclass(frozen=True, slots=True)
class Upgraded:
    """The version that a library's tables had, and the one that this program reads and writes."""

    found: str
    newest: str

    @property
    def is_current(self) -> bool:
        """Whether there was nothing to do."""
        return self.found == self.newest


def upgrade_library(db: str, *, check: bool = False, copy: Path | None = None) -> Upgraded:
    """Take all missing steps in one transaction, and count anew what `status` tells; with `check` only look.

    `copy` is a file to which a SQLite library is copied before, also when there is nothing to do.
    """
    told = Upgraded(version_of(db), revision.REVISIONS[-1])
    if check:
        return told
    if copy is not None:
        _copy(db, copy)
    with (
        closing(open_database(db, writable=True, create=False)) as database,
        database.write(is_upgrade=True) as connection,
    ):
        mend_tallies(connection)
    return told


def _copy(db: str, to: Path) -> None:
    if is_postgres(db):
        raise UsageError(
            "Only a SQLite library is copied here: use pg_dump, then leave --copy out."
        )
    if to.exists():
        raise UsageError(f"{to} is there already: name a file that is not.")
    if not to.parent.is_dir():
        raise UsageError(f"{to} cannot be written: there is no folder {to.parent}.")
    with (
        told_plainly(str(to)),
        closing(sqlite3.connect(sqlite_path(db))) as source,
        closing(sqlite3.connect(to)) as target,
    ):
        source.backup(target)
