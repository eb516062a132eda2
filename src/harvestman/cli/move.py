"""`harvestman move`: from one machine's file to a server that many machines share."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json
from harvestman.cli.progress import progress_bar


@click.command("move")
@click.option(
    "--to",
    metavar="URL",
    required=True,
    help="An empty database: postgresql://user:password@host/name",
)
@click.option(
    "--blobs",
    metavar="PLACE",
    help="Copy the blobs to this folder or s3://bucket/prefix. Without it they stay where they are.",
)
@click.option(
    "--again", is_flag=True, help="Begin anew instead of going on with a move that was not ended."
)
@json_option
@click.pass_obj
def command(context: Context, to: str, blobs: str | None, again: bool, as_json: bool) -> int:
    """Move the library from its SQLite file to PostgreSQL, with its blobs.

    Everything is copied and then compared, row by row and by the digest of every
    blob; the file stays as it is. Killed, the same command goes on. Stop everything
    that writes to the library first.

    Exit code 1 when blobs were damaged before and had to stay behind.
    """
    with (
        context.open(writable=False) as harvestman,
        progress_bar("looking at both …") as show,
    ):
        moved = harvestman.move(to, blobs=blobs, again=again, progress=show)
        place = blobs or str(harvestman.library.blobs)
    if as_json:
        print_json(
            {
                "tables": moved.tables,
                "rows": moved.rows,
                "blobs": moved.blobs,
                "damaged": moved.damaged,
            }
        )
    else:
        copied = f", {moved.blobs:,} blobs" if blobs else ""
        click.echo(
            f"{moved.rows:,} rows of {len(moved.tables)} tables{copied}: all there, all equal."
        )
        click.echo("Use it from now on: write into harvestman.toml")
        click.echo(f'  db = "{_without_password(to)}"\n  blobs = "{place}"')
        if "@" in to:
            click.echo("  (the password belongs into HARVESTMAN_DB or ~/.pgpass)")
    for digest in moved.damaged:
        click.echo(f"harvestman: blob {digest} is damaged or lost and stays behind", err=True)
    return 1 if moved.damaged else 0


def _without_password(url: str) -> str:
    from urllib.parse import urlsplit

    parts = urlsplit(url)
    password = parts.password
    return url.replace(f":{password}@", "@", 1) if password else url
