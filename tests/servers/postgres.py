"""A real PostgreSQL server for tests: made in a temporary folder, reached by a Unix socket, gone when the tests end.

PostgreSQL refuses to run as root, so root starts it as another user. Durability is switched off: nothing here outlives
the tests. A fresh database is copied from a template, which takes some 30 ms.
"""

from __future__ import annotations

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

_START_S = 30.0
_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "16MB",
    "max_connections": "150",
    "autovacuum": "off",
    "timezone": "Asia/Kathmandu",  # a quarter of an hour off everybody: no test may depend on the server's zone
}
# Everybody may come in, except this one, who has to know the password.
GUARDED_USER, GUARDED_PASSWORD = "guarded", "s3cr3t-Pa55"
_HBA = f"local all {GUARDED_USER} scram-sha-256\nlocal all all trust\n"


class PostgresServer:
    """A running server."""

    def __init__(self, folder: Path, start: Callable[[], subprocess.Popen[bytes]]) -> None:
        self.folder = folder
        self._numbers = count(1)
        self._templates: dict[str, str] = {}
        self._start = start
        self._process = start()
        _wait_until_ready(self, self._process)

    @property
    def pid(self) -> int:
        """The process that starts all others of the server."""
        return self._process.pid

    def stop(self) -> None:
        """End it at once: there is nothing to save."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()

    def restart(self) -> None:
        """End it as an operator does who is in a hurry, all connections with it, and start it again."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait()
        self._process = self._start()
        _wait_until_ready(self, self._process)

    def url(self, database: str, *, user: str = "postgres", password: str = "") -> str:
        """The address of a database on this server."""
        name = f"{user}:{password}" if password else user
        return f"postgresql://{name}@/{database}?host={self.folder}"

    def new_database(self, *, like: str = "template1") -> str:
        """The address of a fresh database, empty or like another one."""
        name = f"test_{os.getpid()}_{next(self._numbers)}"
        self.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
                sql.Identifier(name), sql.Identifier(like)
            )
        )
        return self.url(name)

    def template(self, name: str, fill: Callable[[str], None]) -> str:
        """The name of a database that is filled once and then copied; `fill` gets its address and must close it."""
        if name not in self._templates:
            self.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
            fill(self.url(name))
            self._templates[name] = name
        return self._templates[name]

    def drop_database(self, url: str) -> None:
        """Remove a database, whoever is still connected."""
        name = url.partition("?")[0].rpartition("/")[2]
        self.execute(
            sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
        )

    def execute(self, statement: sql.Composed | sql.SQL, database: str = "postgres") -> None:
        """Run one statement as the server's owner."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(statement)


@contextmanager
def running_postgres(**settings: str) -> Iterator[PostgresServer]:
    """Start a server, with these settings instead of our own, and stop it at the end."""
    programs = binaries()
    folder = Path(tempfile.mkdtemp(prefix="hv-pg-"))
    user = _unprivileged_user()
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)
    who: dict[str, Any] = (
        {} if user is None else {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    )
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PG")
    } | {"HOME": str(folder)}
    data = folder / "data"
    try:
        subprocess.run(
            [
                programs / "initdb",
                *("-D", data, "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8"),
                *("--auth=trust", "--no-sync"),
            ],
            check=True,
            capture_output=True,
            cwd=folder,
            env=environment,
            **who,
        )
        (data / "pg_hba.conf").write_text(_HBA)
        given = [f"-c{name}={value}" for name, value in (_SETTINGS | settings).items()]

        def start() -> subprocess.Popen[bytes]:
            with (folder / "log").open("ab") as log:
                return subprocess.Popen(
                    [programs / "postgres", "-D", data, "-k", folder, *given],
                    stdout=log,
                    stderr=log,
                    cwd=folder,
                    env=environment,
                    preexec_fn=_die_with_parent,  # noqa: PLW1509 (it does nothing that needs a lock)
                    **who,
                )

        server = PostgresServer(folder, start)
        try:
            server.execute(
                sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(
                    sql.Identifier(GUARDED_USER), sql.Literal(GUARDED_PASSWORD)
                )
            )
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def binaries() -> Path:
    """Where the server and its tools are."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    found = shutil.which("postgres") or (str(debian[-1]) if debian else None)
    if found is None:
        raise RuntimeError("PostgreSQL is not installed; `make test` installs it.")
    return Path(found).resolve().parent


def _unprivileged_user() -> pwd.struct_passwd | None:
    """Whom to start the server as: ourselves, unless we are root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise RuntimeError("PostgreSQL does not run as root, and there is no user postgres or nobody.")


def _die_with_parent() -> None:
    """Have the server stopped when the test run is killed (Linux; elsewhere it is stopped at the end only)."""
    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGQUIT)


def _wait_until_ready(server: PostgresServer, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + _START_S
    while True:
        try:
            psycopg.connect(server.url("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError as error:
            if process.poll() is not None or time.monotonic() > deadline:
                log = (server.folder / "log").read_text(errors="replace")
                raise RuntimeError(f"PostgreSQL did not start:\n{log}") from error
            time.sleep(0.02)
        else:
            return
