"""Pages per CPU second of a harvest, beside plain Scrapy with its link extractor, on the same loopback site in one run.

`python bench/crawl.py [--scrapy PYTHON] [--rounds N] [--count N] [--named | --pages FOLDER]`: PYTHON is an interpreter that has Scrapy (`pip install
scrapy`; it is no dependency of ours). The site is made up, of pages that name nobody or, with `--named`,
a dozen people each (so that the learned reader looks for papers), or has the saved pages of a folder. CPU is that of the whole process tree, start included (`processor_time`); of several rounds, taken in turns, each crawler's best
counts, for other work on the machine makes all of them dearer. Scrapy keeps its queue in memory and reads no papers. So ours is measured
twice: `links` is the work that both do (fetch, links, frontier; ours durable, with page, bytes, links and searchable text kept),
in one process like Scrapy; `harvest` is the command as people run it, which reads every page for papers in worker processes.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

from processor_time import ControlGroup
from processor_time import environ as started_with

PAGES, LINKS = 1500, 30
MOST_BYTES = 1_000_000  # of a saved page
WORDS = "spider web harvest paper thread field stone river light cloud".split()

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


process = CrawlerProcess({"LOG_ENABLED": False, "DEPTH_LIMIT": int(sys.argv[2]), "ROBOTSTXT_OBEY": True, "CONCURRENT_REQUESTS_PER_DOMAIN": 8,
                          "DOWNLOAD_DELAY": 0, "TELNETCONSOLE_ENABLED": False})
crawler = process.create_crawler(Plain)
process.crawl(crawler)
process.start()
print(crawler.stats.get_value("item_scraped_count"))
"""

HARVEST = """
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
    with open_library(sys.argv[3], clock=clock) as library:
        with open_guard("inline") as guard:
            async with Fetcher(options, clock=clock) as fetcher:
                request = HarvestRequest((sys.argv[1],), int(sys.argv[2]), 100_000, sitemaps=False)
                done = await Session(library, fetcher, guard, clock, fresh_for_s=0).harvest(request)
        print(library.harvests.counts(done).done)


asyncio.run(main())
"""


def name_of(number: int) -> str:
    """A name without digits: numbered pages without papers are a family that a harvest would leave."""
    return "page-" + str(number).translate(str.maketrans("0123456789", "abcdefghij"))


def made_up_page(number: int, count: int, *, named: bool = False) -> bytes:
    """A page of some kilobytes that leads to others, and may name a person in each paragraph."""
    rng = random.Random(number)
    links = "".join(
        f'<li><a href="/{name_of(to)}.html">{" ".join(rng.choices(WORDS, k=4))}</a></li>'
        for to in [(number + 1) % count, *(rng.randrange(count) for _ in range(LINKS - 1))]
    )
    person = "Anna Schmidt " if named else ""
    text = "".join(f"<p>{person}{' '.join(rng.choices(WORDS, k=60))}</p>" for _ in range(12))
    page = (
        f"<html><head><title>Page {number}</title></head><body><ul>{links}</ul>{text}</body></html>"
    )
    return page.encode()


def made_up_site(count: int, *, named: bool) -> dict[str, bytes]:
    """Pages that lead to each other."""
    pages = {
        f"/{name_of(number)}.html": made_up_page(number, count, named=named)
        for number in range(count)
    }
    return pages | {"/": made_up_page(0, count, named=named)}


def saved_site(folder: Path) -> dict[str, bytes]:
    """A page that leads to all saved ones; what they lead to themselves is not there."""
    files = [file for file in sorted(folder.rglob("*.html")) if file.stat().st_size < MOST_BYTES]
    pages = {f"/{name_of(number)}.html": file.read_bytes() for number, file in enumerate(files)}
    links = "".join(f'<a href="{path}">{path}</a> ' for path in pages)
    return pages | {"/": f"<html><title>All</title><body>{links}</body></html>".encode()}


