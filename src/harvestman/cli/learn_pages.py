"""`harvestman learn pages DIR…`: train the learned page reader."""

from __future__ import annotations

from pathlib import Path

import click

from harvestman.cli.printing import json_option, print_json, print_line


@click.command("pages")
@click.argument(
    "folders",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR…",
)
@click.option(
    "--words",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Make the word lists anew of names.txt.gz, affiliation_words.txt.gz and title_words.txt.gz in DIR; else those of the package are used.",
)
@click.option(
    "--regions",
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="The folder with regions.jsonl, the hand-labelled regions of the Kairos paper.",
)
@click.option(
    "--references",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Reference strings (*.jsonl, *.jsonl.gz): titles and surnames in other languages for made-up pages.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the folders `lexica` and `models` go; the package itself if not told.",
)
@click.option(
    "--second-opinion",
    is_flag=True,
    help="Teach the models that are asked where the usual ones see no paper, and nothing else: give whole sites and --references.",
)
@click.option("--seed", default=14, show_default=True, help="Draws the made-up pages.")
@json_option
def command(
    folders: tuple[Path, ...],
    words: Path | None,
    regions: Path,
    references: Path | None,
    out: Path | None,
    second_opinion: bool,
    seed: int,
    as_json: bool,
) -> int:
    """Train the learned page reader on folders of pages with gold papers.

    Each DIR holds gold.jsonl and the pages that it names; only pages of the split `train` are used. Where it has sites.jsonl too, it holds
    whole sites: all are used. The models are the mean of several trainings with other made-up pages. How good such models are on sites
    that they have not seen: `harvestman eval pages DIR… --folds 4`. Takes some ten minutes on one core.
    """
    from harvestman.learn.pages import FOLDER, learn

    learn(
        folders,
        words=words,
        regions=regions,
        references=references,
        out=out or FOLDER,
        seed=seed,
        is_second=second_opinion,
        say=lambda line: print_line(line, to_stderr=True),
    )
    if as_json:
        print_json({"models": str((out or FOLDER) / "models"), "seed": seed})
    return 0
