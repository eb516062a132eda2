"""`harvestman merges …`: which papers were made one, which may be, and what a person says of them."""

from __future__ import annotations

import click

from harvestman.cli.subverbs import SubverbGroup

SUBVERBS = {
    "find": "Compare papers that changed; merge what is surely one, note what may be.",
    "list": "List the merges, the newest first.",
    "doubtful": "List the pairs of papers that may be one, the likeliest first.",
    "show": "Show one decision, or all that concern a paper, with their reasons.",
    "accept": "Say that two papers are one.",
    "refuse": "Say that two papers are different.",
    "undo": "Part what a merge made one.",
    "split": "Say that a page or file states another paper than the one it was taken for.",
}


@click.group("merges", cls=SubverbGroup, subverbs=SUBVERBS)
def command() -> None:
    """See which papers were merged, decide which are one, undo a merge.

    Start with `harvestman merges find`, then `harvestman merges doubtful`.
    """
