"""`harvestman watch …`: events, their dates, and visits at the right moment."""

from __future__ import annotations

import click

from harvestman.cli.subverbs import SubverbGroup

SUBVERBS = {
    "add": "Add events from a listing, a collection, a calendar, a feed, a table or a site.",
    "list": "List the events that are watched, the next visit first.",
    "show": "Show one event: who says what of it, and every look at its site.",
    "look": "Look at events' sites now, whatever the agenda says: also at those that are long over.",
    "remove": "Watch events no more.",
    "run": "Keep the appointments that are due: visit, count, plan the next visit.",
    "calendar": "Show the visits and dates of the coming weeks.",
}


@click.group("watch", cls=SubverbGroup, subverbs=SUBVERBS)
def command() -> None:
    """Look at conferences' sites when their papers become public.

    Start with `harvestman watch add SOURCE`, then `harvestman watch run --once`, now and then or by cron.
    """
