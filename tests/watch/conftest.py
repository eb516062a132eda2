"""A watch over the sample world: both live by one clock, which only moves when somebody sleeps on it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from harvestman.crawl import Session
from harvestman.engine import InlineGuard
from harvestman.fetch import Fetcher, FetchOptions
from harvestman.model import Appointment, Event, Look, SetClock
from harvestman.store import Library, open_library
from harvestman.watch import Added, Looker, Watchman, add_source
from world import World


@dataclass
class Scene:
    """A library, a world, and the means to watch one with the other."""

    library: Library
    world: World
    clock: SetClock
    fetcher: Fetcher
    told: list[tuple[Event, Look, Appointment]] = field(default_factory=list)

    async def add(self, source: str) -> Added:
        return await add_source(
            source,
            library=self.library,
            fetcher=self.fetcher,
            guard=InlineGuard(),
            clock=self.clock,
        )

    def watchman(self, *, budget: int | None = None) -> Watchman:
        session = Session(self.library, self.fetcher, InlineGuard(), self.clock)
        looker = Looker(session, depth=2, limit=50)
        return Watchman(looker, budget=budget, told=lambda *told: self.told.append(told))


@pytest.fixture
def clock() -> SetClock:
    return SetClock(datetime(2024, 3, 1, tzinfo=UTC))


@pytest.fixture
def world(clock: SetClock) -> Iterator[World]:
    with World(clock=clock) as running:
        yield running


@pytest.fixture
async def scene(tmp_path: Path, world: World, clock: SetClock) -> AsyncIterator[Scene]:
    options = FetchOptions(contact="tests@example.org", delay_s=0, allow_private=True)
    with open_library(str(tmp_path / "library.db"), clock=clock) as library:
        async with Fetcher(options, clock=clock) as fetcher:
            yield Scene(library, world, clock, fetcher)
