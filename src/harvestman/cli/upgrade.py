"""`harvestman upgrade`: a library of an older Harvestman, brought up to date when nobody is in the way."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import clean, json_option, print_json


@click.command("upgrade")
@click.option("--check", is_flag=True, help="Only look; exit code 1 when it is older.")
@click.option("--copy", metavar="FILE", help="Copy the SQLite file there first, in any case.")
@json_option
@click.pass_obj
def command(context: Context, check: bool, copy: str | None, as_json: bool) -> int:
    """Bring a library of an older Harvestman up to date.

    All steps are one transaction: killed, the library is as it was. Every verb that
    writes does the same when it opens an older library; this one lets you choose the
    moment. It also counts anew what `harvestman status` tells, should `doctor` say that
    a number is wrong.
    """
    with context.open() as harvestman:
        told = harvestman.upgrade(check=check, copy=copy)
    is_done = told.is_current or not check
    if copy and not check and not as_json:
        click.echo(f"A copy is in {clean(copy)}.")
    if as_json:
        print_json({"found": told.found, "newest": told.newest, "current": is_done})
    elif told.is_current:
        click.echo(f"The library is up to date (version {told.found}).")
    elif check:
        click.echo(
            f"The library has version {told.found}; `harvestman upgrade` makes it {told.newest}."
        )
    else:
        click.echo(f"Upgraded from version {told.found} to {told.newest}.")
    return 0 if is_done else 1
