"""A library, and a real Redis server, for the tests of this room."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from harvestman.model import SetClock, SystemClock
from harvestman.store import Library, open_library
from servers.redis import RedisServer, running_redis


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with open_library(str(tmp_path / "library.db"), clock=SystemClock()) as library:
        yield library


@pytest.fixture
def clock() -> SetClock:
    return SetClock(datetime(2026, 1, 1, tzinfo=UTC))


@pytest.fixture
def redis_server() -> Iterator[RedisServer]:
    with running_redis() as server:
        yield server
