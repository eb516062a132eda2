"""A little web for the tests of `find`: sites written as strings and bytes, served on loopback with a search engine over them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import harvestman
from harvestman import Harvestman
from harvestman.learn.sites_search import SiteSearch
from harvestman.learn.sites_served import SitesServed, serve_sites


def write_sites(folder: Path, sites: Mapping[str, Mapping[str, str | bytes]]) -> Path:
    """A folder of sites, each a table of paths and contents."""
    rows = [
        {"site": name, "host": f"{name}.example", "root": "index.html", "language": "en"}
        for name in sites
    ]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "sites.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    for name, files in sites.items():
        for path, content in files.items():
            place = folder / name / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


@contextmanager
def little_web(
    folder: Path, sites: Mapping[str, Mapping[str, str | bytes]], *, knows_files: bool = True
) -> Iterator[SitesServed]:
    """The sites while they are served; `search` is the engine's host."""
    with serve_sites(write_sites(folder, sites)) as web:
        web.search(lambda served, port: SiteSearch(served, port, knows_files=knows_files))
        yield web


def open_for(web: SitesServed, place: Path, **settings: Any) -> Harvestman:
    """A library that asks the engine of a little web."""
    return harvestman.open(
        place / "library.db",
        allow_private="true",
        delay="0",
        providers="searxng",
        searxng_url=web.address("search").rstrip("/"),
        engine="local:1",
        browser="never",
        **settings,
    )
