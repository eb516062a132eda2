"""`harvestman keys revoke`: an end to a key."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line


@click.command("revoke")
@click.argument("key_id", metavar="ID")
@json_option
@click.pass_obj
def command(context: Context, key_id: str, as_json: bool) -> int:
    """Make a key worthless.

    ID is the one that `harvestman keys list` shows. A running service notices within seconds. Exit code 1 when no such key still worked.
    """
    with context.open() as harvestman:
        is_revoked = harvestman.library.api_keys.revoke(key_id)
    if as_json:
        print_json({"id": key_id, "revoked": is_revoked})
    elif is_revoked:
        print_line(f"The key {key_id} is revoked.")
    else:
        print_line(f"There is no key {key_id} that still works.", to_stderr=True)
    return 0 if is_revoked else 1
