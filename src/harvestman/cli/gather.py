"""`harvestman gather …`: a university's sites in, candidates for its repository out."""

from __future__ import annotations

import click

from harvestman.cli.subverbs import SubverbGroup

SUBVERBS = {
    "sites": "Collect the documents of sites; the word may be left out.",
    "list": "List candidates, those of one site or state.",
    "show": "Show one candidate, and who says so of each value.",
    "review": "Accept, reject, edit candidates, or note how far they are.",
    "export": "Write candidates as CSV, JSON Lines, BibTeX, Dublin Core or for DSpace.",
    "deposit": "Hand candidates over to a repository by SWORDv2.",
    "letters": "Write a draft letter to each author, asking for permission.",
    "graph": "Write a site's links as GraphML, CSV or a drawing.",
}


class GatherGroup(SubverbGroup):
    """The group in which addresses may follow at once: `harvestman gather URL…` is `harvestman gather sites URL…`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does; without a sub-verb, `sites` is meant."""
        if args and args[0] not in self.subverbs and args[0] not in ("-h", "--help"):
            args = ["sites", *args]
        return super().parse_args(ctx, args)


@click.group("gather", cls=GatherGroup, subverbs=SUBVERBS)
def command() -> None:
    """Collect a university's documents from its sites, for its repository.

    Start with `harvestman gather URL… --institution NAME --domain DOMAIN`, then `harvestman gather review`.
    """
