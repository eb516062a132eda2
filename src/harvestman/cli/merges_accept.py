"""`harvestman merges accept PAIR`: two papers are one."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line


@click.command("accept")
@click.argument("pair", nargs=-1, required=True, metavar="PAIR | PAPER PAPER")
@json_option
@click.pass_obj
def command(context: Context, pair: tuple[str, ...], as_json: bool) -> int:
    """Say that two papers are one.

    PAIR is the id of a doubtful pair; any two papers can be named by their ids. They become one paper under the older one's id, to which
    the other id leads from then on. Your word wins over every comparison, and over what was decided before.
    """
    with context.open() as harvestman:
        decision = harvestman.merges.accept(*pair)
    if as_json:
        print_json(decision.to_plain())
        return 0
    print_line(f"{decision.other} is part of {decision.one} now: {decision.one_title}")
    print_line(f"`harvestman merges undo {decision.id}` parts them again.")
    return 0
