"""`harvestman merges split PAPER SOURCE…`: what a page or file states is another paper."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line


@click.command("split")
@click.argument("paper", metavar="PAPER")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE…")
@json_option
@click.pass_obj
def command(context: Context, paper: str, sources: tuple[str, ...], as_json: bool) -> int:
    """Say that a page or file states another paper than the one it was taken for.

    SOURCE is the address of a page, as `harvestman show PAPER` lists them. What it states becomes a paper of its own and is never joined
    with this one again unless `harvestman merges accept` says so.
    """
    with context.open() as harvestman:
        decision = harvestman.merges.split(paper, sources)
    if as_json:
        print_json(decision.to_plain())
        return 0
    print_line(f"What {', '.join(sources)} states is a paper of its own now.")
    print_line(f"`harvestman merges show {decision.one}` tells what was decided of the other.")
    return 0
