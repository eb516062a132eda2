"""`harvestman eval sites DIR`: judge gathering on a folder of sites with answers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from harvestman.cli.printing import json_option, print_json, print_line, print_table


@click.command("sites")
@click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR"
)
@click.option("--split", metavar="S", help="Only that split; without it, all sites.")
@click.option(
    "--only", multiple=True, metavar="SITE", help="Only this site (several times: several sites)."
)
@click.option("--misses", is_flag=True, help="Tell every wrong answer, on standard error.")
@json_option
def command(
    folder: Path, split: str | None, only: tuple[str, ...], misses: bool, as_json: bool
) -> int:
    """Judge what is gathered from sites with answers.

    DIR holds sites.jsonl, gold.jsonl and a folder a site. Each site is gathered from its first page into a library of its own; nothing
    is fetched. Prints the figures over all, by language and by site, and the tables of the repository assistant's paper with its
    conventions (NA: nothing answered, E: nothing to be found) beside the published averages.
    """
    from harvestman.learn.sites_eval import judge_sites_folder

    def tell(place: str, name: str, gold: object, answer: object) -> None:
        if misses:
            print(f"{place} | {name} | {gold} | {answer}", file=sys.stderr)  # noqa: T201

    found: Any = judge_sites_folder(folder, split=split, only=only, miss=tell)
    if as_json:
        print_json(found)
        return 0
    heads = (
        "sites",
        "documents",
        "title",
        "authors",
        "affiliations",
        "e-mails",
        "contact",
        "category",
        "language",
        "no candidate",
    )
    rows = [_row("all", found)]
    rows += [_row(name, one) for name, one in found["by_language"].items()]
    rows += [_row(name, one) for name, one in found["by_site"].items()]
    print_table(heads, rows)
    print_line(f"{found['documents']['stray']} stray documents.")
    for name, methods in found["tables"].items():
        print_table(
            (name, "P", "R", "NA", "E", "published P", "published R"),
            [
                (
                    method,
                    _cell(one["precision"]),
                    _cell(one["recall"]),
                    one["NA"],
                    one["E"],
                    *map(_cell, one["published"] or (None, None)),
                )
                for method, one in methods.items()
            ],
        )
    return 0


def _row(name: str, one: Any) -> tuple[str, ...]:
    def both(field: str) -> str:
        return f"{one[field]['precision']:.3f}/{one[field]['recall']:.3f}"

    documents = one["documents"]
    return (
        name,
        f"{documents['found']}/{documents['all']}",
        f"{one['title']['f1']:.3f}",
        both("authors"),
        both("affiliations"),
        both("emails"),
        _cell(one["contact"]["coverage"]),
        _cell(one["category"]["merged"]),
        _cell(one["language"]["accuracy"]),
        f"{one['not_a_candidate']['f1']:.3f}",
    )


def _cell(value: float | None) -> str:
    return "NA" if value is None else f"{value:.3f}"
