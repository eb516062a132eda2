"""Questions in plain SQL, the same words for both databases.

What people ask of a library at the command line is over in milliseconds, and importing SQLAlchemy takes 160 of them. So these questions are
written as SQL that SQLite and PostgreSQL both understand, with values by name (`:year`), and `ask` puts them to whatever connection is at
hand: SQLite's own driver, or SQLAlchemy's connection where a transaction of it is under way or the database is PostgreSQL.

Rows come as plain tuples. JSON is asked for as text (`CAST(view AS text)`), because the two drivers disagree on what they give for it; times
pass through `moment_told` and `moment_kept`.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    AnyConnection = sqlite3.Connection | Connection

_CHUNK_ROWS = 500  # read at a time, so that a million papers never stand in memory
_VALUE = re.compile(r"(?<![:\w]):([a-z]\w*)")
_NONE: Mapping[str, Any] = {}


class Values(dict[str, Any]):
    """The values of a statement that is being put together, each named when it is added."""

    def add(self, value: Any) -> str:
        """How the statement speaks of a value."""
        name = f"v{len(self)}"
        self[name] = value
        return f":{name}"

    def add_all(self, values: Iterable[Any]) -> str:
        """How it speaks of a list of them."""
        return f"({', '.join(map(self.add, values)) or 'NULL'})"


def is_sqlite(connection: AnyConnection) -> bool:
    """Whether it is SQLite that is asked."""
    return isinstance(connection, sqlite3.Connection) or connection.dialect.name == "sqlite"


def ask(connection: AnyConnection, text: str, values: Mapping[str, Any] = _NONE) -> Sequence[Any]:
    """All rows of an answer."""
    driver = sqlite_driver(connection)
    if driver is not None:
        return driver.execute(text, values).fetchall()
    return connection.exec_driver_sql(_by_percent(text), dict(values)).all()  # type: ignore[union-attr]


def ask_each(
    connection: AnyConnection, text: str, values: Mapping[str, Any] = _NONE
) -> Iterator[Any]:
    """The rows one by one, as they are taken."""
    driver = sqlite_driver(connection)
    if driver is not None:
        cursor = driver.execute(text, values)
        cursor.arraysize = _CHUNK_ROWS
        return iter(cursor)
    streaming = connection.execution_options(yield_per=_CHUNK_ROWS)  # type: ignore[union-attr]
    return iter(streaming.exec_driver_sql(_by_percent(text), dict(values)))


def ask_one(connection: AnyConnection, text: str, values: Mapping[str, Any] = _NONE) -> Any:
    """The first column of the first row; None when there is no row."""
    rows = ask(connection, text, values)
    return rows[0][0] if rows else None


def numbers(rows: Collection[int]) -> str:
    """Whole numbers as a list of SQL: `(1, 2, 3)`."""
    return f"({', '.join(str(int(row)) for row in rows) or 'NULL'})"


def moment_told(value: str | datetime) -> datetime:
    """A moment as a database gives it: SQLite keeps text in UTC."""
    return _moment_read(value) if isinstance(value, str) else value.astimezone(UTC)


@lru_cache(maxsize=1_000)  # all that a page says has one time
def _moment_read(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def moment_or_none(value: str | datetime | None) -> datetime | None:
    """The same where there may be none."""
    return None if value is None else moment_told(value)


def moment_kept(connection: AnyConnection, moment: datetime) -> str | datetime:
    """A moment as a column of times is compared with."""
    utc = moment.astimezone(UTC)
    return f"{utc:%Y-%m-%d %H:%M:%S.%f}" if is_sqlite(connection) else utc


def sqlite_driver(connection: AnyConnection) -> sqlite3.Connection | None:
    """SQLite's own connection; None where PostgreSQL is asked."""
    if isinstance(connection, sqlite3.Connection):
        return connection
    driver = connection.connection.driver_connection
    return driver if isinstance(driver, sqlite3.Connection) else None


@lru_cache(maxsize=1_000)
def _by_percent(text: str) -> str:
    """The statement as PostgreSQL's driver wants it."""
    return _VALUE.sub(r"%(\1)s", text.replace("%", "%%"))
