"""Reading of very long pages: processor seconds and memory for pages of 1, 5 and 20 MB. Goal: linear.

`python bench/page_size.py`: for each kind of page (100,000 regions in 20 MB, elements nested 10,000 deep, one endless line) and each size,
read in a process of its own.
"""

from __future__ import annotations

import os
import resource
import sys
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime

from harvestman import pages
from harvestman.pages import SavedPage
from processor_time import ControlGroup

MEGABYTE = 1_000_000
SIZES = (1, 5, 20)
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def many_regions(size: int) -> str:
    """Texts of 200 characters, each a paragraph of its own, with a heading now and then."""
    text = (
        "The venue is easily reached by tram {} from the station and by bus {} from the airport. "
    )
    parts = [
        f"{'<h2>Travel</h2>' * (n % 50 == 0)}<p>{(text * 2).format(n, n + 1, n + 2, n + 3)}</p>\n"
        for n in range(size * MEGABYTE // 200)
    ]
    return "".join(parts)


def nested(size: int) -> str:
    """Ten thousand elements within one another, with the text inside the last."""
    return (
        "<div>" * 10_000
        + "A text of some words. <br>" * ((size * MEGABYTE - 110_000) // 26)
        + "</div>" * 10_000
    )


def one_line(size: int) -> str:
    """No tag at all."""
    return "word " * (size * MEGABYTE // 5)


def measure(kind: str, size: int) -> tuple[str, float, float]:
    """Status, seconds and megabytes of reading one page; to be called in a fresh process."""
    pages.read(SavedPage("http://x.example/", b"<p>warm</p>" * 20), now=NOW)
    body = KINDS[kind](size).encode()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with ControlGroup() as group:
        group.enter(os.getpid())
        reading = pages.read(SavedPage("http://x.example/", body), now=NOW)
        taken = group.used_s()
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return str(reading.status), taken, used / 1024


KINDS = {"many regions": many_regions, "nested": nested, "one line": one_line}


def main() -> int:
    for kind in KINDS:
        for size in SIZES:
            with ProcessPoolExecutor(1) as alone:
                status, seconds, used = alone.submit(measure, kind, size).result()
            print(
                f"{kind}, {size} MB: {status}, {seconds:.2f} s ({seconds / size:.2f} s a MB), {used:.0f} MB of memory"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
