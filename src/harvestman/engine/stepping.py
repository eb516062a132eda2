"""From the event loop to a plain loop: what arrives asynchronously, one by one, for a program that has no loop of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from typing import TypeVar

from harvestman.engine.watchdog import watched_loop

T = TypeVar("T")


def one_by_one(source: AsyncIterator[T]) -> Iterator[T]:
    """Each value as soon as it is there. Between two of them the event loop stands still: take them at once."""

    async def watched() -> AsyncGenerator[T, None]:
        async with watched_loop():
            async for value in source:
                yield value

    with asyncio.Runner() as runner:
        values = watched()
        try:
            while True:
                try:
                    value = runner.run(_next(values))
                except StopAsyncIteration:
                    return
                yield value
        finally:
            runner.run(values.aclose())


async def _next(values: AsyncGenerator[T, None]) -> T:
    return await anext(values)
