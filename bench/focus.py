"""Papers harvested against pages fetched: best first beside breadth first, on the same sites.

`python bench/focus.py [--conferences DIR] [--scholars DIR]` harvests the sample world's sites with papers, generated conference sites
of 150 pages and, where folders of real pages are given (`data/confpages`, `data/sites`), those too, without a network, in both
orders. For each kind it prints the area under the curve of papers by pages (1: all papers on the first page; a crawl that ends sooner
stands still until the other has ended) and how many pages had been fetched when 90 % of the papers were harvested.

The real conference pages are what is left of their sites: a start page that lists no papers, with its menu as it was, some of the
pages that it leads to, and nothing (404) where the others were. Those count as fetched, too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from harvestman.crawl import Session  # noqa: E402
from harvestman.engine import open_guard  # noqa: E402
from harvestman.fetch import Fetcher, FetchOptions, MockTransport, Reply, Transport  # noqa: E402
from harvestman.model import HarvestRequest, Order, SetClock, VisitOutcome  # noqa: E402
from harvestman.store import open_library  # noqa: E402
from harvestman.text import canonical_url, site_of  # noqa: E402
from world import World  # noqa: E402

WORLD = ("icsw2024", "hcip2023", "workshopvolumes", "revistadatos", "wds99", "eucat2024")
GENERATED = 6
DULL = ("venue", "hotels", "committee", "keynotes", "sponsors", "registration", "call-for-papers")
LISTS = (
    ("accepted", "Accepted papers"),
    ("programme", "Programme"),
    ("proceedings", "Proceedings"),
    ("programa", "Programa"),
    ("tagungsband", "Tagungsband"),
    ("doklady", "Доклады"),
)
DEPTH, LIMIT = 4, 400

Site = tuple[str, dict[str, Reply]]
"""A start page, and what there is."""
Curve = list[int]
"""How many papers each visit brought, in the order of the visits."""
Crawls = list[tuple[str, dict[Order, Curve]]]
"""The host of each start, and its curve in each order."""


def made_up_site(number: int) -> dict[str, Reply]:
    """A conference: news and photos in long lists, a calendar, and behind one menu entry sessions that list papers."""
    rng = random.Random(number)
    site = f"http://conf{number}.example"
    name, title = LISTS[number % len(LISTS)]
    menu = [(f"/{word}.html", word.replace("-", " ").title()) for word in DULL]
    menu += [("/news/", "News"), ("/photos/", "Photos"), (f"/{name}/", title)]
    rng.shuffle(menu)
    pages = {"/": menu, "/news/": [], "/photos/": [], f"/{name}/": []}
    pages |= {f"/{word}.html": [] for word in DULL}
    for kind, count in (("news", 45), ("photos", 35)):
        for i in range(count):
            pages[f"/{kind}/{kind}-{i}.html"] = []
            pages[f"/{kind}/"].append((f"/{kind}/{kind}-{i}.html", f"Number {i}"))
    papers: set[str] = set()
    for session in range(8):
        at = f"/{name}/s{session}.html"
        pages[f"/{name}/"].append((at, f"Part {session + 1}"))
        pages[at] = [(f"/item/{session * 6 + i}.html", f"No. {i}") for i in range(6)]
        papers |= {target for target, _ in pages[at]}
        pages |= {target: [] for target in papers}
    return {site + path: _page(path, links, menu, path in papers) for path, links in pages.items()}


def _page(
    path: str, links: list[tuple[str, str]], menu: list[tuple[str, str]], is_paper: bool
) -> Reply:
    head = f'<meta name="citation_title" content="On {path}"><meta name="citation_author" content="Ana Ruiz">'
    items = "".join(f'<li><a href="{to}">{text}</a></li>' for to, text in [*menu, *links])
    body = f"<html><head>{head if is_paper else ''}</head><body><ul>{items}</ul><p>Words.</p></body></html>"
    return Reply(body.encode(), fields=(("Content-Type", "text/html; charset=utf-8"),))


async def curve_of(
    seed: str, order: Order, transport: Callable[[], Transport] | None = None
) -> Curve:
    """A harvest of one site in one order."""
    curve: Curve = []
    clock = SetClock(datetime(2024, 6, 1, 12, tzinfo=UTC))

    def watch(outcome: VisitOutcome, _waiting: int) -> None:
        curve.append(len(outcome.mentions))

    options = FetchOptions(delay_s=0, robots=False, allow_private=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        open_library(f"{folder}/x.db", clock=clock) as library,
        open_guard("inline") as guard,
    ):
        made = transport() if transport else None
        async with Fetcher(options, clock=clock, transport=made) as fetcher:
            request = HarvestRequest((seed,), DEPTH, LIMIT, order=order, sitemaps=False)
            session = Session(library, fetcher, guard, clock, fresh_for_s=0)
            await session.harvest(request, watcher=watch)
    return curve


def area(curve: Curve, *, pages: int, papers: int) -> float:
    """The mean share of the papers that are harvested after each page."""
    seen, sum_ = 0, 0.0
    for found in curve:
        seen += found
        sum_ += seen / papers
    return (sum_ + (pages - len(curve)) * seen / papers) / pages


def pages_until(curve: Curve, wanted: float) -> int:
    """How many pages were fetched until so many papers were harvested."""
    seen = 0
    for number, papers in enumerate(curve, 1):
        seen += papers
        if seen >= wanted:
            return number
    return len(curve)


def conference_sites(folder: Path) -> Iterator[Site]:
    """Each real page without papers as a start, with all pages of its host that are held."""
    pages = [json.loads(line) for line in (folder / "gold.jsonl").read_text("utf-8").splitlines()]
    hosts: dict[str, dict[str, Reply]] = {}
    for page in pages:
        url = canonical_url(page["url"])
        assert url is not None
        hosts.setdefault(site_of(url), {})[url] = _html((folder / page["file"]).read_bytes())
    for page in pages:
        url = canonical_url(page["url"])
        if page["kind"] == "negative" and url is not None:
            yield url, hosts[site_of(url)]


def scholars_sites(folder: Path) -> Iterator[Site]:
    """Small real sites of scholars, groups and courses, from their front pages."""
    for line in (folder / "sites.jsonl").read_text("utf-8").splitlines():
        site = json.loads(line)
        front = f"http://{site['host']}/"
        replies = {}
        for file in sorted((folder / site["site"]).rglob("*.htm*")):
            url = canonical_url(front + file.relative_to(folder / site["site"]).as_posix())
            assert url is not None
            replies[url] = _html(file.read_bytes())
            if file.name.startswith("index.htm"):
                replies[url.rpartition("/")[0] + "/"] = replies[url]
        yield front + site["root"], replies


def _html(body: bytes) -> Reply:
    return Reply(body, fields=(("Content-Type", "text/html"),))


async def both_orders(sites: Iterable[Site]) -> Crawls:
    """The curves of starts that have papers within reach."""
    found: Crawls = []
    for seed, replies in sites:
        curves = {
            order: await curve_of(seed, order, lambda: MockTransport(replies))  # noqa: B023 - called at once
            for order in Order
        }
        if any(map(sum, curves.values())):
            found.append((site_of(seed), curves))
    return found


def line_of(kind: str, order: Order, crawls: Crawls) -> str:
    """One line of the table. Several starts lie on one host and find the same papers: a host counts once in the area."""
    starts = Counter(host for host, _ in crawls)
    areas, until, pages, papers = 0.0, 0, 0, 0
    for host, curves in crawls:
        longest = max(map(len, curves.values()))
        most = max(map(sum, curves.values()))
        share = area(curves[order], pages=longest, papers=most)
        areas += share / starts[host] / len(starts)
        until += pages_until(curves[order], 0.9 * most)
        pages += len(curves[order])
        papers += sum(curves[order])
    hosts = f"{len(crawls)} starts on {len(starts)} {kind}"
    return f"| {hosts} | {order} | {pages} | {papers} | {areas:.2f} | {until} |"


async def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--conferences", type=Path, metavar="DIR")
    parser.add_argument("--scholars", type=Path, metavar="DIR")
    asked = parser.parse_args()
    made_up = ((f"http://conf{n}.example/", made_up_site(n)) for n in range(GENERATED))
    kinds = {"generated sites": await both_orders(made_up)}
    with World() as world:
        kinds["sites of the sample world"] = [
            (name, {order: await curve_of(world.url(name), order) for order in Order})
            for name in WORLD
        ]
    if asked.conferences:
        kinds["hosts of conferences"] = await both_orders(conference_sites(asked.conferences))
    if asked.scholars:
        kinds["sites of scholars"] = await both_orders(scholars_sites(asked.scholars))
    print(
        "| starts | order | pages | papers | area under the curve | pages until 90 % of the papers |"
    )
    print("| --- | --- | --- | --- | --- | --- |")
    for kind, crawls in kinds.items():
        for order in Order:
            print(line_of(kind, order, crawls))


if __name__ == "__main__":
    asyncio.run(main())
