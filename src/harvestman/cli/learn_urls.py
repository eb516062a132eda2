"""`harvestman learn urls DIR`: train the classifier of addresses."""

from __future__ import annotations

from pathlib import Path

import click

from harvestman.cli.printing import json_option, print_json, print_line


@click.command("urls")
@click.argument("data", type=click.Path(file_okay=False, path_type=Path), metavar="DATA_DIR")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The model file to write; that of the package itself if not told.",
)
@json_option
def command(data: Path, out: Path | None, as_json: bool) -> int:
    """Train the classifier of addresses on a table with answers.

    DATA_DIR holds `urls` (train.tsv), `venues` (acronyms of series) and `kairos` (names). Takes about a minute on one core and
    gives the same bytes each time.
    """
    from harvestman.learn.urls import learn_urls

    made = learn_urls(data / "urls", target=out)
    if as_json:
        print_json(made)
    else:
        print_line(
            f"{made['features']} weights and {made['acronyms']} acronyms from {made['rows']} rows, "
            f"{made['bytes']} bytes: {made['file']}"
        )
    return 0
