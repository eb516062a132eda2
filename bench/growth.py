"""How the questions that are asked all day grow with the library, on PostgreSQL: `python bench/growth.py [--papers 10000,100000]`.

A library of so many papers is generated inside the database: one paper that was kept the usual way is copied, with words of its own drawn so
that few are frequent, with 9 claims, two keys, a mention, a page and a visit that waits, each; a hundred pages a site, one job in a hundred waiting.
Then each question is asked a hundred times, after a look at tables that the planner knows. Printed are the median and the 95th
percentile in milliseconds, the processor time of client and server together, which a busy machine does not change, and what the tables take. A million papers take some minutes: `--papers 10000,100000,1000000`.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from harvestman.model import Harvest, HarvestRequest, SystemClock, Visit  # noqa: E402
from harvestman.store import (  # noqa: E402
    Ended,
    Library,
    PaperQuery,
    new_owner,
    open_library,
    schema,
)
from harvestman.store.ids import digest_key  # noqa: E402
from processor_time import asked_ms, used_s  # noqa: E402
from servers.postgres import running_postgres  # noqa: E402
from store_keep import LETTERS, made_up_outcome  # noqa: E402

TIMES = 100
SITE_PAGES = 100
SITE = "grown-0.example"

# A word of an alphabet in which the tenth is a hundred times rarer than the first.
_WORD = "'w' || floor(20000 * power(random(), 4))::int"
_AT = "'http://grown-' || n / {site} || '.example/' || n"
_GROWN = """
    CREATE TEMP TABLE grown AS SELECT n, (SELECT string_agg({word}, ' ') FROM generate_series(1, 9) g WHERE n = n) AS words,
      (SELECT string_agg({word}, ' ') FROM generate_series(1, 60) g WHERE n = n) AS rest FROM generate_series(1, {papers}) n
