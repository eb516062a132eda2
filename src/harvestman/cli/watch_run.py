"""`harvestman watch run`: appointments are kept, now, until a day, or for ever."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.merging import tell_found
from harvestman.cli.printing import json_option, print_line
from harvestman.cli.watching import (
    clock_at,
    looks_made,
    moment,
    now_option,
    say_nothing_watched,
    teller,
    warn_of_silence,
)


@click.command("run")
@click.option("--once", is_flag=True, help="What is due now, then end (the default).")
@click.option("--until", metavar="DATE", help="Go on until the beginning of that day.")
@click.option("--daemon", is_flag=True, help="Go on for ever.")
@click.option("--budget", type=click.IntRange(1, 2**31), metavar="N", help="At most N looks a day.")
@click.option(
    "--depth",
    type=click.IntRange(0, 20),
    default=2,
    show_default=True,
    help="Links away from an event's first page.",
)
@click.option(
    "--limit", type=click.IntRange(1, 2**31), help="Pages a look at most (setting: limit)."
)
@json_option
@now_option
@click.pass_obj
def command(
    context: Context,
    once: bool,
    until: str | None,
    daemon: bool,
    budget: int | None,
    depth: int,
    limit: int | None,
    as_json: bool,
    now: str | None,
) -> int:
    """Keep the appointments that are due: visit, count, plan the next visit.

    A look harvests the event's site, counts its papers and their files, reads its dates, and, when the event is over, searches
    for the next edition's site. After a round of looks new papers are compared with the others, as after a harvest. When --budget
    is short, the events whose series `plan` finds most urgent come first. Killed or stopped, the same command goes on where it was.
    Several may run on one library, on one machine or on many: none looks at what another is looking at, and all together stay
    within the budget. With --json, one object for each look.

    Exit code 1 when no event is watched.
    """
    from harvestman.model import UsageError

    if once + daemon + (until is not None) > 1:
        raise UsageError("--once, --until and --daemon exclude each other")
    with context.open(clock=clock_at(now, context=context)) as harvestman:
        watch = harvestman.watch
        end = moment(until) if until else None
        if not daemon and not watch.events():
            return say_nothing_watched()
        made = watch.run(
            until=end,
            for_ever=daemon,
            budget=budget,
            depth=depth,
            limit=limit,
            told=teller(as_json),
            told_merges=None if as_json else tell_found,
        )
        following, due, silent = watch.next_due(), len(watch.due()), watch.never_visited()
    if not as_json:
        when = f"the next is due {following:%Y-%m-%d %H:%M}" if following else "none is to come"
        print_line(f"{looks_made(made)}; {when}.")
    if budget is not None and due:
        print_line(
            f"warning: {due} more are due, but the budget of {budget} looks a day is spent.",
            to_stderr=True,
        )
    if following is None or not made:
        warn_of_silence(silent)
    return 0
