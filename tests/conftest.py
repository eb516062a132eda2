"""Servers that tests may ask for; each is started when the first test needs it, once a test process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from servers.postgres import PostgresServer, running_postgres
from servers.s3 import S3Server, running_s3


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
