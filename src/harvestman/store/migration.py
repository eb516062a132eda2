"""Bringing a database up to date: whose is it, how old is it, and the steps from there to here.

An empty database gets its tables at once, as they are now; an older one is taken step by step. Either runs in one
transaction, so that a killed upgrade leaves the library as it was. Alembic, which knows the steps, is loaded only when there is
one to take.
"""

from __future__ import annotations

import threading
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import LibraryTooNew, NotALibrary
from harvestman.store.schema import VERSION_TABLE, metadata
from harvestman.store.search import make_indexes
from harvestman.store.tables import name_conditions
from harvestman.store.tallies import make_tallies

REVISIONS = ("0001",)
"""All steps in their order; the last one is what this program reads and writes."""

MOVE_TABLE = "library_move"
"""Where a library that is being filled by a move notes how far it has come."""

MIGRATIONS = Path(__file__).parent / "migrations"

_ONE_AT_A_TIME = threading.Lock()  # Alembic keeps what it is doing in global variables


def revision_of(connection: Connection, where: str, *, is_moving: bool = False) -> str | None:
    """The step at which a library stands, None for an empty database; NotALibrary or LibraryTooNew otherwise.

    A database that a move has only half filled is a library to nobody but that move, to which it counts as empty.
    """
    inspector = sa.inspect(connection)
    tables = set(inspector.get_table_names())
    if MOVE_TABLE in tables:
        if is_moving:
            return None
        raise NotALibrary(
            f"{where} is only half filled: run `harvestman move` again, which goes on where it was."
        )
    if VERSION_TABLE not in tables:
        # PostgreSQL databases are often shared; an SQLite file that holds other tables is somebody else's.
        strangers = tables if connection.dialect.name == "sqlite" else tables & set(metadata.tables)
        if strangers:
            raise NotALibrary(
                f"{where} is not a Harvestman library: it holds other tables ({', '.join(sorted(strangers)[:3])}). "
                "Name another database with --db."
            )
        return None
    version = sa.table(VERSION_TABLE, sa.column("version_num"))
    found = connection.execute(sa.select(version.c.version_num)).scalar()
    if found is not None and found not in REVISIONS:
        raise LibraryTooNew(
            f"{where} was written by a newer Harvestman (its tables are at {found}, we know {REVISIONS[-1]}). "
            "Upgrade Harvestman to use it."
        )
    return None if found is None else str(found)


def make(connection: Connection) -> None:
    """Make a new library in the caller's transaction: what all steps together amount to."""
    make_tables(connection)
    note_version(connection)


def make_tables(connection: Connection) -> None:
    """Make the tables, search indexes and tallies of a library."""
    name_conditions(connection.dialect.name)
    metadata.create_all(connection, checkfirst=False)
    make_indexes(connection)
    make_tallies(connection)


def note_version(connection: Connection) -> None:
    """Say which version the tables have: only then is a database a library."""
    number = sa.Column("version_num", sa.String(32), nullable=False, primary_key=True)
    version = sa.Table(VERSION_TABLE, sa.MetaData(), number)
    version.create(connection)
    connection.execute(sa.insert(version).values(version_num=REVISIONS[-1]))


def upgrade(connection: Connection, to: str = "head") -> None:
    """Take all steps that are missing, or those up to one of them, in the caller's transaction."""
    from alembic import command  # noqa: PLC0415 (its import costs 0.3 s)
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    with _ONE_AT_A_TIME:
        command.upgrade(config, to)
