"""The inline guard: this process, one item after the other, without limits. For tests and tiny jobs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future

from harvestman.closing import Closing
from harvestman.engine.guard.outcomes import I, O, Outcome, failure_line, failure_trace
from harvestman.model import GuardError, Status


class InlineGuard(Closing):
    """Runs the function where it is called; only an exception is turned into a status, no limit is kept."""

    def __init__(self) -> None:
        self._is_closed = False

    @property
    def workers(self) -> int:
        """One: the caller itself."""
        return 1

    def submit(self, function: Callable[[I], O], item: I) -> Future[Outcome[O]]:
        """Run it now; the future is done when it is returned."""
        if self._is_closed:
            raise GuardError("The guard has been closed.")
        future: Future[Outcome[O]] = Future()
        future.set_result(_run(function, item))
        return future

    def map(
        self, function: Callable[[I], O], items: Iterable[I], *, ahead: int | None = None
    ) -> Iterator[tuple[I, Outcome[O]]]:
        """Each item with its outcome, in order; an item is taken when the outcome before it has been."""
        for item in items:
            yield item, self.submit(function, item).result()

    def close(self) -> None:
        """Take no more work."""
        self._is_closed = True


def _run(function: Callable[[I], O], item: I) -> Outcome[O]:
    try:
        return Outcome(value=function(item))
    except Exception as error:  # noqa: BLE001  (the worker loop; Ctrl-C passes)
        return Outcome(
            status=Status.CRASHED, detail=failure_line(error), trace=failure_trace(error)
        )
