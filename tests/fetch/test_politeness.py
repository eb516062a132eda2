from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from harvestman.fetch.politeness import Turns
from harvestman.model import SetClock


def turns_of(clock: SetClock, *, concurrency: int = 8, per_host: int = 1) -> Turns:
    return Turns(clock, concurrency=concurrency, per_host=per_host, longest_hold_s=30)


class Crowd:
    """Many who want a turn; remembers who was under way together, and when each began."""

    def __init__(self, turns: Turns, clock: SetClock) -> None:
        self.turns, self.clock = turns, clock
        self.under_way: list[str] = []
        self.most_in_all = 0
        self.most_at_one = 0
        self.began: list[float] = []

    async def visit(self, host: str, *, pause_s: float = 0.0, lasts: int = 3) -> None:
        async with self.turns.turn(host, pause_s=pause_s) as held_s:
            assert held_s == 0
            self.began.append(self.clock.now().timestamp())
            self.under_way.append(host)
            self.most_in_all = max(self.most_in_all, len(self.under_way))
            self.most_at_one = max(self.most_at_one, self.under_way.count(host))
            for _ in range(lasts):
                await asyncio.sleep(0)
            self.under_way.remove(host)


async def test_two_requests_to_one_host_are_a_pause_apart(clock: SetClock) -> None:
    crowd = Crowd(turns_of(clock), clock)
    await asyncio.gather(*(crowd.visit("a", pause_s=2.5) for _ in range(4)))
    gaps = [b - a for a, b in zip(crowd.began, crowd.began[1:], strict=False)]
    assert gaps == [2.5, 2.5, 2.5]


async def test_the_pause_counts_from_the_end_of_the_former_request(clock: SetClock) -> None:
    turns = turns_of(clock)
    async with turns.turn("a", pause_s=2):
        clock.advance(10)  # a slow answer
    ended = clock.now()
    async with turns.turn("a", pause_s=2):
        assert clock.now() == ended + timedelta(seconds=2)


async def test_no_pause_is_kept_towards_another_host_or_one_that_has_rested(
    clock: SetClock,
) -> None:
    turns = turns_of(clock)
    start = clock.now()
    for host in "abc":
        async with turns.turn(host, pause_s=5):
            assert clock.now() == start
    clock.advance(5)
    async with turns.turn("a", pause_s=5):
        assert clock.now() == start + timedelta(seconds=5)


@pytest.mark.parametrize(("concurrency", "per_host"), [(1, 1), (3, 1), (100, 1), (100, 2)])
async def test_no_more_are_under_way_than_allowed(
    clock: SetClock, concurrency: int, per_host: int
) -> None:
    crowd = Crowd(turns_of(clock, concurrency=concurrency, per_host=per_host), clock)
    await asyncio.gather(*(crowd.visit(f"host{n % 5}") for n in range(40)))
    assert len(crowd.began) == 40
    assert crowd.most_in_all == min(concurrency, 5 * per_host)
    assert crowd.most_at_one == min(concurrency, per_host)


async def test_who_waits_for_a_pause_keeps_no_place(clock: SetClock) -> None:
    turns = turns_of(clock, concurrency=1)
    async with turns.turn("slow", pause_s=0):
        pass

    class Asleep(SetClock):
        async def sleep(self, seconds: float) -> None:
            await asyncio.Event().wait()

    waiting_clock = Asleep(clock.now())
    turns = Turns(waiting_clock, concurrency=1, per_host=1, longest_hold_s=30)
    async with turns.turn("slow", pause_s=60):
        pass

    async def wait_long() -> None:
        async with turns.turn("slow", pause_s=60):
            pytest.fail("the clock does not move")

    waiting = asyncio.create_task(wait_long())
    await asyncio.sleep(0)
    async with asyncio.timeout(5), turns.turn("other", pause_s=60) as held_s:
        assert held_s == 0
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_a_cancelled_visitor_gives_everything_back(clock: SetClock) -> None:
    turns = turns_of(clock, concurrency=1)

    async def stay() -> None:
        async with turns.turn("a", pause_s=0):
            await asyncio.Event().wait()

    for _ in range(3):
        task = asyncio.create_task(stay())
        await asyncio.sleep(0)
        queued = asyncio.create_task(stay())
        await asyncio.sleep(0)
        queued.cancel()
        task.cancel()
        await asyncio.gather(task, queued, return_exceptions=True)
    async with asyncio.timeout(5), turns.turn("a", pause_s=0) as held_s:
        assert held_s == 0


async def test_a_short_hold_is_waited_for_and_a_long_one_is_told(clock: SetClock) -> None:
    turns = turns_of(clock)
    start = clock.now()
    turns.hold("a", 20)
    async with turns.turn("a", pause_s=0) as held_s:
        assert held_s == 0
        assert clock.now() == start + timedelta(seconds=20)
    turns.hold("a", 3600)
    async with turns.turn("a", pause_s=0) as held_s:
        assert held_s == 3600
    async with turns.turn("b", pause_s=0) as held_s:
        assert held_s == 0
    clock.advance(3600)
    async with turns.turn("a", pause_s=0) as held_s:
        assert held_s == 0


async def test_a_clock_that_is_put_back_stops_nobody(clock: SetClock) -> None:
    turns = turns_of(clock)
    async with turns.turn("a", pause_s=1):
        pass
    clock.advance(-86_400)
    before = clock.now()
    async with turns.turn("a", pause_s=1):
        assert clock.now() - before <= timedelta(seconds=1)


async def test_hosts_that_have_rested_are_forgotten(
    clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harvestman.fetch.politeness._MAX_IDLE_HOSTS", 10)
    turns = turns_of(clock)
    turns.hold("held", 3600)
    for n in range(100):
        async with turns.turn(f"host{n}", pause_s=1):
            pass
        clock.advance(1)
    assert len(turns._hosts) <= 10
    assert turns.held_s("held") > 0
