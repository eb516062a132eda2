"""`harvestman eval plan DIR`: judge the rankings on a folder with what really happened."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from harvestman.cli.printing import json_option, print_json, print_line, print_table


@click.command("plan")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@json_option
def command(folder: Path, as_json: bool) -> int:
    """Judge the rankings on a folder with what really happened.

    DIR holds any of sh2-monitoring (published scores, recomputed), dblp-2023 (did the series meet that year?) and
    acl-anthology (did its proceedings come in, month by month?). For each year the model is taught on what was known before.

    Exit code 1 when a published score is not met.
    """
    from harvestman.learn.plan import judge_plan

    answer: dict[str, Any] = judge_plan(folder)
    oracle = answer.get("oracle")
    if as_json:
        print_json(answer)
    else:
        if oracle:
            print_line(f"oracle: {oracle['rows']} rows, {oracle['mismatches']} mismatches")
        for layer in ("real", "entered"):
            if layer in answer:
                _print_layer(layer, answer[layer]["mean"])
    return 1 if oracle and oracle["mismatches"] else 0


def _print_layer(layer: str, mean: Mapping[str, Mapping[str, float]]) -> None:
    measures = list(next(iter(mean.values())))
    print_line()
    print_table(
        ("ranking", *measures),
        [(name, *(f"{values[m]:.3f}" for m in measures)) for name, values in mean.items()],
        title=f"{layer}, mean over the years",
    )
