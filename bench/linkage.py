"""What finding merges costs: `python bench/linkage.py [PAPERS]` prints milliseconds of processor time a paper, at two sizes.

A made-up library: titles of nine words out of 5,000, three authors out of 2,000; every tenth paper is there twice, the second time
with initials, in another order, with a misprint. Beside it stands what keeping one of its pages costs, before a paper is compared.
"""

from __future__ import annotations

import random
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from harvestman.dedup import find_merges, paper_keys
from harvestman.model import (
    Author,
    Authority,
    Claim,
    Evidence,
    Field,
    HarvestRequest,
    LinkedMention,
    Mention,
    SetClock,
    Status,
    Value,
    Visit,
    VisitOutcome,
)
from harvestman.store import Ended, Library, open_library
from processor_time import used_s

NOON = datetime(2024, 5, 1, 12, 0, tzinfo=UTC)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
ON_A_PAGE = 20


def made_up(number: int, words: list[str], people: list[str]) -> tuple[str, list[str]]:
    """The title and authors of a paper, always the same; every tenth is a print of the one before."""
    rng = random.Random(number if number % 10 else number - 1)
    title, names = " ".join(rng.sample(words, 9)), rng.sample(people, 3)
    if number % 10:
        return title, names
    short = [f"{name[0].upper()}. {name.split()[1]}" for name in reversed(names)]
    return title[:12] + title[13:], short


def claims_of(number: int, url: str, words: list[str], people: list[str]) -> tuple[Claim, ...]:
    """What a page says of a paper."""
    title, names = made_up(number, words, people)
    values: dict[Field, Value] = {
        Field.TITLE: title,
        Field.AUTHORS: tuple(Author(name) for name in names),
        Field.YEAR: 2000 + number // 10 % 25,
        Field.VENUE: "Proceedings of the Conference on Measuring",
    }
    return tuple(
        Claim(f"p{number}", f, v, Evidence(url, ""), "highwire", "1", Authority.EMBEDDED, 0.9, NOON)
        for f, v in values.items()
    )


def keep(library: Library, first: int, last: int, words: list[str], people: list[str]) -> None:
    """Pages with these papers."""
    urls = tuple(f"http://conf.example/{n}" for n in range(first, last, ON_A_PAGE))
    harvest = library.harvests.begin(HarvestRequest(urls, 0, len(urls)))
    library.harvests.stage(harvest, 0)
    for place, start in enumerate(range(first, last, ON_A_PAGE)):
        visit = Visit(urls[place], 0, -1, place)
        every = [claims_of(n, visit.url, words, people) for n in range(start, start + ON_A_PAGE)]
        mentions = tuple(LinkedMention(Mention(claims), paper_keys(claims)) for claims in every)
        ended = Ended(VisitOutcome(visit, Status.SUCCESS, mentions=mentions))
        library.harvests.keep_all(harvest, [ended])
    library.harvests.finish(harvest)


def main() -> None:
    """Measure and print."""
    papers = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    rng = random.Random(1)
    words = ["".join(rng.choices(LETTERS, k=rng.randrange(3, 11))) for _ in range(5000)]
    people = [f"{rng.choice(words)} {rng.choice(words)}" for _ in range(2000)]
    with tempfile.TemporaryDirectory() as folder:
        db = str(Path(folder) / "library.db")
        with open_library(db, blobs=folder, clock=SetClock(NOON)) as library:
            for first, last in ((0, papers), (papers, papers + papers // 10)):
                started = used_s()
                keep(library, first, last, words, people)
                kept = used_s()
                found = find_merges(library)
                ended = used_s()
                many = last - first
                print(
                    f"{many} new papers in a library of {first}: keeping {1000 * (kept - started) / many:.2f} ms of processor "
                    f"time a paper, finding merges {1000 * (ended - kept) / many:.2f} ms ({found.pairs} pairs, {len(found.merged)} "
                    f"merged of {many // 10})"
                )


if __name__ == "__main__":
    main()
