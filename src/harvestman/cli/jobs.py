"""`harvestman jobs …`: work that must not be lost."""

from __future__ import annotations

import click

from harvestman.cli.subverbs import SubverbGroup

SUBVERBS = {
    "list": "List jobs, the newest first.",
    "retry": "Try jobs again that failed or were interrupted.",
    "cancel": "End a job that waits or runs.",
}


@click.group("jobs", cls=SubverbGroup, subverbs=SUBVERBS)
def command() -> None:
    """List the jobs of the library, and try again what failed.

    A job is queued, running, then done, failed (it cannot be done), interrupted (workers died over it time and again) or cancelled. Failed
    and interrupted jobs stay until somebody tries them again; nothing is lost by leaving them.
    """
