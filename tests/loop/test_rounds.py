"""Rounds of everything that is due: chosen by urgency and budget, done once, told with their reasons."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from harvestman.api import Harvestman
from harvestman.model import JobRecord, SetClock
from harvestman.store import end_state
from world import World


def test_a_dry_run_tells_what_is_due_and_changes_nothing(hm: Harvestman, world: World) -> None:
    hm.watch.add(world.url("lime2024"))
    before, asked = end_state(hm.library), len(world.log())
    found = hm.loop.round()
    assert [(s.kind, s.title, s.host) for s in found.steps] == [
        ("visit", "LIME 2024", f"lime2024.localhost:{world.port}")
    ]
    assert found.steps[0].reason
    assert found.cost > 0
    assert end_state(hm.library) == before
    assert len(world.log()) == asked
    assert not hm.library.jobs.newest()


def test_a_round_does_what_is_due_once_and_tells_why(hm: Harvestman, world: World) -> None:
    hm.watch.add(world.url("lime2024"))
    (due,) = hm.loop.round().steps
    told: list[JobRecord] = []
    done = hm.loop.run(told=told.append)
    visits = [job for job in told if job.kind == "run-visit"]
    assert done == len(told)
    assert [job.task["reason"] for job in visits] == [due.reason]
    assert len(hm.papers()) == 6
    # What it cost is what the server saw, and the next estimate.
    seen = sum(entry.host == "lime2024" for entry in world.log())
    assert 0 < visits[0].result["requests"] <= seen
    state = hm.loop.state()
    assert state.spent.day == sum(job.result["requests"] for job in told)
    assert [job.id for job in state.done if job.kind == "run-visit"] == [visits[0].id]
    assert not state.waiting
    assert not state.failed
    assert not [s for s in hm.loop.round().steps if s.kind == "visit"]


def test_what_is_too_dear_waits_and_the_cheap_is_done(hm: Harvestman, world: World) -> None:
    for site in ("lime2024", "icsw2024"):
        hm.watch.add(world.url(site))
    every = hm.loop.round().steps
    assert len(every) == 2
    found = hm.loop.round(budget=every[0].cost)
    assert len(found.steps) == 1
    assert "budget" in found.left_out[0].why
    assert not hm.loop.round(budget=0).steps


def test_budgets_hold_for_a_kind_and_a_host(
    opened: Callable[..., Harvestman], world: World
) -> None:
    with opened(run_kinds="visit=5") as hm:
        hm.watch.add(world.url("lime2024"))
        found = hm.loop.round()
        assert not found.steps
        assert "kind visit" in found.left_out[0].why
    with opened(run_host_requests="5") as hm:
        assert "lime2024.localhost" in hm.loop.round().left_out[0].why


def test_a_step_that_was_left_by_a_killed_round_is_done_by_the_next(
    hm: Harvestman, world: World, clock: SetClock
) -> None:
    hm.watch.add(world.url("lime2024"))
    (step,) = hm.loop.round().steps
    hm.library.jobs.put("run-visit", step.to_task(), lock=step.lock)
    left = hm.library.jobs.take("run-visit", holder="a machine that is no more")
    assert left is not None
    assert not hm.loop.round().steps  # somebody does it
    clock.advance(3600)
    assert hm.loop.run() >= 1
    assert [job.id for job in hm.loop.state().done if job.kind == "run-visit"] == [left.id]
    assert len(hm.papers()) == 6


def test_a_step_that_has_failed_is_left_alone_for_a_while(
    hm: Harvestman, world: World, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    hm.watch.add(world.url("lime2024"))

    async def fail(*_: object) -> None:
        raise ValueError("no")

    with monkeypatch.context() as patch:
        patch.setattr("harvestman.loop.sources.visits.Visits.do", fail)
        hm.loop.run()
    assert [job.state for job in hm.loop.state().failed] == ["failed"]
    assert not hm.loop.round().steps
    clock.advance(timedelta(hours=2).total_seconds())
    assert [step.kind for step in hm.loop.round().steps] == ["visit"]


def test_rounds_until_a_day_end_there(hm: Harvestman, world: World, clock: SetClock) -> None:
    hm.watch.add(world.url("lime2024"))
    end = clock.now() + timedelta(days=3)
    assert hm.loop.run(until=end) >= 1
    assert clock.now() == end


def test_the_state_names_the_next_visits_with_their_reasons(hm: Harvestman, world: World) -> None:
    hm.watch.add(world.url("lime2024"))
    hm.loop.run()
    plain = hm.loop.state().to_plain()
    assert plain["next"][0]["title"] == "LIME 2024"
    assert plain["next"][0]["reason"]
    assert {step["kind"] for step in plain["done"]} == {"visit", "merge"}
    assert plain["today"]["by_kind"]["visit"] == plain["today"]["requests"]
