"""`harvestman watch calendar`: the coming weeks, as a table or an iCalendar file."""

from __future__ import annotations

from pathlib import Path

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import (
    json_option,
    print_json,
    print_line,
    print_piece,
    print_table,
)
from harvestman.cli.watching import clock_at, now_option, say_nothing_watched


@click.command("calendar")
@click.option("--weeks", type=click.IntRange(1, 520), default=4, show_default=True)
@click.option(
    "--ical",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write iCalendar; - for standard output.",
)
@json_option
@now_option
@click.pass_obj
def command(context: Context, weeks: int, ical: Path | None, as_json: bool, now: str | None) -> int:
    """Show the visits and dates of the coming weeks.

    Visits that are overdue stand first. With --ical, a file that calendars subscribe to; its entries keep their names, so that
    writing it again moves them. Exit code 1 when no event is watched.
    """
    with context.open(writable=False, clock=clock_at(now)) as harvestman:
        if not harvestman.watch.events():
            return say_nothing_watched()
        found = harvestman.watch.calendar(weeks)
        text = harvestman.watch.ical(weeks)
    if ical is not None:
        if str(ical) == "-":
            print_piece(text)
            return 0
        ical.write_bytes(text.encode())
        print_line(f"{len(found)} entries written to {ical}.")
    elif as_json:
        for entry in found:
            print_json(entry.to_plain())
    else:
        print_table(
            ("day", "what", "event", "detail"),
            [(entry.day, entry.what, entry.title, entry.detail) for entry in found],
            wide=("event", "detail"),
        )
    return 0
