"""`harvestman gather export`: candidates for a spreadsheet, a bibliography or a repository."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from harvestman.cli.context import Context
from harvestman.cli.gather_choosing import choosing_options, told_hidden
from harvestman.cli.printing import counted, json_option, print_json, print_line, print_piece
from harvestman.whole_file import write_whole

_PIECE = 1 << 20


@click.command("export")
@click.option(
    "--format",
    "form",
    type=click.Choice(["csv", "jsonl", "bibtex", "dublin-core", "dspace"]),
    show_default="csv",
    help="`dspace` is the Simple Archive Format: a zip with the files, for `dspace import`.",
)
@choosing_options("accepted ones")
@click.option(
    "--collection",
    "collections",
    multiple=True,
    metavar="HANDLE",
    help="For dspace: the collections that take them, such as 123456789/2.",
)
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where to; standard output if left out (a file must be named for dspace).",
)
@json_option
@click.pass_obj
def command(
    context: Context,
    form: str | None,
    site: str | None,
    states: tuple[str, ...],
    show_all: bool,
    collections: tuple[str, ...],
    output: Path | None,
    as_json: bool,
) -> int:
    """Write candidates as CSV, JSON Lines, BibTeX, Dublin Core or for DSpace.

    --json is short for --format jsonl; with --output the file and how many are in it are told as JSON.

    Exit code 0 when there were some, 1 when there were none; a file is then left as it was.
    """
    from harvestman.model import UsageError

    if as_json and output is None and form not in (None, "jsonl"):
        raise UsageError(f"--json and --format {form}? Name a file for {form} with --output")
    form = form or ("jsonl" if as_json else "csv")
    with context.open(writable=False) as harvestman:
        candidates = harvestman.candidates
        states = states or ("accepted",)
        found = candidates.find(site=site, states=states, with_hidden=show_all)
        hidden = len(candidates.find(site=site, states=states, with_hidden=True)) - len(found)
        if form == "dspace" and output is None:
            raise UsageError("an archive needs a place: name a file with --output")
        if output is None:
            for piece in candidates.export_pieces(found, form):
                print_piece(piece)
        elif found and form == "dspace":
            with tempfile.TemporaryFile() as archive:
                candidates.export_dspace(found, archive, collections=collections)
                archive.seek(0)
                write_whole(output, iter(lambda: archive.read(_PIECE), b""))
        elif found:
            write_whole(output, (piece.encode() for piece in candidates.export_pieces(found, form)))
    if output is not None and as_json:
        print_json({"file": str(output) if found else None, "candidates": len(found)})
    elif output is not None and found:
        print_line(f"{output}: {counted(len(found), 'candidate')}{told_hidden(hidden)}.")
    if not found:
        _tell_none(states, hidden, output)
    return 0 if found else 1


def _tell_none(states: Sequence[str], hidden: int, output: Path | None) -> None:
    """Say why there is nothing, to whoever has not reviewed yet."""
    left = f" {output} is left as it was." if output else ""
    told = f"No candidate is {' or '.join(states)}{told_hidden(hidden)}.{left} `harvestman gather review` decides; --state new writes what waits for it."
    print_line(told, to_stderr=True)
