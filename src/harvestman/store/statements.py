"""Statements in plain SQL that are run again and again, the same words for both databases.

Importing SQLAlchemy takes a sixth of a second, and its own work on a statement costs more than SQLite's: some 70 µs a call, 50 µs a row of
many. So what a harvest writes and asks is written as SQL that SQLite and PostgreSQL both understand. SQLite's driver is called directly, PostgreSQL's
through SQLAlchemy, which knows when a connection is lost. The connection may be either's (`asking.AnyConnection`).

    _SELECT = Statement("SELECT id, paper_id FROM mention WHERE identity IN :identities AND kept < :before")
    for row in _SELECT.rows(connection, {"identities": names, "before": moment}):
        … row.id, row.paper_id

Values are named (`:before`). A list is written without brackets (`IN :identities`, `NOT IN :identities`), so that one statement serves lists of any length. On
the way in, texts and moments become what the database keeps; values of columns that hold JSON are named by `json`. What comes back does not
pass through anything: ask for numbers and plain text, for JSON as text (`CAST(value AS text)`), and let moments pass through `moment_told`.
"""

from __future__ import annotations

import re
import sqlite3
from collections import namedtuple
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from harvestman.store.asking import sqlite_driver
from harvestman.store.storable import storable, to_json

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

_VALUE = re.compile(r"(?<![:\w]):([a-z]\w*)")
_LIST = re.compile(r"\b(NOT )?IN :([a-z]\w*)")
_NONE: Mapping[str, Any] = {}

_Pack = Callable[[Any], Any]


class Statement:
    """One statement."""

    def __init__(self, text: str, *, json: Collection[str] = (), locking: str = "") -> None:
        """`json` names values that are kept as JSON; `locking` is what PostgreSQL is told at the end (`FOR UPDATE`), where SQLite has one writer."""
        self._told = (text, frozenset(json), locking)

    # Made when they are first run: of some hundred statements a command runs a few, and on one database.
    @cached_property
    def _sqlite(self) -> _ForSqlite:
        text, json, _ = self._told
        return _ForSqlite(text, json)

    @cached_property
    def _postgres(self) -> _ForPostgres:
        return _ForPostgres(*self._told)

    @classmethod
    def insert(
        cls, table: str, *columns: str, json: Collection[str] = (), then: str = ""
    ) -> Statement:
        """One that adds a row with these columns; `then` is what follows (`ON CONFLICT …`)."""
        names = ", ".join(f'"{column}"' for column in columns)
        values = ", ".join(f":{column}" for column in columns)
        return cls(f"INSERT INTO {table} ({names}) VALUES ({values}) {then}", json=json)  # noqa: S608 (our own names)

    def rows(self, connection: AnyConnection, values: Mapping[str, Any] = _NONE) -> Sequence[Any]:
        """Run it: the rows that it gives back, their columns by name."""
        driver = sqlite_driver(connection)
        if driver is not None:
            return self._sqlite.rows(driver, values)
        found: Sequence[Any] = self._postgres.run(connection, values).all()
        return found

    def first(self, connection: AnyConnection, values: Mapping[str, Any] = _NONE) -> Any:
        """Run it: the first row, or None."""
        found = self.rows(connection, values)
        return found[0] if found else None

    def value(self, connection: AnyConnection, values: Mapping[str, Any] = _NONE) -> Any:
        """Run it: the first column of the first row; None when there is no row."""
        found = self.rows(connection, values)
        return found[0][0] if found else None

    def change(self, connection: AnyConnection, values: Mapping[str, Any] = _NONE) -> int:
        """Run it: how many rows it has changed."""
        driver = sqlite_driver(connection)
        if driver is not None:
            return driver.execute(self._sqlite.text, self._sqlite.packed(values)).rowcount
        return int(self._postgres.run(connection, values).rowcount)

    def change_all(self, connection: AnyConnection, rows: Iterable[Mapping[str, Any]]) -> None:
        """Run it once for each row."""
        driver = sqlite_driver(connection)
        if driver is not None:
            driver.executemany(self._sqlite.text, map(self._sqlite.packed, rows))
        else:
            self._postgres.run_all(connection, rows)


