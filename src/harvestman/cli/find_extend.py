"""`harvestman find extend`: let the library grow on its own, by author and field, by field, or by visiting known sources again."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import clean, json_option, print_json, print_line

if TYPE_CHECKING:
    from harvestman.find import Extended


@click.command("extend")
@click.option(
    "--author", "authors", multiple=True, metavar="NAME", help="Other papers of this author (several times: several)."
)  # fmt: skip
@click.option(
    "--authors-held", is_flag=True, help="Other papers of the authors of papers that are held."
)
@click.option(
    "--field",
    default="",
    metavar="WORDS",
    help="With authors: only papers of this field. Alone: papers that pages about the field link to.",
)
@click.option(
    "--revisit",
    is_flag=True,
    help="Look again at the publications pages of scholars who were found.",
)
@click.option(
    "--older-than",
    type=click.IntRange(0),
    default=30,
    show_default=True,
    metavar="DAYS",
    help="With --revisit: those that were last read so many days ago.",
)
@click.option(
    "--limit", type=click.IntRange(1), default=20, show_default=True, help="How many authors or sources at most."
)  # fmt: skip
@json_option
@click.pass_obj
def command(
    context: Context,
    authors: tuple[str, ...],
    authors_held: bool,
    field: str,
    revisit: bool,
    older_than: int,
    limit: int,
    as_json: bool,
) -> int:
    """Let the library grow on its own.

    By author and field: files that the search providers name for both. By field: files that pages of communities link to. With
    --revisit: what is new on publications pages that `find person` has read. A file is taken when it looks like a paper and agrees
    with what was asked. Each author, field or source costs at most `find_requests` requests.

    With --json, one object each: kind, name, field, status, files, new (how many the library did not have), requests, trail.

    Exit code 0 when something was taken, 1 when nothing was.
    """
    from harvestman.find import Extension, ExtensionKind, extensions_by_authors
    from harvestman.model import UsageError

    field = clean(field)
    if not authors and not authors_held and not field and not revisit:
        raise UsageError(
            "nothing is asked for: give --author, --authors-held, --field or --revisit"
        )
    asked = extensions_by_authors([clean(one) for one in authors], field=field, limit=limit)
    if field and not authors and not authors_held:
        asked.append(Extension(ExtensionKind.FIELD, field=field))
    after = timedelta(days=older_than) if revisit else None
    taken = False
    with context.open() as harvestman:
        if authors_held:
            asked += harvestman.find.authors(field=field, limit=limit)
        for one in harvestman.find.extend(asked, revisit_after=after, limit=limit):
            taken = taken or bool(one.files or one.new)
            if as_json:
                print_json(one.to_plain())
            else:
                _tell(one)
    return 0 if taken else 1


def _tell(one: Extended) -> None:
    about = one.extension
    print_line(f"{about.kind} {' '.join(filter(None, (about.name, about.field)))}: {one.new} new")
    for url in one.files:
        print_line(f"  {url}")
    if not one.files and not one.new:
        for step in one.trail[-8:]:
            print_line(f"    {step.stage}: {step.what[:100]}: {step.outcome}")
