"""One database, opened: SQLite by path or PostgreSQL by URL, with the same two calls, `read` and `write`.

`write` is one transaction that no other writer can enter in the middle of what it reads: SQLite takes its write lock at the
start (BEGIN IMMEDIATE), PostgreSQL takes named locks where `lock` is called. Opening checks whose database it is, brings
an older one up to date, and changes nothing in one that is not ours.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import QueuePool

from harvestman.model import LibraryReadOnly, NotALibrary, StoreError, UsageError
from harvestman.store.columns import to_json
from harvestman.store.faults import fault_of, told_plainly
from harvestman.store.fencing import check_fences, has_fences
from harvestman.store.migration import REVISIONS, make, revision_of, upgrade
from harvestman.store.prepared import driver_of

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

BUSY_TIMEOUT_S = 30.0
CONNECT_TIMEOUT_S = 10
_KEEPALIVE = {  # a server that is cut off is noticed within half a minute, not after two hours
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}

# Numbers of PostgreSQL's advisory locks: "Harvestman" and what is locked.
_LOCK_SPACE = 0x48415256
LINKING, UPGRADING, PLANNING, WATCHING, FINGERPRINTING, GATHERING, DOCUMENTS = 1, 2, 3, 4, 5, 6, 7
MOVING = 8

T = TypeVar("T")

_Piece = tuple[Callable[[Connection], Any], Future[Any]]

_WRITE = "harvestman_write"
_BATCH = 500  # values in one IN (...): SQLite takes 32,766, PostgreSQL 65,535


class Database:
    """An open database; safe to use from many threads."""

    def __init__(self, engine: Engine, where: str, *, secret: str = "") -> None:
        self.engine = engine
        self.where = where
        self.is_sqlite = engine.dialect.name == "sqlite"
        self._writing = engine.execution_options(**{_WRITE: True})
        self._secret = secret
        self._pieces: deque[_Piece] = deque()
        # SQLite's own waiting is a loop of naps in which threads overtake each other; a lock is fair and wakes at once.
        self._turn: AbstractContextManager[Any] = (
            threading.RLock() if self.is_sqlite else nullcontext()
        )

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A read transaction: on SQLite everything read in it is of one moment."""
        with told_plainly(self.where, secret=self._secret), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def write(self, *, is_fenced: bool = True) -> Iterator[Connection]:
        """A write transaction: all of it is kept when the block ends, nothing of it when the block raises.

        It raises LeaseLost when it is made in the name of a lease (`fencing.py`) that is lost; what changes leases checks them itself.
        """
        with (
            self._turn,
            told_plainly(self.where, secret=self._secret),
            self._writing.begin() as connection,
        ):
            if is_fenced:
                check_fences(connection, self.engine)
            yield connection

    def together(self, work: Callable[[Connection], T]) -> T:
        """Do a small piece of writing in one transaction with what other threads bring meanwhile, so that they share its commit.

        A commit of SQLite waits for the disk and lets nobody else write: without this, threads would wait for it one after the other. What
        raises takes nothing of the others with it: then each has a transaction of its own, so the work may be done twice.
        """
        if not self.is_sqlite:
            with self.write() as connection:
                return work(connection)
        if has_fences():  # whose turn it is to commit is another thread's, with other leases
            with self.write() as connection:
                return work(connection)
        mine: Future[T] = Future()
        self._pieces.append((work, mine))
        with self._turn:
            if not mine.done():  # nobody has done it while we waited for our turn
                self._do([self._pieces.popleft() for _ in range(len(self._pieces))])
        return mine.result()

    def _do(self, pieces: list[_Piece]) -> None:
        try:
            with self.write() as connection:
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

    def lock(self, connection: Connection, what: int, *, shared: bool = False) -> None:
        """Hold a named lock until the transaction ends; shared ones only keep out who wants it alone. SQLite's one writer needs none."""
        if not self.is_sqlite:
            take = sa.func.pg_advisory_xact_lock_shared if shared else sa.func.pg_advisory_xact_lock
            connection.execute(sa.select(take(_LOCK_SPACE, what)))

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

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def open_database(
    db: str, *, writable: bool, create: bool, busy_timeout_s: float = BUSY_TIMEOUT_S
) -> Database:
    """The database of a library, checked and up to date."""
    database = _connect(db, writable=writable, create=create, busy_timeout_s=busy_timeout_s)
    try:
        _bring_up_to_date(database, writable=writable, create=create)
        if writable and database.is_sqlite:
            _use_wal(database, busy_timeout_s)
    except BaseException:
        database.close()
        raise
    return database


