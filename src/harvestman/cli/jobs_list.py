"""`harvestman jobs list`: the jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line, print_table
from harvestman.model import JOB_STATES

if TYPE_CHECKING:
    from harvestman.model import JobRecord, Plain


@click.command("list")
@click.option("--state", type=click.Choice(JOB_STATES), help="Only jobs in this state.")
@click.option("--kind", metavar="KIND", help="Only jobs of this kind, such as extract.")
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=50, show_default=True)
@json_option
@click.pass_obj
def command(
    context: Context, state: str | None, kind: str | None, limit: int, as_json: bool
) -> int:
    """List jobs, the newest first.

    Exit code 1 when there is none.
    """
    with context.open(writable=False) as harvestman:
        jobs = harvestman.jobs.list(kind=kind or "", state=state or "", limit=limit)
    if not jobs:
        print_line("No job fits.", to_stderr=True)
        return 1
    if as_json:
        for job in jobs:
            print_json(_plain(job))
        return 0
    print_table(
        ("job", "kind", "state", "what", "put", "ended", "error"),
        [
            (
                job.id,
                job.kind,
                job.state,
                _what(job),
                f"{job.created:%Y-%m-%d %H:%M}",
                f"{job.ended:%Y-%m-%d %H:%M}" if job.ended else "",
                job.error,
            )
            for job in jobs
        ],
        wide=("what", "error"),
        ids=("job",),
    )
    return 0


def _what(job: JobRecord) -> str:
    """A few words on what a job is about."""
    task = job.task
    urls = task.get("urls") or (task.get("harvest") or {}).get("urls") or []
    return str(task.get("title") or task.get("document") or ", ".join(urls))


def _plain(job: JobRecord) -> Plain:
    not_before = job.at.isoformat() if job.at else None
    return job.to_plain() | {"faults": job.faults, "not_before": not_before}
