"""Time is passed in. A `Clock` tells the time and waits; nothing reads the wall clock behind its caller's back."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """What everybody asks for the time."""

    def now(self) -> datetime:
        """The present moment, with time zone UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds since some moment; never set back, whatever happens to the date."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait that long by this clock."""
        ...


class SystemClock:
    """The machine's own time."""

    def now(self) -> datetime:
        """The wall clock's moment."""
        return datetime.fromtimestamp(time.time(), UTC)

    def monotonic(self) -> float:
        """The seconds that the machine has counted."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Really wait."""
        import asyncio  # noqa: PLC0415 (its import is a sixth of what `harvestman papers` may cost)

        await asyncio.sleep(seconds)


class SetClock:
    """A clock that stands still until it is moved; sleeping on it moves it."""

    def __init__(self, start: datetime) -> None:
        self._now = start.astimezone(UTC)
        self._passed_s = 0.0

    def now(self) -> datetime:
        """The moment to which the clock was moved."""
        return self._now

    def monotonic(self) -> float:
        """The seconds by which it was moved forward."""
        return self._passed_s

    def advance(self, seconds: float) -> None:
        """Move the clock forward."""
        self._now += timedelta(seconds=seconds)
        self._passed_s += seconds

    def jump(self, seconds: float) -> None:
        """Set the date forward or back, as an operator or a time server may; no time passes."""
        self._now += timedelta(seconds=seconds)

    async def sleep(self, seconds: float) -> None:
        """Move the clock forward and let others run."""
        import asyncio  # noqa: PLC0415

        self.advance(max(0.0, seconds))
        await asyncio.sleep(0)
