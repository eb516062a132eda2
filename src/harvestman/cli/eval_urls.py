"""`harvestman eval urls FILE.tsv`: judge the classifier of addresses on addresses with known answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from harvestman.cli.printing import json_option, print_json, print_line, print_table


@click.command("urls")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.tsv")
@click.option(
    "--cv",
    type=int,
    metavar="N",
    help="Train anew N times, each time without a part of the file: by rows and by registered domain.",
)
@json_option
def command(file: Path, cv: int | None, as_json: bool) -> int:
    """Judge the classifier of addresses on a table with answers.

    FILE.tsv has the columns url and label (1: a conference's own site), and source and kind where they are known. With --cv
    the folders `venues` and `kairos` are needed beside that of the file, as for training.
    """
    from harvestman.learn.urls import evaluate_urls

    figures = evaluate_urls(file, cv=cv)
    if as_json:
        print_json(figures)
    elif cv is None:
        _print(figures)
    else:
        for by in ("by_rows", "by_domain"):
            print_line(f"{cv} folds {by.replace('_', ' ')}")
            _print(figures[by])
    return 0


def _print(figures: dict[str, Any]) -> None:
    measures = ("urls", "accuracy", "precision", "recall", "f1")
    print_table(measures, [tuple(figures[m] for m in measures)])
    counts = figures["confusion"]
    print_table(
        ("", "said conference", "said other"),
        [("conference", counts["tp"], counts["fn"]), ("other", counts["fp"], counts["tn"])],
    )
    for by in ("kind", "source"):
        print_table((by, "right"), list(figures[f"by_{by}"].items()), wide=(by,))
