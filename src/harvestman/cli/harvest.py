"""`harvestman harvest URL…`: fetch pages of a site, read the papers on them, keep both."""

from __future__ import annotations

import gc
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.files_linked import file_to_plain, tell_files
from harvestman.cli.merging import tell_found
from harvestman.cli.printing import clean, counted, json_option, print_json, print_line, print_table
from harvestman.cli.progress import visits_bar

if TYPE_CHECKING:
    from harvestman.api import Harvested
    from harvestman.store import HarvestCounts, VisitRecord


@click.command("harvest")
@click.argument("urls", nargs=-1, required=True, metavar="URL…")
@click.option(
    "--depth", type=click.IntRange(0, 20), help="Links away from the given pages (setting: depth)."
)
@click.option(
    "--limit", type=click.IntRange(1, 2**31), help="Pages visited at most (setting: limit)."
)
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
    "--browser",
    type=click.Choice(["auto", "always", "never"]),
    help="Show pages in Chromium where they are drawn by scripts, all of them, or none (setting: browser).",
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
    "--talks",
    is_flag=True,
    help="Keep keynotes, invited talks and tutorials too, as papers of the kind talk (setting: talks).",
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
    browser: str | None,
    again: bool,
    reread: bool,
    files: bool,
    talks: bool,
    warc: Path | None,
    as_json: bool,
) -> int:
    """Fetch pages of a site, read the papers on them, keep both.

    The given pages are visited, then the pages they link to on the same site, those that promise papers first, until the site
    has no more or --depth, --limit or the setting site_limit ends it. Stopped or killed, the same command goes on where it was; given in several places at
    once, it shares the work. With --files the files that the papers link to are fetched too, each held and read: `harvestman papers
    --full-text` searches in them. With --json, one object for each visited page and each file, then one for the whole harvest.

    An address that begins with oai+ (oai+https://repo.example/oai) is an OAI-PMH repository, one with feed+ an RSS or Atom feed: their
    records are taken as papers, later only what has changed; what a repository has deleted goes.

    Exit code 0 when every given page was read, 1 when some were not.
    """
    if any(url.startswith(("oai+", "feed+")) for url in urls):
        return _take_records(context, [clean(url) for url in urls], as_json)
    _load()
    with (
        context.with_flags(
            files="linked" if files else None, browser=browser, talks="true" if talks else None
        ).open() as harvestman,
        visits_bar("papers", lambda outcome: len(outcome.mentions)) as watcher,
    ):
        done = harvestman.harvest(
            *map(clean, urls),
            depth=depth,
            limit=limit,
            order=order,
            domains=map(clean, domains),
            other_sites=other_sites,
            sitemaps=not no_sitemaps,
            again=again,
            reread=reread,
            warc=warc,
            watcher=watcher,
        )
        held = harvestman.library.papers.count()
    if as_json:
        for record in done.visits:
            print_json(record.to_plain())
        for file in done.files:
            print_json(file_to_plain(file))
        merges = {"merged": len(done.merges.merged), "doubtful": len(done.merges.doubtful)}
        sums = _sums(done.visits) | _left(done.counts)
        none = {"known": done.known, "why_none": list(done.why_none) or None}
        print_json({"harvest": done.harvest.id} | sums | merges | none)
    else:
        _print_report(done, held)
        tell_files(done.files)
        tell_found(done.merges)
    return 0 if done.has_read_all_seeds else 1


def _load() -> None:
    """Load what a harvest needs, and let nobody look for garbage among it: there is none, and looking takes 30 ms."""
    from harvestman.text.collection import no_collection

    with no_collection():
        import harvestman.api.harvesting
        import harvestman.crawl.session  # noqa: F401

        gc.freeze()


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


def _print_report(done: Harvested, held: int) -> None:
    """The given pages and every page that had papers; then the sums, and what to do next."""
    records, counts = done.visits, done.counts
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
    if done.known:
        sites = "this site" if len(done.harvest.request.seeds) == 1 else "these sites"
        are = "is" if done.known == 1 else "are"
        print_line(f"Nothing new: {counted(done.known, 'paper')} of {sites} {are} known.")
    elif done.why_none:
        print_line("No paper was found.")
    for reason in done.why_none:
        print_line(f"- {clean(reason)}")
    print_line(f"The library holds {held} papers: `harvestman papers` lists them.")


def _take_records(context: Context, addresses: list[str], as_json: bool) -> int:
    """Take papers from repositories and feeds; no pages are read with them."""
    from harvestman.crawl import is_repository
    from harvestman.model import UsageError

    for one in addresses:
        if not is_repository(one):
            raise UsageError(
                f"{one!r} is no oai+https://… or feed+https://…: harvest pages with a command of their own"
            )
    with context.open() as harvestman:
        for done in harvestman.harvest_repositories(*addresses):
            if as_json:
                print_json(asdict(done))
                continue
            since = f" since {done.since}" if done.since else ""
            print_line(
                f"{done.address}: {done.records} records{since}, {done.changed} with something new, {done.deleted} deleted there."
            )
        held = harvestman.library.papers.count()
    if not as_json:
        print_line(f"The library holds {held} papers: `harvestman papers` lists them.")
    return 0
