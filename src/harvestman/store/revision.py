"""Whose database it is, and how old: told in plain SQL, before anything else is asked of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harvestman.model import LibraryTooNew, NotALibrary
from harvestman.store.asking import ask, ask_one, is_sqlite

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

REVISIONS = ("0001", "0002", "0003")
"""All steps in their order; the last one is what this program reads and writes."""

VERSION_TABLE = "harvestman_version"
MOVE_TABLE = "library_move"
"""Where a library that is being filled by a move notes how far it has come."""

_SQLITE_TABLES = (
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'"
)
_POSTGRES_TABLES = """
    SELECT c.relname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND c.relpersistence != 't'
      AND pg_catalog.pg_table_is_visible(c.oid) AND n.nspname != 'pg_catalog'
"""


def revision_of(connection: AnyConnection, where: str, *, is_moving: bool = False) -> str | None:
    """The step at which a library stands, None for an empty database; NotALibrary or LibraryTooNew otherwise.

    A database that a move has only half filled is a library to nobody but that move, to which it counts as empty.
    """
    tables = _table_names(connection)
    if MOVE_TABLE in tables:
        if is_moving:
            return None
        raise NotALibrary(
            f"{where} is only half filled: run `harvestman move` again, which goes on where it was."
        )
    if VERSION_TABLE not in tables:
        strangers = tables if is_sqlite(connection) else tables & _own_names()
        if strangers:
            raise NotALibrary(
                f"{where} is not a Harvestman library: it holds other tables ({', '.join(sorted(strangers)[:3])}). "
                "Name another database with --db."
            )
        return None
    found = ask_one(connection, f"SELECT version_num FROM {VERSION_TABLE}")  # noqa: S608 (our own name)
    if found is not None and found not in REVISIONS:
        raise LibraryTooNew(
            f"{where} was written by a newer Harvestman (its tables are at {found}, we know {REVISIONS[-1]}). "
            "Upgrade Harvestman to use it."
        )
    return None if found is None else str(found)


def _table_names(connection: AnyConnection) -> set[str]:
    text = _SQLITE_TABLES if is_sqlite(connection) else _POSTGRES_TABLES
    return {name for (name,) in ask(connection, text)}


def _own_names() -> set[str]:
    """PostgreSQL databases are often shared; an SQLite file that holds other tables is somebody else's."""
    from harvestman.store.schema import metadata  # noqa: PLC0415 (brings SQLAlchemy)

    return set(metadata.tables)
