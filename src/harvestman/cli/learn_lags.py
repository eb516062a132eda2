"""`harvestman learn lags FILE`: the table of time lags that the watch and its simulation use."""

from __future__ import annotations

from pathlib import Path

import click

from harvestman.cli.printing import json_option, print_json, print_line


@click.command("lags")
@click.argument("data", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.tsv")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The table to write; that of the package itself if not told.",
)
@json_option
def command(data: Path, out: Path | None, as_json: bool) -> int:
    """Make the table of time lags that the watch uses, from real ones.

    FILE.tsv has the columns kind, months and resolution (day or month). Only quantiles are written; the same data gives the same
    bytes.
    """
    from harvestman.learn.lags import learn_lags

    counts = learn_lags(data, target=out)
    if as_json:
        print_json(counts)
    else:
        for kind, count in sorted(counts.items()):
            print_line(f"{kind}: {count} lags")
    return 0
