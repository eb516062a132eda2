"""A library of so many made-up papers, filled in bulk, for the benches that ask what a question costs in a large one.

Of each paper there are its row and words, a mention with six claims, the page that speaks of it with four links, the visit to that page, and
the change that told of it. Of the words in titles one is in all papers (`SHARED`), twenty are in a quarter of them, one is in twenty papers and
one in a single paper; those of abstracts are drawn so that few are frequent. A thousand sites, 36 years, 400 venues; one visit in fifty failed. A million papers take some minutes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Author, Harvest, HarvestRequest, Paper, paper_to_plain
from harvestman.store import Library, schema
from harvestman.store.ids import digest_key, digest_number, random_id
from harvestman.store.papers.lacking import NO_FILE, lacks_of
from harvestman.store.search import PAPER_INDEX, put_all_in_index
from harvestman.store.statements import Statement
from harvestman.store.storable import to_json
from harvestman.store.tallies import mend_tallies

START = datetime(2026, 1, 1, tzinfo=UTC)
SHARED = "revisited"
FREQUENT = "graph model learning query index web text speech image data system network cell protein market law river logic proof code".split()
FIRST_ROW = 1_000
"""The row of the first paper that is made up; below are those that came in the usual way."""
_BATCH = 5_000
_CLAIMED = ("title", "authors", "year", "venue", "abstract", "pdf")
# A cache that holds the indexes; no triggers, which look at each row: the numbers that they keep are counted in the end.
_IN_BULK = {
    "sqlite": "PRAGMA cache_size = -1000000",
    "postgresql": "SET LOCAL session_replication_role = replica",
}
_JSON = ("view", "value", "links_header", "fields")  # columns
_Row = dict[str, Any]


def generate(library: Library, count: int) -> None:
    """Fill a library with so many papers."""
    rng = random.Random(7)
    harvest = library.harvests.begin(HarvestRequest(("http://site0.example/",), 1, 10 * count))
    row = _row_of(library, harvest)
    for start in range(0, count, _BATCH):
        numbers = range(start, min(start + _BATCH, count))
        papers = [_paper(number, rng) for number in numbers]
        with library.database.write() as connection:
            connection.exec_driver_sql(_IN_BULK[connection.dialect.name])
            for table, rows in _rows(papers, row).items():
                _put(connection, schema.metadata.tables[table], rows)
            texts = (
                (FIRST_ROW + n, _texts(paper)) for n, paper in zip(numbers, papers, strict=True)
            )
            put_all_in_index(connection, PAPER_INDEX, texts)
    with library.database.write() as connection:
        mend_tallies(connection)
    _tidy(library)


def url_of(number: int) -> str:
    """The page that speaks of a paper."""
    return f"https://site{number % 1_000}.example/{number}"


def _row_of(library: Library, harvest: Harvest) -> int:
    table = schema.harvest
    with library.database.read() as connection:
        found = sa.select(table.c.id).where(table.c.public_id == harvest.id)
        return int(connection.scalars(found).one())


def _paper(number: int, rng: random.Random) -> Paper:
    words = [*rng.sample(FREQUENT, 5), f"rare{number // 20}", f"single{number}"]
    names = [f"{rng.choice('ABCDEFG')}na Name{rng.randrange(5_000)}" for _ in range(3)]
    return Paper(
        title=f"The {' '.join(words)} {SHARED}",
        id=random_id(),
        authors=tuple(Author(name) for name in names),
        year=1990 + number % 36,
        venue=f"Conference {number % 400}",
        pdf=f"{url_of(number)}.pdf" if number % 3 else "",
        abstract=" ".join(f"word{int(20_000 * rng.random() ** 4)}" for _ in range(80)),
    )


def _texts(paper: Paper) -> tuple[str, str, str, str]:
    """The texts that a paper is found by."""
    return paper.title, " ".join(a.name for a in paper.authors), paper.venue, paper.abstract


def _rows(papers: Sequence[Paper], harvest: int) -> dict[str, list[_Row]]:
    """The rows of all tables, in the order in which they refer to each other."""
    rows: dict[str, list[_Row]] = {}
    for paper in papers:
        for table, row in _rows_of(paper, harvest):
            rows.setdefault(table, []).append(row)
    return rows


def _rows_of(paper: Paper, harvest: int) -> Iterator[tuple[str, _Row]]:
    number = int(paper.title.split()[7].removeprefix("single"))
    row, url, moment = FIRST_ROW + number, url_of(number), START + timedelta(seconds=number)
    key, site = digest_key(url), url.split("/")[2]
    plain = paper_to_plain(paper)
    reader = ("columns", "highwire", "coins")[number % 3]
    yield "paper", {
        "id": row, "public_id": paper.id, "title": paper.title, "year": paper.year, "venue": paper.venue, "pdf": paper.pdf,
        "view": plain, "added": moment, "changed": moment, "assembled": moment, "examined": moment, "lacks": lacks_of(plain, file=NO_FILE), "file": NO_FILE,
    }  # fmt: skip
    yield "mention", {
        "id": row, "paper_id": row, "identity": f"{number:032}", "source": url, "source_key": key, "subject": "p", "kept": moment,
        "site": site, "reader": reader,
    }  # fmt: skip
    for place, name in enumerate(_CLAIMED):
        yield "claim", {
            "about_id": row, "about": "mention", "number": place, "field": name, "value": plain[name], "source": url, "locator": "li[1]",
            "quote": "", "reader": reader, "version": "1", "authority": 30, "confidence": 0.9, "time": moment,
        }  # fmt: skip
    yield "page", {
        "id": row, "url": url, "url_key": key, "final_url": url, "fetched": moment, "http_status": 200, "media_type": "text/html",
        "content_type": "text/html", "digest": 2 * key, "size_bytes": 6_000, "etag": "", "last_modified": "", "links_header": [],
    }  # fmt: skip
    # To the pages before it, as in a list that goes on, and to its file; the first of a thousand is everybody's home.
    targets = (url_of(number % 10), url_of(number // 2), url_of(max(0, number - 1)), f"{url}.pdf")
    for place, target in enumerate(targets):
        yield "link", {
            "page_id": row, "number": place, "position": place, "target": target, "target_key": digest_number(target),
            "anchor": "a link", "rel": "",
        }  # fmt: skip
    has_failed = number % 50 == 0
    yield "visit", {
        "harvest_id": harvest, "url": url, "url_key": key, "depth": 0, "parent": -1, "position": number, "ordinal": number, "state": "done",
        "status": "timeout" if has_failed else "success", "detail": "", "http_status": 200, "papers": 1, "ended": moment,
        "site_key": digest_key(site), "stage": 0, "score": 0, "rank": 0, "family": "",
    }  # fmt: skip
    yield "change", {
        "tx": 0, "changed": moment, "thing": "paper", "public_id": paper.id, "kind": "new", "into": "", "fields": [],
    }  # fmt: skip


def _put(connection: Connection, table: sa.Table, rows: list[_Row]) -> None:
    """Insert rows as fast as the database takes them."""
    names = list(rows[0])
    if connection.dialect.name == "sqlite":
        json = [name for name in names if name in _JSON]
        Statement.insert(table.name, *names, json=json).change_all(connection, rows)
        return
    cursor = connection.connection.cursor()
    columns = ", ".join(f'"{name}"' for name in names)
    with cursor.copy(f'COPY "{table.name}" ({columns}) FROM STDIN') as copy:
        for row in rows:
            copy.write_row(
                [
                    to_json(row[name]) if name in _JSON else row[name]
                    for name in names
                ]
            )  # fmt: skip


def _tidy(library: Library) -> None:
    """What a library that has grown by itself has had done to it long ago."""
    engine = library.database.engine.execution_options(isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        is_sqlite = connection.dialect.name == "sqlite"
        connection.exec_driver_sql(
            "PRAGMA wal_checkpoint(TRUNCATE)" if is_sqlite else "VACUUM ANALYZE"
        )
