"""Reading papers off pages against trafilatura's default extraction: pages per CPU second on the same pages, in one run.

`python bench/page_reader.py [DIR]`: DIR holds HTML pages, in whatever folders; without it, the ugly pages of the tests. Goal:
0.7x. Says so and ends where there is no page, or where trafilatura is not installed (`pip install trafilatura`): nothing else
here needs it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from harvestman.pages import SavedPage, read

UGLY = Path(__file__).parent.parent / "tests" / "pages" / "ugly"
GOAL = 0.7
ROUNDS = 3
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def seconds_of(reads: Sequence[Callable[[bytes], object]], body: bytes) -> list[float]:
    """For each way of reading the best of some rounds, taken in turns: what disturbs one disturbs the other."""
    best = [float("inf")] * len(reads)
    for _ in range(ROUNDS):
        for place, way in enumerate(reads):
            started = time.process_time()
            way(body)
            best[place] = min(best[place], time.process_time() - started)
    return best


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
    taken = [seconds_of(reads, body) for body in pages]
    ours, theirs = (len(pages) / sum(one[place] for one in taken) for place in range(2))
    size = sum(map(len, pages)) / len(pages) / 1024
    print(
        f"{len(pages)} pages of {size:.0f} KB: pages.read {ours:.1f} pages a second, trafilatura {theirs:.1f}: "
        f"{ours / theirs:.2f} x (goal {GOAL:g} x)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
