"""`harvestman merges refuse PAIR`: two papers are different."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line


@click.command("refuse")
@click.argument("pair", nargs=-1, required=True, metavar="PAIR | PAPER PAPER")
@json_option
@click.pass_obj
def command(context: Context, pair: tuple[str, ...], as_json: bool) -> int:
    """Say that two papers are different.

    PAIR is the id of a doubtful pair; any two papers can be named by their ids. They are never merged from then on, not even when a page
    states both under one identifier, until `harvestman merges accept` says otherwise.
    """
    with context.open() as harvestman:
        decision = harvestman.merges.refuse(*pair)
    if as_json:
        print_json(decision.to_plain())
        return 0
    print_line(f"{decision.one} and {decision.other} stay two papers.")
    return 0
