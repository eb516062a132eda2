"""`harvestman merges find`: compare papers, merge what is surely one, note what may be."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.merging import comparing, tell_found
from harvestman.cli.printing import json_option, print_json, print_line


@click.command("find")
@click.option("--all", "everything", is_flag=True, help="All papers again, not only changed ones.")
@json_option
@click.pass_obj
def command(context: Context, everything: bool, as_json: bool) -> int:
    """Compare papers that changed; merge what is surely one, note what may be.

    A harvest ends with the same search; this is for libraries that are older than it, and, with --all, for a newer Harvestman that
    compares better. What a person decided stays as it is. Stopped or killed, the same command goes on where it was. With --json, one
    object for each decision, then one for the whole search.
    """
    with context.open() as harvestman, comparing() as progress:
        found = harvestman.merges.find(everything=everything, progress=progress)
    if as_json:
        for decision in (*found.merged, *found.doubtful):
            print_json(decision.to_plain())
        sums = {"merged": len(found.merged), "doubtful": len(found.doubtful)}
        print_json({"papers": found.papers, "pairs": found.pairs} | sums)
        return 0
    print_line(f"{found.papers} papers looked at, {found.pairs} pairs compared.")
    tell_found(found)
    return 0
