"""The watch is killed at random moments and started again: every appointment is kept once, and nothing is lost."""

from __future__ import annotations

import random
import shutil
import time
from collections import Counter
from pathlib import Path

from commands import Commands
from harvestman.model import SystemClock
from harvestman.store import open_library
from world import World

SITES = ("lime2024", "icsw2024", "eucat2024")
RUN = ("watch", "run", "--once", "--now", "2024-06-20")


def test_killed_at_random_moments_no_look_is_lost_or_made_twice(tmp_path: Path) -> None:
    rng = random.Random(4)
    kills = 0
    with World() as world:
        calm, killed = (Commands(tmp_path / name) for name in ("calm", "killed"))
        calm.folder.mkdir()
        rows = "".join(f"{name},{world.url(name)},2024-06-10,2024-04-15\n" for name in SITES)
        (calm.folder / "t.csv").write_text(f"acronym,site,start,notification\n{rows}")
        added = calm.run("watch", "add", "t.csv", "--now", "2024-06-01")
        assert added.returncode == 0, added.stderr
        shutil.copytree(calm.folder, killed.folder)
        began = time.monotonic()
        assert calm.run(*RUN).returncode == 0
        lasted_s = time.monotonic() - began
        world.clear_log()
        for _ in range(3):
            running = killed.start(*RUN)
            running.ended(rng.uniform(0.1, 0.8) * lasted_s)  # the random moment itself
            kills += running.kill()
        assert killed.run(*RUN).returncode == 0
        asked = Counter(
            (e.host, e.target) for e in world.log() if e.target != "/robots.txt" and e.status == 200
        )
    assert kills
    kept = looks(killed)
    assert kept == looks(calm)
    assert [len(seen) for seen in kept.values()] == [1] * len(SITES)
    # A page whose answer was on its way when the process was killed is asked for again, no other.
    assert sum(count - 1 for count in asked.values()) <= kills * len(SITES)


def looks(commands: Commands) -> dict[str, list[tuple[int, int, bool]]]:
    place = str(commands.folder / "harvestman.db")
    with open_library(place, clock=SystemClock(), writable=False) as library:
        return {
            one.event.acronym: [
                (look.papers, look.files, look.was_reached)
                for look in library.agenda.looks(one.event.id)
            ]
            for one in library.agenda.all()
        }
