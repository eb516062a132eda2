"""`harvestman learn words DATA_DIR`: the lists of words by which a misprint is told from another word."""

from __future__ import annotations

from pathlib import Path

import click

from harvestman.cli.printing import json_option, print_json, print_line


@click.command("words")
@click.argument("data", type=click.Path(file_okay=False, path_type=Path), metavar="DATA_DIR")
@json_option
def command(data: Path, as_json: bool) -> int:
    """Make the lists of words by which a misprint is told from another word.

    DATA_DIR holds `refs` and `pdf`; of these the split train is read. Takes about a minute and gives the same bytes each time.
    """
    from harvestman.learn.known_words import learn_known_words

    made = learn_known_words(data)
    if as_json:
        print_json(made)
    else:
        print_line(f"{made['latin']} words, {made['cyrillic']} in Cyrillic: {made['file']}")
    return 0
