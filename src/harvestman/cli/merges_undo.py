"""`harvestman merges undo MERGE`: part what a merge made one."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line


@click.command("undo")
@click.argument("merge", metavar="MERGE")
@json_option
@click.pass_obj
def command(context: Context, merge: str, as_json: bool) -> int:
    """Part what a merge made one.

    Both papers are there again, under the ids that they had, and are never merged again unless `harvestman merges accept` says so.
    """
    with context.open() as harvestman:
        decision = harvestman.merges.undo(merge)
    if as_json:
        print_json(decision.to_plain())
        return 0
    print_line(f"{decision.one} and {decision.other} are two papers again.")
    print_line(f"`harvestman merges accept {decision.one} {decision.other}` makes them one.")
    return 0
