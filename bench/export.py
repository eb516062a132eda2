"""Papers written out in each format, papers a second of processor time: `python bench/export.py [--papers 20000] [--rounds 2]`. Floor: 5,000.

From the database to the last letter, as `harvestman export` does it, without the start of the program; of each format the best round.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import harvestman
from generated_library import generate
from harvestman.formats import exporter_names
from processor_time import best_s

FLOOR = 5_000


def main() -> int:
    """Generate, export, tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=2)
    asked = parser.parse_args()
    under = 0
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "harvestman.db"
        with harvestman.open(db) as hm:
            generate(hm.library, asked.papers)
        with harvestman.open(db, writable=False) as hm:

            def written(name: str) -> int:
                return sum(map(len, hm.export_pieces(name)))

            names = exporter_names()
            spent = best_s([lambda name=name: written(name) for name in names], rounds=asked.rounds)  # type: ignore[misc]
            for name, seconds in zip(names, spent, strict=True):
                rate = asked.papers / seconds
                under += rate < FLOOR
                print(f"{name:12} {rate:8,.0f} papers a second, {written(name) / 1e6:6.1f} MB")
    return 1 if under else 0


if __name__ == "__main__":
    sys.exit(main())
