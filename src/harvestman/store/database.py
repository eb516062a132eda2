"""One database, opened: SQLite by path or PostgreSQL by URL, with the same three calls, `asking`, `read` and `write`.

`asking` is for questions in plain SQL (`asking.py`), which on SQLite need nothing but its own driver; `read` and `write` give SQLAlchemy's
connection, which is loaded only then. `write` is one transaction that no other writer can enter in the middle of what it reads: SQLite takes its write lock at the
start (BEGIN IMMEDIATE), PostgreSQL takes named locks where `lock` is called. Opening checks whose database it is, brings
an older one up to date, and changes nothing in one that is not ours.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from harvestman.model import StoreError, UsageError
from harvestman.store.asking import ask_one
from harvestman.store.faults import told_plainly
from harvestman.store.revision import REVISIONS, revision_of
from harvestman.store.sqlite_file import connector_of, no_library_yet, sqlite_path, use_wal

if TYPE_CHECKING:
    from concurrent.futures import Future

    import sqlalchemy as sa
    from sqlalchemy.dialects import postgresql, sqlite
    from sqlalchemy.engine import Connection, Engine

    from harvestman.store.asking import AnyConnection

BUSY_TIMEOUT_S = 30.0

# Numbers of PostgreSQL's advisory locks: "Harvestman" and what is locked.
_LOCK_SPACE = 0x48415256
LINKING, UPGRADING, PLANNING, WATCHING, FINGERPRINTING, GATHERING, DOCUMENTS = 1, 2, 3, 4, 5, 6, 7
MOVING = 8

T = TypeVar("T")

_BATCH = 500  # values in one IN (...): SQLite takes 32,766, PostgreSQL 65,535


class Database:
    """An open database; safe to use from many threads."""

    def __init__(
        self,
        make_engine: Callable[[], Engine],
        where: str,
        *,
        connect: Callable[[], sqlite3.Connection] | None = None,
        secret: str = "",
    ) -> None:
        """`connect` makes connections of SQLite's own driver; None for PostgreSQL."""
        self.where = where
        self.is_sqlite = connect is not None
        self._make_engine = make_engine
        self._connect = connect
        self._idle: deque[sqlite3.Connection] = deque()
        self._idle_writing: deque[sqlite3.Connection] = deque()
        """Those that write, in fact one. It knows what it has written itself; all others have to read that anew."""
        self._secret = secret
        self._pieces: deque[tuple[Callable[[AnyConnection], Any], Future[Any]]] = deque()
        # SQLite's own waiting is a loop of naps in which threads overtake each other; a lock is fair and wakes at once.
        self._turn: AbstractContextManager[Any] = (
            threading.RLock() if self.is_sqlite else nullcontext()
        )
        self._making = threading.Lock()

    @cached_property
    def engine(self) -> Engine:
        """SQLAlchemy's side of it, made when it is first needed."""
        with self._making:  # `cached_property` asks twice when two threads come at once
            made = self.__dict__.get("engine")
            return made if made is not None else self._make_engine()

    @cached_property
    def _writing(self) -> Engine:
        """For what is written every day. In a file, undoing takes 400,000 calls of the system for 4,000 papers, a tenth of the time to keep them."""
        return self._undoing("MEMORY")

    def _undoing(self, where: str) -> Engine:
        from harvestman.store.engines import writing  # noqa: PLC0415

        return writing(self.engine, undo=where)

    @contextmanager
    def asking(self, *, is_one: bool = False) -> Iterator[AnyConnection]:
        """A read transaction for questions in plain SQL: on SQLite everything read in it is of one moment, for which `is_one` question needs none."""
        if self._connect is None:
            with self.read() as server:
                yield server
            return
        begin = "" if is_one else "BEGIN"
        with told_plainly(self.where), self._transaction(begin, self._idle) as connection:
            yield connection

    @contextmanager
    def _transaction(
        self, begin: str, idle: deque[sqlite3.Connection]
    ) -> Iterator[sqlite3.Connection]:
        """A transaction of SQLite's own driver. A connection that something went wrong with is not used again, and closing it undoes all."""
        assert self._connect is not None
        try:
            connection = idle.pop()
        except IndexError:
            connection = self._connect()
        try:
            if begin:
                connection.execute(begin)
            yield connection
            if begin:
                connection.execute("COMMIT")
        except BaseException:
            connection.close()
            raise
        idle.append(connection)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A read transaction: on SQLite everything read in it is of one moment."""
        with told_plainly(self.where, secret=self._secret), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def write(self, *, is_fenced: bool = True, is_upgrade: bool = False) -> Iterator[Connection]:
        """A write transaction: all of it is kept when the block ends, nothing of it when the block raises.

        An upgrade may sort or change whole tables with one statement, which need not fit into memory. It raises LeaseLost when it is made in the name of a lease (`fencing.py`) that is lost; what changes leases checks them itself.
        """
        from harvestman.store.fencing import check_fences  # noqa: PLC0415

        with (
            self._turn,
            told_plainly(self.where, secret=self._secret),
            (self._undoing("FILE") if is_upgrade else self._writing).begin() as connection,
        ):
            if is_fenced:
                check_fences(connection, self)
            yield connection

    @contextmanager
    def writing(self, *, is_fenced: bool = True) -> Iterator[AnyConnection]:
        """The same for statements in plain SQL (`statements.py`), which on SQLite need nothing but its own driver."""
        if self._connect is None:
            with self.write(is_fenced=is_fenced) as server:
                yield server
            return
        from harvestman.store.fencing import check_fences  # noqa: PLC0415

        transaction = self._transaction("BEGIN IMMEDIATE", self._idle_writing)
        with self._turn, told_plainly(self.where), transaction as driver:
            if is_fenced:
                check_fences(driver, self)
            yield driver

    def together(self, work: Callable[[AnyConnection], T]) -> T:
        """Do a small piece of writing in one transaction with what other threads bring meanwhile, so that they share its commit.

        A commit of SQLite waits for the disk and lets nobody else write: without this, threads would wait for it one after the other. What
        raises takes nothing of the others with it: then each has a transaction of its own, so the work may be done twice.
        """
        from concurrent.futures import Future  # noqa: PLC0415

        from harvestman.store.fencing import has_fences  # noqa: PLC0415

        # With a lease: whose turn it is to commit is another thread's, with other leases.
        if not self.is_sqlite or has_fences():
            with self.writing() as connection:
                return work(connection)
        mine: Future[T] = Future()
        self._pieces.append((work, mine))
        with self._turn:
            if not mine.done():  # nobody has done it while we waited for our turn
                self._do([self._pieces.popleft() for _ in range(len(self._pieces))])
        return mine.result()

    def _do(self, pieces: list[tuple[Callable[[AnyConnection], Any], Future[Any]]]) -> None:
        try:
            with self.writing() as connection:
                results = [work(connection) for work, _ in pieces]
            for (_, future), result in zip(pieces, results, strict=True):
                future.set_result(result)
        except Exception as error:  # noqa: BLE001 (raised where the work came from)
            if len(pieces) == 1:
                pieces[0][1].set_exception(error)
            else:
                for piece in pieces:
                    self._do([piece])
        finally:
            for _, future in pieces:
                future.cancel()  # only what an interrupted program has left undone

    def lock(self, connection: AnyConnection, what: int, *, shared: bool = False) -> None:
        """Hold a named lock until the transaction ends; shared ones only keep out who wants it alone. SQLite's one writer needs none."""
        if not self.is_sqlite:
            take = "pg_advisory_xact_lock_shared" if shared else "pg_advisory_xact_lock"
            ask_one(connection, f"SELECT {take}({_LOCK_SPACE}, {what})")

    @contextmanager
    def alone(self, what: int) -> Iterator[bool]:
        """Hold a named lock for as long as the block lasts, over many transactions; False when another has it. PostgreSQL only."""
        with self.own_connection() as driver:
            name = (_LOCK_SPACE, what)
            is_ours = driver.execute("SELECT pg_try_advisory_lock(%s, %s)", name).fetchone()[0]
            try:
                yield bool(is_ours)
            finally:
                if is_ours:  # a server notices only some time later that a connection is closed
                    driver.execute("SELECT pg_advisory_unlock(%s, %s)", name)

    @contextmanager
    def own_connection(self) -> Iterator[Any]:
        """A connection of the driver outside of all transactions, for one who listens on it for long; PostgreSQL only."""
        with told_plainly(self.where, secret=self._secret):
            pooled = self.engine.raw_connection()
            driver: Any = pooled.driver_connection
            pooled.detach()
            try:
                driver.autocommit = True
                yield driver
            finally:
                driver.close()

    def own_driver(self) -> sqlite3.Connection:
        """A connection of SQLite's own driver outside of all transactions, for one who closes it himself; SQLite only."""
        assert self._connect is not None
        with told_plainly(self.where):
            return self._connect()

    def use_wal(self, wait_s: float) -> None:
        """Let readers and the writer of a SQLite file not wait for each other; how long to wait until that can be set."""
        if self._connect is not None:
            with told_plainly(self.where), closing(self._connect()) as connection:
                use_wal(connection, wait_s)

    def close(self) -> None:
        """Close all connections."""
        for idle in (self._idle, self._idle_writing):
            with suppress(IndexError):
                while True:
                    idle.pop().close()
        if "engine" in self.__dict__:
            self.engine.dispose()


