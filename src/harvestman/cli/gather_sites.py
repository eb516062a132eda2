"""`harvestman gather URL…`: collect the documents of sites and tell what each is, whose, and how to reach the authors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import clean, counted, json_option, print_json, print_line, print_table
from harvestman.cli.progress import visits_bar

if TYPE_CHECKING:
    from harvestman.gather import Gathered
    from harvestman.model import Candidate, VisitOutcome


@click.command("sites")
@click.argument("urls", nargs=-1, required=True, metavar="URL…")
@click.option(
    "--institution",
    "institutions",
    multiple=True,
    metavar="NAME",
    help="Whose sites these are; several times for several names of it.",
)
@click.option(
    "--domain",
    "domains",
    multiple=True,
    metavar="DOMAIN",
    help="A domain of the institution's addresses, such as uni.example (several times: several domains).",
)
@click.option(
    "--distance",
    type=click.IntRange(1, 6),
    default=2,
    show_default=True,
    help="How many links up from a document its authors and their addresses are looked for.",
)
@click.option(
    "--below",
    "below",
    multiple=True,
    metavar="PATH",
    help="Only what lies below this path of the site, the given page too (several times: several paths).",
)
@click.option(
    "--depth",
    type=click.IntRange(0, 20),
    default=5,
    show_default=True,
    help="Links away from the given pages.",
)
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=20_000,
    show_default=True,
    help="Pages and documents visited at most.",
)
@click.option(
    "--held",
    metavar="FILE|URL",
    help="What the repository has already: a CSV file with columns title, authors, doi, url, or as DSpace exports it; or the address of its OAI-PMH, which is asked for all records.",
)
@click.option(
    "--articles",
    is_flag=True,
    help="Web pages that are articles themselves become candidates too: with a scholar's tags in their head, or long with abstract, keywords or works cited.",
)
@click.option(
    "--again",
    is_flag=True,
    help="Ask the servers again also for what was fetched a short while ago.",
)
@click.option("--reread", is_flag=True, help="Read unchanged pages again too: after a new version.")
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
    institutions: tuple[str, ...],
    domains: tuple[str, ...],
    distance: int,
    below: tuple[str, ...],
    depth: int,
    limit: int,
    held: str | None,
    articles: bool,
    again: bool,
    reread: bool,
    warc: Path | None,
    as_json: bool,
) -> int:
    """Collect the documents of sites; the word may be left out.

    All pages and documents of the given sites are visited, or what lies below --below. Each document is held, and becomes a candidate:
    what it is, who wrote it, where they work and how to reach them, from the document itself, the pages above it and the documents
    beside it. What is nothing for a repository is told with its reasons. Run again, it is incremental; stopped or killed, it goes on.
    With --json, one object for each candidate. A given page that cannot be read is told on standard error.

    Exit code 0 when there are candidates, 1 when there are none.
    """
    with context.open() as harvestman, visits_bar("documents", _is_read_document) as watcher:
        done = harvestman.gather(
            *map(clean, urls),
            institutions=map(clean, institutions),
            domains=map(clean, domains),
            distance=distance,
            below=map(clean, below),
            depth=depth,
            limit=limit,
            held=held,
            articles=articles,
            again=again,
            reread=reread,
            warc=warc,
            watcher=watcher,
        )
    if as_json:
        from harvestman.model import candidate_to_plain

        for candidate in done.candidates:
            print_json(candidate_to_plain(candidate))
    else:
        _print_report(done)
    for url, status in done.unread:
        print_line(f"{url} could not be read: {status.meaning} {status.remedy}", to_stderr=True)
    if below and not done.candidates:
        told = "The given page must itself lie below --below, and so must every page on the way to a document."
        print_line(told, to_stderr=True)
    return 0 if done.candidates else 1


def _is_read_document(outcome: VisitOutcome) -> bool:
    from harvestman.crawl import is_document

    return outcome.status.is_read and is_document(outcome.visit.url)


def rows_of(candidates: tuple[Candidate, ...] | list[Candidate]) -> list[tuple[object, ...]]:
    """Candidates as rows of a table."""
    return [
        (
            one.id,
            one.state,
            one.category or "?",
            one.title or one.url.rpartition("/")[2],
            "; ".join(
                f"{author.name} (inferred)" if author.inferred else author.name
                for author in one.authors
            ),
            ", ".join(one.emails),
            "; ".join([*one.reasons, *_gone_since(one)]),
        )
        for one in candidates
    ]


def _gone_since(candidate: Candidate) -> list[str]:
    return [f"gone since {candidate.gone:%Y-%m-%d}"] if candidate.gone else []


HEADS = ("id", "state", "kind", "title", "authors", "addresses", "why not")


def _print_report(done: Gathered) -> None:
    wanted = [one for one in done.candidates if not one.is_hidden]
    print_table(HEADS, rows_of(wanted), wide=("title", "authors", "addresses", "why not"))
    aside = len(done.candidates) - len(wanted)
    print_line(
        f"{counted(len(wanted), 'candidate')}; {counted(aside, 'document')} set aside with reasons, or rejected."
    )
    print_line(f"Since the last run: {done.new} new, {done.changed} changed, {done.gone} gone.")
    print_line(
        "`harvestman gather review` goes through them, `harvestman gather list --all` shows everything."
    )
