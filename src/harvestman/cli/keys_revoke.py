"""`harvestman keys revoke`: an end to a key."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import print_line


@click.command("revoke")
@click.argument("key_id", metavar="ID")
@click.pass_obj
def command(context: Context, key_id: str) -> int:
    """Make a key worthless.

    ID is the one that `harvestman keys list` shows. A running service notices within seconds. Exit code 1 when no such key still worked.
    """
    with context.open_library(writable=True) as library:
        if library.api_keys.revoke(key_id):
            print_line(f"The key {key_id} is revoked.")
            return 0
    print_line(f"There is no key {key_id} that still works.", to_stderr=True)
    return 1
