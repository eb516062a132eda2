"""`harvestman read FILE|URL…`: the papers, dates and publications on a page, without keeping anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.pages.answer import PageAnswer


@click.command("read")
@click.argument("inputs", nargs=-1, required=True, metavar="FILE|URL…")
@click.option(
    "--url", metavar="URL", help="Where a given file came from: its links are then told in full."
)
@click.option(
    "--talks",
    is_flag=True,
    help="Tell keynotes, invited talks and tutorials too, as papers of the kind talk (setting: talks).",
)
@json_option
@click.pass_obj
def command(
    context: Context, inputs: tuple[str, ...], url: str | None, talks: bool, as_json: bool
) -> int:
    """Read the papers and key dates off pages, and keep nothing.

    A page that lists what a scholar or a group has published is told as such, under "publications"; none of its entries counts
    as an event's paper.

    An input that begins with http:// or https:// is fetched, politely; any other is a file. JSON files that a page draws
    itself from are read, too, each as an input of its own. Of a PDF file, such as a call for papers, only the key dates are
    read. With --json, one object for each input.

    Exit code 0 when every input was read, 1 when some were not.
    """
    all_read = True
    with context.with_flags(talks="true" if talks else None).open() as harvestman:
        for source in inputs:
            told = harvestman.read(source, url=url)
            if detail := told.pop("detail", ""):
                print_line(f"{source}: {detail}", to_stderr=True)
            all_read = all_read and told["status"] in ("success", "no-papers")
            if as_json:
                print_json(told)
            else:
                _print(source, told)
    return 0 if all_read else 1


def _print(source: str, told: PageAnswer) -> None:
    papers = told["papers"]
    print_line(f"{source}: {told['status']}, {len(papers)} papers")
    _print_papers(papers)
    if listed := told["publications"]:
        whose = f" of {listed['owner']}" if listed["owner"] else ""
        print_line(f"publications{whose}: {len(listed['entries'])}")
        _print_papers(listed["entries"])
    for name, value in told["dates"].items():
        if value and name != "evidence":
            print_line(f"{name}: {value}")


def _print_papers(papers: list[dict[str, Any]]) -> None:
    if papers:
        rows = [
            (p["title"], "; ".join(a["name"] for a in p["authors"]), p["pdf"] or "") for p in papers
        ]
        print_table(("title", "authors", "file"), rows, wide=("title",))
