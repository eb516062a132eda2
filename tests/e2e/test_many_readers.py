"""Fifty people read while a harvest writes: nobody is turned away, and everybody sees whole papers only."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor

from commands import Commands
from harvestman.model import SystemClock
from harvestman.store import open_library
from world import World

READERS = 50
_PAUSE_S = 0.3


def test_fifty_readers_while_a_harvest_writes(
    places: tuple[Commands, Commands], world: World
) -> None:
    place, _ = places
    first = place.run("harvest", world.url("hcip2023", "/proceedings.html"), "--depth", "0")
    assert first.returncode == 0, first.stderr
    process = place.start(
        "harvest",
        *(world.url(s) for s in ("icsw2024", "revistadatos", "workshopvolumes")),
        "--depth",
        "3",
    )
    db = place.db or str(place.folder / "harvestman.db")
    is_written = threading.Event()

    def read(_number: int) -> int:
        rounds = 0
        with open_library(
            db, blobs=str(place.folder / "blobs"), clock=SystemClock(), writable=False, create=False
        ) as library:
            while True:
                # A pause between two looks leaves the processor to the harvest: all fifty stay connected meanwhile.
                is_last = is_written.wait(_PAUSE_S)
                papers = list(library.papers.find())
                assert len(papers) >= 6
                assert all(paper.title and library.papers.claims(paper.id) for paper in papers[:3])
                rounds += 1
                if is_last:
                    return rounds

    with ThreadPoolExecutor(READERS) as pool:
        reading = [pool.submit(read, number) for number in range(READERS)]
        code = process.wait()
        is_written.set()
        rounds = [one.result() for one in reading]
    assert code == 0
    assert all(rounds)


def test_commands_read_while_a_harvest_writes(commands: Commands, world: World) -> None:
    assert commands.run("harvest", world.url("hcip2023"), "--depth", "2").returncode == 0
    process = commands.start("harvest", world.url("icsw2024"), "--depth", "2")
    listing = commands.run("papers", "--json")
    assert listing.returncode == 0
    assert len([json.loads(line) for line in listing.stdout.splitlines()]) >= 6
    assert process.wait() == 0