def open_database(
    db: str, *, writable: bool, create: bool, busy_timeout_s: float = BUSY_TIMEOUT_S
) -> Database:
    """The database of a library, checked and up to date."""
    database = _connect(db, writable=writable, create=create, busy_timeout_s=busy_timeout_s)
    try:
        _bring_up_to_date(database, writable=writable, create=create)
        if writable:
            database.use_wal(busy_timeout_s)
    except BaseException:
        database.close()
        raise
    return database


def version_of(db: str) -> str:
    """The version of the tables of a library, which is left as it is; UsageError where there is none."""
    with closing(_connect(db, writable=False, create=False)) as database:
        with database.asking() as connection:
            found = revision_of(connection, database.where)
        if found is None:
            raise UsageError(no_library_yet(database.where))
        return found


def _connect(
    db: str, *, writable: bool, create: bool, busy_timeout_s: float = BUSY_TIMEOUT_S
) -> Database:
    if is_postgres(db):
        return open_postgres(db, writable=writable, busy_timeout_s=busy_timeout_s)
    path = sqlite_path(db)
    connect = connector_of(path, writable=writable, create=create, busy_timeout_s=busy_timeout_s)

    def make_engine() -> Engine:
        from harvestman.store.engines import sqlite_engine  # noqa: PLC0415

        return sqlite_engine(connect)

    return Database(make_engine, str(path), connect=connect)


