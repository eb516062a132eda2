"""Two crawlers on one database share a harvest; one of them is killed with -9 and the other ends where one alone would."""

from __future__ import annotations

import time
from collections import Counter

import sqlalchemy as sa

from commands import Commands
from e2e.test_kill import requested, state_of
from harvestman.model import SystemClock
from harvestman.store import open_library, schema
from world import World

SITES = ("icsw2024", "hcip2023", "revistadatos", "wds99")


def sites_of(place: Commands) -> Counter[int]:
    """How many sites each process has leased."""
    db = place.db or str(place.folder / "harvestman.db")
    with (
        open_library(db, blobs=str(place.folder / "blobs"), clock=SystemClock()) as library,
        library.database.read() as connection,
    ):
        holders = connection.execute(sa.select(schema.lease.c.holder)).scalars()
        return Counter(int(holder.split(" ")[1]) for holder in holders if holder)


def test_two_crawlers_share_a_harvest_and_one_is_killed(
    places: tuple[Commands, Commands], world: World
) -> None:
    alone, shared = places
    words = ("harvest", *(world.url(site) for site in SITES), "--depth", "2", "--limit", "24")
    assert alone.run(*words).returncode == 0
    expected = state_of(alone)

    state_of(shared)  # the library is there when both begin
    world.clear_log()
    crawlers = [shared.start(*words) for _ in range(2)]
    while len(requested(world)) < 8:
        time.sleep(0.01)  # gives the processor to the crawlers; what is waited for is the log
    crawlers.sort(key=lambda crawler: -sites_of(shared)[crawler.pid])
    assert sites_of(shared)[crawlers[0].pid] >= 1, "the one that is killed has sites"
    assert crawlers[0].kill()
    assert crawlers[1].wait(timeout=100) == 0
    assert state_of(shared) == expected
    # What the killed one had under way was asked for once more, and nothing else.
    twice = [url for url, times in Counter(requested(world)).items() if times > 1]
    assert len([url for url in twice if not url.endswith("/sitemap.xml")]) <= len(SITES)
