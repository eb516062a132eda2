"""Reading papers off pages against trafilatura's default extraction: pages a processor second on the same pages, in one run.

    python bench/page_reader.py [DIR …] [--split dev] [--every N] [--into docs/speed.md]

Each DIR holds HTML pages, in whatever folders, and gets a line of its own; where it has a `gold.jsonl`, `--split` takes the pages of one split
only. Without any, the ugly pages of the tests. Goal: 1.2x. The two take turns page by page. A page counts as it is read for the first time: each
round is a process of its own that has read the pages of the tests and none of these, since what is remembered of a page flatters whoever
remembers more. Of a page's rounds the best one counts. Says so and ends where trafilatura is not installed: nothing else here needs it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

import results
from harvestman.pages import SavedPage, read
from processor_time import HOW, used_s

UGLY = Path(__file__).parent.parent / "tests" / "pages" / "ugly"
GOAL = 1.2
ROUNDS = 3
NOW = datetime(2026, 1, 1, tzinfo=UTC)
HEAD = ["pages", "number", "KB", "`pages.read`", "trafilatura", f"ratio (goal {GOAL:g} ×)"]


def main() -> int:
    options = _options()
    try:
        import trafilatura  # noqa: PLC0415
    except ImportError:
        print("trafilatura is not installed: nothing to compare with")
        return 0
    ways: list[Callable[[bytes], object]] = [
        lambda body: read(SavedPage("http://x.example/", body), now=NOW),
        trafilatura.extract,
    ]
    for body in _pages(UGLY, split="", every=1):
        for way in ways:
            way(body)
    rows = []
    for folder in options.dirs or [UGLY]:
        pages = _pages(folder, split=options.split, every=options.every)
        if not pages:
            print(f"no page (*.htm, *.html) in {folder} or below")
            return 1
        rows.append(_row(folder, pages, ways))
    told = f"trafilatura {version('trafilatura')}, processor time {HOW}, best of {ROUNDS} first readings of each page:"
    command = " ".join(["python bench/page_reader.py", *map(_shown, sys.argv[1:])])
    results.tell(
        "page reader", f"{told}\n\n{results.table(HEAD, rows)}", into=options.into, command=command
    )
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dirs", nargs="*", type=Path, metavar="DIR")
    parser.add_argument("--split", default="", help="only the pages of this split of gold.jsonl")
    parser.add_argument("--every", type=int, default=1, help="only every so manieth page")
    results.add_option(parser)
    return parser.parse_args()


def page_files(folder: Path, *, split: str) -> list[Path]:
    """The pages of a folder, or those of one split of it."""
    gold = folder / "gold.jsonl"
    if split and gold.is_file():
        entries = map(json.loads, gold.read_text("utf-8").splitlines())
        names = {entry["file"] for entry in entries if entry["split"] == split}
        paths = sorted(folder / name for name in names)
    else:
        paths = sorted(folder.rglob("*.htm*"))
    return [path for path in paths if path.is_file()]


def _pages(folder: Path, *, split: str, every: int) -> list[bytes]:
    return [path.read_bytes() for path in page_files(folder, split=split)[::every]]


def _row(
    folder: Path, pages: Sequence[bytes], ways: Sequence[Callable[[bytes], object]]
) -> list[str]:
    """What one folder's line says."""
    global _asked  # noqa: PLW0603 - the process of a round is a copy of this one, and finds its work here
    _asked = (pages, ways)
    rounds = []
    for _ in range(ROUNDS):
        with ProcessPoolExecutor(1, mp_context=get_context("fork")) as alone:
            rounds.append(alone.submit(_first_readings).result())
    best = [
        [min(times) for times in zip(*taken, strict=True)] for taken in zip(*rounds, strict=True)
    ]
    ours, theirs = (1000 * sum(taken[way] for taken in best) / len(pages) for way in range(2))
    size = sum(map(len, pages)) / len(pages) / 1024
    return [
        _shown(str(folder)), str(len(pages)), f"{size:.0f}", f"{ours:.1f} ms", f"{theirs:.1f} ms", f"{theirs / ours:.2f} ×",
    ]  # fmt: skip


_asked: tuple[Sequence[bytes], Sequence[Callable[[bytes], object]]] = ((), ())


def _first_readings() -> list[list[float]]:
    """The processor seconds of each page and way."""
    pages, ways = _asked
    found = []
    for body in pages:
        times = [used_s()]
        for way in ways:
            way(body)
            times.append(used_s())
        found.append([end - begin for begin, end in pairwise(times)])
    return found


def _shown(argument: str) -> str:
    """A folder by its last two names, so that no page of docs/ tells where somebody keeps their data."""
    path = Path(argument)
    return "/".join(["DATA", path.name]) if path.is_absolute() else argument


if __name__ == "__main__":
    sys.exit(main())
