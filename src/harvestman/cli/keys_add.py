"""`harvestman keys add`: a new key."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line


@click.command("add")
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice(["feed", "read", "write", "admin"]),
    help="What it allows; may be given several times. By default write.",
)
@click.option(
    "--rate", type=click.IntRange(1, 1_000_000), help="Requests a minute (setting: rate)."
)
@json_option
@click.pass_obj
def command(
    context: Context, name: str, scopes: tuple[str, ...], rate: int | None, as_json: bool
) -> int:
    """Make a key; it is shown once.

    NAME says whose it is, for people. The library keeps only the key's SHA-256: write it down now.
    """
    with context.open() as harvestman:
        key, text = harvestman.library.api_keys.add(name, scopes or ("write",), rate=rate or 0)
    if as_json:
        print_json({"id": key.id, "name": key.name, "scopes": sorted(key.scopes), "key": text})
    else:
        print_line(text)
        print_line(
            f"This is the key of {key.name} ({', '.join(sorted(key.scopes))}); it cannot be shown again.",
            to_stderr=True,
        )
    return 0