def new_rows(connection: AnyConnection, table: str, count: int) -> Sequence[int]:
    """The numbers of rows that are about to be inserted, so that many are with one call: asking for each row's costs as much as the row."""
    driver = sqlite_driver(connection)
    if driver is not None:  # nobody else writes until the transaction ends
        last = driver.execute(f"SELECT max(id) FROM {table}").fetchone()[0]  # noqa: S608 (our own name)
        return range((last or 0) + 1, (last or 0) + 1 + count)
    sequence = f"pg_get_serial_sequence('{table}', 'id')"
    drawn = f"SELECT nextval({sequence}) FROM generate_series(1, {int(count)})"  # noqa: S608 (our own name and a number)
    server: Any = connection
    return [int(number) for (number,) in server.exec_driver_sql(drawn)]


class _ForSqlite:
    """A statement as SQLite's driver takes it: values by their places."""

    def __init__(self, text: str, json: Collection[str]) -> None:
        listed = _LIST.sub(r"\1IN (SELECT value FROM json_each(:\2))", text)
        self.text = _VALUE.sub("?", listed)
        self._names: list[tuple[str, _Pack | None]] = [
            (name, to_json if name in json else None) for name in _VALUE.findall(listed)
        ]
        self._row: _Pack | None = None

    def rows(self, driver: sqlite3.Connection, values: Mapping[str, Any]) -> Sequence[Any]:
        cursor = driver.execute(self.text, self.packed(values))
        found = cursor.fetchall()
        if not found:
            return found
        if self._row is None:
            names = [column[0] for column in cursor.description]
            kind: Any = namedtuple("Row", names, rename=True)  # type: ignore[misc]
            self._row = kind._make
        return list(map(self._row, found))

    def packed(self, values: Mapping[str, Any]) -> list[Any]:
        packed = []
        for name, pack in self._names:
            value = values[name]
            kept = pack or _KEPT_BY_SQLITE.get(type(value))
            packed.append(value if kept is None else kept(value))
        return packed


class _ForPostgres:
    """The same as PostgreSQL's driver takes it: values by their names."""

    def __init__(self, text: str, json: Collection[str], locking: str) -> None:
        listed = _LIST.sub(lambda m: f"{'<> ALL' if m[1] else '= ANY'}(:{m[2]})", text)
        self._text = _VALUE.sub(r"%(\1)s", f"{listed} {locking}".replace("%", "%%"))
        self._json = json
        self._names = set(_VALUE.findall(listed))

    def run(self, connection: Any, values: Mapping[str, Any]) -> Any:
        return connection.exec_driver_sql(self._text, self._packed(values))

    def run_all(self, connection: Any, rows: Iterable[Mapping[str, Any]]) -> None:
        if packed := list(map(self._packed, rows)):
            connection.exec_driver_sql(self._text, packed)

    def _packed(self, values: Mapping[str, Any]) -> dict[str, Any]:
        packed = {}
        for name in self._names:
            value = values[name]
            kept = to_json if name in self._json else _KEPT_BY_POSTGRES.get(type(value))
            packed[name] = value if kept is None else kept(value)
        return packed


def _text_kept(text: str) -> str:
    # Nearly all texts are plain: told without another call.
    return text if text.isascii() and "\x00" not in text else storable(text)


def _list_kept(values: Iterable[Any]) -> list[Any]:
    return [_text_kept(one) if type(one) is str else one for one in values]


def _moment_of(value: datetime) -> datetime:
    if value.tzinfo is None:
        raise ValueError(f"a time needs a time zone: {value.isoformat()}")
    return value.astimezone(UTC)


@lru_cache(maxsize=100)  # all that a page says has one time
def _moment_written(value: datetime) -> str:
    return f"{_moment_of(value):%Y-%m-%d %H:%M:%S.%f}"


_KEPT_BY_SQLITE: dict[type, _Pack] = {
    str: _text_kept,
    datetime: _moment_written,
    list: to_json,
    tuple: to_json,
    set: lambda values: to_json(list(values)),
}
_KEPT_BY_POSTGRES: dict[type, _Pack] = {
    str: _text_kept,
    datetime: _moment_of,
    list: _list_kept,
    tuple: _list_kept,
    set: _list_kept,
}
