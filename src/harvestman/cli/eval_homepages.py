"""`harvestman eval homepages DIR`: judge the finding of scholars on a folder of sites with questions and answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from harvestman.cli.printing import json_option, print_json, print_line, print_table


@click.command("homepages")
@click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR"
)
@click.option("--split", metavar="S", help="Only that split; without it, all questions.")
@click.option("--misses", is_flag=True, help="Tell every wrong answer, on standard error.")
@json_option
def command(folder: Path, split: str | None, misses: bool, as_json: bool) -> int:
    """Judge the finding of scholars on sites with questions and answers.

    DIR holds sites.jsonl, questions.jsonl, entries.jsonl and a folder a site. The sites are served on this machine with a search engine over
    them; every person is asked for. Prints precision, recall and F1 of homepages, publications pages and the titles of entries, and how
    many entries are paired with their file, beside the published precision of the paper finder.
    """
    from harvestman.learn.homepages_eval import judge_homepages_folder

    def tell(name: str, what: str, about: str, gold: object, answer: object) -> None:
        if misses:
            print_line(f"{name} | {what} | {about} | {gold} | {answer}", to_stderr=True)

    found: Any = judge_homepages_folder(folder, split=split, miss=tell)
    if as_json:
        print_json(found)
        return 0
    rows = [_row(name, found[name]) for name in ("homepages", "publications_pages", "publications")]
    for group in ("by_language", "by_why"):
        rows += [_row(f"homepages, {name}", one) for name, one in found[group].items()]
    rows += [
        (f"{name}, published", f"{precision:.3f}", "", "")
        for name, precision in found["published"].items()
    ]
    print_table(("what", "precision", "recall", "f1"), rows)
    pairing = found["pairing"]
    if pairing["of"]:
        print_line(f"{pairing['accuracy']:.3f} of {pairing['of']} entries have the right file.")
    print_line(f"{found['requests']} requests a question.")
    return 0


def _row(name: str, one: Any) -> tuple[str, ...]:
    return (name, *(f"{one[key]:.3f}" for key in ("precision", "recall", "f1")))
