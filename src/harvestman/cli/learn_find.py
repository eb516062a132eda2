"""`harvestman learn find DATA_DIR`: train the models by which papers, persons and their publications are found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from harvestman.cli.printing import json_option, print_json, print_line

PARTS = ("lines", "entries", "homepages", "threshold")


@click.command("find")
@click.argument("part", type=click.Choice(("all", *PARTS)))
@click.argument("data", type=click.Path(file_okay=False, path_type=Path), metavar="DATA_DIR")
@json_option
def command(part: str, data: Path, as_json: bool) -> int:
    """Train the models by which papers, persons and their publications are found.

    PART is lines (which lines are references), entries (which part of an entry is the title), homepages (whose page is it), threshold (from which score on a document is the
    paper that is looked for) or all.
    DATA_DIR holds `refs` and `sites`. Takes some minutes and gives the same bytes each time; the figures of folds by site are told.
    """
    for name in PARTS if part == "all" else (part,):
        made = _teacher(name)(data)
        if as_json:
            print_json({"model": name, **made})
        else:
            weights = f"{made['features']} weights, " if "features" in made else ""
            threshold = f"threshold {made['threshold']}, " if "threshold" in made else ""
            print_line(f"{name}: {weights}{threshold}{made['bytes']} bytes: {made['file']}")
    return 0


def _teacher(name: str) -> Callable[[Path], dict[str, Any]]:
    from harvestman.learn.entries import learn_entries
    from harvestman.learn.find_threshold import learn_threshold
    from harvestman.learn.homepages import learn_homepages
    from harvestman.learn.lines import learn_lines

    teachers = {
        "lines": learn_lines,
        "entries": learn_entries,
        "homepages": learn_homepages,
        "threshold": learn_threshold,
    }
    return teachers[name]
