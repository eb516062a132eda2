"""`harvestman watch list`: the events that are watched."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_table
from harvestman.cli.watching import say_nothing_watched, warn_of_silence


@click.command("list")
@json_option
@click.pass_obj
def command(context: Context, as_json: bool) -> int:
    """List the events that are watched, the next visit first.

    With the day of the next visit and why it is then, or never. Those that are never looked at again come last. Exit code 1 when none is watched.
    """
    from harvestman.model import appointment_to_plain, event_to_plain, look_to_plain

    with context.open(writable=False) as harvestman:
        watched = harvestman.watch.events()
        silent = harvestman.watch.never_visited()
    if not watched:
        return say_nothing_watched()
    if as_json:
        for one in watched:
            last = look_to_plain(one.last) if one.last else None
            following = appointment_to_plain(one.appointment)
            print_json(event_to_plain(one.event) | {"next": following, "last": last})
        return 0
    print_table(
        ("id", "event", "start", "notification", "papers", "files", "next visit", "why"),
        [
            (
                one.event.id,
                one.event.title,
                one.event.start,
                one.event.notification,
                one.last.papers if one.last else "",
                one.last.files if one.last else "",
                f"{one.appointment.when:%Y-%m-%d %H:%M}" if one.appointment.when else "never",
                one.appointment.reason,
            )
            for one in watched
        ],
        wide=("event", "why"),
    )
    warn_of_silence(silent)
    return 0
