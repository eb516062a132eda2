"""`harvestman gather graph SITE`: a site's pages, documents and links."""

from __future__ import annotations

from pathlib import Path

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import clean, json_option, print_json, print_line


@click.command("graph")
@click.argument("url", metavar="URL")
@click.option(
    "--format",
    "form",
    type=click.Choice(["svg", "graphml", "csv"]),
    help="What to write; told by FILE's ending without it, a drawing for any other. `csv` writes two files, nodes and relationships, as Neo4j imports them.",
)
@click.option("--document", metavar="URL", help="The document to be highlighted in a drawing.")
@click.option(
    "--distance",
    type=click.IntRange(1, 20),
    default=5,
    show_default=True,
    help="Links away from the page.",
)
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="FILE",
    help="Where to.",
)
@json_option
@click.pass_obj
def command(
    context: Context,
    url: str,
    form: str | None,
    document: str | None,
    distance: int,
    output: Path,
    as_json: bool,
) -> int:
    """Write a site's links as GraphML, CSV or a drawing.

    From the given page on, as far as --distance: what was gathered of its site. In the drawing pages are grey and documents blue.

    Exit code 0 when there is such a page, 1 when there is none.
    """
    from harvestman.crawl import seeds_of
    from harvestman.gather import write_graph_csv, write_graphml, write_svg

    (root,) = seeds_of([clean(url)])
    with context.open(writable=False) as harvestman:
        graph = harvestman.candidates.graph(root, distance=distance)
    if not graph.edges and not graph.documents:
        told = f"Nothing was gathered from {root}: `harvestman gather {root}` does that."
        print_line(told, to_stderr=as_json)
        return 1
    form = form or {".graphml": "graphml", ".csv": "csv"}.get(output.suffix.lower(), "svg")
    files = [output]
    if form == "csv":
        nodes, links = write_graph_csv(graph)
        output.write_text(nodes, "utf-8")
        beside = output.with_name(f"{output.stem}-links{output.suffix or '.csv'}")
        beside.write_text(links, "utf-8")
        files.append(beside)
    else:
        chosen = seeds_of([clean(document)])[0] if document else ""
        text = write_graphml(graph) if form == "graphml" else write_svg(graph, chosen=chosen)
        output.write_text(text, "utf-8")
    if as_json:
        counts = {"pages": graph.pages, "documents": graph.documents, "links": graph.edges}
        numbers = {name: len(those) for name, those in counts.items()}
        print_json({"files": [str(file) for file in files]} | numbers)
        return 0
    print_line(
        f"{len(graph.pages)} pages, {len(graph.documents)} documents and {len(graph.edges)} links are in {' and '.join(map(str, files))}."
    )
    return 0
