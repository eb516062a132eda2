"""Items that go to a child together end as if each had gone by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest

from engine import jobs
from harvestman.engine import InlineGuard, Limits, Outcome, Together, open_guard
from harvestman.model import GuardError, Status


class _Noting(InlineGuard):
    """Notes how many items each hop has. Hops are over at once, or, where the guard is held, when it is released."""

    def __init__(self, *, is_held: bool = False) -> None:
        super().__init__()
        self.hops: list[int] = []
        self.has_begun = asyncio.Event()
        self._released = asyncio.Event()
        if not is_held:
            self.release()

    def release(self) -> None:
        self._released.set()

    def submit(self, function: Callable[[Any], Any], item: Any) -> Future[Outcome[Any]]:
        self.hops.append(len(item) if isinstance(item, list) else 1)
        self.has_begun.set()
        future: Future[Outcome[Any]] = Future()
        outcome = super().submit(function, item).result()

        async def end() -> None:
            await self._released.wait()
            future.set_result(outcome)

        future.ending = asyncio.ensure_future(end())  # type: ignore[attr-defined]  # the loop itself does not keep it
        return future


async def test_what_waits_goes_together() -> None:
    guard = _Noting()
    together = Together(guard)
    outcomes = await asyncio.gather(*(together.run(jobs.double, n) for n in range(12)))
    assert [outcome.value for outcome in outcomes] == [2 * n for n in range(12)]
    assert guard.hops == [8, 4]


async def test_one_that_is_alone_goes_at_once_and_by_itself() -> None:
    guard = _Noting(is_held=True)
    together = Together(guard)
    first = asyncio.create_task(together.run(jobs.double, 1))
    await guard.has_begun.wait()
    others = asyncio.gather(*(together.run(jobs.double, n) for n in (2, 3)))
    await asyncio.sleep(0)  # they wait now
    guard.release()
    assert (await first).value == 2
    assert [outcome.value for outcome in await others] == [4, 6]
    assert guard.hops == [1, 2]


@pytest.mark.parametrize(
    ("job", "status"),
    [
        (jobs.raise_value_error, Status.CRASHED),
        (jobs.exit_at_once, Status.CRASHED),
        (jobs.wait_forever, Status.TIMEOUT),
    ],
)
async def test_a_bad_item_costs_the_others_nothing(
    job: Callable[[Any], Any], status: Status
) -> None:
    with open_guard("local:1", limits=Limits(time_s=0.5)) as guard:
        together = Together(guard)
        good = [together.run(jobs.double, n) for n in range(3)]
        bad, *others = await asyncio.gather(together.run(job, 7), *good)
    assert (bad.value, bad.status) == (None, status)
    assert [outcome.value for outcome in others] == [0, 2, 4]


async def test_nobody_waits_for_what_was_cancelled() -> None:
    guard = _Noting(is_held=True)
    together = Together(guard)
    tasks = [asyncio.create_task(together.run(jobs.double, n)) for n in range(3)]
    await guard.has_begun.wait()
    tasks[1].cancel()
    guard.release()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(done[1], asyncio.CancelledError)
    assert [one.value for one in done if isinstance(one, Outcome)] == [0, 4]


async def test_a_guard_that_is_closed_says_so_to_all() -> None:
    guard = InlineGuard()
    guard.close()
    together = Together(guard)
    told = await asyncio.gather(
        *(together.run(jobs.double, n) for n in range(2)), return_exceptions=True
    )
    assert [type(one) for one in told] == [GuardError, GuardError]
