"""`harvestman learn pages DATA_DIR`: train the learned page reader."""

from __future__ import annotations

from pathlib import Path

import click

from harvestman.cli.printing import json_option, print_json, print_line


@click.command("pages")
@click.argument(
    "data", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DATA_DIR"
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the folders `lexica` and `models` go; the package itself if not told.",
)
@click.option("--seed", default=14, show_default=True, help="Draws the made-up pages.")
@json_option
def command(data: Path, out: Path | None, seed: int, as_json: bool) -> int:
    """Train the learned page reader on folders of pages with gold papers.

    DATA_DIR holds `confpages` and `kairos`; only pages of the split `train` are used. Takes some minutes on one core.
    """
    from harvestman.learn.pages import FOLDER, learn

    learn(data, out=out or FOLDER, seed=seed, say=lambda line: print_line(line, to_stderr=True))
    if as_json:
        print_json({"models": str((out or FOLDER) / "models"), "seed": seed})
    return 0
