"""Two watches on one library at once: no event is looked at twice, and the day's budget is that of both together."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from datetime import UTC, datetime, timedelta

from commands import Commands
from harvestman.model import SystemClock
from harvestman.store import open_library
from world import World

SITES = ("lime2024", "icsw2024", "eucat2024", "hcip2023", "gait2025", "meadow2023")
BUDGET = 4


def test_two_watches_share_the_looks_and_the_budget(places: tuple[Commands, Commands]) -> None:
    commands, _ = places
    today = datetime.now(UTC).date()
    start, notified = today - timedelta(days=5), today - timedelta(days=60)
    with World() as world:
        rows = "".join(
            f"ACRONYM{n},{world.url(name)},{start},{notified}\n" for n, name in enumerate(SITES)
        )
        (commands.folder / "t.csv").write_text(f"acronym,site,start,notification\n{rows}")
        added = commands.run("watch", "add", "t.csv")
        assert added.returncode == 0, added.stderr
        world.clear_log()
        first = _both(commands, "--budget", str(BUDGET))
        assert sorted(Counter(first).values()) == [1] * BUDGET
        assert _looks(commands) == Counter(first)
        rest = _both(commands)
        assert _looks(commands) == Counter(first + rest)
        assert sorted(Counter(first + rest).values()) == [1] * len(SITES)
        fronts = Counter(e.host for e in world.log() if e.target == "/" and e.status == 200)
    assert set(fronts.values()) == {1}
    assert len(fronts) == len(SITES)


def _both(commands: Commands, *options: str) -> list[str]:
    """The events that two watches, started together, looked at."""
    running = [
        commands.start("watch", "run", "--once", "--json", *options, stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    said = [process.communicate(timeout=120)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    return [json.loads(line)["event"] for text in said for line in text.splitlines()]


def _looks(commands: Commands) -> Counter[str]:
    place = commands.db or str(commands.folder / "harvestman.db")
    with open_library(place, blobs="unused", clock=SystemClock(), writable=False) as library:
        return Counter(event for event, _ in library.agenda.last_looks(1_000))
