"""A library that keeps itself current over the sample world: both live by one clock; what is read is read in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import harvestman
import harvestman.engine
from harvestman.api import Harvestman
from harvestman.engine import InlineGuard
from harvestman.model import SetClock
from world import World

FIRST = datetime(2024, 4, 16, 6, tzinfo=UTC)


@pytest.fixture
def clock() -> SetClock:
    return SetClock(FIRST)


@pytest.fixture
def world(clock: SetClock) -> Iterator[World]:
    with World(clock=clock) as running:
        yield running


@pytest.fixture(autouse=True)
def reading_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker processes: they cost seconds, and these tests are about when things are done."""
    monkeypatch.setattr(harvestman.engine, "open_guard", lambda *_a, **_k: InlineGuard())


@pytest.fixture
def opened(tmp_path: Path, clock: SetClock) -> Callable[..., Harvestman]:
    """Opens the library of a test, with settings."""

    def open_it(**settings: Any) -> Harvestman:
        plain = {
            "db": str(tmp_path / "library.db"),
            "data": str(tmp_path),
            "delay": "0",
            "allow_private": "true",
            "browser": "never",
            "providers": "library",
            "run_listing": "",  # no test asks the real one
        }
        return harvestman.open(clock=clock, **plain | settings)

    return open_it


@pytest.fixture
def hm(opened: Callable[..., Harvestman]) -> Iterator[Harvestman]:
    with opened() as one:
        yield one