def version_of(db: str) -> str:
    """The version of the tables of a library, which is left as it is; UsageError where there is none."""
    with closing(_connect(db, writable=False, create=False)) as database:
        with database.read() as connection:
            found = revision_of(connection, database.where)
        if found is None:
            raise UsageError(_no_library_yet(database.where))
        return found


def _connect(
    db: str, *, writable: bool, create: bool, busy_timeout_s: float = BUSY_TIMEOUT_S
) -> Database:
    if is_postgres(db):
        return open_postgres(db, writable=writable, busy_timeout_s=busy_timeout_s)
    return _open_sqlite(
        sqlite_path(db), writable=writable, create=create, busy_timeout_s=busy_timeout_s
    )


def _bring_up_to_date(database: Database, *, writable: bool, create: bool) -> None:
    """Make the tables of an empty database, upgrade an older one, refuse what is newer or not ours."""
    with database.read() as connection:
        found = revision_of(connection, database.where)
    if found is None and not (create and writable):
        raise UsageError(_no_library_yet(database.where))
    if found != REVISIONS[-1]:
        if not writable:
            raise StoreError(
                f"{database.where} was written by an older Harvestman and is upgraded when it is next written to: "
                "run `harvestman upgrade`."
            )
        with database.write() as connection:
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
    encoding = connection.scalar(sa.text("SHOW server_encoding"))
    if encoding != "UTF8":
        raise UsageError(
            f"{database.where} keeps text as {encoding}, which cannot hold every name: "
            "make the database with ENCODING 'UTF8'."
        )


def is_postgres(db: str) -> bool:
    """Whether an address names a PostgreSQL database."""
    return db.startswith(("postgresql:", "postgres:", "postgresql+psycopg:"))


def sqlite_path(db: str) -> Path:
    """The file that a path or a `sqlite:///` URL names."""
    if db.startswith("sqlite:"):
        db = db.removeprefix("sqlite:///") if db.startswith("sqlite:///") else ""
    elif "://" in db:
        scheme = db.partition("://")[0]
        raise UsageError(
            f"{scheme}:// is not a kind of database we know: give a path, sqlite:///… or postgresql://…"
        )
    if db in ("", ":memory:"):
        raise UsageError("A library needs a file: give a path, sqlite:///… or postgresql://…")
    return Path(db).expanduser()


def _open_sqlite(path: Path, *, writable: bool, create: bool, busy_timeout_s: float) -> Database:
    where = str(path)
    try:
        if path.is_dir():
            raise NotALibrary(f"{where} is a folder, not a library: name a file in it with --db.")
        if not path.exists():
            if not (create and writable):
                raise UsageError(_no_library_yet(where))
            path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise fault_of(error, where) or error from error
    may_write = os.access(path if path.exists() else path.parent, os.W_OK) and os.access(
        path.parent, os.W_OK
    )
    if writable and not may_write:
        raise LibraryReadOnly(
            f"{where} cannot be written: check the permissions of the file and of its folder, or use a copy."
        )
    connector = _SqliteConnector(
        path, writable=writable, may_write=may_write, busy_timeout_s=busy_timeout_s
    )
    engine = sa.create_engine(
        "sqlite://",
        creator=connector,
        poolclass=QueuePool,
        max_overflow=-1,
    )

    @sa.event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        is_write = connection.get_execution_options().get(_WRITE)
        # Straight to the driver: SQLAlchemy's way costs as much as a look-up, and this is done before each.
        driver_of(connection).execute("BEGIN IMMEDIATE" if is_write else "BEGIN")

    return Database(engine, where)


