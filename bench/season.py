"""A simulated season: how late each paper comes into a library that `harvestman run` keeps, and what that costs beside a nightly crawl.

`python bench/season.py [--kills 50]` plays the season of tests/loop/season.py (conferences are announced, notify, publish, move, vanish;
files appear late; a professor's list grows) on a set clock, three times: with `harvestman run`; with a crawl of every site every night,
which is told all addresses beforehand; and with `harvestman run --once` day by day, killed with -9 so many times on the way. It
prints the delay of each paper and of its file in days, the requests of both, and whether the killed season ended as an undisturbed one.
It fails when anything that was public is not held, or the killed season ended otherwise.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from statistics import mean, median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import harvestman
import harvestman.engine
from commands import Commands
from harvestman import Harvestman
from harvestman.engine import InlineGuard
from harvestman.find import PersonQuestion
from harvestman.model import SetClock
from loop.killing import begin, pass_season
from loop.season import BEFORE, CONFERENCES, PROFESSOR, UNIVERSITY, everything, write_season
from world import World
from world.folder import SITES

FIRST, LAST = datetime(2024, 5, 15, 6, tzinfo=UTC), datetime(2024, 6, 25, tzinfo=UTC)
DAY = timedelta(days=1)


@contextmanager
def opened(folder: Path, world: World, clock: SetClock, **more: Any) -> Iterator[Harvestman]:
    """A new library over the world; what is read is read in this process."""
    folder.mkdir()
    with harvestman.open(
        folder / "library.db",
        clock=clock,
        data=str(folder),
        delay="0",
        allow_private="true",
        browser="never",
        providers="searxng",
        run_listing="",
        searxng_url=world.url("search", "").rstrip("/"),
        **more,
    ) as hm:
        yield hm


def run(folder: Path, world: World, clock: SetClock) -> tuple[int, list[str]]:
    """The season with `harvestman run`: its requests, and what is lacking."""
    lacking = []
    with opened(folder, world, clock, run_revisit="7d") as hm:
        hm.watch.add(*(world.url(one.host) for one in CONFERENCES[:-1]), world.url(BEFORE))
        list(hm.find.persons([PersonQuestion(PROFESSOR, UNIVERSITY)]))
        world.clear_log()
        hm.loop.run(until=LAST)
        known = {paper.title: paper for paper in hm.papers()}
        seen = {one.id: one.when for one in reversed(hm.changes(limit=10_000).changes)}
        delays: list[float] = []
        print(f"{'delay, days':>12} {'of file':>8}  paper")
        for paper in everything():
            found = known.get(paper.title)
            files = hm.documents(found.id) if found else []
            event = found.event.title if found and found.event else ""
            if found is None or (event, found.year) != (paper.event, paper.year):
                lacking.append(paper.title)
                continue
            if paper.file and not files:
                lacking.append(f"the file of {paper.title}")
            if paper.listed <= FIRST.date():
                continue  # it was there before the season
            delays.append(_days(seen[found.id], paper.listed))
            late = _days(files[0].received, paper.file) if paper.file and files else None
            shown = "" if late is None else f"{late:.1f}"
            print(f"{delays[-1]:12.1f} {shown:>8}  {paper.title} ({paper.event or PROFESSOR})")
    print(
        f"delay of a paper: {mean(delays):.1f} days on average, {median(delays):.1f} in the middle"
    )
    return _asked(world), lacking


def crawl_nightly(folder: Path, world: World, clock: SetClock) -> tuple[int, int]:
    """The same season by a crawl of every site every night: its requests, and how many papers with files it holds."""
    sites = [world.url(one.host) for one in CONFERENCES] + [world.url("wstork")]
    with opened(folder, world, clock, files="linked") as hm:
        world.clear_log()
        while clock.now() < LAST:
            hm.harvest(*sites, sitemaps=False, again=True)
            clock.advance(DAY.total_seconds())
        titles = {paper.title for paper in hm.papers() if hm.documents(paper.id)}
    return _asked(world), sum(paper.title in titles for paper in everything())


def kill(root: Path, world: World, clock: SetClock, kills: int) -> bool:
    """Whether a season that is killed so often ends as an undisturbed one."""
    moments = [FIRST + days * DAY for days in range(5, (LAST - FIRST).days + 1, 4)]
    bouts = []
    for name, number in (("calm", 0), ("killed", kills)):
        place = Commands(root / name, more={"PROVIDERS": "library"})
        place.folder.mkdir()
        _back(clock)
        begin(place, world)
        bouts.append(pass_season(place, world, moments, rng=random.Random(11), kills=number))
    calm, killed = bouts
    same = calm.held == killed.held
    print(
        f"killed with -9 {killed.kills} times: {'the same end' if same else 'ANOTHER END'} "
        f"({len(killed.held)} papers); {killed.requests} requests, undisturbed {calm.requests}"
    )
    return same


def _asked(world: World) -> int:
    return sum(entry.host != "search" for entry in world.log())


def _days(moment: datetime | None, since: date) -> float:
    assert moment is not None
    return (moment - datetime.combine(since, time(), UTC)) / DAY


def _back(clock: SetClock) -> None:
    clock.jump((FIRST - clock.now()).total_seconds())


def main() -> int:
    """Play the season."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=50)
    given = parser.parse_args()
    harvestman.engine.open_guard = lambda *_a, **_k: InlineGuard()
    clock = SetClock(FIRST)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        with World(clock=clock, folders=(SITES, write_season(root / "season"))) as world:
            ours, lacking = run(root / "run", world, clock)
            _back(clock)
            nightly, held = crawl_nightly(root / "nightly", world, clock)
            print(
                f"requests: {ours} by run, {nightly} by a nightly crawl ({nightly / ours:.1f} times)"
            )
            print(f"papers whose files a nightly crawl holds: {held}")
            same = not given.kills or kill(root, world, clock, given.kills)
    for title in lacking:
        print(f"lacking: {title}")
    return int(bool(lacking) or not same)


if __name__ == "__main__":
    sys.exit(main())
