"""How long a ranking takes after an import: 4,000 synthetic series of 15 volumes each, in a library of its own.

Prints the seconds of loading and ranking in one process, and of the whole command; the aim is a pass below one second.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

from harvestman.model import SystemClock
from harvestman.plan import load_bibliography, load_sides, month_number, rank
from harvestman.store import PlanImport, RatingRecord, SeriesRecord, VolumeRecord, open_library

SERIES, VOLUMES = 4_000, 15


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
            started = time.process_time()
            library.plan.keep(brought)
            library.plan.keep_sides(
                ratings=[
                    RatingRecord("CORE", 2014, s.acronym, s.name, 2.0)
                    for s in brought.series[:1000]
                ]
            )
            kept = time.process_time()
            bibliography = load_bibliography(library.plan)
            now = month_number(2016, 12)
            sides = load_sides(library.plan, bibliography, now)
            loaded = time.process_time()
            rows = rank(bibliography.histories, now, sides=sides)
            ranked = time.process_time()
        environ = os.environ | {"HARVESTMAN_DATA": folder}
        command = [sys.executable, "-m", "harvestman", "plan", "rank", "--month", "2016-12"]
        before = time.process_time()
        subprocess.run(command, env=environ, check=True, stdout=subprocess.DEVNULL)
        whole = time.process_time() - before
    print(f"{len(rows)} series, {len(brought.volumes)} volumes")
    print(f"keep {kept - started:.2f} s, load {loaded - kept:.2f} s, rank {ranked - loaded:.2f} s")
    print(f"load and rank {ranked - kept:.2f} s, the whole command {whole:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
