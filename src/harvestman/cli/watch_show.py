"""`harvestman watch show EVENT`: one event, who says what of it, and the looks at its site."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line, print_table
from harvestman.cli.watching import say_nothing_watched

if TYPE_CHECKING:
    from harvestman.model import Claim


def _who(claim: Claim) -> str:
    """Who says so: a person by name, else what kind of source, and which."""
    if claim.person:
        return f"corrected by {claim.person} on {claim.time:%Y-%m-%d}"
    return f"{claim.authority.name.lower()} {claim.evidence.source}"


@click.command("show")
@click.argument("event", metavar="EVENT")
@json_option
@click.pass_obj
def command(context: Context, event: str, as_json: bool) -> int:
    """Show one event: who says what of it, and every look at its site.

    EVENT is its id or the beginning of it, its title ("LIME 2026"), or the address of its site. Of competing values the first
    is the one that counts: the event's own site is believed over a portal, a portal over a list, the newer over the older.
    """
    from harvestman.model import (
        appointment_to_plain,
        event_claims_to_plain,
        event_to_plain,
        look_to_plain,
    )

    with context.open(writable=False) as harvestman:
        watch = harvestman.watch
        if not watch.events():
            return say_nothing_watched()
        one = watch.event(event)
        claims, looks = watch.claims(one.event.id), watch.looks(one.event.id)
    if as_json:
        print_json(
            event_to_plain(one.event)
            | {
                "next": appointment_to_plain(one.appointment),
                "claims": event_claims_to_plain(one.event, claims),
                "looks": [look_to_plain(look) for look in looks],
            }
        )
        return 0
    print_line(f"{one.event.title}  {one.event.id}")
    print_table(
        ("what", "value", "who says so", "their words"),
        [(c.field, c.value, _who(c), c.evidence.quote) for c in claims],
        wide=("value", "who says so", "their words"),
    )
    if looks:
        print_table(
            ("looked", "for", "papers", "files", "changed", "detail"),
            [
                (
                    f"{look.when:%Y-%m-%d %H:%M}",
                    look.waiting,
                    look.papers,
                    look.files,
                    "yes" if look.has_changed else "" if look.was_reached else "not reached",
                    look.detail,
                )
                for look in looks
            ],
            wide=("detail",),
        )
    when = one.appointment.when
    told = f"{when:%Y-%m-%d %H:%M}" if when else "never again"
    print_line(f"Next visit: {told}: {one.appointment.reason}.")
    return 0