def open_postgres(
    db: str, *, writable: bool = True, busy_timeout_s: float = BUSY_TIMEOUT_S
) -> Database:
    """A PostgreSQL database, whatever it holds."""
    from harvestman.store.engines import postgres_engine, postgres_name  # noqa: PLC0415

    where, secret = postgres_name(db)
    engine = postgres_engine(db, writable=writable, busy_timeout_s=busy_timeout_s)
    return Database(lambda: engine, where, secret=secret)


def _bring_up_to_date(database: Database, *, writable: bool, create: bool) -> None:
    """Make the tables of an empty database, upgrade an older one, refuse what is newer or not ours."""
    with database.asking() as connection:
        found = revision_of(connection, database.where)
    if found is None and not (create and writable):
        raise UsageError(no_library_yet(database.where))
    if found is None and database.is_sqlite:
        from harvestman.store.new_sqlite import make_in_sqlite  # noqa: PLC0415

        with database.writing() as connection:
            if revision_of(connection, database.where) is None:  # nobody was faster
                make_in_sqlite(connection)
    elif found != REVISIONS[-1]:
        if not writable:
            raise StoreError(
                f"{database.where} was written by an older Harvestman and is upgraded when it is next written to: "
                "run `harvestman upgrade`."
            )
        from harvestman.store.migration import make, upgrade  # noqa: PLC0415

        with database.write(is_upgrade=True) as connection:
            database.lock(connection, UPGRADING)
            refuse_other_encodings(database, connection)
            found = revision_of(connection, database.where)  # somebody may have been faster
            if found is None:
                make(connection)
            elif found != REVISIONS[-1]:
                upgrade(connection)


def refuse_other_encodings(database: Database, connection: Connection) -> None:
    """UsageError for a server's database that cannot hold every letter."""
    if database.is_sqlite:
        return
    encoding = ask_one(connection, "SHOW server_encoding")
    if encoding != "UTF8":
        raise UsageError(
            f"{database.where} keeps text as {encoding}, which cannot hold every name: "
            "make the database with ENCODING 'UTF8'."
        )


def is_postgres(db: str) -> bool:
    """Whether an address names a PostgreSQL database."""
    return db.startswith(("postgresql:", "postgres:", "postgresql+psycopg:"))


def insert_into(table: sa.Table, dialect: str) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that can say what to do ON CONFLICT, which both databases spell alike."""
    if dialect == "sqlite":
        from sqlalchemy.dialects import sqlite  # noqa: PLC0415

        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415 (a sixth of what opening a library costs)

    return postgresql.insert(table)


def batches(values: Collection[T]) -> Iterator[list[T]]:
    """The values in lists that are short enough for one statement."""
    items = list(values)
    return (items[start : start + _BATCH] for start in range(0, len(items), _BATCH))
