"""`harvestman gather list`: the candidates of the library."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.gather_choosing import choosing_options, told_hidden
from harvestman.cli.gather_sites import HEADS, rows_of
from harvestman.cli.printing import counted, json_option, print_json, print_line, print_table


@click.command("list")
@choosing_options("in any")
@click.option("--limit", type=click.IntRange(1), help="So many at most.")
@json_option
@click.pass_obj
def command(
    context: Context,
    site: str | None,
    states: tuple[str, ...],
    show_all: bool,
    limit: int | None,
    as_json: bool,
) -> int:
    """List candidates, those of one site or state.

    Those that are set aside (with the reasons), rejected, or gone from their site are shown with --all; rejected ones also with
    --state rejected. The same holds for export and letters.

    Exit code 0 when there are some, 1 when there are none.
    """
    from harvestman.model import candidate_to_plain

    with context.open(writable=False) as harvestman:
        candidates = harvestman.candidates
        found = candidates.find(site=site, states=states, with_hidden=show_all, limit=limit)
        every = len(candidates.find(site=site, states=states, with_hidden=True))
    if as_json:
        for one in found:
            print_json(candidate_to_plain(one))
    else:
        print_table(HEADS, rows_of(found), wide=("title", "authors", "addresses", "why not"))
        hidden = every - len(found) if limit is None else 0
        print_line(f"{counted(len(found), 'candidate')}{told_hidden(hidden)}.")
    return 0 if found else 1
