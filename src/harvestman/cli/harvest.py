"""`harvestman harvest URL…`: fetch pages of a site, read the papers on them, keep both."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import clean, json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.crawl import Watcher
    from harvestman.model import HarvestRequest, VisitOutcome
    from harvestman.settings import Settings
    from harvestman.store import VisitRecord


@click.command("harvest")
@click.argument("urls", nargs=-1, required=True, metavar="URL…")
@click.option(
    "--depth", type=click.IntRange(0, 20), help="Links away from the given pages (setting: depth)."
)
@click.option("--limit", type=click.IntRange(1), help="Pages visited at most (setting: limit).")
@click.option(
    "--again", is_flag=True, help="Ask the servers again also for pages fetched a short while ago."
)
@click.option(
    "--reread", is_flag=True, help="Read unchanged pages again too: after a new reader or setting."
)
@click.option(
    "--warc",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Add everything that passes over the wire to this archive (.warc.gz or .warc).",
)
@json_option
@click.pass_obj
def command(
    context: Context,
    urls: tuple[str, ...],
    depth: int | None,
    limit: int | None,
    again: bool,
    reread: bool,
    warc: Path | None,
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
    harvest_id, records, held = _run(
        context, request, settings, again=again, reread=reread, warc=warc
    )
    if as_json:
        for record in records:
            print_json(_plain(record))
        print_json({"harvest": harvest_id} | _sums(records))
    else:
        _print_report(records, held)
    read = {r.visit.url for r in records if r.status is not None and r.status.is_read}
    return 0 if read.issuperset(request.seeds) else 1


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
    context: Context,
    request: HarvestRequest,
    settings: Settings,
    *,
    again: bool,
    reread: bool,
    warc: Path | None,
) -> tuple[str, list[VisitRecord], int]:
    """The harvest itself: its id, all its visits (those of an earlier, stopped run included), the papers now held."""
    import asyncio

    from harvestman.crawl import harvest
    from harvestman.fetch import Fetcher
    from harvestman.model import Harvest, SystemClock

    clock = SystemClock()
    with ExitStack() as stack:
        transport, archive = context.open_archive(stack, warc)
        library = stack.enter_context(context.open_library(writable=True))
        engine = stack.enter_context(context.open_engine())

        async def work(watcher: Watcher) -> Harvest:
            options = context.fetch_options()
            note = archive.add_rendered if archive else None
            async with (
                Fetcher(options, clock=clock, transport=transport) as fetcher,
                context.open_renderer(fetcher, note) as renderer,
            ):
                return await harvest(
                    request,
                    library=library,
                    fetcher=fetcher,
                    engine=engine,
                    clock=clock,
                    fresh_for_s=0 if again else settings.fresh_for,
                    reread=reread,
                    renderer=renderer,
                    watcher=watcher,
                )

        with _progress() as watcher:
            done = asyncio.run(work(watcher))
        return done.id, library.harvests.outcomes(done), library.papers.count()


@contextmanager
def _progress() -> Iterator[Watcher]:
    """A bar with pages, papers and failures for a person who is watching; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda _outcome, _open: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("looking at the first page …", total=None)
        done = papers = failed = 0

        def watch(outcome: VisitOutcome, still_open: int) -> None:
            nonlocal done, papers, failed
            done += 1
            papers += len(outcome.mentions)
            failed += not outcome.status.is_read
            text = f"{papers} papers, {failed} failed  {clean(outcome.visit.url)[:60]}"
            bar.update(task, completed=done, total=done + still_open, description=escape(text))

        yield watch


def _plain(record: VisitRecord) -> dict[str, object]:
    return {
        "url": record.visit.url,
        "status": str(record.status),
        "papers": record.papers,
        "depth": record.visit.depth,
        "http_status": record.http_status or None,
        "detail": record.detail or None,
    }


def _sums(records: list[VisitRecord]) -> dict[str, int]:
    read = [r for r in records if r.status is not None and r.status.is_read]
    return {
        "pages": len(records),
        "read": len(read),
        "failed": len(records) - len(read),
        "papers": sum(r.papers for r in records),
    }


def _print_report(records: list[VisitRecord], held: int) -> None:
    """The given pages and every page that had papers; then the sums, and what to do next."""
    told = [r for r in records if r.visit.depth == 0 or r.papers]
    print_table(
        ("status", "papers", "page", "detail"),
        [(r.status, r.papers or "", r.visit.url, r.detail) for r in told],
        wide=("page", "detail"),
    )
    sums = _sums(records)
    print_line(f"{sums['read']} of {sums['pages']} pages read.")
    failures = Counter(str(r.status) for r in records if r.status and not r.status.is_read)
    if failures:
        counts = ", ".join(f"{number} {status}" for status, number in failures.most_common())
        print_line(f"Not read: {counts}. `harvestman status` says what that means and what to do.")
    print_line(f"The library holds {held} papers: `harvestman papers` lists them.")
