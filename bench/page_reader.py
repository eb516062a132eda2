"""Reading papers off pages against trafilatura's default extraction: pages per CPU second on the same pages, in one run.

`python bench/page_reader.py [DIR]`: DIR holds HTML pages, in whatever folders; without it, the ugly pages of the tests. Goal:
0.7x. Says so and ends where there is no page, or where trafilatura is not installed (`pip install trafilatura`): nothing else
here needs it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from harvestman.pages import SavedPage, read
from processor_time import best_s

UGLY = Path(__file__).parent.parent / "tests" / "pages" / "ugly"
GOAL = 0.7
ROUNDS = 3
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def main() -> int:
    try:
        import trafilatura  # noqa: PLC0415
    except ImportError:
        print("trafilatura is not installed: nothing to compare with")
        return 0
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else UGLY
    pages = [path.read_bytes() for path in sorted(folder.rglob("*.htm*")) if path.is_file()]
    if not pages:
        print(f"no page (*.htm, *.html) in {folder} or below")
        return 1
    reads: list[Callable[[bytes], object]] = [
        lambda body: read(SavedPage("http://x.example/", body), now=NOW),
        trafilatura.extract,
    ]
    taken = [best_s([partial(way, body) for way in reads], rounds=ROUNDS) for body in pages]
    ours, theirs = (len(pages) / sum(one[place] for one in taken) for place in range(2))
    size = sum(map(len, pages)) / len(pages) / 1024
    print(
        f"{len(pages)} pages of {size:.0f} KB: pages.read {ours:.1f} pages a second, trafilatura {theirs:.1f}: "
        f"{ours / theirs:.2f} x (goal {GOAL:g} x)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
