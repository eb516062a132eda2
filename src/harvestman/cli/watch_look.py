"""`harvestman watch look EVENT…`: look at events' sites now, whatever the agenda says."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.merging import tell_found
from harvestman.cli.printing import json_option, print_line
from harvestman.cli.watching import (
    WORKERS,
    clock_at,
    event_meant,
    now_option,
    say_nothing_watched,
    teller,
)


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

    Exit code 1 when no look was made.
    """
    import asyncio

    from harvestman.engine import watched_loop
    from harvestman.model import UsageError
    from harvestman.watch import Looker, Watchman, never_seen, sites_of

    if bool(events) == backlog:
        raise UsageError("name events, or ask for the --backlog")
    clock = clock_at(now, context=context)
    with context.rooms(clock=clock) as rooms:
        library, _ = rooms.library, rooms.page_guard(*WORKERS)
        watched = library.events.all()
        if not watched:
            return say_nothing_watched()
        chosen = [event_meant(watched, text) for text in events]
        if backlog:
            chosen = never_seen(watched, now=clock.now())
        for one in chosen:
            if not sites_of(one.event):
                raise UsageError(
                    f"no site is known of {one.event.title}: "
                    f"`harvestman correct {one.event.id} site URL` tells it"
                )

        async def work() -> int:
            settings = rooms.settings
            async with watched_loop(), rooms.session() as session:
                looker = Looker(
                    session, depth, limit or settings.limit, site_limit=settings.site_limit
                )
                watchman = Watchman(
                    looker,
                    told=teller(as_json),
                    told_merges=None if as_json else tell_found,
                    side_by_side=settings.concurrency,
                )
                return await watchman.look_at([one.event.id for one in chosen])

        made = asyncio.run(work()) if chosen else 0
    if not as_json:
        print_line(f"{made} looks." if made else "There was nothing to look at.")
    return 0 if made else 1
