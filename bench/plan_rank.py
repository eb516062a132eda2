"""How long a ranking takes after an import: 4,000 synthetic series of 15 volumes each, in a library of its own.

Prints seconds of processor time, the best of five, and of the whole command by the clock; the aim is below one second.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

from harvestman.model import SystemClock
from harvestman.plan import load_bibliography, load_sides, month_number, rank
from harvestman.store import PlanImport, RatingRecord, SeriesRecord, VolumeRecord, open_library
from processor_time import ControlGroup, environ, used_s

SERIES, VOLUMES, ROUNDS = 4_000, 15, 5
NOW = month_number(2016, 12)


def synthetic(rng: random.Random) -> PlanImport:
    series, volumes = [], []
    for number in range(SERIES):
        key = f"conf/s{number}"
        name = f"International Conference on Subject {number}"
        series.append(SeriesRecord(key, name, f"S{number}"))
        month, interval, delay = rng.randint(1, 12), rng.choice((1, 1, 1, 2)), rng.randint(0, 8)
        last = rng.choice((2015, 2015, 2015, 2010))
        for back in range(VOLUMES):
            year = last - back * interval
            entered = month_number(year, month) + delay + rng.randint(0, 2)
            volumes.append(
                VolumeRecord(
                    f"{key}/{year}",
                    key,
                    year,
                    title=f"Proceedings of the {name}, {year}",
                    month=month,
                    country=rng.choice(("Italy", "Peru", "Japan", "Canada")),
                    source="doi.example.org",
                    papers=rng.randint(5, 200),
                    entered=date(entered // 12, entered % 12 + 1, 1),
                )
            )
    return PlanImport("synthetic.xml", "dump", date(2016, 1, 1), tuple(series), tuple(volumes))


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        db = str(Path(folder) / "harvestman.db")
        with open_library(db, clock=SystemClock()) as library:
            brought = synthetic(random.Random(1))
            started = used_s()
            library.plan.keep(brought)
            kept = used_s() - started
            library.plan.keep_sides(
                ratings=[
                    RatingRecord("CORE", 2014, s.acronym, s.name, 2.0)
                    for s in brought.series[:1000]
                ]
            )
            loads, ranks = [], []
            for _ in range(ROUNDS):
                begun = used_s()
                bibliography = load_bibliography(library.plan)
                sides = load_sides(library.plan, bibliography, NOW)
                loaded = used_s()
                rows = rank(bibliography.histories, NOW, sides=sides)
                loads.append(loaded - begun)
                ranks.append(used_s() - loaded)
        command = [sys.executable, "-m", "harvestman", "plan", "rank", "--month", "2016-12"]
        wholes = []
        for _ in range(ROUNDS):
            with ControlGroup() as group:
                env = environ(HARVESTMAN_DATA=folder)
                assert group.start(command, env=env, stdout=subprocess.DEVNULL).wait() == 0
                wholes.append(group.used_s())
    print(f"{len(rows)} series, {len(brought.volumes)} volumes; keep {kept:.2f} s")
    print(
        f"load {min(loads):.2f} s, rank {min(ranks):.2f} s, the whole command {min(wholes):.2f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