"""
# Of each table the rows that are copied, and what differs in the copies.
_COPIED = (
    (
        "paper",
        "ORDER BY id LIMIT 1",
        {
            "id": "1000000 + n",
            "public_id": "'p' || n",
            "title": "words",
            "year": "2000 + mod(n, 25)",
            "examined": "c.changed",
        },
    ),
    (
        "mention",
        "ORDER BY id LIMIT 1",
        {
            "id": "1000000 + n",
            "paper_id": "1000000 + n",
            "identity": "md5('m' || n)",
            "source": _AT,
            "source_key": "md5('s' || n)",
            "site": "'grown-' || n / {site} || '.example'",
        },
    ),
    (
        "claim",
        "WHERE about_id = (SELECT min(id) FROM mention) AND about = 'mention'",
        {"about_id": "1000000 + n", "source": _AT},
    ),
    (
        "page",
        "ORDER BY id LIMIT 1",
        {
            "id": "1000000 + n",
            "url": _AT,
            "url_key": "md5('s' || n)",
            "digest": "md5('d' || n) || md5('e' || n)",
        },
    ),
    (
        "visit",
        "WHERE state = 'open' ORDER BY id LIMIT 1",
        {
            "id": "1000000 + n",
            "url": _AT + " || '/v'",
            "url_key": "md5('v' || n)",
            "site_key": "CASE WHEN n / {site} = 0 THEN '{key}' ELSE md5('site' || n / {site}) END",
            "rank": "floor(1000 * random())::int",
            "stage": "0",
        },
    ),
)
_MORE = (
    """
    INSERT INTO paper_index (rowid, words)
      SELECT 1000000 + n, setweight(to_tsvector('simple', words), 'A') || setweight(to_tsvector('simple', rest), 'D') FROM grown
    """,
    """
    INSERT INTO paper_key (key, paper_id) SELECT k || n, 1000000 + n FROM grown, (VALUES ('doi:g'), ('title:g')) AS keys (k)
    """,
    "INSERT INTO mention_key (key, mention_id) SELECT key, paper_id FROM paper_key WHERE paper_id > 1000000",
    """
    INSERT INTO lease (kind, name, holder, fence, until)
      SELECT 'site', 'other-' || n, '', 1, now() FROM generate_series(1, {papers} / {site}) n
    """,
)


def _copying(table: str, rows: str, changed: dict[str, str]) -> str:
    """The statement that copies rows of a table for each paper that is made up."""
    names = [column.name for column in schema.metadata.tables[table].columns]
    values = ", ".join(changed.get(name, f"c.{name}") for name in names)
    return f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} FROM grown, (SELECT * FROM {table} {rows}) c"


def grow(library: Library, papers: int) -> None:
    """Fill a library that holds one paper."""
    with library.database.write() as connection:
        connection.exec_driver_sql("SET LOCAL synchronous_commit = off")
        for statement in (_GROWN, *(_copying(*one) for one in _COPIED), *_MORE):
            filled = statement.format(
                word=_WORD, papers=papers, site=SITE_PAGES, key=digest_key(SITE)
            )
            connection.exec_driver_sql(filled)
        connection.exec_driver_sql("DROP TABLE grown")
    jobs = library.cluster_jobs()
    for number in range(papers // 100):
        jobs.put("extract", {"document": str(number)})
    with library.database.engine.connect().execution_options(
        isolation_level="AUTOCOMMIT"
    ) as connection:
        connection.exec_driver_sql("VACUUM ANALYZE")


class Questions:
    """What is asked of a library all day."""

    def __init__(self, library: Library, harvest: Harvest, papers: int) -> None:
        self.library = library
        self.harvest = harvest
        self.rng = random.Random(papers)
        self.papers = papers
        self.holder = new_owner()
        lease = library.leases.acquire(SITE, self.holder, length_s=3600)
        assert lease is not None
        self.lease = lease
        words = ["".join(self.rng.choices(LETTERS, k=6)) for _ in range(5000)]
        self.outcomes = [
            made_up_outcome(
                Visit(f"http://new.example/{n}", 0, -1, n), 5_000_000 + n, self.rng, words
            )
            for n in range(TIMES + TIMES // 10 + 1)
        ]

    def all(self) -> dict[str, Callable[[int], object]]:
        """Each with its name."""
        library = self.library
        return {
            "a job is put, taken and ended": self.job,
            "a site is leased": lambda n: library.leases.acquire(
                f"other-{1 + n}", self.holder, length_s=60
            ),
            "the next page of a site (frontier)": lambda _: library.harvests.take(
                self.harvest, 0, SITE, most=1, lease=self.lease
            ),
            "a page with a paper is kept": lambda n: library.harvests.keep_all(
                self.harvest, [Ended(self.outcomes[n])]
            ),
            "claims of a paper": lambda _: library.papers.claims(self.any_paper()),
            "search: two rare words": lambda _: self.search(9_000),
            "search: two frequent words": lambda _: self.search(3),
            "the papers that are new": lambda _: library.papers.page(
                PaperQuery(newest_first=True), 20
            ),
        }

    def job(self, number: int) -> None:
        """A job goes its way, past those that wait."""
        jobs = self.library.cluster_jobs()
        jobs.put("bench", {"n": number})
        taken = jobs.take("bench", holder=self.holder)
        assert taken is not None
        assert taken.lease is not None
        jobs.end(taken.lease, "done")

    def any_paper(self) -> str:
        """The id of some paper."""
        return f"p{self.rng.randint(1, self.papers)}"

    def search(self, least: int) -> object:
        """Papers with two words, from that place of the alphabet on."""
        one, other = (least + self.rng.randrange(1 + least // 3) for _ in range(2))
        return self.library.papers.page(PaperQuery(text=f"w{one} w{other} "), 20)


def sizes(library: Library) -> dict[str, float]:
    """What the largest tables take on the disk with their indexes, in MB."""
    statement = sa.text(
        "SELECT relname, pg_total_relation_size(oid) / 1e6 FROM pg_class"
        " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC LIMIT 8"
    )
    with library.database.read() as connection:
        return {name: float(size) for name, size in connection.execute(statement)}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--papers", default="10000,100000")
    numbers = [int(one) for one in parser.parse_args().papers.split(",")]
    used_s()  # from here on what this process starts is counted too
    with running_postgres() as server, tempfile.TemporaryDirectory() as folder:
        for papers in numbers:
            url = server.new_database()
            with open_library(url, blobs=folder, clock=SystemClock()) as library:
                new = (f"http://new.example/{n}" for n in range(TIMES + TIMES // 10 + 1))
                seeds = ("http://first.example/", "http://second.example/", *new)
                harvest = library.harvests.begin(HarvestRequest(seeds, 1, 10_000_000))
                library.harvests.stage(harvest, 0)
                words = ["".join(random.Random(1).choices(LETTERS, k=6)) for _ in range(50)]
                words = [f"{word}{n}" for n, word in enumerate(words)]
                first = made_up_outcome(Visit(seeds[0], 0, -1, 0), 1, random.Random(1), words)
                library.harvests.keep_all(harvest, [Ended(first)])
                with library.database.write() as connection:
                    connection.exec_driver_sql(
                        "INSERT INTO site_queue SELECT harvest_id, stage, %s, %s, place + 2, 0, 0, false, 0, 0 FROM site_queue LIMIT 1",
                        (digest_key(SITE), SITE),
                    )
                began = time.monotonic()
                grow(library, papers)
                print(f"{papers} papers, made in {time.monotonic() - began:.0f} s")
                for name, question in Questions(library, harvest, papers).all().items():
                    middle, late, spent = asked_ms(question, times=TIMES)
                    print(
                        f"  {name:38} {middle:8.2f} ms, 95 % within {late:8.2f}; {spent:8.2f} ms of CPU"
                    )
                told = ", ".join(f"{name} {size:.0f}" for name, size in sizes(library).items())
                print(f"  MB on the disk: {told}", flush=True)
            server.drop_database(url)


if __name__ == "__main__":
    main()
