"""`harvestman watch look EVENT…`: look at events' sites now, whatever the agenda says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.merging import tell_found
from harvestman.cli.printing import json_option, print_line
from harvestman.cli.watching import (
    clock_at,
    looks_made,
    now_option,
    say_nothing_watched,
    teller,
)

if TYPE_CHECKING:
    from harvestman.model import Appointment, Event, Look


@click.command("look")
@click.argument("events", nargs=-1, metavar="[EVENT]...")
@click.option("--backlog", is_flag=True, help="All events that are over and were never looked at.")
@click.option(
    "--depth",
    type=click.IntRange(0, 20),
    default=2,
    show_default=True,
    help="Links away from an event's first page.",
)
@click.option("--limit", type=click.IntRange(1), help="Pages a look at most (setting: limit).")
@json_option
@now_option
@click.pass_obj
def command(
    context: Context,
    events: tuple[str, ...],
    backlog: bool,
    depth: int,
    limit: int | None,
    as_json: bool,
    now: str | None,
) -> int:
    """Look at events' sites now, whatever the agenda says: also at those that are long over.

    EVENT is its id or the beginning of it, its title ("LIME 2026"), or the address of its site. The look is the same as in `watch run`, and the
    next visit follows from it; of an event that is long over there is none. Killed or stopped, `watch run` makes the looks that are left.

    Exit code 1 when no look was made, or none reached its site.
    """
    tell, reached = teller(as_json), []

    def told(event: Event, look: Look, following: Appointment) -> None:
        reached.append(look.was_reached)
        tell(event, look, following)

    with context.open(clock=clock_at(now, context=context)) as harvestman:
        if not harvestman.watch.events():
            return say_nothing_watched()
        made = harvestman.watch.look(
            *events,
            backlog=backlog,
            depth=depth,
            limit=limit,
            told=told,
            told_merges=None if as_json else tell_found,
        )
    if not as_json:
        print_line(f"{looks_made(made)}." if made else "There was nothing to look at.")
    return 0 if any(reached) else 1
