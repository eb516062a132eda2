"""`harvestman plan rank`: every series by how urgently it should be harvested in a month."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.planning import say_empty, warn_of_age
from harvestman.cli.printing import (
    is_terminal,
    json_option,
    print_json,
    print_line,
    print_piece,
    print_table,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from harvestman.plan import Row

_SCREENFUL = 30
_COLUMNS = {
    "rank": "place",
    "series": "series",
    "likely": "this year's",
    "probability": "out by now",
    "expected": "by rule",
    "delta": "months late",
    "w_delay": "delay",
    "w_r": "rating",
    "w_i": "countries",
    "w_d": "activity",
    "w_cit": "citations",
    "w_prm": "prominence",
    "score": "score",
    "name": "name",
}
"""What the table shows, and what it calls it; JSON and CSV have the names of docs/plan.md's factors."""


@click.command("rank")
@click.option("--month", metavar="YYYY-MM", help="Rank as of that month (default: this one).")
@click.option(
    "--by",
    "factor",
    metavar="FACTOR",
    help="One factor instead of a profile: delay, w_delay, w_r, w_i, w_d, w_cit, w_prm, w_size, w_usage, history, random.",
)
@click.option("--profile", metavar="P", help="harvestman (default), jcdl18 or smart-harvesting.")
@click.option(
    "--top", type=click.IntRange(1, 2**31), help="So many only (default: all; 30 on a terminal)."
)
@click.option("--csv", "as_csv", is_flag=True, help="Comma-separated, with a header line.")
@json_option
@click.pass_obj
def command(
    context: Context,
    month: str | None,
    factor: str | None,
    profile: str | None,
    top: int | None,
    as_csv: bool,
    as_json: bool,
) -> int:
    """Rank every series by how urgently it should be harvested.

    Only what was known in the month counts. "This year's" is the month in which proceedings of this year most likely come in, "out by now" how
    likely some of this year or the last are out that are not known, by which the default profile ranks; "by rule" is the month by the rule of the JCDL paper, "months late" are those since then, negative
    while it lies ahead; delay, rating, countries, activity, citations and prominence are its weights, 1 for neutral. Equal scores are ordered by delta, then by a checksum of the key.

    Exit code 1 when the library holds no series.
    """
    if as_csv and as_json:
        raise click.UsageError("--csv and --json exclude each other")
    with context.open(writable=False) as harvestman:
        warn_of_age(harvestman.plan.old_import(month))
        standing = harvestman.plan.rank(month, by=factor, profile=profile)
    if not standing.bibliography.histories:
        return say_empty()
    rows = standing.rows
    if not rows:
        print_line("No series was known in that month.", to_stderr=True)
        return 1
    screen = is_terminal() and not as_json and not as_csv
    shown = rows[: top or (_SCREENFUL if screen else len(rows))]
    if as_json:
        for row in shown:
            print_json(row.to_plain())
    elif as_csv:
        print_piece(_csv(shown))
    else:
        print_table(
            tuple(_COLUMNS.values()), [_cells(row.to_plain()) for row in shown], wide=("name",)
        )
        if screen and len(shown) < len(rows):
            print_line(
                f"{len(shown)} of {len(rows)}; --top N shows more. "
                "`harvestman plan explain SERIES` says why."
            )
    return 0


def _cells(plain: Mapping[str, object]) -> list[object]:
    return [_cell(column, plain[column]) for column in _COLUMNS]


def _cell(column: str, value: object) -> object:
    if value is None:
        return "-"
    if not isinstance(value, float):
        return value
    return f"{value:.0%}" if column == "probability" else f"{value:.3f}"


def _csv(rows: Sequence[Row]) -> str:
    out = io.StringIO()
    plains = [row.to_plain() for row in rows]
    writer = csv.DictWriter(out, list(plains[0]), lineterminator="\n")
    writer.writeheader()
    for plain in plains:
        reasons = plain["reasons"]
        assert isinstance(reasons, list)
        writer.writerow(plain | {"reasons": "; ".join(reasons)})
    return out.getvalue()
