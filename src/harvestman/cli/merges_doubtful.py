"""`harvestman merges doubtful`: the pairs of papers that wait for a person."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.merging import sure
from harvestman.cli.printing import json_option, print_json, print_line, print_table


@click.command("doubtful")
@click.option("--limit", type=click.IntRange(1, 2**31), help="At most so many pairs.")
@json_option
@click.pass_obj
def command(context: Context, limit: int | None, as_json: bool) -> int:
    """List the pairs of papers that may be one, the likeliest first.

    Exit code 1 when no pair waits for you.
    """
    with context.open(writable=False) as harvestman:
        found = harvestman.merges.doubtful(limit=limit)
        waiting = harvestman.merges.count_waiting()
    if as_json:
        for decision in found:
            print_json(decision.to_plain())
        return 0 if found else 1
    if not found:
        more = f" {waiting} papers were not compared yet: run `harvestman merges find`."
        print_line("No pair is doubtful." + (more if waiting else ""), to_stderr=True)
        return 1
    print_table(
        ("pair", "sure", "one", "the other", "why"),
        [
            (
                d.id,
                sure(d),
                f"{d.one} {d.one_title}",
                f"{d.other} {d.other_title}",
                "; ".join(d.reasons),
            )
            for d in found
        ],
        wide=("one", "the other", "why"),
        ids=("pair", "one", "the other"),
    )
    print_line(
        "`harvestman merges accept PAIR` makes them one, `harvestman merges refuse PAIR` two."
    )
    return 0
