"""`harvestman import FILE…`: papers from files of reference managers and catalogues come into the library."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.merging import comparing, tell_found
from harvestman.cli.printing import json_option, print_json, print_line

if TYPE_CHECKING:
    from harvestman.formats import FaultyEntry, FileEntry

_FORMATS = ("bibtex", "csl-json", "jsonl", "ris")


@click.command("import")
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE…",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path),
)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(_FORMATS),
    help="The files' format, where their names do not end in .bib, .json, .jsonl or .ris.",
)
@click.option("--dry-run", is_flag=True, help="Read the files and keep nothing.")
@json_option
@click.pass_obj
def command(
    context: Context,
    files: tuple[Path, ...],
    format_name: str | None,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Take papers from BibTeX, RIS, CSL-JSON or JSON Lines files into the library.

    Each entry is kept as what this file says of a paper: `harvestman show` names the file and the entry. A paper that the library
    knows already, from a page, a document or another file, is joined with it. Importing a file again changes nothing; an
    entry that was corrected since takes the place of what it said before, and one that was deleted stays in the library. An
    entry that cannot be read costs one line on standard error, and the rest is kept. `-` is standard input. With --json, one
    object for each entry, then one for all.

    Exit code 1 when an entry could not be read or there was none.
    """
    from harvestman.formats import FaultyEntry

    given = [("standard input", sys.stdin.buffer.read()) if str(f) == "-" else f for f in files]

    def watch(name: str, entry: FileEntry | FaultyEntry) -> None:
        if as_json:
            print_json(_plain(name, entry))
        elif isinstance(entry, FaultyEntry):
            print_line(f"{name}, {entry.place}: {entry.why}", to_stderr=True)

    with context.open() as harvestman, comparing() as progress:
        done = harvestman.import_papers(
            *given, format=format_name, dry_run=dry_run, watcher=watch, progress=progress
        )
        held = None if done.merges is None else harvestman.library.papers.count()
    if dry_run:
        print_line(f"{done.entries} entries read; nothing is kept.", to_stderr=as_json)
    elif done.merges is not None:
        print_line(
            f"{done.entries} entries read, {done.changed} say something new: {done.new_papers} new papers. "
            f"The library has {held} papers.",
            to_stderr=as_json,
        )
        tell_found(done.merges, to_stderr=as_json)
    if as_json:
        print_json(
            {
                "entries": done.entries,
                "faulty": done.faulty,
                "changed": done.changed,
                "new_papers": done.new_papers,
            }
        )
    elif done.faulty:
        print_line(f"{done.faulty} entries could not be read.", to_stderr=True)
    elif not done.entries:
        print_line(f"No entry was found in {', '.join(map(str, files))}.", to_stderr=True)
    return 0 if done.entries and not done.faulty else 1


def _plain(name: str, entry: FileEntry | FaultyEntry) -> dict[str, object]:
    from harvestman.formats import FileEntry

    told: dict[str, object] = {"file": name, "place": entry.place}
    if isinstance(entry, FileEntry):
        paper = entry.paper
        authors = [author.name for author in paper.authors]
        return told | {
            "entry": entry.name,
            "title": paper.title,
            "authors": authors,
            "year": paper.year,
        }
    return told | {"fault": entry.why}
