"""`harvestman merges list`: the merges, the newest first."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.merging import sure
from harvestman.cli.printing import json_option, print_json, print_line, print_table


@click.command("list")
@click.option("--limit", type=click.IntRange(1, 2**31), help="At most so many merges.")
@json_option
@click.pass_obj
def command(context: Context, limit: int | None, as_json: bool) -> int:
    """List the merges, the newest first.

    By whom: "keys" are mentions that share an identifier or a title with its first author, "comparison" is the likeness of two papers
    (how sure it was, stands beside it), "person" is somebody's word. Exit code 1 when nothing was ever merged.
    """
    with context.open(writable=False) as harvestman:
        found = harvestman.merges.all(limit=limit)
    if as_json:
        for decision in found:
            print_json(decision.to_plain())
        return 0 if found else 1
    if not found:
        print_line(
            "No papers were merged: `harvestman merges find` looks for some.", to_stderr=True
        )
        return 1
    print_table(
        ("merge", "when", "by", "sure", "paper", "title", "was also", "state"),
        [
            (
                d.id,
                f"{d.made:%Y-%m-%d %H:%M}",
                d.decider,
                sure(d),
                d.one,
                d.one_title,
                f"{d.other} {d.other_title}",
                d.state,
            )
            for d in found
        ],
        wide=("title", "was also"),
        ids=("merge", "paper", "was also"),
    )
    print_line(
        "`harvestman merges show MERGE` tells why, `harvestman merges undo MERGE` parts them."
    )
    return 0
