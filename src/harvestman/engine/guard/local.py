"""The local guard: a few guarded child processes, each supervised by a thread that replaces it when it fails.

Futures stay pending while their item runs, so that they can be cancelled at any moment; the result of a cancelled one is
dropped. Threads and children start when work first needs them, so one item at a time costs one child. Of several that are idle the one
that worked last has the next item: what its child needs is still near the processor, which is 1 to 2 % of a crawl of plain pages.
"""

from __future__ import annotations

import logging
import pickle
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, InvalidStateError
from typing import Any

from harvestman.closing import Closing
from harvestman.engine.guard.children import Child, Nursery
from harvestman.engine.guard.outcomes import I, Limits, O, Outcome, failure_line
from harvestman.model import GuardError, Status, UsageError

_log = logging.getLogger("harvestman.engine")

_ITEMS_PER_CHILD = 500  # then it is replaced, against leaks in the libraries that it calls
_AHEAD_PER_WORKER = 2  # enough that a child never waits for its next item

_Task = tuple[Callable[[Any], Any], Any, Future[Outcome[Any]]]
_Inbox = queue.SimpleQueue[_Task | None]


class LocalGuard(Closing):
    """Guarded child processes on this machine."""

    def __init__(
        self, workers: int, *, limits: Limits | None = None, preload: Sequence[str] = ()
    ) -> None:
        if workers < 1:
            raise UsageError(f"A guard needs at least one worker, not {workers}.")
        self.limits = limits or Limits()
        self._workers = workers
        self._nursery = Nursery(self.limits, preload)
        self._tasks: deque[_Task] = deque()
        """What waits because all threads are busy."""
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._idle: list[_Inbox] = []
        """Where each idle thread waits for its next task, the one that has been idle longest first."""
        self._pending: set[Future[Outcome[Any]]] = set()
        self._is_closed = False

    @property
    def workers(self) -> int:
        """How many items run at the same time."""
        return self._workers

    def submit(self, function: Callable[[I], O], item: I) -> Future[Outcome[O]]:
        """Run a module-level function on one item in a child; UsageError when children could not find the function."""
        _check_portable(function)
        future: Future[Outcome[O]] = Future()
        with self._lock:
            if self._is_closed:
                raise GuardError("The guard has been closed.")
            self._pending.add(future)
            task: _Task = (function, item, future)
            if self._idle:
                self._idle.pop().put(task)
            elif len(self._threads) < self._workers:
                name = f"harvestman-guard-{len(self._threads) + 1}"
                inbox: _Inbox = queue.SimpleQueue()
                inbox.put(task)
                thread = threading.Thread(
                    target=self._supervise, args=(inbox,), name=name, daemon=True
                )
                self._threads.append(thread)
                thread.start()
            else:
                self._tasks.append(task)
        return future

    def map(
        self, function: Callable[[I], O], items: Iterable[I], *, ahead: int | None = None
    ) -> Iterator[tuple[I, Outcome[O]]]:
        """Each item with its outcome, in the order in which they finish; never more than `ahead` items at once."""
        room = max(1, _AHEAD_PER_WORKER * self._workers if ahead is None else ahead)
        done: queue.SimpleQueue[Future[Outcome[O]]] = queue.SimpleQueue()
        running: dict[Future[Outcome[O]], I] = {}
        source = iter(items)
        has_more = True
        try:
            while has_more or running:
                while has_more and len(running) < room:
                    try:
                        item = next(source)
                    except StopIteration:
                        has_more = False
                        break
                    future = self.submit(function, item)
                    running[future] = item
                    future.add_done_callback(done.put)
                if running:
                    future = done.get()
                    yield running.pop(future), future.result()
        finally:
            for future in running:
                future.cancel()

    def close(self) -> None:
        """Kill the children, cancel what is not done; safe to call twice."""
        with self._lock:
            self._is_closed = True
            pending, self._pending = self._pending, set()
            idle, self._idle = self._idle, []
        for future in pending:
            future.cancel()
        self._nursery.close()
        for inbox in idle:
            inbox.put(None)
        for thread in self._threads:
            if thread is not threading.current_thread():  # a future's callback may close us too
                thread.join(timeout=5)

    def _supervise(self, inbox: _Inbox) -> None:
        """One thread's life: take a task, have its child do it, settle its future; nothing ends it but `close`."""
        child: Child | None = None
        while (task := inbox.get()) is not None:
            function, item, future = task
            del task
            outcome: Outcome[Any] | None = None
            error: BaseException | None = None
            if not future.cancelled() and not self._is_closed:
                try:
                    child, outcome = self._run(child, function, item)
                except BaseException as raised:  # noqa: BLE001  (the worker loop: the caller gets it, whatever it is)
                    error = raised
                    if child is not None:
                        child.end()
                        child = None
            with self._lock:  # before the result is told: who has the next item then finds us idle
                self._pending.discard(future)
                if self._tasks:
                    inbox.put(self._tasks.popleft())
                elif self._is_closed:
                    inbox.put(None)
                else:
                    self._idle.append(inbox)
            _settle(future, outcome, error=error)
            if future.cancelled():
                future.set_running_or_notify_cancel()  # for those who wait by `concurrent.futures.wait`
            del function, item, future, outcome, error  # an idle thread holds on to nothing

    def _run(
        self, child: Child | None, function: Callable[[Any], Any], item: Any
    ) -> tuple[Child | None, Outcome[Any]]:
        try:
            frame = pickle.dumps((function, item), protocol=pickle.HIGHEST_PROTOCOL)
        except Exception as error:  # noqa: BLE001  (pickling calls the item's own code)
            detail = f"the item cannot be sent to a worker process: {failure_line(error)}"
            return child, Outcome(status=Status.CRASHED, detail=detail)
        if child is not None and not child.is_alive():
            child.end()
            child = None
        if child is None:
            child = self._nursery.spawn()
        outcome = child.run(frame, self.limits)
        if not outcome.is_done and not self._is_closed:
            _log.info("an item ended as %s: %s\n%s", outcome.status, outcome.detail, outcome.trace)
        if child.is_spent or child.items >= _ITEMS_PER_CHILD:
            child.end()
            return None, outcome
        return child, outcome


def _settle(
    future: Future[Outcome[Any]],
    outcome: Outcome[Any] | None = None,
    *,
    error: BaseException | None = None,
) -> None:
    try:
        if error is not None:
            future.set_exception(error)
        elif outcome is not None:
            future.set_result(outcome)
    except InvalidStateError:
        pass  # cancelled meanwhile: nobody waits for it


def _check_portable(function: Callable[[Any], Any]) -> None:
    """A child finds the function by the name of its module: `__main__` and lambdas cannot be found."""
    name = getattr(function, "__qualname__", repr(function))
    if getattr(function, "__module__", None) == "__main__":
        raise UsageError(f"{name} is defined in the running script; put it into a module.")
    try:
        pickle.dumps(function)
    except Exception as error:
        raise UsageError(
            f"{name} cannot be sent to a worker process: {failure_line(error)}. "
            "Use a function that is defined at the top level of a module."
        ) from error
