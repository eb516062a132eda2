"""`harvestman harvest URL…`: fetch pages of a site, read the papers on them, keep both."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import clean, json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.crawl import Watcher
    from harvestman.model import HarvestRequest, VisitOutcome
    from harvestman.settings import Settings


@click.command("harvest")
@click.argument("urls", nargs=-1, required=True, metavar="URL…")
@click.option(
    "--depth", type=click.IntRange(0, 20), help="Links away from the given pages (setting: depth)."
)
@click.option("--limit", type=click.IntRange(1), help="Pages visited at most (setting: limit).")
@click.option(
    "--again", is_flag=True, help="Ask the servers again also for pages fetched a short while ago."
)
@json_option
@click.pass_obj
def command(
    context: Context,
    urls: tuple[str, ...],
    depth: int | None,
    limit: int | None,
    again: bool,
    as_json: bool,
) -> int:
    """Fetch pages of a site, read the papers on them, keep both.

    The given pages are visited, then the pages they link to on the same site, as far as --depth and --limit say. Stopped
    or killed, the same command goes on where it was. With --json, one object for each visited page, then one for the
    whole harvest.

    Exit code 0 when every given page was read, 1 when some were not.
    """
    settings = context.settings
    request = _request(urls, depth, limit, settings)
    outcomes = _run(context, request, settings, again=again)
    given = {o.visit.url: o for o in outcomes if o.visit.depth == 0}
    missing = [url for url in request.seeds if url not in given]
    failed = [o for o in given.values() if not o.status.is_read]
    if as_json:
        _print_json(outcomes, request)
    else:
        _print_table(outcomes)
    return 1 if failed or missing else 0


def _request(
    urls: tuple[str, ...], depth: int | None, limit: int | None, settings: Settings
) -> HarvestRequest:
    from harvestman.model import HarvestRequest, UsageError
    from harvestman.text import canonical_url

    seeds: dict[str, None] = {}
    for url in urls:
        seed = canonical_url(url)
        if seed is None:
            raise UsageError(
                f"{clean(url)!r} is not the address of a web page: it must begin with http:// or https://"
            )
        seeds[seed] = None
    return HarvestRequest(
        seeds=tuple(seeds),
        depth=settings.depth if depth is None else depth,
        limit=settings.limit if limit is None else limit,
    )


def _run(
    context: Context, request: HarvestRequest, settings: Settings, *, again: bool
) -> list[VisitOutcome]:
    """The harvest itself; the outcome of each visit, those of an earlier, stopped run included."""
    import asyncio

    from harvestman.crawl import harvest
    from harvestman.fetch import Fetcher
    from harvestman.model import SystemClock

    clock = SystemClock()
    with context.open_library(writable=True) as library, context.open_engine() as engine:

        async def work(watcher: Watcher) -> str:
            async with Fetcher(context.fetch_options(), clock=clock) as fetcher:
                done = await harvest(
                    request,
                    library=library,
                    fetcher=fetcher,
                    engine=engine,
                    clock=clock,
                    fresh_for_s=0 if again else settings.fresh_for,
                    watcher=watcher,
                )
                return done.id

        with _progress() as watcher:
            harvest_id = asyncio.run(work(watcher))
        return library.harvests.outcomes(harvest_id)
