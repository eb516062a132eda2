"""`harvestman eval lines FILE.jsonl`: judge which lines are taken for references, on lines with known answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.printing import json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.learn.lines import LabelledLine


@click.command("lines")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.jsonl")
@click.option("--split", metavar="S", help="Only the rows of that split, such as dev.")
@click.option("--misses", is_flag=True, help="Tell every wrong answer, on standard error.")
@json_option
def command(file: Path, split: str | None, misses: bool, as_json: bool) -> int:
    """Judge which lines are taken for references, on lines with answers.

    FILE.jsonl has one object a line: text, label (1 for a reference, else 0), and language, kind and how where they are known.
    """
    from harvestman.learn.lines import judge_lines_file

    def miss(line: LabelledLine, said: bool) -> None:
        told = "taken for a reference" if said else "not seen to be a reference"
        print_line(f"{told} ({line.language}, {line.kind}): {line.text}", to_stderr=True)

    figures = judge_lines_file(file, split=split, miss=miss if misses else None)
    if as_json:
        print_json(figures)
        return 0
    measures = ("precision", "recall", "f1")
    rows = [("all", *(figures[name] for name in measures))]
    rows += [
        (key, *(own[name] for name in measures)) for key, own in figures["by_language"].items()
    ]
    print_table(("language", *measures), rows)
    print_table(("kind of line", "right"), list(figures["by_kind"].items()))
    return 0