class _SqliteConnector:
    """Makes connections, each with our settings."""

    def __init__(
        self, path: Path, *, writable: bool, may_write: bool, busy_timeout_s: float
    ) -> None:
        self._path = path
        self._address = f"file:{quote(str(path.absolute()))}"
        self._writable = writable
        self._mode = "rwc" if writable else "rw" if may_write else "ro"
        self._busy_timeout_s = busy_timeout_s

    def __call__(self) -> sqlite3.Connection:
        connection = self._connect(f"?mode={self._mode}")
        if self._mode == "ro":
            try:
                connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            except sqlite3.OperationalError as error:
                connection.close()
                if error.sqlite_errorname not in _NO_SIDE_FILES:
                    raise
                # A WAL database needs a side file that cannot be made in a folder we may not write to. Nobody who
                # shares our rights can be writing there either, so it may be read as something that never changes:
                # unless a writer died there, whose last changes would be missed.
                if self._has_unmerged_changes():
                    raise LibraryReadOnly(
                        f"{self._path} was not closed, and its last changes ({self._path}-wal) can be read only in a "
                        "folder that may be written: copy both files to one."
                    ) from None
                connection = self._connect("?mode=ro&immutable=1")
        connection.execute(f"PRAGMA foreign_keys = {'ON' if self._writable else 'OFF'}")
        connection.execute(f"PRAGMA query_only = {'OFF' if self._writable else 'ON'}")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA journal_size_limit = {64 * 1024 * 1024}")
        return connection

    def _has_unmerged_changes(self) -> bool:
        log = Path(f"{self._path}-wal")
        return log.exists() and log.stat().st_size > 0

    def _connect(self, how: str) -> sqlite3.Connection:
        # Without an isolation level the driver starts no transactions of its own: the "begin" listener does.
        return sqlite3.connect(
            self._address + how,
            uri=True,
            timeout=self._busy_timeout_s,
            isolation_level=None,
            check_same_thread=False,
        )


_NO_SIDE_FILES = ("SQLITE_CANTOPEN", "SQLITE_READONLY_CANTINIT", "SQLITE_READONLY_DIRECTORY")


def _use_wal(database: Database, wait_s: float) -> None:
    """Readers do not wait for the writer nor the writer for readers. The file remembers it.

    The change needs the file for itself, and is the one thing for which SQLite does not wait by its own; two processes
    that make a library at once would stumble over each other here.
    """
    deadline = time.monotonic() + wait_s
    with told_plainly(database.where):
        raw = database.engine.raw_connection()
        try:
            cursor = raw.cursor()
            while cursor.execute("PRAGMA journal_mode").fetchone() != ("wal",):
                try:
                    cursor.execute("PRAGMA journal_mode = WAL")
                except sqlite3.OperationalError as error:
                    is_busy = error.sqlite_errorcode == sqlite3.SQLITE_BUSY
                    if not is_busy or time.monotonic() > deadline:
                        raise
                    time.sleep(0.01)
        finally:
            raw.close()


def open_postgres(
    db: str, *, writable: bool = True, busy_timeout_s: float = BUSY_TIMEOUT_S
) -> Database:
    """A PostgreSQL database, whatever it holds."""
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
    if not writable:
        options += " -c default_transaction_read_only=on"
    arguments: dict[str, Any] = {"options": options, "application_name": "harvestman", **_KEEPALIVE}
    if "connect_timeout" not in url.query:
        arguments["connect_timeout"] = CONNECT_TIMEOUT_S
    engine = sa.create_engine(
        url,
        connect_args=arguments,
        max_overflow=45,
        pool_pre_ping=True,
        json_serializer=to_json,
    )
    # Of the parameters only the host is shown; another might be a password too.
    shown = {name: url.query[name] for name in ("host",) if name in url.query}
    where = url.set(drivername="postgresql", query=shown).render_as_string(hide_password=True)
    return Database(engine, where, secret=str(url.password or url.query.get("password", "")))


def _postgres_url(db: str) -> URL:
    try:
        url = make_url(db)
    except (ArgumentError, ValueError):
        # The address is not repeated: it may hold a password.
        raise UsageError(
            "The database address cannot be read: write postgresql://user:password@host:port/name"
        ) from None
    return url.set(drivername="postgresql+psycopg")


def _no_library_yet(where: str) -> str:
    """What to tell someone who asks an empty place for papers."""
    return (
        f"There is no library at {where} yet; `harvestman harvest URL`, `harvestman import FILE`,"
        " `harvestman watch add SOURCE` or `harvestman plan import FILE` makes one."
    )


def insert_into(table: sa.Table, dialect: str) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that can say what to do ON CONFLICT, which both databases spell alike."""
    if dialect == "sqlite":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415 (a sixth of what opening a library costs)

    return postgresql.insert(table)


def batches(values: Collection[T]) -> Iterator[list[T]]:
    """The values in lists that are short enough for one statement."""
    items = list(values)
    return (items[start : start + _BATCH] for start in range(0, len(items), _BATCH))
