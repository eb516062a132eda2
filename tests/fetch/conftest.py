from __future__ import annotations

from datetime import UTC, datetime

import pytest

from harvestman.model import SetClock

START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def clock() -> SetClock:
    return SetClock(START)
