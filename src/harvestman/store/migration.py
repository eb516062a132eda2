"""Bringing a database up to date: the tables of a new one, and the steps of an older one.

An empty database gets its tables at once, as they are now; an older one is taken step by step. Either runs in one
transaction, so that a killed upgrade leaves the library as it was. Alembic, which knows the steps, is loaded only when there is
one to take.
"""

from __future__ import annotations

import threading
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.store.revision import REVISIONS, VERSION_TABLE
from harvestman.store.schema import metadata
from harvestman.store.search import make_indexes
from harvestman.store.tables import name_conditions
from harvestman.store.tallies import make_tallies

MIGRATIONS = Path(__file__).parent / "migrations"

_ONE_AT_A_TIME = threading.Lock()  # Alembic keeps what it is doing in global variables


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
