"""`harvestman eval titles FILE.tsv`: judge the parsing of proceedings titles on a table with answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.printing import json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.learn.titles import Miss


@click.command("titles")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.tsv")
@click.option("--split", metavar="S", help="Only the rows of that split, such as dev.")
@click.option("--misses", is_flag=True, help="Tell every wrong answer, on standard error.")
@json_option
def command(file: Path, split: str | None, misses: bool, as_json: bool) -> int:
    """Judge the parsing of proceedings titles on a table with answers.

    FILE.tsv has the columns title, start_month, start_year, country, city, and kind, split and country_named if known.
    all_four is the share of the dated titles of which everything was read right.
    """
    from harvestman.learn.titles import FIELDS, judge_titles_file

    missed: list[Miss] = []
    figures = judge_titles_file(file, split=split, misses=missed if misses else None)
    for miss in missed:
        wanted = "|".join(miss.wanted) or "nothing"
        print_line(
            f"{miss.field}: wanted {wanted}, read {miss.found or 'nothing'}: {miss.title}",
            to_stderr=True,
        )
    if as_json:
        print_json(figures)
        return 0
    measures = ("precision", "recall", "f1")
    print_table(
        ("field", *measures),
        [(name, *(f"{figures[name][m]:.4f}" for m in measures)) for name in FIELDS],
    )
    if figures["all_four"] is not None:
        print_line(f"all four right in {figures['all_four']:.2%} of the dated titles")
    return 0
