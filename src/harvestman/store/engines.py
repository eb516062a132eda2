"""SQLAlchemy's engines for the two databases."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import QueuePool

from harvestman.model import UsageError
from harvestman.store.asking import sqlite_driver
from harvestman.store.storable import to_json

CONNECT_TIMEOUT_S = 10
_KEEPALIVE = {  # a server that is cut off is noticed within half a minute, not after two hours
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
_UNDO = "harvestman_undo"


def writing(engine: Engine, *, undo: str) -> Engine:
    """The same engine, whose transactions of SQLite take the write lock when they begin; `undo` says where they keep what a statement
    that fails would have to undo: in "MEMORY" or in a "FILE"."""
    return engine.execution_options(**{_UNDO: undo})


def sqlite_engine(connect: Callable[[], sqlite3.Connection]) -> Engine:
    """The engine of a SQLite file to which `connect` makes connections."""
    engine = sa.create_engine("sqlite://", creator=connect, poolclass=QueuePool, max_overflow=-1)

    @sa.event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        undo = connection.get_execution_options().get(_UNDO)
        # Straight to the driver: SQLAlchemy's way costs as much as a look-up, and this is done before each.
        driver = sqlite_driver(connection)
        assert driver is not None
        if undo:
            driver.execute(f"PRAGMA temp_store = {undo}")
        driver.execute("BEGIN IMMEDIATE" if undo else "BEGIN")

    return engine


def postgres_engine(db: str, *, writable: bool, busy_timeout_s: float) -> Engine:
    """The engine of a PostgreSQL database; UsageError without its driver."""
    url = _postgres_url(db)
    try:
        import psycopg  # noqa: F401, PLC0415 (an extra)
    except ImportError as error:
        raise UsageError(
            "A PostgreSQL library needs the extra `postgres`: pip install 'harvestman[postgres]'"
        ) from error
    # A process that stands still in the middle of a transaction, or is cut off, holds up nobody for longer than others wait.
    wait_ms = int(busy_timeout_s * 1000)
    options = f"-c lock_timeout={wait_ms} -c idle_in_transaction_session_timeout={wait_ms} -c timezone=UTC"
    # Our questions are short: starting a process that helps with one takes 10 ms, and in a million papers PostgreSQL would for a rare word.
    options += " -c max_parallel_workers_per_gather=0"
    if not writable:
        options += " -c default_transaction_read_only=on"
    arguments: dict[str, Any] = {"options": options, "application_name": "harvestman", **_KEEPALIVE}
    if "connect_timeout" not in url.query:
        arguments["connect_timeout"] = CONNECT_TIMEOUT_S
    return sa.create_engine(
        url,
        connect_args=arguments,
        max_overflow=45,
        pool_pre_ping=True,
        json_serializer=to_json,
    )


def postgres_name(db: str) -> tuple[str, str]:
    """What a PostgreSQL database is called in messages, and its password, which no message may hold."""
    url = _postgres_url(db)
    # Of the parameters only the host is shown; another might be a password too.
    shown = {name: url.query[name] for name in ("host",) if name in url.query}
    where = url.set(drivername="postgresql", query=shown).render_as_string(hide_password=True)
    return where, str(url.password or url.query.get("password", ""))


def _postgres_url(db: str) -> URL:
    try:
        url = make_url(db)
    except (ArgumentError, ValueError):
        # The address is not repeated: it may hold a password.
        raise UsageError(
            "The database address cannot be read: write postgresql://user:password@host:port/name"
        ) from None
    return url.set(drivername="postgresql+psycopg")
