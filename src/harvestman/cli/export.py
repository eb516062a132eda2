"""`harvestman export`: write papers in the formats of other programs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_piece
from harvestman.cli.selecting import selecting_options


@click.command("export")
@selecting_options
@click.option(
    "--format",
    "format_name",
    metavar="FORMAT",
    help="bibtex, csl-json, ris, jsonl, dblp-xml, bht, or a plug-in's name.",
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
    not at all. dblp-xml and bht are what dblp's editors take: the records of volumes with proposed keys, and tables of contents. --json is short for --format jsonl. Exit code 1 when no paper was selected.
    """
    from harvestman.formats import format_of_file, get_exporter
    from harvestman.model import UsageError

    if not format_name and not as_json:
        format_name = format_of_file(output) if output else ""
    if not format_name and not as_json:
        raise UsageError("which format? Say --format bibtex, csl-json, ris, jsonl, dblp-xml or bht")
    exporter = get_exporter(format_name or "jsonl", proceedings=proceedings)
    with context.open(writable=False) as harvestman:
        counted = _Counted(harvestman.papers_for(exporter, **selection))
        if output:
            from harvestman.whole_file import write_whole

            write_whole(Path(output), (piece.encode() for piece in exporter.write(counted)))
        else:
            for piece in exporter.write(counted):
                print_piece(piece)
    return 0 if counted.number else 1


class _Counted:
    """Papers passing by, counted."""

    def __init__(self, papers: Iterable[Any]) -> None:
        self.papers = papers
        self.number = 0

    def __iter__(self) -> Any:
        for paper in self.papers:
            self.number += 1
            yield paper
