"""`harvestman events`: what the library holds, event by event."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line, print_table


@click.command("events")
@click.argument("event", required=False, default="")
@click.option(
    "--not-in",
    metavar="dblp",
    help="Only volumes of which the imported dump of dblp lacks more than half of the papers.",
)
@json_option
@click.pass_obj
def command(context: Context, event: str, not_in: str | None, as_json: bool) -> int:
    """List the events whose papers the library holds, with how many.

    EVENT: only that one, by its id or name ("PACT 2022"), or all editions of one acronym ("PACT"). `harvestman papers --event ID`
    lists the papers, `harvestman export --event ID --format bibtex --proceedings` writes the volume. `--not-in dblp` lists the volumes
    that dblp does not have yet, with how many of their papers it lacks: `harvestman export --event ID --format bht` writes one for its
    editors. Exit code 1 when there is none.
    """
    from harvestman.model import event_to_plain

    with context.open(writable=False) as harvestman:
        volumes = harvestman.events(event, not_in=not_in)
        is_any = bool(volumes or (not_in and harvestman.events(event)))
    if not volumes:
        of = "such an event" if event else "an event"
        none = "dblp has them all." if is_any else f"No paper here is known to be of {of}."
        print_line(none, to_stderr=True)
        return 1
    if as_json:
        for one in volumes:
            held = {"papers": one.papers, "files": one.files, "years": list(one.years)}
            asked = {} if one.lacking is None else {"lacking": one.lacking}
            print_json(event_to_plain(one.event) | held | asked)
        return 0
    lacking = ("not in dblp",) if not_in else ()
    print_table(
        ("id", "event", "year", "papers", *lacking, "with file", "name"),
        [
            (
                one.event.id,
                one.event.title,
                one.event.year or "",
                one.papers,
                *((one.lacking,) if not_in else ()),
                one.files,
                one.event.name if one.event.acronym else "",
            )
            for one in volumes
        ],
        wide=("name",),
    )
    return 0
