"""`harvestman forget PAPER…`: show papers no more, whatever is harvested later."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context, login_name
from harvestman.cli.printing import json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.api import Harvestman
    from harvestman.store import ForgottenPaper


@click.command("forget")
@click.argument("papers", nargs=-1, metavar="[PAPER]...")
@click.option(
    "--site", metavar="HOST|URL", help="The papers that pages of this host state and nobody else."
)
@click.option("--undo", is_flag=True, help="Bring forgotten papers back.")
@click.option("--list", "listing", is_flag=True, help="Which papers are forgotten, by whom, when.")
@click.option("--by", metavar="NAME", help="Who says so; your login name unless given.")
@json_option
@click.pass_obj
def command(
    context: Context,
    papers: tuple[str, ...],
    site: str | None,
    undo: bool,
    listing: bool,
    by: str | None,
    as_json: bool,
) -> int:
    """Show papers no more, whatever is harvested later.

    PAPER is a paper's id or the beginning of it. A forgotten paper is in no list, search or export, and readers of the changes see it
    removed. A page, file or import that states it again does not bring it back; --undo does. With --site, papers that another site or
    a file states too stay.

    Exit code 1 when there was nothing to forget or to bring back.
    """
    from harvestman.model import UsageError

    if listing == bool(papers or site) or (listing and undo):
        raise UsageError("name papers, or a site with --site, or ask for the --list")
    with context.open(writable=not listing) as harvestman:
        if listing:
            return _list(harvestman.forgotten(), as_json)
        if undo:
            return _bring_back(harvestman, papers, site, as_json)
        found = harvestman.forget(*papers, site=site, by=by or login_name())
    if as_json:
        for paper in found:
            print_json(_plain(paper))
        return 0 if found else 1
    for paper in found:
        print_line(f"Forgotten: {paper.title}  {paper.id}")
    if not found:
        print_line("There was nothing to forget.", to_stderr=True)
        return 1
    print_line("`harvestman forget --undo` with the same words brings back what was forgotten.")
    return 0


def _bring_back(
    harvestman: Harvestman, papers: tuple[str, ...], site: str | None, as_json: bool
) -> int:
    from harvestman.model import paper_to_plain

    back = [harvestman.paper(name) for name in harvestman.undo_forget(*papers, site=site)]
    shown = [paper for paper in back if paper is not None]
    for paper in shown:
        if as_json:
            print_json(paper_to_plain(paper))
        else:
            print_line(f"Back: {paper.title}  {paper.id}")
    if not shown:
        print_line("None of them was forgotten.", to_stderr=True)
    return 0 if shown else 1


def _list(found: list[ForgottenPaper], as_json: bool) -> int:
    if as_json:
        for paper in found:
            print_json(_plain(paper))
    elif found:
        rows = [(p.id, f"{p.when:%Y-%m-%d}", p.by, p.title) for p in found]
        print_table(("id", "forgotten", "by", "title"), rows, wide=("title",))
    else:
        print_line("No paper is forgotten.", to_stderr=True)
    return 0 if found else 1


def _plain(paper: ForgottenPaper) -> dict[str, str]:
    return {
        "id": paper.id,
        "title": paper.title,
        "by": paper.by,
        "when": paper.when.isoformat(),
    }
