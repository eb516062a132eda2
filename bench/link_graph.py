"""How long questions to the link graph take in a library with a million links, and enrichment of a thousand documents.

    python bench/link_graph.py [--links 1000000] [--documents 1000] [--postgres]

Prints processor time, which does not depend on what else the machine does; of PostgreSQL, that of the server's process for the session as
well. Asked for: the ancestors within three links of a document in under 5 ms, and a thousand documents enriched in under 30 s.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from harvestman.gather import GatherRequest, Institution, SiteDocument, SiteEnricher
from harvestman.model import (
    Author,
    Authority,
    Claim,
    EntityKind,
    EntitySighting,
    Evidence,
    Field,
    HarvestRequest,
    Header,
    Link,
    Page,
    PageReading,
    Role,
    Status,
    SystemClock,
)
from harvestman.store import Library, open_library
from harvestman.store.crawl.pages import keep_page
from processor_time import used_s

HOST = "http://uni.example/"
NOW = datetime(2026, 11, 17, tzinfo=UTC)
LINKS_OF_A_PAGE = 40
PEOPLE_OF_A_PAGE = 5
GIVEN = "Ana Helen Peter Laura David Carmen Mateo Igor Olga Anna".split()
FAMILIES = [f"{a}{b}" for a in ("Mar", "Quil", "Ben", "Ash", "Rob", "Kuz", "Sol", "Ver") for b in ("sh", "ton", "nett", "down", "les", "netsov", "berg", "dugo")]  # fmt: skip


def fill(library: Library, links: int, rng: random.Random) -> list[str]:
    """Pages of sites with menus, courses and documents; the addresses of the documents."""
    documents: list[str] = []
    pages = links // LINKS_OF_A_PAGE
    with library.database.write() as connection:
        for number in range(pages):
            url = f"{HOST}p{number}.html"
            targets = [f"{HOST}p{rng.randrange(10)}.html" for _ in range(5)]
            targets += [f"{HOST}p{rng.randrange(pages)}.html" for _ in range(LINKS_OF_A_PAGE - 8)]
            own = [f"{HOST}d{number}-{n}.pdf" for n in range(3)]
            documents += own
            made = tuple(Link(target, "a link", n) for n, target in enumerate([*targets, *own]))
            page = Page(url, url, NOW, 200, "text/html", "text/html", f"{number:064}", 1)
            reading = PageReading(Status.SUCCESS, links=made, people=people(url, rng))
            keep_page(connection, page, reading)
    return documents


def people(url: str, rng: random.Random) -> tuple[EntitySighting, ...]:
    found = []
    for n in range(PEOPLE_OF_A_PAGE):
        name = f"{rng.choice(GIVEN)} {rng.choice(FAMILIES)}"
        values = (
            (Field.NAME, name),
            (Field.ROLE, str(rng.choice([Role.NAMED, Role.TEACHER]))),
            (Field.EMAILS, (f"{name.lower().replace(' ', '.')}@uni.example",)),
        )
        claims = tuple(
            Claim(
                "p", field, value, Evidence(url, "line"), "people", "1", Authority.LEARNED, 0.9, NOW
            )
            for field, value in values
        )
        found.append(EntitySighting(EntityKind.PERSON, claims, n))
    return tuple(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--links", type=int, default=1_000_000)
    parser.add_argument("--documents", type=int, default=1_000)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own")
    args = parser.parse_args()
    rng = random.Random(1)
    with contextlib.ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = str(place / "l.db")
        if args.postgres:
            from servers.postgres import running_postgres  # noqa: PLC0415

            database = stack.enter_context(running_postgres()).new_database()
        library = stack.enter_context(
            open_library(database, blobs=str(place / "b"), clock=SystemClock())
        )
        documents = fill(library, args.links, rng)
        if args.postgres:
            with library.database.engine.connect() as connection:
                connection.exec_driver_sql("ANALYZE")  # what its autovacuum does in time
        asked = rng.sample(documents, 200)
        library.links.ancestors(asked[0], within=3, limit=60)
        began = _spent(library)
        found = sum(len(library.links.ancestors(url, within=3, limit=60)) for url in asked)
        each_ms = 1000 * (_spent(library) - began) / len(asked)
        print(f"ancestors within 3 of a document: {each_ms:.2f} ms of CPU, {found / len(asked):.0f} found (asked: 5 ms)")  # fmt: skip
        enrich(library, rng.sample(documents, args.documents), rng)


def _spent(library: Library) -> float:
    """Seconds of processor time of this process (by control group), and of the server's processes for its sessions."""
    spent = used_s()
    if library.database.engine.dialect.name != "postgresql":
        return spent
    with library.database.engine.connect() as connection:
        pids = connection.exec_driver_sql(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
        ).scalars()
        ticks = sum(_ticks(int(pid)) for pid in pids)
    return spent + ticks / os.sysconf("SC_CLK_TCK")


def _ticks(pid: int) -> int:
    """What a process has spent, in the kernel's ticks."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def enrich(library: Library, urls: list[str], rng: random.Random) -> None:
    """Enrich documents as a run of gathering does after its crawl."""
    made = []
    for number, url in enumerate(urls):
        author = Author(f"{rng.choice(GIVEN)} {rng.choice(FAMILIES)}")
        text = (
            f"A title of words {number}\n\n{author.name}\n\n"
            + "Words of a text go on and on. " * 80
        )
        header = Header(f"A title of words {number}", (author,) if number % 2 else ())
        made.append(
            SiteDocument(url, str(number), f"{number:064}", header, "en", "exercise", text[:2500])
        )
    pages = [f"{HOST}p{n}.html" for n in range(2_000)]
    harvest = HarvestRequest((HOST,), 5, 1_000)
    request = GatherRequest(harvest, (), Institution(("University of Examples",), ("uni.example",)))
    began = _spent(library)
    enricher = SiteEnricher(library, made, pages, request, now_clock=SystemClock())
    for one in made:
        enricher.candidate(one)
    spent = _spent(library) - began
    print(f"enrichment of {len(made)} documents: {spent:.1f} s of CPU (asked: 30 s for 1,000)")


if __name__ == "__main__":
    main()
