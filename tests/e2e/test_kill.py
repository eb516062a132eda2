"""A harvest that is killed with -9 again and again ends where an undisturbed one ends, and fetches nothing twice."""

from __future__ import annotations

import random
import time

from commands import Commands
from harvestman.model import Plain, SystemClock
from harvestman.store import end_state, open_library
from warm import Forked
from world import World

KILLS = 10
SITES = (
    "icsw2024",
    "hcip2023",
    "workshopvolumes",
    "revistadatos",
    "wds99",
    "eucat2024",
    "moved",
    "gone",
)


def state_of(place: Commands) -> Plain:
    db = place.db or str(place.folder / "harvestman.db")
    with open_library(db, blobs=str(place.folder / "blobs"), clock=SystemClock()) as library:
        assert library.check() == []
        return end_state(library)


def without_repeats(state: Plain) -> Plain:
    """The same without harvests that only found what was there: the command makes one when it was killed between the end of the harvest and its own."""
    read = {"success", "no-papers"}
    harvests = [
        harvest
        for harvest in state["harvests"]
        if any(visit["status"] in read for visit in harvest["visits"])
    ]
    return state | {"harvests": harvests}


def kept_urls(place: Commands) -> set[str]:
    """The pages that are in the library: what was acknowledged and must never be fetched again."""
    if not place.db and not (place.folder / "harvestman.db").exists():
        return set()
    return {page["url"] for page in state_of(place)["pages"]}


def requested(world: World) -> list[str]:
    return [
        f"http://{entry.host}{entry.target}"
        for entry in world.log()
        if entry.target != "/robots.txt" and not entry.host.startswith("control")
    ]


def kill_after_requests(process: Forked, world: World, wanted: int, rng: random.Random) -> bool:
    """Kill the harvest and its children at a random moment soon after so many more requests; whether it still ran."""
    already = len(world.log())
    while process.poll() is None and len(world.log()) < already + wanted:
        time.sleep(0.001)  # gives the processor to the harvest; what is waited for is the log
    time.sleep(rng.random() * 0.03)  # the random moment itself
    return process.kill()


def test_killed_and_resumed_is_the_same_as_undisturbed(
    places: tuple[Commands, Commands], world: World
) -> None:
    undisturbed, disturbed = places
    rng = random.Random(20240601)
    words = ("harvest", *(world.url(site) for site in SITES), "--depth", "3", "--limit", "60")
    done = undisturbed.run(*words)
    assert done.returncode == 1, done.stderr  # the site that is gone could not be read
    expected = state_of(undisturbed)
    assert len(expected["papers"]) > 30

    killed = 0
    for _ in range(KILLS):
        kept = kept_urls(disturbed)
        world.clear_log()
        process = disturbed.start(*words)
        killed += kill_after_requests(process, world, rng.randint(0, 12), rng)
        assert not kept & set(requested(world)), "a page that was kept was fetched again"
        assert kept <= kept_urls(disturbed), "a page that was kept is lost"
    assert killed >= KILLS // 2

    kept = kept_urls(disturbed)
    world.clear_log()
    assert disturbed.run(*words).returncode == 1
    assert not kept & set(requested(world))
    assert without_repeats(state_of(disturbed)) == expected
