"""`harvestman plan explain SERIES`: the seed's six questions for one series."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.plan_rank import ranking_named
from harvestman.cli.planning import month_asked, say_empty, series_meant
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

    SERIES is a key such as conf/jcdl, or what stands behind "conf/". Six answers and a timeline: for each of the last years
    the month of entry, in brackets the month of the event where no entry is known, x for neither, - for no edition.

    Exit code 1 when the series was not known in that month.
    """
    from harvestman.plan import explain, known_before, load_bibliography, load_sides, rank

    now = month_asked(month)
    name = ranking_named(None, profile)
    with context.open_library(writable=False) as library:
        bibliography = load_bibliography(library.plan)
        if not bibliography.histories:
            return say_empty()
        key = series_meant(bibliography, series)
        sides = load_sides(library.plan, bibliography, now)
        rows = rank(bibliography.histories, now, profile=name, sides=sides)
        known = known_before([h for h in bibliography.histories if h.series == key], now + 1)
        if not known:
            print_line(f"{key} was not known in that month.", to_stderr=True)
            return 1
        row = next(row for row in rows if row.series == key)
        told = explain(row, known[0], now=now, ranked=len(rows), has_reader=library.plan.has_read)
    if as_json:
        answers = [{"question": a.question, "answer": a.answer} for a in told.answers]
        print_json(row.to_plain() | {"answers": answers, "timeline": told.timeline})
        return 0
    print_line(f"{told.series}  {told.name}")
    for answer in told.answers:
        print_line()
        print_line(answer.question)
        print_line(f"  {answer.answer}")
    print_line()
    print_line(told.timeline)
    return 0
