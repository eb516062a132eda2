"""`harvestman gather list`: the candidates of the library."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.gather_sites import HEADS, rows_of
from harvestman.cli.printing import json_option, print_json, print_line, print_table

STATES = ("new", "accepted", "rejected", "needs-permission", "asked", "deposited")


@click.command("list")
@click.option("--site", metavar="HOST", help="Those of one site, such as www.uni.example.")
@click.option(
    "--state",
    "states",
    multiple=True,
    type=click.Choice(STATES),
    help="Those in this state (several times: in one of these).",
)
@click.option("--all", "show_all", is_flag=True, help="Also those that are set aside or gone.")
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

    Those that are set aside, with the reasons, and those that are gone from their site are shown with --all.

    Exit code 0 when there are some, 1 when there are none.
    """
    from harvestman.model import candidate_to_plain

    with context.open(writable=False) as harvestman:
        found = harvestman.candidates.find(
            site=site,
            states=states,
            set_aside=None if show_all or "rejected" in states else False,
            with_gone=show_all,
            limit=limit,
        )
    if as_json:
        for one in found:
            print_json(candidate_to_plain(one))
    else:
        print_table(HEADS, rows_of(found), wide=("title", "authors", "addresses", "why not"))
        print_line(f"{len(found)} candidates.")
    return 0 if found else 1
