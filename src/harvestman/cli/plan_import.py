"""`harvestman plan import FILE…`: read a dump of dblp, or compact tables, into the library."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line, print_table
from harvestman.cli.progress import progress_bar

if TYPE_CHECKING:
    from harvestman.plan import Intake, SidesKept
    from harvestman.plan.sides import LinkReport
    from harvestman.store import RatingRecord

_SHOWN_UNMATCHED = 20
_FILE = click.Path(path_type=Path)


@click.command("import")
@click.argument("files", nargs=-1, type=_FILE, metavar="FILE…")
@click.option(
    "--ratings", multiple=True, type=_FILE, help="A rating list: CORE, CCF, Qualis, any CSV."
)
@click.option(
    "--citations", multiple=True, type=_FILE, help="Citations per series, event year, citing year."
)
@click.option("--usage", multiple=True, type=_FILE, help="Uses per series and month.")
@click.option("--year", type=click.IntRange(1950, 2100), help="Of the rating lists given.")
@click.option(
    "--replace", "forget", is_flag=True, help="Forget series and volumes that FILE does not hold."
)
@json_option
@click.pass_obj
def command(
    context: Context,
    files: tuple[Path, ...],
    ratings: tuple[Path, ...],
    citations: tuple[Path, ...],
    usage: tuple[Path, ...],
    year: int | None,
    forget: bool,
    as_json: bool,
) -> int:
    """Read a dump of dblp, or compact tables, into the library.

    FILE is a dump or a history of dblp (XML; gz, bz2, xz, zst or plain) or a folder of compact tables (volumes.tsv or
    events.tsv). Each is kept whole or not at all; importing it again updates and never duplicates. Of several dumps the newest
    says what a volume is and the oldest when it was entered, in whichever order they come.

    With --json, an object for each file, then one for the side tables with all ratings that met no series.
    """
    with context.open() as harvestman, progress_bar("reading …", in_bytes=True) as show:
        done = harvestman.plan.import_files(
            *files,
            ratings=ratings,
            citations=citations,
            usage=usage,
            year=year,
            replace=forget,
            progress=show and (lambda path, read: show(read, None, f"reading {path.name}")),
        )
    for warning in dict.fromkeys(w for intake in done.intakes for w in intake.warnings):
        print_line(f"warning: {warning}", to_stderr=True)
    if as_json:
        for intake in done.intakes:
            print_json(_plain(intake))
        if done.sides:
            print_json(_sides_plain(done.sides))
    else:
        _print_imports(done.intakes)
        if done.sides:
            _print_sides(done.sides)
    return 0


def _plain(intake: Intake) -> dict[str, object]:
    brought = intake.brought
    return {
        "source": brought.source,
        "kind": brought.kind,
        "as_of": brought.as_of.isoformat(),
        "records": intake.records,
        "series": len(brought.series),
        "volumes": len(brought.volumes),
        "dated": sum(v.month is not None for v in brought.volumes),
        "entered": sum(v.entered is not None for v in brought.volumes),
        "warnings": list(intake.warnings),
    }


def _print_imports(done: tuple[Intake, ...]) -> None:
    if not done:
        return
    columns = ("source", "kind", "as_of", "records", "series", "volumes", "dated", "entered")
    print_table(columns, [[_plain(intake)[name] for name in columns] for intake in done])
    print_line("`harvestman plan rank` says what is due.")


def _sides_plain(kept: SidesKept) -> dict[str, object]:
    links = kept.links
    return {
        "ratings": kept.ratings,
        "unclassed": kept.unclassed,
        "rated_series": kept.rated_series,
        "unmatched": [_rating_plain(r) for r in links.unknown],
        "ambiguous": [_rating_plain(r) | {"series": list(s)} for r, s in links.ambiguous],
        "citations": kept.citations,
        "usage": kept.usage,
        "unknown_series": list(kept.unknown_series),
    }


def _print_sides(kept: SidesKept) -> None:
    """What was kept, and which ratings met no series."""
    links, strangers = kept.links, kept.unknown_series
    if kept.ratings or kept.unclassed:
        print_line(
            f"{kept.ratings} ratings rate {kept.rated_series} series; {len(links.unknown)} met no series, "
            f"{len(links.ambiguous)} fit several, {kept.unclassed} lines have no class."
        )
        _print_unmatched(links)
    if kept.citations or kept.usage:
        print_line(f"{kept.citations} rows of citations and {kept.usage} of usage kept.")
    if strangers:
        print_line(
            f"{len(strangers)} series in them are not in the library: {', '.join(strangers[:5])} …"
        )


def _print_unmatched(links: LinkReport) -> None:
    lost = [*links.unknown, *(rating for rating, _ in links.ambiguous)]
    if not lost:
        return
    print_table(
        ("list", "year", "acronym", "title", "value"),
        [tuple(_rating_plain(rating).values()) for rating in lost[:_SHOWN_UNMATCHED]],
        title="Ratings that met no series, or several",
        wide=("title",),
    )
    if len(lost) > _SHOWN_UNMATCHED:
        print_line(f"The first {_SHOWN_UNMATCHED} of {len(lost)}; --json has all.")


def _rating_plain(rating: RatingRecord) -> dict[str, object]:
    return {
        "list": rating.list,
        "year": rating.year,
        "acronym": rating.acronym,
        "title": rating.title,
        "value": rating.value,
    }
