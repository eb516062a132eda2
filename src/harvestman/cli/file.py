"""`harvestman file ID`: the file of a paper or document, as it was fetched or given."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import is_terminal, json_option, print_json, print_line
from harvestman.whole_file import write_whole

if TYPE_CHECKING:
    from harvestman.store import KeptDocument


@click.command("file")
@click.argument("which", metavar="ID")
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write it there instead of to standard output.",
)
@json_option
@click.pass_obj
def command(context: Context, which: str, out: Path | None, as_json: bool) -> int:
    """Write out the file of a paper or document.

    ID is that of a paper (shortened as long as it stays unique) or of a document. Of a paper with several files the first is
    written, and the others are named on standard error. With --json, one object for each of its files: id, name, kind, size and
    digest; the file itself is then written only where --out says.

    Exit code 1 when the paper has no file in the library.
    """
    from harvestman.model import UsageError

    with context.open(writable=False) as harvestman:
        documents = harvestman.documents(which)
        if not documents:
            print_line(
                "No file of it is held: `harvestman harvest --files` fetches what papers link to.",
                to_stderr=True,
            )
            return 1
        if as_json:
            for one in documents:
                print_json(_plain(one))
            if out is None:
                return 0
        elif out is None and is_terminal():
            raise UsageError("a terminal is no place for a file: say -o FILE, or send it on")
        data = harvestman.file(documents[0])
    if out is not None:
        write_whole(out, [data])
    else:
        sys.stdout.buffer.write(data)
    for other in documents[1:]:
        print_line(f"There is also {other.name}: `harvestman file {other.id}`.", to_stderr=True)
    return 0


def _plain(document: KeptDocument) -> dict[str, object]:
    return {
        "id": document.id,
        "name": document.name,
        "media_type": document.media_type,
        "size_bytes": document.size_bytes,
        "digest": document.digest,
    }
