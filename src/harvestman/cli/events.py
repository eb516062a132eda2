"""`harvestman events`: what the library holds, event by event."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line, print_table


@click.command("events")
@click.argument("event", required=False, default="")
@json_option
@click.pass_obj
def command(context: Context, event: str, as_json: bool) -> int:
    """List the events whose papers the library holds, with how many.

    EVENT: only that one, by its id or name ("PACT 2022"), or all editions of one acronym ("PACT"). `harvestman papers --event ID`
    lists the papers, `harvestman export --event ID --format bibtex --proceedings` writes the volume. Exit code 1 when there is none.
    """
    from harvestman.model import event_to_plain

    with context.open(writable=False) as harvestman:
        volumes = harvestman.events(event)
    if not volumes:
        print_line("No paper here is known to be of an event.", to_stderr=True)
        return 1
    if as_json:
        for one in volumes:
            held = {"papers": one.papers, "files": one.files, "years": list(one.years)}
            print_json(event_to_plain(one.event) | held)
        return 0
    print_table(
        ("id", "event", "year", "papers", "with file", "name"),
        [
            (
                one.event.id,
                one.event.title,
                one.event.year or "",
                one.papers,
                one.files,
                one.event.name if one.event.acronym else "",
            )
            for one in volumes
        ],
        wide=("name",),
    )
    return 0