async def serve(pages: dict[str, bytes], ready: asyncio.Future[int]) -> None:
    """The site."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                path = head.split(b" ", 2)[1].decode()
                body = pages.get(path, b"")
                status = "200 OK" if body else "404 Not Found"
                fields = f"Content-Type: text/html\r\nContent-Length: {len(body)}"
                writer.write(f"HTTP/1.1 {status}\r\n{fields}\r\n\r\n".encode() + body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    ready.set_result(server.sockets[0].getsockname()[1])
    async with server:
        await server.serve_forever()


async def cpu_a_page(expected: int, *command: str, **environ: str) -> float:
    """The CPU seconds of a crawler that runs to its end; it prints how many pages it visited, last of all numbers."""

    def run() -> tuple[int, float]:
        with ControlGroup() as group:
            child = group.start(command, stdout=subprocess.PIPE, env=started_with(**environ))
            assert child.stdout is not None
            told = child.stdout.read()
            child.wait()
            cpu_s = group.used_s()
        printed = re.findall(rb"(?:\"pages\": |^)(\d+)\b", told, re.MULTILINE)
        if not printed:
            raise SystemExit(f"{command[0]} crawled nothing")
        return int(printed[-1]), cpu_s

    pages, cpu_s = await asyncio.to_thread(run)
    assert pages == expected, pages
    return cpu_s / pages


def can_scrape(python: str) -> bool:
    """Whether an interpreter has Scrapy."""
    asked = [python, "-c", "import scrapy"]
    return not subprocess.run(asked, check=False, stderr=subprocess.DEVNULL).returncode


async def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrapy", default=sys.executable, metavar="PYTHON")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--count", type=int, default=PAGES, help="pages of the made-up site")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--named", action="store_true")
    which.add_argument("--pages", type=Path, metavar="FOLDER")
    asked = parser.parse_args()
    site, depth = (
        (saved_site(asked.pages), "1")
        if asked.pages
        else (made_up_site(asked.count, named=asked.named), "20")
    )
    has_scrapy = can_scrape(asked.scrapy)
    ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(serve(site, ready))
    url = f"http://127.0.0.1:{await ready}/"
    settings = {"DELAY": "0", "ALLOW_PRIVATE": "true", "PER_HOST": "8", "SITE_LIMIT": "100000"}
    environ = {f"HARVESTMAN_{key}": value for key, value in settings.items()}
    harvest = ("-m", "harvestman", "harvest", url, "--depth", depth, "--limit", "100000")
    best: dict[str, float] = {}
    for _ in range(asked.rounds):
        with tempfile.TemporaryDirectory() as folder:
            environ["HARVESTMAN_DB"] = f"{folder}/harvest.db"
            links = ("-c", textwrap.dedent(HARVEST), url, depth, f"{folder}/links.db")
            costs = {
                "links": await cpu_a_page(len(site), sys.executable, *links),
                "harvest": await cpu_a_page(
                    len(site), sys.executable, *harvest, "--no-sitemaps", "--json", **environ
                ),
            }
            if has_scrapy:
                spider = (asked.scrapy, "-c", SPIDER, url, depth)
                costs["Scrapy"] = await cpu_a_page(len(site), *spider)
        print(
            "  ",
            ", ".join(f"{name} {1e3 * cost:.2f} ms" for name, cost in costs.items()),
            flush=True,
        )
        best = {name: min(cost, best.get(name, cost)) for name, cost in costs.items()}
    for name, cost in best.items():
        ratio = f", {best['Scrapy'] / cost:.2f} x Scrapy" if has_scrapy else ""
        print(f"{name}: {1 / cost:.0f} pages a CPU second{ratio}")
    if not has_scrapy:
        print(f"{asked.scrapy} has no Scrapy: nothing to compare with. Name another by --scrapy.")
    serving.cancel()


if __name__ == "__main__":
    asyncio.run(main())
