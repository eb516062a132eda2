"""`harvestman merges show ID`: one decision, or all that concern a paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.merging import sure
from harvestman.cli.printing import json_option, print_json, print_line

if TYPE_CHECKING:
    from harvestman.store import Decision


@click.command("show")
@click.argument("which", metavar="ID")
@json_option
@click.pass_obj
def command(context: Context, which: str, as_json: bool) -> int:
    """Show one decision, or all that concern a paper, with their reasons.

    ID is that of a merge, of a doubtful pair or of a paper, or the beginning of it. Exit code 1 when nothing was decided of the paper.
    """
    with context.open(writable=False) as harvestman:
        found = harvestman.merges.of(which)
    for one in found:
        if as_json:
            print_json(one.to_plain())
        else:
            _print(one)
    if not found and not as_json:
        print_line("Nothing was decided of this paper.", to_stderr=True)
    return 0 if found else 1


def _print(decision: Decision) -> None:
    how = f", {sure(decision)} sure" if sure(decision) else ""
    print_line(
        f"{decision.id}  {decision.verdict}, by {decision.decider}{how}, {decision.made:%Y-%m-%d %H:%M}: "
        f"{decision.state}"
    )
    print_line(f"  one:   {decision.one}  {decision.one_title}")
    print_line(f"  other: {decision.other or 'split off'}  {decision.other_title}")
    for reason in decision.reasons:
        print_line(f"  - {reason}")
    if decision.is_merge:
        print_line(f"  `harvestman merges undo {decision.id}` parts them.")
    elif decision.is_open:
        print_line(f"  `harvestman merges accept {decision.id}` or `refuse {decision.id}` decides.")
