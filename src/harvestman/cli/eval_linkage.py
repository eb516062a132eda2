"""`harvestman eval linkage DIR`: judge the merging of papers on real records with made-up variants."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.printing import json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.learn.linkage_eval import Pair


@click.command("linkage")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--split", metavar="S", default="dev", show_default=True, help="Only that split.")
@click.option(
    "--misses", is_flag=True, help="Tell every wrong or doubtful pair, on standard error."
)
@json_option
def command(folder: Path, split: str, misses: bool, as_json: bool) -> int:
    """Judge the merging of papers on real records with made-up variants.

    DIR holds one or more of confpages/gold.jsonl, sites/entries.jsonl with sites/gold.jsonl, and refs/refs/ru_gold.jsonl. The
    variants (initials, transliteration, cut titles, misprints, …) and most of the look-alikes are made by the command itself; entries
    with their files, and papers of the same authors, are real.
    """
    from harvestman.learn.linkage_eval import judge_linkage

    missed: list[Pair] = []
    figures = judge_linkage(folder, split=split, misses=missed if misses else None)
    for miss in missed:
        print_line(f"{miss.kind}: {miss.wanted}, but {miss.found}", to_stderr=True)
        for paper in (miss.one, miss.other):
            names = "; ".join(paper.authors)
            print_line(f"    {paper.title} | {names} | {paper.year or ''}", to_stderr=True)
    if as_json:
        print_json(figures)
        return 0
    print_line(
        f"precision {figures['precision']:.4f}, recall {figures['recall']:.4f}, "
        f"left to a person {figures['left_to_review']:.4f}, {figures['records']} records"
    )
    for title, kinds in (("one paper", figures["by_kind"]), ("two", figures["different"])):
        print_table(
            (title, "pairs", "merged", "doubtful"),
            [(kind, n["pairs"], n["same"], n["doubtful"]) for kind, n in kinds.items()],
        )
    return 0
