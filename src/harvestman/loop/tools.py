"""What steps work with: the rooms of one library, one polite fetcher for all of them, and whatever else a step asks for, opened once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import date
from typing import TYPE_CHECKING, TypeVar, cast

from harvestman.crawl import Session
from harvestman.fetch import open_network
from harvestman.holdings import Holdings
from harvestman.loop.counting import CountingTransport
from harvestman.model import Clock
from harvestman.rooms import DATE_READERS, PEOPLE_READERS, Rooms
from harvestman.store import Library

if TYPE_CHECKING:
    from harvestman.fetch import Fetcher
    from harvestman.find import Outside
    from harvestman.settings import Settings

T = TypeVar("T")
READERS = ("harvestman.watch", "harvestman.find", *DATE_READERS, *PEOPLE_READERS)
"""What the worker processes that read pages load beside the readers."""


class Tools:
    """The rooms of a library as steps use them; what is only asked which steps are due opens no connection."""

    def __init__(self, rooms: Rooms, *, holdings: Holdings | None = None) -> None:
        """`holdings` are opened from the rooms when a step needs them, unless somebody has opened them already."""
        self.rooms = rooms
        self.judging = asyncio.Lock()
        """What the watch decides of events is decided for one at a time."""
        self._open: AsyncExitStack | None = None
        self._session: Session | None = None
        self._outside: Outside | None = None
        self._holdings = holdings
        self._opening = asyncio.Lock()
        self._today: dict[str, tuple[date, object]] = {}

    @property
    def library(self) -> Library:
        """The library."""
        return self.rooms.library

    @property
    def clock(self) -> Clock:
        """By which things are due."""
        return self.rooms.clock

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.rooms.settings

    def holdings(self) -> Holdings:
        """The files of the library; worker processes start with the first that is read."""
        if self._holdings is None:
            self._holdings = self.rooms.holdings()
        return self._holdings

    def once_a_day(self, name: str, work_out: Callable[[], T]) -> T:
        """What is too dear to be worked out for every round; kept for the rest of the day."""
        day = self.clock.now().date()
        kept_on, value = self._today.get(name, (None, None))
        if kept_on != day:
            value = work_out()
            self._today[name] = (day, value)
        return cast("T", value)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Be able to visit the web within the block."""
        network = CountingTransport(open_network(self.rooms.fetch_options))
        async with AsyncExitStack() as stack, self.rooms.fetcher(network) as fetcher:
            self._session = await stack.enter_async_context(
                self.rooms.session(fetcher=fetcher, preload=READERS)
            )
            self._open = stack
            try:
                yield
            finally:
                self._open = self._session = self._outside = None

    @property
    def session(self) -> Session:
        """The crawl session that all steps share."""
        assert self._session is not None, "only within `opened`"
        return self._session

    @property
    def fetcher(self) -> Fetcher:
        """The polite client that all steps share."""
        return self.session.fetcher

    async def outside(self) -> Outside:
        """What the questions of `find` look with."""
        async with self._opening:
            if self._outside is None:
                assert self._open is not None, "only within `opened`"
                holdings = await asyncio.to_thread(self.holdings)
                self._outside = await self._open.enter_async_context(
                    self.rooms.outside(
                        fetcher=self.fetcher, holdings=holdings, watched=CountingTransport
                    )
                )
            return self._outside
