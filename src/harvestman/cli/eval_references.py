"""`harvestman eval references FILE.jsonl`: judge the parsing of reference strings on a file with answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.printing import json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.learn.references_eval import Miss


@click.command("references")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.jsonl")
@click.option("--split", metavar="S", help="Only the strings of that split, such as dev.")
@click.option("--misses", is_flag=True, help="Tell every wrong answer, on standard error.")
@json_option
def command(file: Path, split: str | None, misses: bool, as_json: bool) -> int:
    """Judge the parsing of reference strings on a file with answers.

    FILE.jsonl, gzipped or not, has one object a string: raw, language, fields (authors, title, container, publisher, place,
    year or date, volume, issue, pages, doi, url) and, if known, split and not_labelled (fields that are not judged).
    """
    from harvestman.learn.references_eval import judge_references_file

    missed: list[Miss] = []
    figures = judge_references_file(file, split=split, misses=missed if misses else None)
    for miss in missed:
        print_line(
            f"{miss.field}: wanted {miss.wanted or 'nothing'}, read {miss.found or 'nothing'}: {miss.raw}",
            to_stderr=True,
        )
    if as_json:
        print_json(figures)
        return 0
    rows = [("all fields", figures["micro_f1"]), *figures["by_field"].items()]
    print_table(("field", "f1"), [(name, f"{f1:.4f}") for name, f1 in rows])
    print_table(
        ("language", "f1"), [(name, f"{f1:.4f}") for name, f1 in figures["by_language"].items()]
    )
    return 0
