"""The time of a library that many machines share: that of its server, whatever their own clocks say.

Machines hold moments against each other: until when a lease lasts, from when on a job may begin. With clocks some seconds apart one would
take from another what is still held. So those who share a PostgreSQL library ask the server for the time, once a minute, and
count on from there by a clock that nobody sets.
"""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

from harvestman.model import Clock, SetClock
from harvestman.store.asking import ask_one
from harvestman.store.database import Database

_ASK_AGAIN_S = 60.0


class ServerClock:
    """Tells the time of the database's server; waits as its machine's clock does."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._asking = threading.Lock()
        self._known: tuple[datetime, float] | None = None

    def now(self) -> datetime:
        """The server's moment, right to the few milliseconds that asking takes."""
        with self._asking:
            passed_s = self._clock.monotonic() - self._known[1] if self._known else _ASK_AGAIN_S
            if self._known is None or passed_s >= _ASK_AGAIN_S:
                with self._database.asking() as connection:
                    told = ask_one(connection, "SELECT clock_timestamp()")
                self._known, passed_s = (told, self._clock.monotonic()), 0.0
            return self._known[0] + timedelta(seconds=passed_s)

    def monotonic(self) -> float:
        """The seconds that this machine has counted."""
        return self._clock.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait as this machine does."""
        await self._clock.sleep(seconds)


def shared_clock(database: Database, clock: Clock) -> Clock:
    """The clock by which a library lives: its server's, or that of a simulation, or where nobody else has another, this machine's."""
    if database.is_sqlite or isinstance(clock, SetClock):
        return clock
    return ServerClock(database, clock)
