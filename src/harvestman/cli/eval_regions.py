"""`harvestman eval regions DIR`: judge the labelling of regions on the corpus of the Kairos paper."""

from __future__ import annotations

from pathlib import Path

import click

from harvestman.cli.printing import json_option, print_json, print_line, print_table


@click.command("regions")
@click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR"
)
@click.option(
    "--ablation",
    is_flag=True,
    help="Also each class of features by itself: the paper's Table 4 beside ours.",
)
@json_option
def command(folder: Path, ablation: bool, as_json: bool) -> int:
    """Judge the labelling of regions on the corpus of the Kairos paper.

    DIR holds regions.jsonl. `seed_protocol` is the paper's own measure (title against author only, random folds), which is
    nearly without difficulty; `by_site` has all five labels on sites that were not trained on. Takes some minutes.
    """
    from harvestman.learn.regions import judge_regions

    figures = judge_regions(folder, ablation=ablation)
    if as_json:
        print_json(figures)
        return 0
    for name in ("seed_protocol", "by_site"):
        print_line(
            f"{name}: "
            + ", ".join(f"{k} {v}" for k, v in figures[name].items() if not isinstance(v, dict))
        )
    if ablation:
        print_table(
            ("classes", "accuracy", "f1", "published accuracy", "published f1"),
            [(classes, *row.values()) for classes, row in figures["ablation"].items()],
        )
    return 0
