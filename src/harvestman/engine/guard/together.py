"""Short items together: those that come while workers are busy go to the next free one in one hop.

Going to a child and back takes 0.3 ms of processor time, for threads, sockets and event loop have to be woken; four items that go together
take 0.1 ms each. So while items are quick, one worker is kept busy rather than several woken for little; slow ones are shared by all.
A group that fails, for whatever reason, is taken apart: each of its items goes by itself, with limits of its own, and ends as if there
had been no group.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

from harvestman.engine.guard.child import do_each
from harvestman.engine.guard.outcomes import Guard, I, O, Outcome

_MOST = 8
_BUSY_S = 0.02  # so long a group may keep its worker while others have nothing to do


class _Waiting(NamedTuple):
    function: Callable[[Any], Any]
    item: Any
    done: asyncio.Future[Outcome[Any]]


class Together:
    """Hands short items to a guard, in one event loop."""

    def __init__(self, guard: Guard, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._guard = guard
        self._clock = clock
        self._waiting: deque[_Waiting] = deque()
        self._groups: set[asyncio.Task[None]] = set()
        """Under way, one for each worker at most."""
        self._is_starting = False
        self._worth_waking = 1
        """How many items another worker is woken for, by what those of the last group have taken."""

    async def run(self, function: Callable[[I], O], item: I) -> Outcome[O]:
        """Run a module-level function on one item that takes some milliseconds at most, as most pages do."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Outcome[O]] = loop.create_future()
        self._waiting.append(_Waiting(function, item, done))
        if not self._is_starting:
            self._is_starting = True
            loop.call_soon(self._start)  # with what else has arrived in the same moment
        return await done

    def _start(self, *, has_waited: bool = False) -> None:
        self._is_starting = False
        while self._waiting and len(self._groups) < self._guard.workers:
            waiting = len(self._waiting)
            if self._groups and waiting < self._worth_waking and not has_waited:
                self._is_starting = True  # by the worker that is busy, or later by another
                loop = asyncio.get_running_loop()
                loop.call_later(_BUSY_S, lambda: self._start(has_waited=True))
                return
            share = max(-(-waiting // self._guard.workers), self._worth_waking)
            group = [self._waiting.popleft() for _ in range(min(share, waiting, _MOST))]
            task = asyncio.create_task(self._do(group))
            self._groups.add(task)
            task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._groups.discard(task)
        self._start()

    async def _do(self, group: list[_Waiting]) -> None:
        group = [one for one in group if not one.done.done()]  # nobody waits for the others
        began_s = self._clock()
        try:
            if len(group) > 1:
                work = [(one.function, one.item) for one in group]
                whole = await asyncio.wrap_future(self._guard.submit(do_each, work))
                if whole.value is not None:
                    for one, value in zip(group, whole.value, strict=True):
                        _settle(one, Outcome(value=value))
                    return
            for one in group:
                future = self._guard.submit(one.function, one.item)
                _settle(one, await asyncio.wrap_future(future))
        except asyncio.CancelledError:  # the program ends, or the guard was closed
            for one in group:
                one.done.cancel()
            raise
        except Exception as error:  # noqa: BLE001 (who waits gets it, whatever it is)
            for one in group:
                if not one.done.done():
                    one.done.set_exception(error)
        finally:
            took_s = max(self._clock() - began_s, 1e-6)
            self._worth_waking = max(1, min(_MOST, int(_BUSY_S * len(group) / took_s)))


def _settle(one: _Waiting, outcome: Outcome[Any]) -> None:
    if not one.done.done():  # it may have been cancelled meanwhile
        one.done.set_result(outcome)
