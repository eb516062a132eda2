"""`harvestman export`: write papers in the formats of other programs."""

from __future__ import annotations

from itertools import chain, islice
from pathlib import Path
from typing import Any

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_line, print_piece
from harvestman.cli.selecting import selecting_options


@click.command("export")
@selecting_options
@click.option(
    "--format",
    "format_name",
    metavar="FORMAT",
    help="bibtex, biblatex, csl-json, ris, jsonl, dublin-core, mods, dblp-xml, bht, or a plug-in's name.",
)
@click.option(
    "--output", "-o", type=click.Path(dir_okay=False), help="A file instead of standard output."
)
@click.option(
    "--proceedings",
    is_flag=True,
    help="In BibTeX: one entry for each event's proceedings, to which its papers refer (crossref).",
)
@json_option
@click.pass_obj
def command(
    context: Context,
    /,
    format_name: str | None,
    output: str | None,
    proceedings: bool,
    as_json: bool,
    **selection: Any,
) -> int:
    """Write papers as BibTeX, CSL-JSON, RIS or JSON Lines.

    The same words select papers as with `harvestman papers`; without any, all are written. Without --format, the ending of the file
    says it (.bib, .ris, .jsonl, .csl.json). A file is written whole or
    not at all, and left alone when no paper is selected. dblp-xml and bht are what dblp's editors take: the records of volumes with proposed keys, and tables of contents. --json is short for --format jsonl. Exit code 1 when no paper was selected.
    """
    from harvestman.formats import exporter_names, format_of_file, get_exporter
    from harvestman.model import UsageError

    if not format_name and not as_json:
        format_name = format_of_file(output) if output else ""
    if not format_name and not as_json:
        raise UsageError(f"which format? Say --format with one of {', '.join(exporter_names())}")
    exporter = get_exporter(format_name or "jsonl", proceedings=proceedings)
    with context.open(writable=False) as harvestman:
        papers = iter(harvestman.papers_for(exporter, **selection))
        first = list(islice(papers, 1))
        pieces = exporter.write(chain(first, papers))
        if not output:
            for piece in pieces:
                print_piece(piece)
        elif first:
            from harvestman.whole_file import write_whole

            write_whole(Path(output), (piece.encode() for piece in pieces))
    if not first:
        print_line(
            f"No such paper{f': {output} is left as it was' if output else ''}.", to_stderr=True
        )
    return 0 if first else 1
