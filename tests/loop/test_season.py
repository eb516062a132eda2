"""A season passes, and the library holds all that was public, with event, year and file; with few requests, and killed on the way."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from commands import Commands
from harvestman.api import Harvestman
from harvestman.find import PersonQuestion
from harvestman.model import SetClock
from loop.killing import begin, pass_season
from loop.season import (
    BEFORE,
    CONFERENCES,
    PROFESSOR,
    UNIVERSITY,
    everything,
    write_season,
)
from servers.postgres import PostgresServer
from world import World
from world.folder import SITES

FIRST, LAST = datetime(2024, 5, 15, 6, tzinfo=UTC), datetime(2024, 6, 25, tzinfo=UTC)


@pytest.fixture
def clock() -> SetClock:
    return SetClock(FIRST)


@pytest.fixture
def world(clock: SetClock, tmp_path: Path) -> Iterator[World]:
    folder = write_season(tmp_path / "season")
    with World(clock=clock, folders=(SITES, folder)) as running:
        yield running


def test_after_a_season_the_library_holds_all_that_was_public(
    opened: Callable[..., Harvestman], world: World, clock: SetClock
) -> None:
    engine = world.url("search", "").rstrip("/")
    with opened(providers="searxng", searxng_url=engine, run_revisit="7d") as hm:
        known = [world.url(one.host) for one in CONFERENCES[:-1]] + [world.url(BEFORE)]
        hm.watch.add(*known)
        list(hm.find.persons([PersonQuestion(PROFESSOR, UNIVERSITY)]))
        world.clear_log()
        hm.loop.run(until=LAST)
        held = {
            paper.title: (
                paper.event.title if paper.event else "",
                paper.year,
                bool(hm.documents(paper.id)),
            )
            for paper in hm.papers()
        }
        delays = {paper.title: paper.added for paper in hm.papers()}
        requests = sum(job.result["requests"] for job in hm.loop.state(limit=10_000).done)
        failed = hm.loop.state().failed
    lacking = {}
    for paper in everything():
        expected = (paper.event, paper.year, paper.file is not None)
        if held.get(paper.title) != expected:
            lacking[paper.title] = (held.get(paper.title), expected, delays.get(paper.title))
    assert not lacking
    assert not failed
    assert requests <= len(world.log())
    days = (LAST - FIRST).days
    assert (
        len(world.log()) < 8 * days * len(CONFERENCES) / 2
    )  # a nightly crawl asks for some eight pages of each


def test_killed_and_with_workers_on_postgres_a_season_ends_as_by_one_on_sqlite(
    world: World, clock: SetClock, tmp_path: Path, postgres: PostgresServer
) -> None:
    alone = {"PROVIDERS": "library"}
    calm = Commands(tmp_path / "calm", more=alone)
    queue = {"QUEUE_BACKEND": "postgres"}
    killed = Commands(tmp_path / "killed", postgres.new_database(), alone | queue)
    moments = [
        datetime(2024, month, day, 6, tzinfo=UTC) for month, day in ((5, 24), (6, 6), (6, 15))
    ]
    bouts = []
    for place, kills, workers in ((calm, 0, 0), (killed, 4, 2)):
        place.folder.mkdir()
        clock.jump((FIRST - clock.now()).total_seconds())
        begin(place, world)
        rng = random.Random(7)
        bouts.append(pass_season(place, world, moments, rng=rng, kills=kills, workers=workers))
    postgres.drop_database(killed.db)
    assert bouts[1].kills == 4
    assert bouts[1].held == bouts[0].held
    titles = {paper.title for paper in everything() if paper.event}
    assert titles <= set(bouts[0].held)
