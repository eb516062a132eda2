"""CPU of the classifier of addresses against `urllib.parse.urlsplit` on the same addresses, in one run.

Each address is given once to a classifier with an empty memory, as in a crawl that meets it for the first time. `urlsplit`
remembers its last answers; both memories are cleared before each pass, so both sides do all of their work.

    python bench/url_classifier.py [FILE.tsv]     a table with the addresses in its first column, else made-up ones
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import clear_cache, urlsplit  # type: ignore[attr-defined]

from harvestman.crawl.sites import SiteClassifier
from processor_time import used_s


def addresses(path: str | None) -> list[str]:
    if path:
        lines = Path(path).read_text(encoding="utf-8").splitlines()[1:]
        return list(dict.fromkeys(line.split("\t")[0] for line in lines))
    rng = random.Random(1)

    def name() -> str:
        return "".join(rng.choice("abcdefghiklmnoprstuvw") for _ in range(rng.randint(3, 9)))

    return [
        f"http://www.{name()}.{name()}.{rng.choice(('edu', 'org', 'com', 'ac.uk', 'de'))}/"
        f"{rng.choice(('~', '', 'events/'))}{name()}{rng.choice(('', '08', '2012'))}/"
        for _ in range(3000)
    ]


def cpu(work: Callable[[str], object], urls: list[str]) -> float:
    start = used_s()
    for url in urls:
        work(url)
    return used_s() - start


def main() -> None:
    urls = addresses(sys.argv[1] if len(sys.argv) > 1 else None)
    start = used_s()
    SiteClassifier.load()
    print(f"{len(urls)} different addresses; loading took {used_s() - start:.3f} s")
    ratios, ours, theirs = [], [], []
    for _ in range(9):
        classifier, said, split = SiteClassifier.load(), 0.0, 0.0
        # In turns of some hundreds, so that a busy machine slows both alike.
        for i in range(0, len(urls), 500):
            clear_cache()
            split += cpu(urlsplit, urls[i : i + 500])
            said += cpu(classifier.is_conference, urls[i : i + 500])
        ratios.append(said / split)
        ours.append(said / len(urls) * 1e6)
        theirs.append(split / len(urls) * 1e6)
    median = statistics.median
    print(f"urlsplit {median(theirs):.1f} us, is_conference {median(ours):.1f} us an address")
    print(f"ratio {median(ratios):.1f} (median of 9; from {min(ratios):.1f} to {max(ratios):.1f})")


if __name__ == "__main__":
    main()
