"""`harvestman jobs cancel JOB`: end a job."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line


@click.command("cancel")
@click.argument("job", metavar="JOB")
@json_option
@click.pass_obj
def command(context: Context, job: str, as_json: bool) -> int:
    """End a job that waits or runs.

    Whoever does it is told within a few seconds; what was kept stays. Exit code 1 when it had ended, or there is no such job.
    """
    with context.open() as harvestman:
        is_ended = harvestman.jobs.cancel(job)
        is_known = is_ended or harvestman.library.job_records.get(job) is not None
    if as_json:
        print_json({"job": job, "cancelled": is_ended})
    else:
        told = "is cancelled" if is_ended else "had ended already"
        print_line(
            f"Job {job} {told}."
            if is_known
            else f"There is no job {job}: `harvestman jobs list` shows them."
        )
    return 0 if is_ended else 1
