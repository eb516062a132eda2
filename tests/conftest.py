"""Servers that tests may ask for; each is started when the first test needs it, once a test process."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from compiling import stale
from servers.postgres import PostgresServer, running_postgres
from servers.s3 import S3Server, running_s3

# A shell that starts the tests in the background has them ignore Ctrl-C, and so would all that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Refuse to test what nobody wrote: a module that was compiled before its source was changed."""
    if changed := stale():
        named = ", ".join(path.name for path in changed[:5])
        pytest.exit(
            f"{len(changed)} compiled modules are older than their sources ({named}, …): run `make install`, or "
            "`python tools/compile_sources.py --remove` to go on without compiled modules.",
            returncode=2,
        )


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server."""
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def s3_server() -> Iterator[S3Server]:
    """An S3 server."""
    with running_s3() as server:
        yield server


_HERE = Path(__file__).parent
_SERVERS = frozenset({"postgres", "s3_server", "redis_server"})
_WHOLE_PROGRAMS = frozenset(
    {"e2e", "harm", "sample_world", "web", "browser", "cli", "learn", "test_docs.py"}
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make quick` leaves out: tests that need a server or a browser, or that run the whole program."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        given = getattr(item, "callspec", None)
        asks_for = {str(value) for value in given.params.values()} if given else set()
        if (
            fixtures & _SERVERS
            or "postgres" in asks_for
            or _WHOLE_PROGRAMS & set(item.path.parts[len(_HERE.parts) :])
        ):
            item.add_marker(pytest.mark.server)
