"""A SQLite file and connections to it: where it is, whether it may be written, and what each connection is told."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from harvestman.model import LibraryReadOnly, NotALibrary, UsageError
from harvestman.store.faults import fault_of

# SQLite's own 2,000 kB are too few for what a writer changes in one transaction, and its 1,000 pages of changes are soon reached: both make it
# write and read the same pages again and again.
_CACHE_KB = 16_000
_MERGED_AFTER = 4_000  # pages of changes, 16 MB


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


def connector_of(
    path: Path, *, writable: bool, create: bool, busy_timeout_s: float
) -> Callable[[], sqlite3.Connection]:
    """What makes connections to the file of a library; UsageError where there is none and none is to be made."""
    where = str(path)
    try:
        if path.is_dir():
            raise NotALibrary(f"{where} is a folder, not a library: name a file in it with --db.")
        if not path.exists():
            if not (create and writable):
                raise UsageError(no_library_yet(where))
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
    return _SqliteConnector(
        path, writable=writable, may_write=may_write, busy_timeout_s=busy_timeout_s
    )


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
        if self._writable:
            connection.execute(f"PRAGMA cache_size = -{_CACHE_KB}")
            connection.execute(f"PRAGMA wal_autocheckpoint = {_MERGED_AFTER}")
            # In a file, undoing takes 400,000 calls of the system for 4,000 papers, a tenth of the time to keep them.
            connection.execute("PRAGMA temp_store = MEMORY")
        return connection

    def _has_unmerged_changes(self) -> bool:
        log = Path(f"{self._path}-wal")
        return log.exists() and log.stat().st_size > 0

    def _connect(self, how: str) -> sqlite3.Connection:
        # Without an isolation level the driver starts no transactions of its own: `Database.asking` and the engine do.
        return sqlite3.connect(
            self._address + how,
            uri=True,
            timeout=self._busy_timeout_s,
            isolation_level=None,
            check_same_thread=False,
        )


_NO_SIDE_FILES = ("SQLITE_CANTOPEN", "SQLITE_READONLY_CANTINIT", "SQLITE_READONLY_DIRECTORY")


def use_wal(connection: sqlite3.Connection, wait_s: float) -> None:
    """Readers do not wait for the writer nor the writer for readers. The file remembers it.

    The change needs the file for itself, and is the one thing for which SQLite does not wait by its own; two processes
    that make a library at once would stumble over each other here.
    """
    deadline = time.monotonic() + wait_s
    while connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            is_busy = error.sqlite_errorcode == sqlite3.SQLITE_BUSY
            if not is_busy or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def no_library_yet(where: str) -> str:
    """What to tell someone who asks an empty place for papers."""
    return (
        f"There is no library at {where} yet; `harvestman harvest URL`, `harvestman import FILE`,"
        " `harvestman watch add SOURCE` or `harvestman plan import FILE` makes one."
    )
