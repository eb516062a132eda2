"""`harvestman eval dates DIR`: judge the reading of key dates and places on pages with known answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.printing import json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.learn.dates_eval import Miss


@click.command("dates")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--split", metavar="S", help="Only the pages of that split, such as dev.")
@click.option("--misses", is_flag=True, help="Tell every wrong answer, on standard error.")
@click.option(
    "--folds",
    type=click.IntRange(2, 20),
    metavar="N",
    help="Read every site without the words that only its fold of N has; all splits.",
)
@json_option
def command(folder: Path, split: str | None, misses: bool, folds: int | None, as_json: bool) -> int:
    """Judge the reading of key dates and places on pages with known answers.

    DIR has gold.jsonl, one object a page: file, language, kind, split, and start, end, submission, notification,
    camera_ready, city, country as the page states them, or null.
    """
    from harvestman.learn.dates_eval import FIELDS, judge_dates_folder
    from harvestman.learn.dates_folds import judge_dates_by_folds

    if folds and (split or misses):
        raise click.UsageError("--folds goes with neither --split nor --misses")
    missed: list[Miss] = []
    if folds:
        figures = judge_dates_by_folds(folder, folds=folds)
    else:
        figures = judge_dates_folder(folder, split=split, misses=missed if misses else None)
    for miss in missed:
        print_line(
            f"{miss.file}: {miss.field}: wanted {miss.wanted or 'nothing'}, read {miss.found or 'nothing'}",
            to_stderr=True,
        )
    if as_json:
        print_json(figures)
        return 0
    measures = ("precision", "recall", "f1")
    languages = list(figures["by_language"])
    print_table(
        ("field", *measures, *(f"f1 {language}" for language in languages)),
        [
            (
                name,
                *(f"{figures[name][m]:.4f}" for m in measures),
                *(f"{figures['by_language'][x][name]['f1']:.4f}" for x in languages),
            )
            for name in FIELDS
        ],
    )
    return 0
