"""Reading papers off pages against trafilatura's default extraction: pages per CPU second on the same pages, in one run.

`python bench/page_reader.py [DIR]`: DIR holds HTML pages; without it, the ugly pages of the tests. Goal: 0.7x. Says so and
ends where trafilatura is not installed (`pip install trafilatura`): nothing else here needs it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from harvestman.pages import SavedPage, read_page

UGLY = Path(__file__).parent.parent / "tests" / "pages" / "ugly"
GOAL = 0.7
ROUNDS = 2
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def pages_a_second(read: Callable[[bytes], object], pages: list[bytes]) -> float:
    """The best of some rounds: the others were disturbed."""
    best = 0.0
    for _ in range(ROUNDS):
        started = time.process_time()
        for body in pages:
            read(body)
        best = max(best, len(pages) / (time.process_time() - started))
    return best


def main() -> int:
    try:
        import trafilatura  # noqa: PLC0415
    except ImportError:
        print("trafilatura is not installed: nothing to compare with")
        return 0
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else UGLY
    pages = [path.read_bytes() for path in sorted(folder.glob("*.htm*"))]
    ours = pages_a_second(
        lambda body: read_page(SavedPage("http://x.example/", body), now=NOW), pages
    )
    theirs = pages_a_second(trafilatura.extract, pages)
    size = sum(map(len, pages)) / len(pages) / 1024
    print(
        f"{len(pages)} pages of {size:.0f} KB: read_page {ours:.1f} pages a second, trafilatura {theirs:.1f}: "
        f"{ours / theirs:.2f} x (goal {GOAL:g} x)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
