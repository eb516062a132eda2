"""The season as commands: `harvestman run --once` on given days, each killed with -9 at random moments and started again."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from commands import Commands
from harvestman.model import SystemClock
from harvestman.store import open_library
from loop.season import BEFORE, CONFERENCES
from warm import Forked, warm
from world import World

Held = dict[str, tuple[str, int | None, tuple[str, ...]]]


@dataclass(slots=True)
class Bout:
    """What came of a season."""

    held: Held
    """Of each title: event, year, and the digests of its files."""
    kills: int = 0
    requests: int = 0


def begin(place: Commands, world: World) -> None:
    """Watch the conferences that are known at the beginning."""
    known = [world.url(one.host) for one in CONFERENCES[:-1]] + [world.url(BEFORE)]
    added = place.run("watch", "add", *known, "--now", world.clock.now().isoformat())
    assert added.returncode == 0, added.stderr


def pass_season(
    place: Commands,
    world: World,
    moments: Sequence[datetime],
    *,
    rng: random.Random | None = None,
    kills: int = 0,
    beside: int = 1,
    workers: int = 0,
) -> Bout:
    """One round at each moment, by so many processes beside each other, and so many workers beside those. With `rng`, so many are killed in all, each within the time that the round before took, then done to the end."""
    bout, asked, lasted_s = Bout({}), len(world.log()), 2.0
    for number, moment in enumerate(moments):
        world.set_date(moment)
        words = ("run", "--once", "--now", moment.isoformat())
        helping = [_start(place, ("worker", "--now", moment.isoformat())) for _ in range(workers)]
        due = round(kills * (number + 1) / len(moments)) if rng else 0
        while rng is not None and bout.kills < due:
            running = _start(place, words)
            if running.ended(rng.uniform(0.1, 0.8) * lasted_s) is None:
                bout.kills += running.kill()
            else:
                lasted_s = max(0.2, lasted_s / 2)  # nothing is left to be done: kill sooner
        began = time.monotonic()
        for running in [_start(place, words) for _ in range(beside)]:
            code = running.ended()
            assert code == 0, (place.folder / "printed").read_text()[-2000:]
        lasted_s = max(1.0, time.monotonic() - began)
        for helper in helping:
            with suppress(ProcessLookupError):
                os.kill(helper.pid, signal.SIGTERM)
            assert helper.ended() == 0, (place.folder / "printed").read_text()[-4000:]
    bout.requests = len(world.log()) - asked
    bout.held = held(place)
    return bout


def _start(place: Commands, words: tuple[str, ...]) -> Forked:
    """A command, forked from the warm process, that reads pages and files itself: so kills meet its work, not its imports."""
    with (place.folder / "printed").open("ab") as printed, Path(os.devnull).open("rb") as nothing:
        standard = (nothing.fileno(), printed.fileno(), printed.fileno())
        return warm().start(words, place.folder, place.environ, standard, is_alone=True)


def held(place: Commands) -> Held:
    """What a library holds."""
    where = place.db or str(Path(place.folder) / "harvestman.db")
    blobs = str(Path(place.folder) / "blobs")
    with open_library(where, blobs=blobs, clock=SystemClock(), writable=False) as library:
        assert not library.check()
        return {
            paper.title: (
                paper.event.title if paper.event else "",
                paper.year,
                tuple(sorted({one.digest for one in library.documents.of_paper(paper.id)})),
            )
            for paper in library.papers.find()
        }
