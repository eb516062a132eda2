"""`harvestman learn …`: train the models that the rooms ship."""

from __future__ import annotations

import click

from harvestman.cli.subverbs import SubverbGroup

SUBVERBS = {
    "lags": "Make the table of time lags that the watch uses, from real ones.",
    "pages": "Train the learned page reader on folders of pages with gold papers.",
    "urls": "Train the classifier of addresses on a table with answers.",
    "find": "Train the models by which persons and their publications are found.",
    "words": "Make the lists of words by which a misprint is told from another word.",
    "documents": "Train the models that read documents: header, references, structure, kinds.",
}


@click.group("learn", cls=SubverbGroup, subverbs=SUBVERBS)
def command() -> None:
    """Train the models that the rooms ship, from data with known answers.

    The data is not part of the package. Training is the same each time: the seed is fixed.
    """
