"""Small verbs that read the library, against `python -c "import argparse"`: processor time of whole processes, in turns. Limit: 6x.

    python bench/verb_start.py [--papers 5000] [--runs 20]

Each verb runs as a person would run it whose output goes into a pipe, on a generated SQLite library with some events, jobs and
events that are watched; what counts is its best run, as a busy machine only ever makes a run slower.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import harvestman
from generated_library import generate, url_of
from processor_time import ControlGroup, environ

LIMIT = 6.0
LIMITS = {"--help": 4.0}
SOME = 20


def cpu_seconds(command: list[str]) -> float:
    """What one run of a command takes."""
    with ControlGroup() as group:
        done = group.start(command, env=environ(), stdout=subprocess.DEVNULL).wait()
        assert done == 0, command
        return group.used_s()


def fill(hm: harvestman.Harvestman, folder: Path) -> None:
    """Some events that are watched, each with papers of its year, and some steps of the loop."""
    years = range(2000, 2000 + SOME)
    table = folder / "events.csv"
    rows = "".join(f"SPID {year},{year},http://spid{year}.example/\n" for year in years)
    table.write_text(f"acronym,year,url\n{rows}")
    hm.watch.add(str(table))
    events = {one.event.year: one.event.id for one in hm.watch.events()}
    # The generator gives one paper in 36 to each year from 1990 on.
    pages = {url_of(year - 1990 + 36 * n): events[year] for year in years for n in range(10)}
    assert hm.library.papers.place(pages, now=hm.library.now()) == 10 * SOME
    for year in years:
        step = {"subject": str(year), "title": f"SPID {year}", "reason": "due", "urgency": 1, "cost": 1, "host": ""}  # fmt: skip
        hm.library.jobs.put("run-visit", step)


def main() -> int:
    """Generate, run in turns, tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, default=5_000)
    parser.add_argument("--runs", type=int, default=20)
    asked = parser.parse_args()
    script = str(Path(sys.executable).parent / "harvestman")
    with tempfile.TemporaryDirectory() as folder:
        db = str(Path(folder) / "harvestman.db")
        with harvestman.open(db) as hm:
            generate(hm.library, asked.papers)
            fill(hm, Path(folder))
            some = hm.papers(limit=1)[0].id
        verbs = {
            "--help": ["--help"],
            "papers --limit 20": ["--db", db, "papers", "--limit", "20"],
            "papers graph --limit 20": ["--db", db, "papers", "graph", "--limit", "20"],
            "papers --limit 20 --json": ["--db", db, "papers", "--limit", "20", "--json"],
            "show ID": ["--db", db, "show", some],
            "export --format bibtex --limit 20": ["--db", db, "export", "--format", "bibtex", "--limit", "20"],
            "events": ["--db", db, "events"],
            "jobs list": ["--db", db, "jobs", "list"],
            "watch list": ["--db", db, "watch", "list"],
            "status": ["--db", db, "status"],
        }  # fmt: skip
        commands = {"argparse": [sys.executable, "-c", "import argparse"]}
        commands |= {name: [script, *words] for name, words in verbs.items()}
        best = dict.fromkeys(commands, float("inf"))
        for _ in range(asked.runs + 1):  # the first warms the disk cache
            for name, command in commands.items():
                best[name] = min(best[name], cpu_seconds(command))
    peer = best.pop("argparse")
    print(f"python -c 'import argparse': {1000 * peer:.1f} ms of processor time")
    over = 0
    for name, spent in best.items():
        limit = LIMITS.get(name, LIMIT)
        over += spent > limit * peer
        print(f"{name:34} {1000 * spent:7.1f} ms {spent / peer:6.2f} x (limit {limit:g} x)")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
