"""`harvestman find …`: a reference or a name in; a paper's file, or a person's publications, out."""

from __future__ import annotations

import click

from harvestman.cli.subverbs import SubverbGroup

SUBVERBS = {
    "person": "Find a scholar's homepage and publications.",
    "lines": "Tell which lines of text are bibliographic references.",
    "paper": "Find the file of a paper, and hold it.",
    "extend": "Let the library grow on its own: by author, by field, by known sources.",
    "search": "Ask the search providers, and list what they name.",
}


@click.group("find", cls=SubverbGroup, subverbs=SUBVERBS)
def command() -> None:
    """Find a paper's file from its reference, or a scholar's publications.

    Which search providers are asked, the setting `providers` says; `harvestman find search WORDS` shows whether they answer.
    """
