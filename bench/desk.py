"""What a page of the desk costs with 100,000 generated papers: processor time, bytes, and the slowest of its questions.

    python bench/desk.py [--papers 100000] [--postgres]

Asked for in process, so the figures are those of the service alone; each page is opened once to warm up, then `ROUNDS` times.
The limits: 15 ms and 40 kB a page, 50 ms for a search, 100 ms for counting by year and venue.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from generated_library import generate
from harvestman.api import open as open_harvestman
from harvestman.dedup.texts import open_dedup
from harvestman.engine import open_guard
from harvestman.model import SystemClock
from harvestman.settings import load_settings
from harvestman.web import Service, create_app
from processor_time import used_s

ROUNDS = 15
BROWSER = {"Accept": "text/html"}


BIBTEX = """@inproceedings{a%d, title={A real paper number %d}, author={Ruiz, Ana and Gil, Juan}, year={2024}, booktitle={JCDL}, doi={10.1000/%d}}\n"""


async def measure(service: Service, paths: dict[str, tuple[str, float]]) -> int:
    """A line for each page; how many are over their limits."""
    over = 0
    app = create_app(service)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            print(f"{'page':32} {'CPU ms':>8} {'limit':>6} {'kB':>6}")
            for name, (path, limit) in paths.items():
                page = await client.get(path, headers=BROWSER)
                assert page.status_code == 200, (path, page.status_code, page.text[:300])
                began = used_s()
                for _ in range(ROUNDS):
                    page = await client.get(path, headers=BROWSER)
                spent = 1_000 * (used_s() - began) / ROUNDS
                size = len(page.content) / 1_000
                is_page = page.headers["content-type"].startswith("text/html")
                is_over = spent > limit or (is_page and size > 40)
                over += is_over
                print(
                    f"{name:32} {spent:8.1f} {limit:6.0f} {size:6.1f}{'  over' if is_over else ''}"
                )
    return over


def main() -> int:
    """Generate, measure, tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, default=100_000)
    parser.add_argument("--postgres", action="store_true")
    asked = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        flags: dict[str, Any] = {"data": str(folder)}
        if asked.postgres:
            from servers.postgres import running_postgres  # noqa: PLC0415

            server = stack.enter_context(running_postgres())
            flags |= {"db": server.new_database(), "blobs": str(folder / "blobs")}
        settings = replace(load_settings(flags, environ={}, folder=folder)[0], rate=10**9)
        hm = stack.enter_context(
            open_harvestman(settings.db, **{k: v for k, v in flags.items() if k != "db"})
        )
        source = "".join(BIBTEX % (n, n, n) for n in range(50)).encode()
        hm.import_papers(("real.bib", source))
        generate(hm.library, asked.papers)
        paper = hm.papers("real")[0]
        guard = stack.enter_context(open_guard("local:1"))
        dedup = stack.enter_context(closing(open_dedup("database", hm.library)))
        service = Service(hm.library, guard, dedup=dedup, settings=settings, clock=SystemClock())
        paths = {
            "home": ("/", 15.0),
            "papers": ("/papers", 15.0),
            "a search that one paper fits": ("/papers?q=single777", 50.0),
            "a search that twenty fit": ("/papers?q=rare77", 50.0),
            "a search that a quarter fits": ("/papers?q=graph", 50.0),
            "a search that all fit": ("/papers?q=revisited", 50.0),
            "an author": ("/papers?author=Name77", 50.0),
            "a year": ("/papers?year=2001", 50.0),
            "a site": ("/papers?site=site7.example", 15.0),
            "a site that has no papers": ("/papers?site=x.example", 15.0),
            "a reader": ("/papers?reader=coins", 50.0),
            "papers without a DOI (nearly all)": ("/papers?missing=doi", 50.0),
            "papers without a year (none)": ("/papers?missing=year", 50.0),
            "counts of a site": ("/papers/facets?site=site7.example", 100.0),
            "counts of a year": ("/papers/facets?year=2001", 100.0),
            "counts of all": ("/papers/facets", 100.0),
            "counts of a frequent word": ("/papers/facets?q=graph", 100.0),
            "paper": (f"/papers/{paper.id}", 15.0),
            "evidence": (f"/papers/{paper.id}/evidence/title", 15.0),
            "jobs": ("/jobs", 15.0),
            "review": ("/review", 15.0),
            "merges": ("/merges", 15.0),
            "calendar": ("/calendar", 15.0),
            "rounds": ("/run", 15.0),
            "accuracy": ("/accuracy", 15.0),
            "status": ("/status", 15.0),
            "feed": ("/feeds/papers.atom", 50.0),
            "OAI-PMH": ("/oai?verb=ListIdentifiers&metadataPrefix=oai_dc", 100.0),
        }  # fmt: skip
        over = asyncio.run(measure(service, paths))
        began = used_s()
        hm.library.summary()
        spent = 1_000 * (used_s() - began)
        print(f"{'the numbers of status, counted':32} {spent:8.1f} {50:6.0f}")
        return 1 if over or spent > 50 else 0


if __name__ == "__main__":
    sys.exit(main())
