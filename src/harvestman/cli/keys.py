"""`harvestman keys …`: who may use the service."""

from __future__ import annotations

import click

from harvestman.cli.subverbs import SubverbGroup

SUBVERBS = {
    "add": "Make a key; it is shown once.",
    "list": "List the keys: names, scopes, when they were last used.",
    "revoke": "Make a key worthless.",
}


@click.group("keys", cls=SubverbGroup, subverbs=SUBVERBS)
def command() -> None:
    """Make, list and revoke the keys of those who may use the service.

    Scopes: read (look and download), write (send, start and remove; includes read), admin (all of it, also with what others sent).
    """
