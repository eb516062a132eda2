"""`harvestman plan …`: which conference is due next, and why."""

from __future__ import annotations

import click

from harvestman.cli.subverbs import SubverbGroup

SUBVERBS = {
    "import": "Read a dump of dblp, or compact tables, into the library.",
    "rank": "Rank every series by how urgently it should be harvested.",
    "explain": "Say of one series what is expected, when, and how urgent it is.",
    "observe": "Note that proceedings were seen to arrive, or looked for in vain.",
    "evaluate": "Hide a year, rank its months, and measure how good that was.",
    "parse-title": "Read month, year, country and city off titles of proceedings.",
}


@click.group("plan", cls=SubverbGroup, subverbs=SUBVERBS)
def command() -> None:
    """Rank conference series by how urgently they should be harvested.

    Start with `harvestman plan import dblp.xml.gz`, then `harvestman plan rank`.
    """
