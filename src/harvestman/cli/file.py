"""`harvestman file ID`: the file of a paper or document, as it was fetched or given."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import is_terminal, print_line

if TYPE_CHECKING:
    from harvestman.store import KeptDocument, Library


@click.command("file")
@click.argument("which", metavar="ID")
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write it there instead of to standard output.",
)
@click.pass_obj
def command(context: Context, which: str, out: Path | None) -> int:
    """Write out the file of a paper or document.

    ID is that of a paper (shortened as long as it stays unique) or of a document. Of a paper with several files the first is
    written, and the others are named on standard error.

    Exit code 1 when the paper has no file in the library.
    """
    from harvestman.model import UsageError

    with context.open_library(writable=False) as library:
        documents = _documents(library, which)
        if not documents:
            print_line(
                "No file of it is held: `harvestman harvest --files` fetches what papers link to.",
                to_stderr=True,
            )
            return 1
        if out is None and is_terminal():
            raise UsageError("a terminal is no place for a file: say -o FILE, or send it on")
        data = library.blobs.get(documents[0].digest)
    if out is not None:
        out.write_bytes(data)
    else:
        sys.stdout.buffer.write(data)
    for other in documents[1:]:
        print_line(f"There is also {other.name}: `harvestman file {other.id}`.", to_stderr=True)
    return 0


def _documents(library: Library, which: str) -> list[KeptDocument]:
    """The documents that are meant; UsageError when the id is that of nothing."""
    from harvestman.model import UsageError

    document = library.documents.get(which)
    if document is not None:
        return [document]
    paper = library.papers.get(which)
    if paper is None:
        raise UsageError(f"there is no paper or document {which!r}: `harvestman papers` lists ids")
    return library.documents.of_paper(paper.id)
