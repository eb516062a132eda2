"""Prepared statements: written once with SQLAlchemy, compiled once for each database, then run as they are.

SQLAlchemy's own work on a statement costs more than SQLite's: some 70 µs a call, 50 µs a row of many. On the way of a page into
the library that was half of all. So SQLite's driver is called directly here, PostgreSQL's through SQLAlchemy, which knows when
a connection is lost. Values pass through their columns' types on the way in; what comes back does not, so the statements give
back whole numbers and plain text only.

Questions may be put to the driver's own connection too (`Database.asking`): beginning and ending a transaction of SQLAlchemy's takes 70 µs more.
"""

from __future__ import annotations

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import Connection, Dialect

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

_SQLITE = SQLiteDialect_pysqlite()
_Values = Mapping[str, Any]


def is_among(column: sa.Column[Any], name: str, dialect: str) -> sa.ColumnElement[bool]:
    """Whether a column's value is in a list of any length, given by that name when the statement is run: one statement serves all lengths."""
    if dialect == "sqlite":
        given = sa.func.json_each(sa.bindparam(name, type_=sa.JSON)).table_valued("value")
        return column.in_(sa.select(given.c.value))
    return column == sa.any_(sa.bindparam(name, type_=sa.ARRAY(column.type)))


class Prepared:
    """A statement that is run again and again; made for a dialect when it is first run there."""

    def __init__(self, make: Callable[[str], sa.Executable], *columns: str) -> None:
        self._make = make
        self._columns = columns
        """The columns that an INSERT fills, or that an UPDATE sets by name."""
        self._ready: dict[str, _Compiled] = {}

    @classmethod
    def of(cls, statement: sa.Executable, *columns: str) -> Prepared:
        """A statement that is the same for all databases."""
        return cls(lambda _dialect: statement, *columns)

    def rows(self, connection: AnyConnection, values: _Values) -> Sequence[Any]:
        """Run it with these values: the rows that it gives back, their columns by name."""
        if isinstance(connection, sqlite3.Connection):
            return self._driver_rows(connection, self._for(_SQLITE), values)
        compiled = self._for(connection.dialect)
        if compiled.order is None:
            return connection.exec_driver_sql(compiled.text, compiled.by_name(values)).all()
        return self._driver_rows(driver_of(connection), compiled, values)

    @staticmethod
    def _driver_rows(
        driver: sqlite3.Connection, compiled: _Compiled, values: _Values
    ) -> Sequence[Any]:
        cursor = driver.execute(compiled.text, compiled.by_place(values))
        found = cursor.fetchall()
        if not found:
            return found
        if compiled.row is None:
            names = " ".join(column[0] for column in cursor.description)
            kind: Any = namedtuple("Row", names)  # type: ignore[misc]
            compiled.row = kind._make
        return [compiled.row(one) for one in found]

    def first(self, connection: AnyConnection, values: _Values) -> Any:
        """Run it: the first row, or None."""
        found = self.rows(connection, values)
        return found[0] if found else None

    def change(self, connection: Connection, values: _Values) -> int:
        """Run it: how many rows it has changed."""
        compiled = self._for(connection.dialect)
        if compiled.order is None:
            return connection.exec_driver_sql(compiled.text, compiled.by_name(values)).rowcount
        return driver_of(connection).execute(compiled.text, compiled.by_place(values)).rowcount

    def change_all(self, connection: Connection, rows: Iterable[_Values]) -> None:
        """Run it once for each row."""
        compiled = self._for(connection.dialect)
        if compiled.order is not None:
            driver_of(connection).executemany(compiled.text, map(compiled.by_place, rows))
        elif packed := list(map(compiled.by_name, rows)):
            connection.exec_driver_sql(compiled.text, packed)

    def _for(self, dialect: Dialect) -> _Compiled:
        compiled = self._ready.get(dialect.name)
        if compiled is None:
            statement = self._make(dialect.name)
            compiled = self._ready[dialect.name] = _Compiled(statement, dialect, self._columns)
        return compiled


class _Compiled:
    """A statement for one database."""

    def __init__(self, statement: Any, dialect: Dialect, columns: Sequence[str]) -> None:
        compiled = statement.compile(
            dialect=dialect,
            column_keys=list(columns) or None,
            compile_kwargs={"render_postcompile": True},
        )
        self.text: str = compiled.string
        self.order: list[str] | None = compiled.positiontup
        self.row: Callable[[Any], Any] | None = None
        self._processors = {}
        self._fixed = {}
        for name, bind in compiled.binds.items():
            process = bind.type.dialect_impl(dialect).bind_processor(dialect)
            if not bind.required:
                self._fixed[name] = process(bind.value) if process else bind.value
            elif process is not None:
                self._processors[name] = process
        self._names = [name for name in compiled.binds if name not in self._fixed]
        order = self.order or []
        self._get = itemgetter(*order) if len(order) > 1 else None
        self._places = [
            (n, self._processors[x]) for n, x in enumerate(order) if x in self._processors
        ]

    def by_name(self, values: _Values) -> dict[str, Any]:
        """The values as PostgreSQL's driver wants them."""
        packed = self._fixed | {name: values[name] for name in self._names}
        for name, process in self._processors.items():
            packed[name] = process(packed[name])
        return packed

    def by_place(self, values: _Values) -> Sequence[Any]:
        """The values as SQLite's driver wants them."""
        if self._fixed:
            values = {**values, **self._fixed}
        packed = list(self._get(values)) if self._get else [values[x] for x in self.order or ()]
        for place, process in self._places:
            packed[place] = process(packed[place])
        return packed


def new_rows(connection: Connection, table: sa.Table, count: int) -> Sequence[int]:
    """The numbers of rows that are about to be inserted, so that many are with one call: asking for each row's costs as much as the row."""
    if connection.dialect.name == "sqlite":  # nobody else writes until the transaction ends
        last = driver_of(connection).execute(f"SELECT max(id) FROM {table.name}").fetchone()[0]  # noqa: S608
        return range((last or 0) + 1, (last or 0) + 1 + count)
    sequence = f"pg_get_serial_sequence('{table.name}', 'id')"
    drawn = f"SELECT nextval({sequence}) FROM generate_series(1, {int(count)})"  # noqa: S608 (our own name and a number)
    return [int(number) for (number,) in connection.exec_driver_sql(drawn)]


def driver_of(connection: Connection) -> sqlite3.Connection:
    """SQLite's own connection."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver
