"""`harvestman learn documents [WHICH]`: train the models that read documents."""

from __future__ import annotations

from pathlib import Path

import click

from harvestman.cli.printing import json_option, print_json, print_line


@click.command("documents")
@click.argument(
    "which",
    type=click.Choice(["header", "references", "structure", "kinds", "all"]),
    default="all",
    metavar="[header|references|structure|kinds|all]",
)
@click.option(
    "--documents",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    metavar="DIR",
    help="Documents with their gold.jsonl.",
)
@click.option(
    "--texts",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    metavar="DIR",
    help="Labelled texts: headers, reference strings, lines.",
)
@json_option
def command(which: str, documents: Path, texts: Path, as_json: bool) -> int:
    """Train the models that read documents: header, references, structure, kinds.

    The models are written into the package itself. Only the split `train` of the data is used, and the seed is fixed: the
    same data gives the same models. Takes about half an hour on one core for all of them.
    """
    from harvestman.learn.documents import learn_documents

    done = learn_documents(
        which,
        documents=documents,
        texts=texts,
        say=lambda line: print_line(line, to_stderr=True),
    )
    if as_json:
        print_json({"trained": list(done)})
    return 0
