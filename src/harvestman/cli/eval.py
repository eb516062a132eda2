"""`harvestman eval …`: judge what the rooms do on data with known answers."""

from __future__ import annotations

import click

from harvestman.cli.subverbs import SubverbGroup

SUBVERBS = {
    "urls": "Judge the classifier of addresses on a table with answers.",
    "titles": "Judge the parsing of proceedings titles on a table with answers.",
    "dates": "Judge the reading of key dates and places on pages with known answers.",
    "plan": "Judge the rankings on a folder with what really happened.",
    "harvests": "Judge whole harvests on a folder of sites with answers.",
    "pages": "Judge the reading of papers off pages on folders with answers.",
    "publications": "Judge the recognition of publication lists on sites with answers.",
    "documents": "Judge the reading of documents on a folder with answers.",
    "sites": "Judge what is gathered from sites with answers.",
    "find": "Judge the finding of papers on sites with questions and answers.",
    "duplicates": "Judge the recognition of near-duplicates on the documents of a folder.",
    "lines": "Judge which lines are taken for references, on lines with answers.",
    "homepages": "Judge the finding of scholars on sites with questions and answers.",
    "references": "Judge the parsing of reference strings on a file with answers.",
    "linkage": "Judge the merging of papers on real records with made-up variants.",
    "regions": "Judge the labelling of regions on the corpus of the Kairos paper.",
}


@click.group("eval", cls=SubverbGroup, subverbs=SUBVERBS)
def command() -> None:
    """Judge readers, parsers and rankings on data with known answers.

    The data is not part of the package; each judge says what a folder must hold.
    """
