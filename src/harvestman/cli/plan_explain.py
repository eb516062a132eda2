"""`harvestman plan explain SERIES`: the JCDL paper's six questions for one series."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.planning import say_empty, warn_of_age
from harvestman.cli.printing import json_option, print_json, print_line


@click.command("explain")
@click.argument("series", metavar="SERIES")
@click.option("--month", metavar="YYYY-MM", help="As of that month (default: this one).")
@click.option("--profile", metavar="P", help="harvestman (default), jcdl18 or smart-harvesting.")
@json_option
@click.pass_obj
def command(
    context: Context, series: str, month: str | None, profile: str | None, as_json: bool
) -> int:
    """Say of one series what is expected, when, and how urgent it is.

    SERIES is a key such as conf/jcdl, what stands behind "conf/", or the series' whole name, in capitals or not. Six answers and a timeline: for each of the last years
    the month of entry, in brackets the month of the event where no entry is known, x for neither, - for no edition.

    Exit code 1 when the series was not known in that month.
    """
    with context.open(writable=False) as harvestman:
        plan = harvestman.plan
        warn_of_age(plan.old_import(month))
        if not plan.has_series():
            return say_empty()
        explained = plan.explain(series, month, profile=profile)
    if explained is None:
        print_line(f"{series} was not known in that month.", to_stderr=True)
        return 1
    row, told = explained
    if as_json:
        print_json(row.to_plain() | told.to_plain())
        return 0
    print_line(f"{told.series}  {told.name}")
    for answer in told.answers:
        print_line()
        print_line(answer.question)
        print_line(f"  {answer.answer}")
    print_line()
    print_line(
        "Editions by year: month of entry as 24-09, (month of the event), x for neither, - for none."
    )
    print_line(told.timeline)
    return 0
