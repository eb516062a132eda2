"""Who reads which file now: as many at once as there are workers, each file once, whoever else sent the same bytes.

A file that is being read is shared: whoever sent it may go, and the reading goes on.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

from harvestman.holdings import SourceFile
from harvestman.web.front.admission import Admission
from harvestman.web.front.errors import Refused
from harvestman.web.uploads import Incoming, Upload

_log = logging.getLogger("harvestman.web")

T = TypeVar("T")


class ReadingTurns:
    """The readings under way, by the digest of what is read."""

    def __init__(self, admission: Admission, incoming: Incoming, *, workers: int) -> None:
        self._admission = admission
        self._incoming = incoming
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="harvestman-reading")
        self._under_way: dict[str, asyncio.Task[Any]] = {}

    async def wait_for_others(self, digest: str) -> bool:
        """Wait until nobody reads these bytes; whether anybody did."""
        task = self._under_way.get(digest)
        if task is None:
            return False
        await asyncio.wait({task})
        return True

    async def take(
        self,
        upload: Upload,
        read: Callable[[SourceFile], T],
        *,
        is_patient: bool = False,
        is_shared: bool = True,
        gone: threading.Event | None = None,
        within_s: float | None = None,
    ) -> T:
        """Have a file read in a thread when a worker is free; Busy when too much waits, unless one is patient, or none is free within some time.

        Whoever else has these bytes waits for a reading that is shared. `gone` is set when the caller does not wait any more.
        """
        while is_shared and await self.wait_for_others(upload.digest):
            pass
        if not is_patient:
            self._admission.require_place()
        turn = partial(self._admission.turn, is_patient=is_patient, within_s=within_s)
        task = self._begin(self._incoming.shared(upload), read, turn)
        if is_shared:
            self._under_way[upload.digest] = task
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if gone is not None:
                gone.set()
            raise

    async def finish(self, timeout_s: float) -> None:
        """Wait for what is under way."""
        if self._under_way:
            await asyncio.wait(self._under_way.values(), timeout=timeout_s)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _begin(
        self,
        upload: SourceFile,
        read: Callable[[SourceFile], T],
        turn: Callable[[], AbstractAsyncContextManager[None]],
    ) -> asyncio.Task[T]:
        async def work() -> T:
            async with turn():
                loop = asyncio.get_running_loop()
                # With the context of whoever asked: it may write in the name of a lease.
                return await loop.run_in_executor(self._threads, copy_context().run, read, upload)

        task = asyncio.create_task(work(), name=f"reading {upload.digest[:12]}")

        def finished(done: asyncio.Task[T]) -> None:
            if self._under_way.get(upload.digest) is done:
                del self._under_way[upload.digest]
            self._incoming.discard(upload)
            error = None if done.cancelled() else done.exception()
            if error is not None and not isinstance(error, Refused):
                _log.error("a document could not be read: %s", error, exc_info=error)

        task.add_done_callback(finished)
        return task
