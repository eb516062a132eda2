"""`harvestman eval publications DIR`: judge the recognition of publication lists on sites with answers."""

from __future__ import annotations

from pathlib import Path

import click

from harvestman.cli.printing import json_option, print_json, print_line, print_table


@click.command("publications")
@click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR"
)
@click.option("--split", metavar="S", help="Only the sites of that split.")
@click.option("--misses", is_flag=True, help="Tell every wrong page, on standard error.")
@json_option
def command(folder: Path, split: str | None, misses: bool, as_json: bool) -> int:
    """Judge the recognition of publication lists on sites with answers.

    DIR holds sites.jsonl, entries.jsonl and a folder for each site. Every page is asked whether it lists what a scholar or a
    group has published; entries and owners are judged on the pages that rightly were taken for such.
    """
    from harvestman.learn.publications_eval import judge_publications

    def tell(page: str, wrong: str) -> None:
        if misses:
            print_line(f"{page}: {wrong}", to_stderr=True)

    figures = judge_publications(folder, split=split, miss=tell)
    if as_json:
        print_json(figures)
        return 0
    rows = [("all", figures), *figures["by_language"].items(), *figures["by_site"].items()]
    measures = [
        (what, measure)
        for what in ("pages", "entries", "owners")
        for measure in ("precision", "recall")
    ]
    print_table(
        ("sites", *(f"{what} {measure}" for what, measure in measures)),
        [
            (name, *(f"{one[what][measure]:.3f}" for what, measure in measures))
            for name, one in rows
        ],
    )
    return 0
