"""What a database driver or the file system complains of, in the words of our own tree of errors.

Nobody outside this room sees a driver's exception for anything that can happen to a healthy program: a full disk, a lock,
a missing right, a server that is gone. Mistakes of ours (a bad statement, a broken constraint) are let through unchanged.
"""

from __future__ import annotations

import errno
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from harvestman.model import (
    LibraryFull,
    LibraryLocked,
    LibraryReadOnly,
    LibraryUnreachable,
    NotALibrary,
    StoreError,
)

_FULL = "No space is left for {where}. Nothing was half-written: free some space and run the command again."
_LOCKED = (
    "{where} is in use by another process for longer than we wait. Try again when it has ended."
)
_READ_ONLY = "{where} cannot be written: check its permissions, or use a copy."
_UNREACHABLE = "{where} cannot be reached: {reason}."
_DAMAGED = "{where} is damaged ({reason}): restore a copy of it, or recover it with `sqlite3 {where} .recover`."
_DAMAGED_SERVER = (
    "{where} is damaged ({reason}): restore a copy of it, or ask whoever looks after the server."
)
_NOT_OURS = "{where} is not a Harvestman library: {reason}. Name another file with --db."

# SQLite's result codes (https://www.sqlite.org/rescode.html). A write that fails for another reason than ENOSPC (a
# quota, a file size limit) is IOERR_WRITE, so that one means "full" too.
_SQLITE: dict[str, tuple[type[StoreError], str]] = {
    "SQLITE_FULL": (LibraryFull, _FULL),
    "SQLITE_IOERR_WRITE": (LibraryFull, _FULL),
    "SQLITE_IOERR_SHMSIZE": (LibraryFull, _FULL),
    "SQLITE_BUSY": (LibraryLocked, _LOCKED),
    "SQLITE_LOCKED": (LibraryLocked, _LOCKED),
    "SQLITE_READONLY": (LibraryReadOnly, _READ_ONLY),
    "SQLITE_PERM": (LibraryReadOnly, _READ_ONLY),
    "SQLITE_NOTADB": (NotALibrary, _NOT_OURS),
    "SQLITE_CORRUPT": (NotALibrary, _DAMAGED),
    "SQLITE_CANTOPEN": (LibraryUnreachable, _UNREACHABLE),
    "SQLITE_IOERR": (LibraryUnreachable, _UNREACHABLE),
}

# PostgreSQL's SQLSTATE, whole or its class (https://www.postgresql.org/docs/current/errcodes-appendix.html).
_POSTGRES: dict[str, tuple[type[StoreError], str]] = {
    "53100": (LibraryFull, _FULL),
    "25006": (LibraryReadOnly, _READ_ONLY),
    "42501": (LibraryReadOnly, _READ_ONLY),
    "55P03": (LibraryLocked, _LOCKED),
    "40P01": (LibraryLocked, _LOCKED),
    "53": (LibraryUnreachable, _UNREACHABLE),
    "08": (LibraryUnreachable, _UNREACHABLE),
    "28": (LibraryUnreachable, _UNREACHABLE),
    "3D": (LibraryUnreachable, _UNREACHABLE),
    "57": (LibraryUnreachable, _UNREACHABLE),
    "XX001": (NotALibrary, _DAMAGED_SERVER),
    "XX002": (NotALibrary, _DAMAGED_SERVER),
}

_ERRNO: dict[int, tuple[type[StoreError], str]] = {
    errno.ENOSPC: (LibraryFull, _FULL),
    errno.EDQUOT: (LibraryFull, _FULL),
    errno.EFBIG: (LibraryFull, _FULL),
    errno.EACCES: (LibraryReadOnly, _READ_ONLY),
    errno.EPERM: (LibraryReadOnly, _READ_ONLY),
    errno.EROFS: (LibraryReadOnly, _READ_ONLY),
}


@contextmanager
def told_plainly(where: str, *, secret: str = "") -> Iterator[None]:
    """Raise what goes wrong with the database inside this block as one of our errors, never naming the secret."""
    try:
        yield
    except sqlite3.Error as error:
        raise fault_of(error, where) or error from None
    except Exception as error:
        ours = _fault_of_psycopg(error, where, secret) or _fault_of_sqlalchemy(error, where, secret)
        if ours is None:
            raise
        raise ours from None


def _fault_of_psycopg(error: Exception, where: str, secret: str) -> StoreError | None:
    """Our error for one of the driver's own, as connections raise that are opened past SQLAlchemy."""
    known = sys.modules.get("psycopg")
    if known is None or not isinstance(error, known.Error):
        return None
    return fault_of(error, where, secret=secret)


def _fault_of_sqlalchemy(error: Exception, where: str, secret: str) -> StoreError | None:
    """Our error for one of SQLAlchemy's, which can have raised nothing where it is not loaded."""
    known = sys.modules.get("sqlalchemy.exc")
    if known is None:
        return None
    if isinstance(error, known.TimeoutError):  # of its pool
        return LibraryLocked(_LOCKED.format(where=where))
    if isinstance(error, known.DBAPIError) and error.orig:
        return fault_of(error.orig, where, secret=secret)
    return None


_OF_THE_CLIENT = ("OperationalError", "InterfaceError")


def fault_of(error: BaseException, where: str, *, secret: str = "") -> StoreError | None:
    """Our error for a driver's or the system's, or None when it is a mistake of the program."""
    reason = _first_line(error, secret)
    if isinstance(error, OSError):
        kind, message = _ERRNO.get(error.errno or 0, (LibraryUnreachable, _UNREACHABLE))
        reason = error.strerror or reason
    elif isinstance(error, sqlite3.Error):
        name = getattr(error, "sqlite_errorname", None) or ""
        known = _SQLITE.get(name) or _SQLITE.get("_".join(name.split("_")[:2]))
        if known is None:
            return None
        kind, message = known
    else:
        state = getattr(error, "sqlstate", None) or ""
        known = _POSTGRES.get(state) or _POSTGRES.get(state[:2])
        if known is None and (state or type(error).__name__ not in _OF_THE_CLIENT):
            return None
        # Without a SQLSTATE it is the client that speaks: no connection, or none any more.
        kind, message = known or (LibraryUnreachable, _UNREACHABLE)
    return kind(message.format(where=where, reason=reason))


def _first_line(error: BaseException, secret: str) -> str:
    lines = str(error).strip().splitlines()
    line = lines[0] if lines else type(error).__name__
    return (line.replace(secret, "***") if secret else line).rstrip(".")
