"""`harvestman harvest URL…`: fetch pages of a site, read the papers on them, keep both."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.files_linked import file_to_plain, tell_files
from harvestman.cli.merging import search_after_a_harvest, tell_found
from harvestman.cli.printing import clean, json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.crawl import FileOutcome, Watcher
    from harvestman.dedup import MergesFound
    from harvestman.model import Harvest, VisitOutcome
    from harvestman.store import HarvestCounts, Library, VisitRecord


@click.command("harvest")
@click.argument("urls", nargs=-1, required=True, metavar="URL…")
@click.option(
    "--depth", type=click.IntRange(0, 20), help="Links away from the given pages (setting: depth)."
)
@click.option("--limit", type=click.IntRange(1), help="Pages visited at most (setting: limit).")
@click.option(
    "--order",
    type=click.Choice(["best", "breadth"]),
    default="best",
    show_default=True,
    help="The most promising pages of a site first, or layer by layer.",
)
@click.option(
    "--domain",
    "domains",
    multiple=True,
    metavar="DOMAIN",
    help="Follow links to this domain too (several times: several domains).",
)
@click.option(
    "--other-sites",
    is_flag=True,
    help="Follow links to other sites whose address looks like a conference's own.",
)
@click.option(
    "--no-sitemaps", is_flag=True, help="Do not ask for sitemaps and feeds (from --depth 2 on)."
)
@click.option(
    "--again", is_flag=True, help="Ask the servers again also for pages fetched a short while ago."
)
@click.option(
    "--reread", is_flag=True, help="Read unchanged pages again too: after a new reader or setting."
)
@click.option(
    "--files",
    is_flag=True,
    help="Also fetch and hold the files that the papers link to (setting: files).",
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
    order: str,
    domains: tuple[str, ...],
    other_sites: bool,
    no_sitemaps: bool,
    again: bool,
    reread: bool,
    files: bool,
    warc: Path | None,
    as_json: bool,
) -> int:
    """Fetch pages of a site, read the papers on them, keep both.

    The given pages are visited, then the pages they link to on the same site, as far as --depth and --limit say, those
    that promise papers first. Stopped or killed, the same command goes on where it was; given in several places at
    once, it shares the work. With --files the files that the papers link to are fetched too, each held and read: `harvestman papers
    --full-text` searches in them. With --json, one object for each visited page and each file, then one for the whole harvest.

    Exit code 0 when every given page was read, 1 when some were not.
    """
    linked: list[FileOutcome] = []
    with context.with_flags(files="linked" if files else None).rooms() as rooms:
        request = rooms.harvest_request(
            map(clean, urls),
            depth=depth,
            limit=limit,
            order=order,
            domains=map(clean, domains),
            other_sites=other_sites,
            sitemaps=not no_sitemaps,
        )
        with _progress() as watcher:
            harvest = rooms.harvest(
                request,
                again=again,
                reread=reread,
                warc=warc,
                watcher=watcher,
                file_watcher=linked.append,
            )
        done = _ended(rooms.library, harvest)
    records = done.records
    if as_json:
        for record in records:
            print_json(record.to_plain())
        for file in linked:
            print_json(file_to_plain(file))
        merges = {"merged": len(done.found.merged), "doubtful": len(done.found.doubtful)}
        print_json({"harvest": done.id} | _sums(records) | _left(done.counts) | merges)
    else:
        _print_report(done)
        tell_files(linked)
        tell_found(done.found)
    read = {r.visit.url for r in records if r.status is not None and r.status.is_read}
    return 0 if read.issuperset(request.seeds) else 1


@dataclass(frozen=True, slots=True)
class _Done:
    """A harvest that has ended: all its visits (those of an earlier, stopped run included), the papers now held, the merges."""

    id: str
    records: list[VisitRecord]
    counts: HarvestCounts
    held: int
    found: MergesFound


def _ended(library: Library, harvest: Harvest) -> _Done:
    """What came of a harvest, after a search for papers that are one among the new ones."""
    found = search_after_a_harvest(library)
    return _Done(
        harvest.id,
        library.harvests.outcomes(harvest),
        library.harvests.counts(harvest),
        library.papers.count(),
        found,
    )


@contextmanager
def _progress() -> Iterator[Watcher | None]:
    """A bar with pages, papers and failures for a person who is watching; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield None  # so that nothing is counted for nobody
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
            text = f"{papers} papers, {still_open} waiting, {failed} failed  {clean(outcome.visit.url)[:60]}"
            bar.update(task, completed=done, total=done + still_open, description=escape(text))

        yield watch


def _sums(records: list[VisitRecord]) -> dict[str, int]:
    read = [r for r in records if r.status is not None and r.status.is_read]
    return {
        "pages": len(records),
        "read": len(read),
        "failed": len(records) - len(read),
        "papers": sum(r.papers for r in records),
    }


def _left(counts: HarvestCounts) -> dict[str, int]:
    return {"beyond_budget": counts.beyond_limit, "traps": counts.traps}


def _print_report(done: _Done) -> None:
    """The given pages and every page that had papers; then the sums, and what to do next."""
    records, counts, held = done.records, done.counts, done.held
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
        by_status = ", ".join(f"{number} {status}" for status, number in failures.most_common())
        print_line(
            f"Not read: {by_status}. `harvestman status` says what that means and what to do."
        )
    if counts.beyond_limit:
        print_line(
            f"{counts.beyond_limit} more pages lie beyond the limits: raise --limit or site_limit."
        )
    if counts.traps:
        print_line(f"{counts.traps} addresses look like traps and were left alone.")
    print_line(f"The library holds {held} papers: `harvestman papers` lists them.")
