"""`harvestman eval pages DIR`: judge the reading of papers off pages on a folder with answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from harvestman.cli.printing import json_option, print_json, print_line, print_table


@click.command("pages")
@click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR"
)
@click.option(
    "--split",
    metavar="S",
    help="Only the pages of that split; without it, all but those for training.",
)
@click.option("--misses", is_flag=True, help="Tell every wrong answer, on standard error.")
@json_option
def command(folder: Path, split: str | None, misses: bool, as_json: bool) -> int:
    """Judge the reading of papers off pages on a folder with answers.

    DIR holds gold.jsonl and the pages that it names. Figures are means over sites; authors are judged end to end, so those of
    a missed paper are missed. Where DIR has sites.jsonl too, it holds whole sites: every page of each is read by itself, and figures
    are over all papers that the pages list.
    """
    from harvestman.learn.pages_eval import judge_pages
    from harvestman.learn.pages_sites_eval import judge_sites

    def tell(file: str, what: str, wanted: str, read: str) -> None:
        print_line(
            f"{file}: {what}: wanted {wanted or 'nothing'}, read {read or 'nothing'}",
            to_stderr=True,
        )

    if (folder / "sites.jsonl").exists():
        return _print_sites(judge_sites(folder, miss=tell if misses else None), as_json=as_json)
    figures = judge_pages(folder, split=split, miss=tell if misses else None)
    if as_json:
        print_json(figures)
        return 0
    names = ("precision", "recall", "f1")
    print_table(
        ("field", *names),
        [(f, *(f"{figures[f][n]:.4f}" for n in names)) for f in ("title", "authors")],
    )
    print_line(f"right links to papers: {figures['pdf']['accuracy']}")
    print_line(f"false papers per page without papers: {figures['false_papers_per_negative_page']}")
    print_table(
        ("site", "title", "authors"),
        [(site, one["title"], one["authors"]) for site, one in figures["by_site"].items()],
    )
    return 0


def _print_sites(figures: dict[str, Any], *, as_json: bool) -> int:
    if as_json:
        print_json(figures)
        return 0
    print_table(
        ("site", "title P", "title R", "all authors", "pdf", "doi", "affiliations P", "false"),
        [_row(site, one) for site, one in (*figures["by_site"].items(), ("all papers", figures))],
    )
    means = ", ".join(f"{name} {value}" for name, value in figures["macro"].items())
    print_line(f"means over sites: {means}")
    return 0


def _row(site: str, one: dict[str, Any]) -> tuple[str, ...]:
    values = (
        one["title"]["precision"],
        one["title"]["recall"],
        one["authors"]["all_right"],
        one["pdf"]["accuracy"],
        one["doi"]["accuracy"],
        one["affiliations"]["precision"],
    )
    shown = ("-" if value is None else f"{value:.4f}" for value in values)
    return (site, *shown, str(one["false_papers"]))
