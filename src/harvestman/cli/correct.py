"""`harvestman correct ID FIELD VALUE`: put a value of a paper or an event right, for good."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context, login_name
from harvestman.cli.printing import json_option, print_json, print_line

if TYPE_CHECKING:
    from harvestman.model import Event, Paper


@click.command("correct")
@click.argument("subject", metavar="ID")
@click.argument("field", metavar="FIELD")
@click.argument("value", required=False)
@click.option("--by", metavar="NAME", help="Who says so; your login name unless given.")
@click.option(
    "--undo", is_flag=True, help="Take the correction back: what was read is shown again."
)
@json_option
@click.pass_obj
def command(
    context: Context,
    subject: str,
    field: str,
    value: str | None,
    by: str | None,
    undo: bool,
    as_json: bool,
) -> int:
    """Put a value of a paper or an event right, for good.

    What you say wins over everything that is or will be read, whatever is harvested, merged or split later. ID is a paper's or an
    event's, or the beginning of it; FIELD such as title, authors, year or doi, of events start, notification or site.
    Authors are parted by semicolons, each "Given Family" or "Family, Given", affiliations in brackets behind the name. An empty VALUE says that there is none.

    With --undo, of everybody's corrections of the field or, with --by, of that person's. Exit code 1 when there was none.
    """
    from harvestman.model import Event, UsageError, event_to_plain, paper_to_plain

    if undo == (value is not None):
        raise UsageError("give a VALUE, or --undo without one")
    after: Paper | Event | None
    with context.open() as harvestman:
        if value is not None:
            after = harvestman.correct(subject, field, value, by=by or login_name())
        else:
            after = harvestman.undo_correction(subject, field, by=by)
    if after is None:
        print_line(f"Nobody has corrected the {field} of {subject}.", to_stderr=True)
        return 1
    if as_json:
        print_json(event_to_plain(after) if isinstance(after, Event) else paper_to_plain(after))
        return 0
    print_line(f"{after.title}  {after.id}")
    print_line(f"  {field}: {_written(after, field)}")
    return 0


def _written(after: Paper | Event, field: str) -> str:
    from harvestman.cli.show import written

    value = getattr(after, field.replace("-", "_"))
    return written(value) if isinstance(value, (tuple, str, int)) else str(value or "")
