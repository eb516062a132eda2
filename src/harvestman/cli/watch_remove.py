"""`harvestman watch remove EVENT…`: watch events no more."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line
from harvestman.cli.watching import say_nothing_watched


@click.command("remove")
@click.argument("events", nargs=-1, required=True, metavar="EVENT…")
@json_option
@click.pass_obj
def command(context: Context, events: tuple[str, ...], as_json: bool) -> int:
    """Watch events no more.

    EVENT is its id or the beginning of it, its title ("LIME 2026"), or the address of its site. Its looks and appointments are forgotten; papers that
    were harvested stay. A source that names it again, when it is added again, brings it back.
    """
    from harvestman.model import event_to_plain

    with context.open() as harvestman:
        if not harvestman.watch.events():
            return say_nothing_watched()
        chosen = harvestman.watch.remove(*events)
    for event in chosen:
        if as_json:
            print_json(event_to_plain(event))
        else:
            print_line(f"{event.title}  {event.id} is watched no more.")
    return 0
