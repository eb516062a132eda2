"""Reading papers off pages against trafilatura's default extraction: pages a processor second on the same pages, in one run.

    python bench/page_reader.py [DIR …] [--split dev] [--every N] [--into docs/speed.md]

Each DIR holds HTML pages, in whatever folders, and gets a line of its own; where it has a `gold.jsonl`, `--split` takes the pages of one split
only. Without any, the ugly pages of the tests. Goal: 1.2x. A page counts as it is read for the first time, since what is remembered of a page
flatters whoever remembers more: each round is a new process that has read the pages of the tests and none of these. The two take turns, one
process after the other, so that neither pays for the other's memory, caches and garbage. Of a page's rounds the best one counts. Says so and
ends where trafilatura is not installed: nothing else here needs it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import results
from processor_time import HOW, used_s

UGLY = Path(__file__).parent.parent / "tests" / "pages" / "ugly"
GOAL = 1.2
ROUNDS = 3
NOW = datetime(2026, 1, 1, tzinfo=UTC)
HEAD = ["pages", "number", "KB", "`pages.read`", "trafilatura", f"ratio (goal {GOAL:g} ×)"]


def main() -> int:
    options = _options()
    if options.way:
        print(json.dumps(_first_readings(WAYS[options.way](), json.load(sys.stdin))))
        return 0
    try:
        peer = version("trafilatura")
    except PackageNotFoundError:
        print("trafilatura is not installed: nothing to compare with")
        return 0
    rows = []
    for folder in options.dirs or [UGLY]:
        pages = page_files(folder, split=options.split)[:: options.every]
        if not pages:
            print(f"no page (*.htm, *.html) in {folder} or below")
            return 1
        rows.append(_row(folder, pages))
    told = (
        f"trafilatura {peer}, processor time {HOW}, best of {ROUNDS} first readings of each page:"
    )
    command = " ".join(["python bench/page_reader.py", *map(_shown, sys.argv[1:])])
    results.tell(
        "page reader", f"{told}\n\n{results.table(HEAD, rows)}", into=options.into, command=command
    )
    return 0


def _ours() -> Callable[[bytes], object]:
    from harvestman.pages import SavedPage, read  # noqa: PLC0415 - only by the process that needs it

    return lambda body: read(SavedPage("http://x.example/", body), now=NOW)


def _theirs() -> Callable[[bytes], object]:
    import trafilatura  # noqa: PLC0415 - likewise

    extract: Callable[[bytes], object] = trafilatura.extract
    return extract


WAYS = {"ours": _ours, "theirs": _theirs}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dirs", nargs="*", type=Path, metavar="DIR")
    parser.add_argument("--split", default="", help="only the pages of this split of gold.jsonl")
    parser.add_argument("--every", type=int, default=1, help="only every so manieth page")
    parser.add_argument(
        "--way", choices=sorted(WAYS), help=argparse.SUPPRESS
    )  # what the process of a round is told
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


def _row(folder: Path, pages: Sequence[Path]) -> list[str]:
    """What one folder's line says."""
    best: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        for way in WAYS:
            times = _round(way, pages)
            best[way] = list(map(min, best.get(way, times), times))
    ours, theirs = (1000 * sum(best[way]) / len(pages) for way in WAYS)
    size = sum(path.stat().st_size for path in pages) / len(pages) / 1024
    return [
        _shown(str(folder)), str(len(pages)), f"{size:.0f}", f"{ours:.1f} ms", f"{theirs:.1f} ms", f"{theirs / ours:.2f} ×",
    ]  # fmt: skip


def _round(way: str, pages: Sequence[Path]) -> list[float]:
    """The processor seconds of each page, by a new process."""
    command = [sys.executable, __file__, "--way", way]
    named = json.dumps([str(path.resolve()) for path in pages])
    done = subprocess.run(command, input=named, stdout=subprocess.PIPE, text=True, check=True)
    times: list[float] = json.loads(done.stdout.splitlines()[-1])
    return times


def _first_readings(way: Callable[[bytes], object], pages: Sequence[str]) -> list[float]:
    for path in page_files(UGLY, split=""):
        way(path.read_bytes())
    times = []
    for body in [Path(name).read_bytes() for name in pages]:
        began = used_s()
        way(body)
        times.append(used_s() - began)
    return times


def _shown(argument: str) -> str:
    """A folder by its last two names, so that no page of docs/ tells where somebody keeps their data."""
    path = Path(argument)
    return "/".join(["DATA", path.name]) if path.is_absolute() else argument


if __name__ == "__main__":
    sys.exit(main())
