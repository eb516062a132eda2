"""`harvestman eval pages DIR`: judge the reading of papers off pages on a folder with answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from harvestman.cli.printing import json_option, print_json, print_line, print_table

Miss = Callable[[str, str, str, str], None]


@click.command("pages")
@click.argument(
    "folders",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR…",
)
@click.option(
    "--split",
    metavar="S",
    help="Only the pages of that split; without it, all but those for training.",
)
@click.option(
    "--folds",
    type=click.IntRange(2, 10),
    metavar="N",
    help="Teach the models anew, N times without a part of the sites of all DIRs, and judge each site as read without it.",
)
@click.option(
    "--references",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="With --folds: reference strings, as `harvestman learn pages` takes them.",
)
@click.option("--misses", is_flag=True, help="Tell every wrong answer, on standard error.")
@json_option
def command(
    folders: tuple[Path, ...],
    split: str | None,
    folds: int | None,
    references: Path | None,
    misses: bool,
    as_json: bool,
) -> int:
    """Judge the reading of papers off pages on folders with answers.

    DIR holds gold.jsonl and the pages that it names. Figures are means over sites; authors are judged end to end, so those of
    a missed paper are missed. Where DIR has sites.jsonl too, it holds whole sites: every page of each is read by itself, and figures
    are over all papers that the pages list. With --folds all splits are used; teaching takes some minutes.
    """
    from harvestman.learn.pages_folds import judge_by_folds

    told = _tell if misses else None
    if folds is not None:
        if split is not None:
            raise click.UsageError("--folds judges all splits; leave out --split")
        found = judge_by_folds(
            folders,
            folds=folds,
            references=references,
            miss=told,
            say=lambda line: print_line(line, to_stderr=True),
        )
    else:
        found = {folder.name: _judge(folder, split, told) for folder in folders}
    if as_json:
        print_json(found if folds or len(folders) > 1 else found[folders[0].name])
        return 0
    for name, figures in found.items():
        if len(found) > 1:
            print_line(f"{name}:")
        _print_sites(figures) if "doi" in figures else _print_pages(figures)
    return 0


def _judge(folder: Path, split: str | None, told: Miss | None) -> dict[str, Any]:
    from harvestman.learn.pages_eval import judge_pages
    from harvestman.learn.pages_sites_eval import judge_sites

    if (folder / "sites.jsonl").exists():
        return judge_sites(folder, miss=told)
    return judge_pages(folder, split=split, miss=told)


def _tell(file: str, what: str, wanted: str, read: str) -> None:
    print_line(
        f"{file}: {what}: wanted {wanted or 'nothing'}, read {read or 'nothing'}", to_stderr=True
    )


def _print_pages(figures: dict[str, Any]) -> None:
    names = ("precision", "recall", "f1")
    parts = [("", figures), *figures.get("by_split", {}).items()]
    print_table(
        ("field", *names),
        [
            (f"{field} ({part})" if part else field, *(f"{one[field][n]:.4f}" for n in names))
            for part, one in parts
            for field in ("title", "authors")
        ],
    )
    print_line(f"right links to papers: {figures['pdf']['accuracy']}")
    print_line(f"false papers per page without papers: {figures['false_papers_per_negative_page']}")
    print_table(
        ("site", "title", "authors"),
        [(site, one["title"], one["authors"]) for site, one in figures["by_site"].items()],
    )


def _print_sites(figures: dict[str, Any]) -> None:
    print_table(
        ("site", "title P", "title R", "all authors", "pdf", "doi", "affiliations P", "false"),
        [_row(site, one) for site, one in (*figures["by_site"].items(), ("all papers", figures))],
    )
    means = ", ".join(f"{name} {value}" for name, value in figures["macro"].items())
    print_line(f"means over sites: {means}")


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
