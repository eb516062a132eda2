"""`harvestman eval duplicates DIR`: judge the recognition of near-duplicates on the documents of a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.learn.duplicates_eval import Miss


@click.command("duplicates")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--split", metavar="S", help="Only that split; without it, dev where the gold has one."
)
@click.option("--misses", is_flag=True, help="Tell every wrong answer, on standard error.")
@click.option(
    "--workers", type=click.IntRange(1, 256), help="Documents read at once (setting: engine)."
)
@json_option
@click.pass_obj
def command(
    context: Context,
    folder: Path,
    split: str | None,
    misses: bool,
    workers: int | None,
    as_json: bool,
) -> int:
    """Judge the recognition of near-duplicates on the documents of a folder.

    DIR has gold.jsonl, one object a document: file, title, authors (to know which two are one work). The variants are made
    by this command: set anew, cut, with a cover page, another version, misread letters; and so are the documents that look
    alike but are not: same authors, same template, problem sheets, exams that differ in their formulas only.
    """
    from harvestman.learn.duplicates_eval import judge_duplicates_folder

    def read(paths: Sequence[Path]) -> Iterator[str]:
        with context.open() as harvestman:
            for extraction in harvestman.extract_each(paths, parts=("text",), workers=workers):
                yield extraction.text

    missed: list[Miss] = []
    figures = judge_duplicates_folder(
        folder, read=read, split=split, misses=missed if misses else None
    )
    for miss in missed:
        found = f"took it for {miss.found} ({miss.match})" if miss.match else "found nothing"
        print_line(f"{miss.kind}: {miss.file}: {found}", to_stderr=True)
    if as_json:
        print_json(figures)
        return 0
    rows = [
        (
            kind,
            one["asked"],
            one["found"],
            one["right"],
            _shown(one["precision"]),
            _shown(one["recall"]),
        )
        for kind, one in figures["by_kind"].items()
    ]
    print_table(("kind", "asked", "found", "right", "precision", "recall"), rows)
    print_line(
        f"precision {_shown(figures['precision'])}, recall {_shown(figures['recall'])} on {figures['documents']} documents"
        f" ({figures['too_short']} more have too little text)"
    )
    return 0


def _shown(figure: float | None) -> str:
    return "" if figure is None else f"{figure:.4f}"
