"""`harvestman eval find DIR`: judge the finding of papers on a folder of sites with questions and answers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from harvestman.cli.printing import json_option, print_json, print_line, print_table


@click.command("find")
@click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR"
)
@click.option("--split", metavar="S", help="Only that split; without it, all questions.")
@click.option("--html-only", is_flag=True, help="The search engine knows pages only, no files.")
@click.option("--misses", is_flag=True, help="Tell every wrong answer, on standard error.")
@json_option
def command(folder: Path, split: str | None, html_only: bool, misses: bool, as_json: bool) -> int:
    """Judge the finding of papers on sites with questions and answers.

    DIR holds sites.jsonl, questions.jsonl and a folder a site. The sites are served on this machine with a search engine over them; every
    question is asked. Prints precision, accuracy and recall by the formulas of the paper finder, beside its published ones, by language and by kind of question.
    """
    from harvestman.learn.find_eval import judge_find_folder

    def tell(name: str, outcome: str, title: str, gold: object, answer: object) -> None:
        if misses:
            print(f"{name} | {outcome} | {title} | {gold} | {answer}", file=sys.stderr)  # noqa: T201

    found: Any = judge_find_folder(folder, split=split, html_only=html_only, miss=tell)
    if as_json:
        print_json(found)
        return 0
    rows = [_row("all", found)]
    for group in ("by_language", "by_variant", "by_why"):
        rows += [_row(name, one) for name, one in found[group].items()]
    published = found["published"]
    rows.append(
        ("published (939 articles)", *(f"{published[k]:.3f}" for k in _FIGURES), "", "", "", "")
    )
    print_table(("questions", "precision", "accuracy", "recall", "A", "B", "C", "D"), rows)
    print_line(f"{found['requests']} requests a question.")
    return 0


_FIGURES = ("precision", "accuracy", "recall")


def _row(name: str, one: Any) -> tuple[object, ...]:
    return (name, *(f"{one[key]:.3f}" for key in _FIGURES), *(one[key] for key in "ABCD"))
