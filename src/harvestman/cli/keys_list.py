"""`harvestman keys list`: the keys."""

from __future__ import annotations

from datetime import datetime

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line, print_table


@click.command("list")
@json_option
@click.pass_obj
def command(context: Context, as_json: bool) -> int:
    """List the keys: names, scopes, when they were last used.

    Revoked ones are listed too. Exit code 1 when there is none.
    """
    with context.open(writable=False) as harvestman:
        keys = harvestman.library.api_keys.all()
    if not keys:
        print_line("There is no key; `harvestman keys add NAME` makes one.", to_stderr=True)
        return 1
    if as_json:
        for key in keys:
            print_json(
                {
                    "id": key.id,
                    "name": key.name,
                    "scopes": sorted(key.scopes),
                    "rate": key.rate or None,
                    "created": key.created.isoformat(),
                    "last_used": key.last_used.isoformat() if key.last_used else None,
                    "revoked": key.revoked.isoformat() if key.revoked else None,
                }
            )
        return 0
    print_table(
        ("id", "name", "scopes", "requests a minute", "created", "last used", "revoked"),
        [
            (
                key.id,
                key.name,
                ", ".join(sorted(key.scopes)),
                key.rate or "",
                _shown(key.created),
                _shown(key.last_used),
                _shown(key.revoked),
            )
            for key in keys
        ],
        wide=("name",),
    )
    return 0


def _shown(when: datetime | None) -> str:
    return f"{when:%Y-%m-%d %H:%M}" if when else ""
