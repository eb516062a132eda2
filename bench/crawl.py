"""Pages per CPU second of a harvest beside plain Scrapy with its link extractor, on the same loopback sites in one run.

`python bench/crawl.py [--scrapy PYTHON] [--rounds N] [--count N] [--pages FOLDER] [--only KIND …] [--postgres] [--into PAGE]`: PYTHON is an interpreter
that has the peers of bench/peers.txt. Each line names its conditions: pages of 6 kB with 8 links, of 7.5 kB with 30, the same with
five people named on each (so that they are read for papers), and the saved pages of a folder; Scrapy obeys robots.txt, or does not
ask for it (ours always does). CPU is that of the whole process tree, start included (`processor_time`); the crawlers take turns, and
each one's best round counts, for other work on the machine makes all of them dearer.

Scrapy keeps its queue in memory, stores nothing and reads no papers. So ours is measured twice: `harvest` is the command as people run
it, durable, with every page read in guarded workers; `links` is the work that both do (fetch, links, frontier; ours durable,
with page, bytes, links and searchable text kept), in one process like Scrapy. With `--postgres` ours keep their libraries in a PostgreSQL
of the bench's own, whose processes are counted with theirs.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import results
from loopback import made_up_site, saved_site, served
from processor_time import HOW, ControlGroup
from processor_time import environ as started_with

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from servers.postgres import PostgresServer, running_postgres

COUNT = 1_200
DEPTH = 20  # more than from any page of a made-up site to any other
LIMIT = "100000"
OBEYS, IGNORES = "Scrapy, robots.txt obeyed", "Scrapy, robots.txt not read"

SPIDER = """
import sys
import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor


class Plain(scrapy.Spider):
    name = "plain"
    start_urls = [sys.argv[1]]
    links = LinkExtractor()

    def parse(self, response):
        yield {"url": response.url, "title": response.css("title::text").get()}
        for link in self.links.extract_links(response):
            yield response.follow(link)


process = CrawlerProcess({"LOG_ENABLED": False, "DEPTH_LIMIT": int(sys.argv[2]), "ROBOTSTXT_OBEY": sys.argv[3] == "obey",
                          "CONCURRENT_REQUESTS_PER_DOMAIN": 8, "DOWNLOAD_DELAY": 0, "TELNETCONSOLE_ENABLED": False})
crawler = process.create_crawler(Plain)
process.crawl(crawler)
process.start()
print(crawler.stats.get_value("item_scraped_count"))
"""

LINKS = """
import asyncio, sys
from harvestman.crawl import Session, visiting
from harvestman.engine import open_guard
from harvestman.fetch import Fetcher, FetchOptions
from harvestman.model import HarvestRequest, SystemClock
from harvestman import pages
from harvestman.store import open_library

visiting.read_saved_page = lambda item: pages.read(item[0], now=item[1], readers=())


async def main():
    clock = SystemClock()
    options = FetchOptions(delay_s=0, allow_private=True, per_host=8)
    with open_library(sys.argv[3], blobs=sys.argv[4], clock=clock) as library:
        with open_guard("inline") as guard:
            async with Fetcher(options, clock=clock) as fetcher:
                request = HarvestRequest((sys.argv[1],), int(sys.argv[2]), 100_000, sitemaps=False)
                done = await Session(library, fetcher, guard, clock, fresh_for_s=0).harvest(request)
        print(library.harvests.counts(done).done)


