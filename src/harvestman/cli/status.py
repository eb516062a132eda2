"""`harvestman status`: what the library holds, what failed and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.loop import RunState
    from harvestman.store import Summary

_STEPS = 10


@click.command("status")
@click.option(
    "--ignore",
    metavar="SITE",
    multiple=True,
    help="From now on tell nothing of what fails at this site, and let `run` leave it alone.",
)
@click.option("--heed", metavar="SITE", multiple=True, help="Heed a site again that was ignored.")
@json_option
@click.pass_obj
def command(
    context: Context, ignore: tuple[str, ...], heed: tuple[str, ...], as_json: bool
) -> None:
    """What the library holds, what failed and why.

    Pages are counted by how the last visit to each ended; for each kind of failure it says what that means and what to
    do, with the newest pages that failed so. Of `harvestman run` it tells the last steps with their reasons, and what is next.
    """
    if ignore or heed:
        with context.open() as harvestman:
            sites = harvestman.library.ignored_sites
            for site in ignore:
                sites.add(site)
            for site in heed:
                sites.drop(site)
    with context.open(writable=False) as harvestman:
        ignored = harvestman.library.ignored_sites.all()
        summary = harvestman.status()
        doubtful = len(harvestman.library.decisions.doubtful())
        where = str(harvestman.library)
        run = harvestman.loop.state(limit=_STEPS)
        given_up = harvestman.jobs.given_up()
    if as_json:
        more = {
            "doubtful_pairs": doubtful,
            "jobs_given_up": given_up,
            "ignored_sites": ignored,
            "run": run.to_plain(),
        }
        print_json(_plain(summary, where) | more)
        return
    print_line(f"{where}")
    print_line(
        f"{summary.papers} papers ({summary.papers_with_pdf} with a file), {summary.mentions} mentions of them, "
        f"{summary.claims} claims"
    )
    print_line(
        f"{summary.pages} pages kept ({summary.size_bytes / 1e6:.1f} MB), {summary.harvests} harvests"
    )
    if summary.unfinished_harvests:
        print_line(
            f"{summary.unfinished_harvests} harvests are unfinished: run the same command again to go on."
        )
    if doubtful:
        print_line(
            f"{doubtful} pairs of papers wait for you to decide: `harvestman merges doubtful` lists them."
        )
    if given_up:
        print_line(
            f"{given_up} jobs failed or were interrupted: `harvestman jobs list --state failed` (or interrupted) shows them, `harvestman jobs retry` tries again."
        )
    print_line()
    print_table(
        ("last visit", "pages", "meaning"),
        [
            (s, n, s.meaning)
            for s, n in sorted(summary.by_status.items(), key=lambda item: -item[1])
        ],
        wide=("meaning",),
    )
    _print_run(run)
    if summary.failures:
        print_line()
        print_table(
            ("status", "page", "detail", "what to do"),
            [(f.status, f.url, f.detail, f.status.remedy) for f in summary.failures],
            title="What failed",
            wide=("page", "detail", "what to do"),
        )
    if ignored:
        print_line()
        print_line(f"Ignored sites (`--heed SITE` ends it): {', '.join(ignored)}")


def _print_run(run: RunState) -> None:
    """What `harvestman run` did last and why, what failed, and what is next; nothing where it never ran."""
    if not (run.done or run.waiting or run.failed):
        return
    from harvestman.loop import kind_of

    print_line()
    rows = [
        (kind_of(job), job.task["title"], what, job.task["reason"])
        for job, what in (
            *((job, f"failed: {job.error}") for job in run.failed),
            *((job, "waits" if job.state == "queued" else "runs") for job in run.waiting[:_STEPS]),
            *((job, job.result.get("did", "")) for job in run.done),
        )
    ]
    print_table(
        ("step", "of", "what came of it", "why"),
        rows,
        title="What `harvestman run` does",
        wide=("of", "what came of it", "why"),
    )
    visit = f"{run.next_visit:%Y-%m-%d %H:%M}" if run.next_visit else "never"
    print_line(f"{run.spent.day} requests today; the next visit is due: {visit}.")


def _plain(summary: Summary, where: str) -> dict[str, object]:
    return {
        "library": where,
        "papers": summary.papers,
        "papers_with_pdf": summary.papers_with_pdf,
        "mentions": summary.mentions,
        "claims": summary.claims,
        "pages": summary.pages,
        "size_bytes": summary.size_bytes,
        "harvests": summary.harvests,
        "unfinished_harvests": summary.unfinished_harvests,
        "by_status": {str(status): count for status, count in summary.by_status.items()},
        "failures": [
            {
                "url": f.url,
                "status": str(f.status),
                "detail": f.detail,
                "when": f.when.isoformat(),
                "meaning": f.status.meaning,
                "remedy": f.status.remedy,
            }
            for f in summary.failures
        ],
    }
