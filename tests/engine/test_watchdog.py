"""The watchdog of the event loop."""

from __future__ import annotations

import asyncio
import logging
import time

import pytest

from harvestman.engine import watched_loop


def hold_up(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


async def test_a_blocked_loop_is_told_with_its_place(caplog: pytest.LogCaptureFixture) -> None:
    told: list[float] = []
    was_told = asyncio.Event()

    def tell(seconds: float) -> None:
        told.append(seconds)
        was_told.set()

    with caplog.at_level(logging.WARNING, "harvestman.watchdog"):
        async with watched_loop(tell, patience_s=0.1):
            await asyncio.sleep(0)
            hold_up(0.8)
            async with asyncio.timeout(10):
                await was_told.wait()
    assert told[0] > 0.1
    assert any("hold_up" in record.getMessage() for record in caplog.records)


async def test_a_loop_that_runs_is_left_alone() -> None:
    told: list[float] = []
    async with watched_loop(told.append, patience_s=5):
        for _ in range(10):
            await asyncio.sleep(0.01)
    assert told == []