asyncio.run(main())
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of site."""

    name: str
    conditions: str
    pages: dict[str, bytes]
    depth: int = DEPTH


def kinds(count: int, folder: Path | None) -> Iterator[Kind]:
    """The sites that are crawled, each with its conditions."""
    for links in (8, 30):
        for people in (0, 5):
            pages = made_up_site(count, links=links, people=people)
            size_kb = sum(map(len, pages.values())) / len(pages) / 1000
            whom = f"{people} people" if people else "nobody"
            said = f"{len(pages):,} pages of {size_kb:.1f} kB, {links} links each, {whom} named"
            yield Kind(f"{links}-{'people' if people else 'plain'}", said, pages)
    if folder is not None:
        pages = saved_site(folder)
        size_kb = sum(map(len, pages.values())) / len(pages) / 1000
        said = f"{len(pages):,} saved pages of {size_kb:.0f} kB (`{folder.name}`), one leads to all"
        yield Kind("saved", said, pages, depth=1)


def commands(
    url: str, depth: int, folder: str, databases: tuple[str, str], scrapy: str | None
) -> dict[str, tuple[str, ...]]:
    """The crawlers, by name."""
    ours = (sys.executable, "-m", "harvestman", "--db", databases[0], "harvest", url)
    asked = ("--depth", str(depth), "--limit", LIMIT, "--no-sitemaps", "--json")
    found = {
        "harvest": (*ours, *asked),
        "links": (sys.executable, "-c", LINKS, url, str(depth), databases[1], f"{folder}/links"),
    }
    if scrapy is not None:
        # Scrapy goes deep first: a page that it meets only by ways of twenty links would be left out, now and then one of 1,201. 0 is no limit.
        limit = "0" if depth == DEPTH else str(depth)
        found[OBEYS] = (scrapy, "-c", SPIDER, url, limit, "obey")
        found[IGNORES] = (scrapy, "-c", SPIDER, url, limit, "ignore")
    return found


async def cpu_a_page(
    expected: int, command: tuple[str, ...], folder: str, server: ControlGroup | None
) -> float:
    """The CPU seconds of a crawler that runs to its end, with those of its database server; it prints how many pages it visited, last of all numbers."""
    settings = {
        "DELAY": "0",
        "ALLOW_PRIVATE": "true",
        "PER_HOST": "8",
        "SITE_LIMIT": LIMIT,
        "BLOBS": f"{folder}/harvest",
    }
    environ = {f"HARVESTMAN_{key}": value for key, value in settings.items()}

    def run() -> tuple[int, float]:
        before_s = server.used_s() if server else 0.0
        with ControlGroup() as group:
            child = group.start(command, stdout=subprocess.PIPE, env=started_with(**environ))
            assert child.stdout is not None
            told = child.stdout.read()
            child.wait()
            cpu_s = group.used_s() + (server.used_s() - before_s if server else 0.0)
        printed = re.findall(rb"(?:\"pages\": |^)(\d+)\b", told, re.MULTILINE)
        if not printed:
            raise SystemExit(f"{command[0]} crawled nothing")
        return int(printed[-1]), cpu_s

    pages, cpu_s = await asyncio.to_thread(run)
    if pages != expected:
        raise SystemExit(f"{' '.join(command)[:300]}: {pages} pages instead of {expected}")
    return cpu_s / pages


async def measure(
    kind: Kind,
    *,
    scrapy: str | None,
    rounds: int,
    only: set[str],
    server: tuple[PostgresServer, ControlGroup] | None,
) -> dict[str, float]:
    """Each crawler's best CPU time for a page of this kind, in seconds."""
    best: dict[str, float] = {}
    async with served(lambda _host, path: kind.pages.get(path, b"")) as port:
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as folder:
                url = f"http://127.0.0.1:{port}/"
                databases = (f"{folder}/harvest.db", f"{folder}/links.db")
                if server:
                    databases = (server[0].new_database(), server[0].new_database())
                for name, command in commands(url, kind.depth, folder, databases, scrapy).items():
                    if only and name.split(",")[0].lower() not in only:
                        continue
                    group = server[1] if server and "Scrapy" not in name else None
                    cost = await cpu_a_page(len(kind.pages), command, folder, group)
                    best[name] = min(cost, best.get(name, cost))
                    print(f"   {kind.name}: {name} {1e3 * cost:.2f} ms", flush=True)
    return best


def row(kind: Kind, best: dict[str, float]) -> list[str]:
    """What was measured of a kind of site, as a line of the table."""
    cells = [kind.conditions]
    for name in ("harvest", "links", OBEYS, IGNORES):
        cells.append(f"{1e3 * best[name]:.2f} ms" if name in best else "–")
    for name in ("harvest", "links"):
        ratios = [best[peer] / best[name] for peer in (OBEYS, IGNORES) if {peer, name} <= {*best}]
        cells.append(" and ".join(f"{ratio:.2f} ×" for ratio in ratios) or "–")
    return cells


def can_scrape(python: str) -> bool:
    """Whether an interpreter has Scrapy."""
    asked = [python, "-c", "import scrapy"]
    return not subprocess.run(asked, check=False, stderr=subprocess.DEVNULL).returncode


async def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrapy", default=sys.executable, metavar="PYTHON")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--count", type=int, default=COUNT, help="pages of a made-up site")
    parser.add_argument("--pages", type=Path, metavar="FOLDER", help="saved pages to crawl as well")
    parser.add_argument("--only", nargs="*", default=[], metavar="KIND", help="such as 8-plain")
    parser.add_argument("--crawlers", nargs="*", default=[], choices=["harvest", "links", "scrapy"])
    parser.add_argument("--postgres", action="store_true", help="libraries in PostgreSQL")
    results.add_option(parser)
    asked = parser.parse_args()
    scrapy = asked.scrapy if can_scrape(asked.scrapy) else None
    rows = []
    with ExitStack() as stack:
        server = None
        if asked.postgres:
            group = stack.enter_context(ControlGroup())
            postgres = stack.enter_context(running_postgres(shared_buffers="128MB"))
            group.enter(postgres.pid)
            server = (postgres, group)
        for kind in kinds(asked.count, asked.pages):
            if not asked.only or kind.name in asked.only:
                best = await measure(
                    kind,
                    scrapy=scrapy,
                    rounds=asked.rounds,
                    only=set(asked.crawlers),
                    server=server,
                )
                rows.append(row(kind, best))
    head = ("pages", "`harvest`", "`links`", OBEYS, IGNORES, "`harvest` beside both", "`links` beside both")  # fmt: skip
    said = f"CPU a page {HOW}, start included; the best of {asked.rounds} rounds in turns."
    told = f"{said}\n\n{results.table(head, rows)}"
    command = "python bench/crawl.py --scrapy PYTHON --pages DATA/confpages"
    place, more = ("crawl PostgreSQL", " --postgres") if asked.postgres else ("crawl", "")
    results.tell(place, told, into=asked.into, command=f"{command} --rounds {asked.rounds}{more}")
    if scrapy is None:
        print(f"{asked.scrapy} has no Scrapy: nothing to compare with. Name another by --scrapy.")


if __name__ == "__main__":
    asyncio.run(main())
