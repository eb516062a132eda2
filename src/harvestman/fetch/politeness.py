"""Politeness: limits the requests at once, in all and to each host, and keeps a pause between two requests to one host.

The pause counts from the moment the former request began and again from the moment it ended, by the clock that is passed
in. A host that asks for a break (Retry-After) gets it: nobody has a turn until it is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from harvestman.model import Clock

_MAX_IDLE_HOSTS = 10_000  # remembered beyond those in use; a forgotten host has long had its pause


@dataclass(slots=True)
class _Host:
    places: asyncio.Semaphore
    gate: asyncio.Lock = field(default_factory=asyncio.Lock)
    last: datetime | None = None
    held_until: datetime | None = None
    pause_s: float = 0.0
    users: int = 0


class Turns:
    """Hands out turns; one object for all requests of a client."""

    def __init__(
        self, clock: Clock, *, concurrency: int, per_host: int, longest_hold_s: float
    ) -> None:
        self._clock = clock
        self._per_host = max(1, per_host)
        self._longest_hold_s = longest_hold_s
        self._all = asyncio.Semaphore(max(1, concurrency))
        self._hosts: dict[str, _Host] = {}

    @asynccontextmanager
    async def turn(self, host: str, *, pause_s: float) -> AsyncIterator[float]:
        """Wait until a request to this host is polite; it is under way while the block runs.

        Gives 0 when the request may be sent. When the host is held for longer than anybody waits, it gives the seconds
        that are left, at once: then nothing may be sent.
        """
        state = self._host(host)
        state.users += 1
        try:
            async with state.places:
                async with state.gate:
                    # First the pause, then a place among all: nobody keeps a place while merely waiting.
                    state.pause_s = pause_s
                    is_ours = await self._wait(host, state)
                    if is_ours:
                        await self._all.acquire()
                        state.last = self._clock.now()
                if not is_ours:
                    yield self.held_s(host)
                    return
                try:
                    yield 0.0
                finally:
                    state.last = self._clock.now()
                    self._all.release()
        finally:
            state.users -= 1

    def hold(self, host: str, seconds: float) -> None:
        """Let nobody have a turn at this host for so long."""
        state = self._host(host)
        until = self._clock.now() + timedelta(seconds=seconds)
        state.held_until = max(until, state.held_until or until)

    def held_s(self, host: str) -> float:
        """For how many seconds more the host is held; 0 when it is not."""
        state = self._hosts.get(host)
        if state is None or state.held_until is None:
            return 0.0
        return max(0.0, (state.held_until - self._clock.now()).total_seconds())

    async def _wait(self, host: str, state: _Host) -> bool:
        """Sleep until the host has had its pause; False when it is held for longer than that."""
        while True:
            now = self._clock.now()
            held_s = self.held_s(host)
            if held_s > self._longest_hold_s:
                return False
            rest_s = 0.0
            if state.last is not None:
                state.last = min(state.last, now)  # the clock may have been put back
                rest_s = state.pause_s - (now - state.last).total_seconds()
            if max(held_s, rest_s) <= 0:
                return True
            await self._clock.sleep(max(held_s, rest_s))

    def _host(self, name: str) -> _Host:
        state = self._hosts.get(name)
        if state is None:
            if len(self._hosts) >= _MAX_IDLE_HOSTS:
                self._forget_idle()
            state = self._hosts[name] = _Host(asyncio.Semaphore(self._per_host))
        return state

    def _forget_idle(self) -> None:
        now = self._clock.now()
        for name, state in list(self._hosts.items()):
            rested = state.last is None or state.last + timedelta(seconds=state.pause_s) <= now
            held = state.held_until is not None and state.held_until > now
            if not state.users and rested and not held:
                del self._hosts[name]
