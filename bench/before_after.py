"""Reading pages by two checkouts of this program in turns: processor time of first readings, and whether the answers are the same.

    python bench/before_after.py OTHER DIR … [--split dev] [--every N] [--rounds N]

OTHER is the root of another checkout (a git worktree of the version before); both are run by this interpreter and its packages. Each DIR holds
HTML pages, as in page_reader.py. Each round is a process of its own; of a page's rounds the best one counts, for other work on the machine
makes single readings dearer. Where a checkout has helpers to be compiled, they have to be (`make install` there).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from page_reader import page_files

HERE = Path(__file__).parent.parent

READ = """
import hashlib, json, sys
from datetime import UTC, datetime
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from processor_time import used_s
from harvestman.pages import SavedPage, read

NOW = datetime(2026, 1, 1, tzinfo=UTC)
bodies = [Path(name).read_bytes() for name in json.load(sys.stdin)]
for name in sorted((Path(sys.argv[1]).parent / "tests" / "pages" / "ugly").rglob("*.htm*")):
    read(SavedPage("http://x.example/", name.read_bytes()), now=NOW)
times, digests = [], []
for body in bodies:
    began = used_s()
    found = read(SavedPage("http://x.example/", body), now=NOW)
    times.append(used_s() - began)
    digests.append(hashlib.sha256(repr(found).encode("utf-8", "surrogatepass")).hexdigest())
print(json.dumps([times, digests]))
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path)
    parser.add_argument("dirs", nargs="+", type=Path, metavar="DIR")
    parser.add_argument("--split", default="", help="only the pages of this split of gold.jsonl")
    parser.add_argument("--every", type=int, default=1, help="only every so manieth page")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    differ = 0
    for folder in options.dirs:
        files = page_files(folder, split=options.split)[:: options.every]
        if not files:
            print(f"no page (*.htm, *.html) in {folder} or below")
            return 1
        differ += _compare(folder.name, files, options.other, options.rounds)
    return 1 if differ else 0


def _compare(name: str, files: Sequence[Path], other: Path, rounds: int) -> int:
    """Print one line; how many pages are read otherwise."""
    best: dict[Path, list[float]] = {}
    answers: dict[Path, list[str]] = {}
    for turn in range(rounds):
        for root in (other, HERE) if turn % 2 else (HERE, other):
            times, answers[root] = _read(root, files)
            best[root] = list(map(min, best.get(root, times), times))
    before, now = (1000 * sum(best[root]) / len(files) for root in (other, HERE))
    differ = sum(a != b for a, b in zip(answers[other], answers[HERE], strict=True))
    print(
        f"{name}: {len(files)} pages, {before:.2f} ms before, {now:.2f} ms now: {before / now:.2f} x as fast; {differ} read otherwise"
    )
    return differ


def _read(root: Path, files: Sequence[Path]) -> tuple[list[float], list[str]]:
    named = json.dumps([str(file.resolve()) for file in files]).encode()
    command = [sys.executable, "-c", READ, str(HERE / "bench")]
    environ = {**os.environ, "PYTHONPATH": str(root.resolve() / "src")}
    done = subprocess.run(command, env=environ, input=named, stdout=subprocess.PIPE, check=True)
    times, digests = json.loads(done.stdout)
    return times, digests


if __name__ == "__main__":
    sys.exit(main())
