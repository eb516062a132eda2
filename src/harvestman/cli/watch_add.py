"""`harvestman watch add SOURCE…`: events from files and addresses."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line, print_table
from harvestman.cli.watching import clock_at, now_option, warn_of_silence

if TYPE_CHECKING:
    from datetime import datetime

    from harvestman.store import KeptEvent
    from harvestman.watch import Added

_SHOWN = 20


@click.command("add")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE…")
@json_option
@now_option
@click.pass_obj
def command(context: Context, sources: tuple[str, ...], as_json: bool, now: str | None) -> int:
    """Add events from a listing, a collection, a calendar, a feed, a table or a site.

    A SOURCE that begins with http:// or https:// is fetched, politely; any other is a file. What it is, is recognised: WikiCFP's
    listings and event pages, the YAML of ccf-deadlines and ai-deadlines, iCalendar, RSS and Atom, pages that list events in
    schema.org, a table (CSV with the columns name, url, start, end, notification, …). Any other page is taken for an event's own
    site. The same event from several sources is one event. With --json, one object for each event.

    Exit code 1 when a source brought nothing.
    """
    from harvestman.model import event_to_plain
    from harvestman.watch import is_over

    clock = clock_at(now, context=context)
    with context.open(clock=clock) as harvestman:
        added = harvestman.watch.add(*sources)
        names = {kept.event.id for one in added for kept in one.events}
        silent = harvestman.watch.never_visited(among=names)
    for one in added:
        if one.problem:
            print_line(f"{one.source}: {one.problem}", to_stderr=True)
        if as_json:
            for kept in one.events:
                over = is_over(kept.event, now=clock.now())
                plain = event_to_plain(kept.event)
                print_json({"is_new": kept.is_new, "is_over": over} | plain)
    if not as_json:
        _report(added, clock.now())
    warn_of_silence(silent)
    return 0 if all(one.events for one in added) else 1


def _report(added: list[Added], now: datetime) -> None:
    from harvestman.watch import is_over

    def state(kept: KeptEvent) -> str:
        """What is over is not called new, whenever we hear of it."""
        if not kept.is_new:
            return "known"
        return "past" if is_over(kept.event, now=now) else "new"

    rows = [
        (
            state(kept),
            e.title,
            e.start,
            e.end,
            e.notification,
            e.site or e.portal,
        )
        for one in added
        for kept in one.events
        for e in (kept.event,)
    ]
    if rows:
        columns = ("", "event", "start", "end", "notification", "site")
        print_table(columns, rows[:_SHOWN], wide=("event",))
    if len(rows) > _SHOWN:
        print_line(f"… and {len(rows) - _SHOWN} more; `harvestman watch list` shows all.")
    for one in added:
        if one.events:
            states = Counter(map(state, one.events))
            told = ", ".join(f"{states[name]} {name}" for name in ("new", "past", "known") if states[name])  # fmt: skip
            print_line(f"{one.source}: {len(one.events)} events ({one.kind}): {told}.")
    if rows:
        print_line("`harvestman watch run --once` looks at those that are due.")
