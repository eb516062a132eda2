"""`harvestman jobs retry [JOB …]`: try again what was given up."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line


@click.command("retry")
@click.argument("jobs", metavar="[JOB]...", nargs=-1)
@click.option("--all", "is_all", is_flag=True, help="All that failed or were interrupted.")
@json_option
@click.pass_obj
def command(context: Context, jobs: tuple[str, ...], is_all: bool, as_json: bool) -> int:
    """Try jobs again that failed or were interrupted.

    They wait for a worker from now on: one of `harvestman serve`, `harvestman worker` or, for its steps, `harvestman run`.
    """
    from harvestman.model import UsageError

    if bool(jobs) == is_all:
        raise UsageError(
            "name jobs (`harvestman jobs list --state failed` shows them) or say --all"
        )
    with context.open() as harvestman:
        number = harvestman.jobs.retry(*jobs)
    if as_json:
        print_json({"waiting": number})
    else:
        print_line(f"{number} {'job waits' if number == 1 else 'jobs wait'} for a worker now.")
    return 0
