"""`harvestman diff`: how a harvested volume differs from what dblp has of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line
from harvestman.cli.selecting import selecting_options

if TYPE_CHECKING:
    from harvestman.plan import Difference, ListedPaper, VolumeDiff


@click.command("diff")
@selecting_options
@click.option(
    "--volume",
    metavar="KEY",
    help="The volume of dblp to compare with, such as conf/lime/2026; else that of the papers' venue and year.",
)
@json_option
@click.pass_obj
def command(context: Context, /, volume: str | None, as_json: bool, **selection: Any) -> int:
    """Compare harvested papers with the volume that dblp has of them.

    The same words select papers as with `harvestman papers`; what dblp has is what `harvestman plan import` took in. Printed are the
    papers that dblp lacks (+), those that only dblp has (-), and those whose title, authors or pages differ (~). Initials and full first names
    do not count as different.

    Exit code 0 when nothing differs, 1 otherwise.
    """
    with context.open(writable=False) as harvestman:
        found = harvestman.diff(volume=volume, **selection)
    if as_json:
        print_json(_plain(found))
    else:
        _print(found)
    return 0 if found.is_equal and found.volumes else 1


def _print(found: VolumeDiff) -> None:
    if not found.volumes:
        print_line(
            "dblp has no volume of them: all are missing. --volume KEY names one if it has.",
            to_stderr=True,
        )
    for paper in found.missing:
        print_line(f"+ {'; '.join(author.name for author in paper.authors)}: {paper.title}")
    for listed in found.extra:
        print_line(f"- {'; '.join(listed.authors)}: {listed.title}  {listed.key}")
    for one in found.differing:
        print_line(f"~ {one.paper.title}  {one.listed.key}")
        for field in one.fields:
            ours, theirs = _values(one, field)
            print_line(f"    {field}: {ours}")
            print_line(f"    {'dblp'.rjust(len(field))}: {theirs}")
    where = ", ".join(found.volumes) or "no volume"
    print_line(
        f"{where}: {found.same} the same, {len(found.missing)} missing in dblp, "
        f"{len(found.extra)} only in dblp, {len(found.differing)} different."
    )


def _values(one: Difference, field: str) -> tuple[str, str]:
    if field == "authors":
        ours = "; ".join(author.name for author in one.paper.authors)
        return ours, "; ".join(one.listed.authors)
    return getattr(one.paper, field), getattr(one.listed, field)


def _plain(found: VolumeDiff) -> dict[str, Any]:
    from harvestman.model import paper_to_plain

    return {
        "volumes": list(found.volumes),
        "same": found.same,
        "missing": [paper_to_plain(paper) for paper in found.missing],
        "extra": [_listed(paper) for paper in found.extra],
        "differing": [
            {
                "paper": paper_to_plain(one.paper),
                "dblp": _listed(one.listed),
                "fields": list(one.fields),
            }
            for one in found.differing
        ],
    }


def _listed(paper: ListedPaper) -> dict[str, Any]:
    return {
        "key": paper.key,
        "title": paper.title,
        "authors": list(paper.authors),
        "pages": paper.pages or None,
        "ee": paper.ee or None,
        "year": paper.year or None,
    }
