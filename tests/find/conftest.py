from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from harvestman.model import SetClock
from harvestman.store import Library, open_library

START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def clock() -> SetClock:
    return SetClock(START)


@pytest.fixture
def library(tmp_path: Path, clock: SetClock) -> Iterator[Library]:
    with open_library(str(tmp_path / "library.db"), clock=clock) as opened:
        yield opened
