"""`harvestman plan observe SERIES…`: feed back what was seen, so that the next ranking knows it."""

from __future__ import annotations

from datetime import date

import click

from harvestman.cli.context import Context
from harvestman.cli.planning import say_empty
from harvestman.cli.printing import json_option, print_json, print_line


@click.command("observe")
@click.argument("series", nargs=-1, required=True, metavar="SERIES…")
@click.option("--year", type=click.IntRange(1000, 9999), help="Of the event (default: of --on).")
@click.option("--event-month", type=click.IntRange(1, 12), help="In which the event began.")
@click.option("--on", metavar="YYYY-MM-DD", help="When it was seen (default: today).")
@click.option("--source", default="", metavar="HOST", help="Where it was seen.")
@click.option("--nothing", is_flag=True, help="Somebody looked, and there was nothing yet.")
@json_option
@click.pass_obj
def command(
    context: Context,
    series: tuple[str, ...],
    year: int | None,
    event_month: int | None,
    on: str | None,
    source: str,
    nothing: bool,
    as_json: bool,
) -> int:
    """Note that proceedings were seen to arrive, or looked for in vain.

    An edition that was seen counts as entered on that day until an import brings the volume itself. With --nothing, the
    months until then speak against an edition that should have come in them.
    """
    with context.open() as harvestman:
        if not harvestman.plan.has_series():
            return say_empty()
        observed = harvestman.plan.observe(
            *series,
            year=year,
            event_month=event_month,
            on=_day(on),
            source=source,
            nothing=nothing,
        )
    for one in observed:
        if as_json:
            print_json(
                {
                    "series": one.series,
                    "seen": one.seen.isoformat(),
                    "event_year": one.event_year or None,
                    "found": not nothing,
                }
            )
        elif nothing:
            print_line(f"{one.series}: nothing there on {one.seen}")
        else:
            print_line(f"{one.series}: the edition of {one.event_year} was seen on {one.seen}")
    return 0


def _day(text: str | None) -> date | None:
    from harvestman.model import UsageError

    try:
        return date.fromisoformat(text) if text is not None else None
    except ValueError:
        raise UsageError(f"{text!r} is no day; write it as 2026-11-16") from None
