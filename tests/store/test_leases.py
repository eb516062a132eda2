"""Leases: one holder at a time, a dead one is inherited, and who lost his lease cannot write."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta

from harvestman.model import HarvestRequest, SetClock
from harvestman.store import Ended, Library, end_state, is_dead, new_owner
from store.sample import SITE, keep_visit, mention, outcome

HOST = "conf.example"


def test_a_site_has_one_holder_until_the_lease_ends(library: Library, clock: SetClock) -> None:
    first = library.leases.acquire(HOST, "one", length_s=60)
    assert first is not None
    assert library.leases.acquire(HOST, "two", length_s=60) is None
    assert library.leases.acquire("other.example", "two", length_s=60) is not None
    clock.advance(61)
    second = library.leases.acquire(HOST, "two", length_s=60)
    assert second is not None
    assert second.fence > first.fence


def test_a_lease_that_is_renewed_lasts(library: Library, clock: SetClock) -> None:
    lease = library.leases.acquire(HOST, "one", length_s=60)
    assert lease is not None
    clock.advance(50)
    library.leases.renew([lease])
    clock.advance(50)
    assert library.leases.acquire(HOST, "two", length_s=60) is None


def test_a_released_site_has_its_pause(library: Library, clock: SetClock) -> None:
    lease = library.leases.acquire(HOST, "one", length_s=60)
    assert lease is not None
    library.leases.release(lease, pause_s=2)
    assert library.leases.acquire(HOST, "two", length_s=60) is None
    clock.advance(2)
    assert library.leases.acquire(HOST, "two", length_s=60) is not None


def test_a_clock_that_is_set_back_shuts_no_site(library: Library, clock: SetClock) -> None:
    lease = library.leases.acquire(HOST, "one", length_s=60)
    assert lease is not None
    library.leases.acquire("other.example", "gone", length_s=60)
    library.leases.release(lease, pause_s=2)
    clock.jump(-86_400)
    mine = library.leases.acquire(HOST, "two", length_s=60)
    assert mine is not None
    assert library.leases.acquire("other.example", "two", length_s=60) is not None
    assert library.leases.acquire(HOST, "three", length_s=60) is None
    clock.jump(365 * 86_400)  # set forward: all leases have ended, and who is late cannot write
    assert library.leases.acquire(HOST, "three", length_s=60) is not None
    assert library.leases.renew([mine]) == []


def test_who_slept_through_the_end_of_a_lease_cannot_write(
    library: Library, clock: SetClock
) -> None:
    harvest = library.harvests.begin(HarvestRequest((SITE,), 1, 10))
    library.harvests.stage(harvest, 0)
    late = library.leases.acquire(HOST, "one", length_s=60)
    (visit,) = library.harvests.take(harvest, 0, HOST).visits
    clock.advance(61)
    mine = library.leases.acquire(HOST, "two", length_s=60)
    before = end_state(library)
    assert not keep_visit(
        library, harvest, outcome(visit, mentions=[mention()]), lease=late
    ).is_kept
    assert end_state(library) == before
    assert keep_visit(library, harvest, outcome(visit, mentions=[mention()]), lease=mine).is_kept
    assert library.papers.count() == 1


def test_a_lost_lease_costs_the_others_of_a_group_nothing(
    library: Library, clock: SetClock
) -> None:
    harvest = library.harvests.begin(HarvestRequest((SITE, "http://b.example/"), 1, 10))
    library.harvests.stage(harvest, 0)
    lost = library.leases.acquire(HOST, "one", length_s=60)
    clock.advance(61)
    library.leases.acquire(HOST, "two", length_s=60)
    held = library.leases.acquire("b.example", "one", length_s=60)
    visits = [library.harvests.take(harvest, 0, site).visits[0] for site in (HOST, "b.example")]
    group = [
        Ended(outcome(visit), lease) for visit, lease in zip(visits, (lost, held), strict=True)
    ]
    assert [kept.is_kept for kept in library.harvests.keep_all(harvest, group)] == [False, True]
    assert library.harvests.counts(harvest).done == 1


def test_nobody_waits_for_a_process_of_this_machine_that_is_dead(library: Library) -> None:
    code = "from harvestman.store import new_owner; print(new_owner())"
    dead = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.strip()
    assert is_dead(dead)
    assert not is_dead(new_owner())
    machine, pid, born, rest = new_owner().split(" ")
    assert is_dead(f"{machine} {pid} {int(born) - 1} {rest}")  # its number is another's now
    for unsure in (f"elsewhere {pid} 1 {rest}", f" {pid} 1 {rest}", "somebody", ""):
        assert not is_dead(unsure)
    lost = library.leases.acquire(HOST, dead, length_s=3600)
    assert lost is not None
    found = library.leases.acquire(HOST, new_owner(), length_s=60)
    assert found is not None
    assert found.fence == lost.fence + 1


def test_things_of_different_kinds_with_one_name_are_held_apart(library: Library) -> None:
    site = library.leases.acquire(HOST, "one", length_s=60)
    event = library.leases.acquire(HOST, "two", length_s=60, kind="event")
    assert site is not None
    assert event is not None
    assert library.leases.holders("site") == ["one"]
    assert library.leases.holders("event") == ["two"]
    library.leases.release(event)
    assert library.leases.holders("event") == []
    assert library.leases.renew([site, event]) == [site]


def test_what_one_holds_is_renewed_and_given_back_together(
    library: Library, clock: SetClock
) -> None:
    for name in ("a", "b"):
        assert library.leases.acquire(name, "one", length_s=60, kind="event")
    assert library.leases.acquire("c", "two", length_s=60, kind="event")
    library.leases.renew_all("event", "one", until=clock.now() + timedelta(hours=1))
    clock.advance(600)
    assert library.leases.acquire("a", "two", length_s=60, kind="event") is None
    assert library.leases.acquire("c", "one", length_s=60, kind="event") is not None
    library.leases.release_all("event", "one")
    assert library.leases.holders("event") == []
    assert library.leases.acquire("a", "two", length_s=60, kind="event") is not None


def test_a_name_of_any_length_can_be_leased(library: Library) -> None:
    long = "a" * 10_000
    lease = library.leases.acquire(long, "one", length_s=60)
    assert lease is not None
    assert library.leases.acquire(long, "two", length_s=60) is None
    assert library.leases.acquire(long + "b", "two", length_s=60) is not None
    assert library.leases.renew([lease]) == [lease]
