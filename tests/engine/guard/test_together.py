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

    def __init__(self, *, is_held: bool = False, workers: int = 1, hop_s: float = 0.0) -> None:
        super().__init__()
        self.hops: list[int] = []
        self.now_s = 0.0
        self._workers, self._hop_s = workers, hop_s
        self.has_begun = asyncio.Event()
        self._released = asyncio.Event()
        if not is_held:
            self.release()

    @property
    def workers(self) -> int:
        return self._workers

    def hold(self) -> None:
        self._released.clear()

    def release(self) -> None:
        self._released.set()

    def clock(self) -> float:
        return self.now_s

    def submit(self, function: Callable[[Any], Any], item: Any) -> Future[Outcome[Any]]:
        self.hops.append(len(item) if isinstance(item, list) else 1)
        self.has_begun.set()
        future: Future[Outcome[Any]] = Future()
        outcome = super().submit(function, item).result()

        async def end() -> None:
            await self._released.wait()
            self.now_s += self._hop_s
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


async def _settled() -> None:
    """All that the event loop can do without a clock is done."""
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("hop_s", "begun", "others"),
    [
        (
            0.001,
            [1, 1],
            [5],
        ),  # quick ones: the second worker is left alone, the first has them next
        (1.0, [1, 1, 1], [2, 1, 1]),  # slow ones: who is free gets some
    ],
)
async def test_a_second_worker_is_woken_for_what_keeps_it_busy(
    hop_s: float, begun: list[int], others: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", lambda *_: None)  # never late
    guard = _Noting(workers=2, hop_s=hop_s)
    together = Together(guard, clock=guard.clock)
    await together.run(jobs.double, 0)
    guard.hold()
    tasks = []
    for n in range(6):
        tasks.append(asyncio.create_task(together.run(jobs.double, n)))
        await _settled()
    assert guard.hops == begun
    guard.release()
    assert [outcome.value for outcome in await asyncio.gather(*tasks)] == [0, 2, 4, 6, 8, 10]
    assert guard.hops == begun + others


async def test_quick_ones_do_not_wait_for_a_worker_that_has_met_a_slow_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    late: list[Callable[[], None]] = []
    monkeypatch.setattr(
        asyncio.get_running_loop(), "call_later", lambda _s, start: late.append(start)
    )
    guard = _Noting(workers=2)
    together = Together(guard, clock=guard.clock)
    await together.run(jobs.double, 0)
    guard.hold()
    slow = asyncio.create_task(together.run(jobs.double, 1))
    await _settled()
    quick = asyncio.create_task(together.run(jobs.double, 2))
    await _settled()
    assert guard.hops == [1, 1]
    late[0]()
    await _settled()
    assert guard.hops == [1, 1, 1]
    guard.release()
    assert [one.value for one in await asyncio.gather(slow, quick)] == [2, 4]


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


async def test_a_child_that_has_a_group_does_not_load_the_event_loop() -> None:
    with open_guard("local:1") as guard:
        together = Together(guard)
        asked = ("asyncio", "harvestman.engine.guard.child")
        loaded = await asyncio.gather(*(together.run(jobs.has_loaded, name) for name in asked))
    assert [outcome.value for outcome in loaded] == [False, True]


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
