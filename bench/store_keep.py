"""How fast the store keeps pages: `python bench/store_keep.py [DB]` prints pages a second, and what a raw write costs.

A typical page: 30 links, 600 words of text, one paper of 9 claims; two of three papers are new, every third is known.
The ratio against a bare SQLite transaction of one row says how much of it is the disk's.
"""

from __future__ import annotations

import random
import sqlite3
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from harvestman.model import (
    Author,
    Authority,
    Claim,
    Evidence,
    Field,
    HarvestRequest,
    Lead,
    Link,
    LinkedMention,
    Mention,
    Page,
    PageReading,
    SetClock,
    Status,
    Value,
    Visit,
    VisitOutcome,
)
from harvestman.store import Ended, open_library
from processor_time import used_s

PAGES = 1000
NOON = datetime(2024, 5, 1, 12, 0, tzinfo=UTC)
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def made_up_outcome(
    visit: Visit, number: int, rng: random.Random, words: list[str], *, site: str = "conf.example"
) -> VisitOutcome:
    """A typical page, whose links stay on its site."""
    paper = number if number % 3 else number // 3
    source = visit.url
    values: dict[Field, Value] = {
        Field.TITLE: " ".join(rng.sample(words, 9)),
        Field.AUTHORS: tuple(
            Author(" ".join(rng.sample(words, 2)), ("A university",)) for _ in range(3)
        ),
        Field.YEAR: 2000 + paper % 25,
        Field.DOI: f"10.1145/{paper}",
        Field.PDF: f"http://conf.example/{paper}.pdf",
        Field.VENUE: "Proceedings of the Conference on Measuring",
        Field.PAGES: "1-10",
        Field.ABSTRACT: " ".join(rng.choices(words, k=120)),
        Field.KEYWORDS: tuple(rng.sample(words, 4)),
    }
    claims = tuple(
        Claim(
            "p1",
            field,
            value,
            Evidence(source, f"meta[name={field}]", str(value)[:300]),
            "highwire",
            "1",
            Authority.EMBEDDED,
            0.95,
            NOON,
        )
        for field, value in values.items()
    )
    links = tuple(
        Link(
            f"http://{site}/{rng.randrange(10 * PAGES)}/some/longer/path.html",
            " ".join(rng.sample(words, 4)),
            place,
        )
        for place in range(30)
    )
    digest = f"{number:064x}"
    return VisitOutcome(
        visit,
        Status.SUCCESS,
        http_status=200,
        page=Page(visit.url, visit.url, NOON, 200, "text/html", "text/html", digest, 30_000, '"x"'),
        reading=PageReading(
            Status.SUCCESS, "A page", " ".join(rng.choices(words, k=600)), "utf-8", links
        ),
        mentions=(
            LinkedMention(Mention(claims), frozenset((f"doi:10.1145/{paper}", f"title:{paper}"))),
        ),
        follow=tuple(Lead(link) for link in links),
    )


def main() -> None:
    """Measure and print."""
    rng = random.Random(1)
    words = ["".join(rng.choices(LETTERS, k=rng.randrange(3, 10))) for _ in range(5000)]
    with tempfile.TemporaryDirectory() as folder:
        db = sys.argv[1] if len(sys.argv) > 1 else str(Path(folder) / "library.db")
        with open_library(db, blobs=folder, clock=SetClock(NOON)) as library:
            seeds = tuple(f"http://conf.example/seed/{i}" for i in range(PAGES))
            harvest = library.harvests.begin(HarvestRequest(seeds, 1, 10 * PAGES))
            library.harvests.stage(harvest, 0)
            outcomes = [
                made_up_outcome(Visit(seed, 0, -1, number), number, rng, words)
                for number, seed in enumerate(seeds)
            ]
            start, cpu = time.perf_counter(), used_s()
            for outcome in outcomes:
                library.harvests.keep_all(harvest, [Ended(outcome)])
            wall, cpu = time.perf_counter() - start, used_s() - cpu
            print(f"keep: {PAGES / wall:.0f} pages/s, {1000 * cpu / PAGES:.2f} ms of CPU a page")
        raw = sqlite3.connect(Path(folder) / "raw.db", isolation_level=None)
        raw.execute("PRAGMA journal_mode = WAL")
        raw.execute("PRAGMA synchronous = FULL")
        raw.execute("CREATE TABLE t (x)")
        start = time.perf_counter()
        for number in range(PAGES):
            raw.execute("INSERT INTO t VALUES (?)", (number,))
        bare = time.perf_counter() - start
        print(f"bare transaction: {PAGES / bare:.0f}/s; a page costs {wall / bare:.1f} of them")


if __name__ == "__main__":
    main()
