"""`harvestman papers`: list, search and filter the papers of the library."""

from __future__ import annotations

from typing import Any

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import is_terminal, json_option, print_json, print_line, print_table
from harvestman.cli.selecting import selecting_options

_SCREENFUL = 50  # papers shown on a terminal when no limit is given; a pipe gets all


@click.command("papers")
@selecting_options
@json_option
@click.pass_obj
def command(context: Context, /, as_json: bool, limit: int | None, **selection: Any) -> int:
    """List, search and filter the papers of the library.

    QUERY: all its words must occur (in title, authors, venue or abstract; accents and case do not matter). "Words in
    quotation marks" are a phrase, -word excludes, word* is a beginning.

    Exit code 1 when there is no such paper.
    """
    from harvestman.model import paper_to_plain

    screen = is_terminal() and not as_json
    shown = limit or (_SCREENFUL if screen else None)
    with context.open(writable=False) as harvestman:
        papers = harvestman.each_paper(limit=shown, **selection)
        if as_json:
            found = 0
            for found, paper in enumerate(papers, 1):  # noqa: B007 - the count is wanted
                print_json(paper_to_plain(paper))
            return 0 if found else 1
        rows = [
            (
                p.id,
                p.year,
                "; ".join(a.name for a in p.authors),
                p.title,
                p.event.title if p.event else p.venue,
                "held" if p.held else "pdf" if p.pdf else "",
            )
            for p in papers
        ]
        in_all = len(rows) or harvestman.library.papers.count()
    if not rows:
        print_line(
            "No such paper." if in_all else "The library holds no papers yet.", to_stderr=True
        )
        return 1
    columns = ("id", "year", "authors", "title", "venue", "file")
    print_table(columns, rows, wide=("title",))
    if screen and limit is None and len(rows) == _SCREENFUL:
        print_line(
            f"The first {_SCREENFUL}; --limit N shows more. `harvestman show ID` tells all of one."
        )
    return 0
