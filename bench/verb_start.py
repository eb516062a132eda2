"""Small verbs that read the library, against `python -c "import argparse"`: processor time of whole processes, in turns. Limit: 6x where SQLAlchemy is not needed.

    python bench/verb_start.py [--papers 5000] [--runs 20]

Each verb runs as a person would run it whose output goes into a pipe, on a generated SQLite library; what counts is its best run, as a busy
machine only ever makes a run slower.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import harvestman
from generated_library import generate
from processor_time import ControlGroup, environ

LIMIT = 6.0
LIMITS = {
    "--help": 4.0,
    "export --format bibtex --limit 20": None,  # looks for plug-ins in all packages
    **dict.fromkeys(("events", "jobs list", "watch list", "status")),  # still load SQLAlchemy
}


def cpu_seconds(command: list[str]) -> float:
    """What one run of a command takes."""
    with ControlGroup() as group:
        done = group.start(command, env=environ(), stdout=subprocess.DEVNULL).wait()
        assert done in (0, 1), command  # 1: there is nothing to list
        return group.used_s()


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
        over += limit is not None and spent > limit * peer
        told = "no limit yet" if limit is None else f"limit {limit:g} x"
        print(f"{name:34} {1000 * spent:7.1f} ms {spent / peer:6.2f} x ({told})")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
