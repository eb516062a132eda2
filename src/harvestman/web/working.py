"""Working: a service without a door. It does jobs of the Queue on any machine that reaches the library, until it is told to stop.

The jobs are those that clients of the service start and the steps of `harvestman run`, done by the same code with the same settings. All of them
share one polite client, so that a host which two jobs visit is still asked by one.
"""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Callable, Collection, Coroutine
from contextlib import asynccontextmanager, nullcontext

from harvestman.engine import Guard, watched_loop
from harvestman.loop import READERS, Tools, register_steps
from harvestman.rooms import HOLDING_READERS, Rooms
from harvestman.web.front.logs import log_to_stderr
from harvestman.web.health import answering_health
from harvestman.web.kinds import SERVICE_KINDS, register_kinds
from harvestman.web.service import EXTRACT, Service
from harvestman.web.serving import address_of, is_loopback, listening


def work(
    rooms: Rooms,
    *,
    kinds: Collection[str] = (),
    once: bool = False,
    workers: int | None = None,
    health: int | None = None,
    say: Callable[[tuple[str, ...], str], None],
) -> None:
    """Do jobs of these kinds, or of all, until the process is told to stop, or `once` until none may begin.

    With `health`, a port, it answers `/healthz`, `/readyz` and `/metrics` there. `say` is told the kinds when it is ready, and the address of these.
    """
    guard = rooms.document_guard(workers, preload=HOLDING_READERS)
    _ = rooms.library
    if set(kinds) != {EXTRACT}:
        rooms.page_guard(*READERS)  # opened by the thread that stays
    log_to_stderr()
    with nullcontext() if health is None else listening(rooms.settings.host, health) as listener:
        asyncio.run(_work(rooms, guard, kinds, once, listener, say))


async def _work(
    rooms: Rooms,
    guard: Guard,
    kinds: Collection[str],
    once: bool,
    listener: socket.socket | None,
    say: Callable[[tuple[str, ...], str], None],
) -> None:
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)
    asks_for_keys = listener is not None and not is_loopback(listener)
    async with (
        _ready(rooms, guard, kinds, asks_for_keys=asks_for_keys) as service,
        watched_loop(service.metrics.note_block),
        answering_health(service, listener),
    ):
        try:
            await service.start()
            say(service.worker.kinds, address_of(listener) if listener else "")
            if once:
                await _first_of(service.worker.until_idle(), stopping.wait())
            else:
                await stopping.wait()
        finally:
            await service.stop()


@asynccontextmanager
async def _ready(
    rooms: Rooms, guard: Guard, kinds: Collection[str], *, asks_for_keys: bool
) -> AsyncIterator[Service]:
    """A service that knows the kinds it is to do, with the web within reach."""
    service = Service(
        rooms.library,
        guard,
        dedup=rooms.dedup,
        settings=rooms.settings,
        clock=rooms.clock,
        asks_for_keys=asks_for_keys,
        rooms=rooms,
    )
    register_kinds(service)
    tools = Tools(rooms, holdings=service.holdings)
    register_steps(service.worker, tools)
    if kinds:
        service.worker.keep_to(kinds)
    if set(service.worker.kinds) <= set(SERVICE_KINDS):
        async with rooms.fetcher() as fetcher:
            service.fetcher = fetcher
            yield service
        return
    async with tools.opened():
        service.fetcher = tools.fetcher
        yield service


async def _first_of(*awaited: Coroutine[None, None, object]) -> None:
    """Wait until one of them is over, and let the others go."""
    tasks = [asyncio.create_task(one) for one in awaited]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
