"""`harvestman plan observe SERIES…`: feed back what was seen, so that the next ranking knows it."""

from __future__ import annotations

from datetime import date

import click

from harvestman.cli.context import Context
from harvestman.cli.planning import say_empty, series_meant, today
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
    from harvestman.model import UsageError
    from harvestman.plan import load_bibliography
    from harvestman.store import Observation

    if nothing and (year or event_month):
        raise UsageError(
            "--nothing says that there was no edition: leave out --year and --event-month"
        )
    seen = _day(on)
    with context.open_library(writable=True) as library:
        bibliography = load_bibliography(library.plan)
        if not bibliography.histories:
            return say_empty()
        keys = [series_meant(bibliography, text) for text in series]
        for key in keys:
            observation = Observation(
                series=key,
                seen=seen,
                event_year=0 if nothing else year or seen.year,
                event_month=event_month,
                source=source,
            )
            library.plan.observe(observation)
            if as_json:
                print_json(
                    {
                        "series": key,
                        "seen": seen.isoformat(),
                        "event_year": observation.event_year or None,
                        "found": not nothing,
                    }
                )
            elif nothing:
                print_line(f"{key}: nothing there on {seen}")
            else:
                print_line(f"{key}: the edition of {observation.event_year} was seen on {seen}")
    return 0


def _day(text: str | None) -> date:
    from harvestman.model import UsageError

    if text is None:
        return today()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"{text!r} is no day; write it as 2026-11-16") from None
    if day > today():
        raise UsageError(f"{day} lies in the future: nothing can have been seen then")
    return day
