"""`harvestman plan import FILE…`: read a dump of dblp, or compact tables, into the library."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.planning import today
from harvestman.cli.printing import json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.engine import Engine
    from harvestman.plan import Intake, Rating, RatingList
    from harvestman.store import CitationRecord, Library, UsageRecord

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
    forget: bool,
    as_json: bool,
) -> int:
    """Read a dump of dblp, or compact tables, into the library.

    FILE is a dump or a history of dblp (XML; gz, bz2, xz, zst or plain) or a folder of compact tables (volumes.tsv or
    events.tsv). Each is kept whole or not at all; importing it again updates and never duplicates. Of several dumps the newest
    says what a volume is and the oldest when it was entered, in whichever order they come.

    With --json, an object for each file, then one for the side tables with all ratings that met no series.
    """
    from harvestman.model import UsageError

    if forget and len(files) != 1:
        raise UsageError("--replace needs exactly one FILE")
    if not (files or ratings or citations or usage):
        raise UsageError("nothing to import: name a FILE, --ratings, --citations or --usage")
    missing = [path for path in (*files, *ratings, *citations, *usage) if not path.exists()]
    if missing:
        raise UsageError(f"{missing[0]}: there is no such file")
    # Side tables are small: when one is broken, nobody should wait for the dump first.
    lists, cited, used = _read_sides(_with_own_ratings(files, ratings), citations, usage)
    with context.open_library(writable=True) as library:
        done = [
            intake for path in files for intake in _import(context, library, path, forget=forget)
        ]
        for warning in dict.fromkeys(w for intake in done for w in intake.warnings):
            print_line(f"warning: {warning}", to_stderr=True)
        if not as_json:
            _print_imports(done)
        else:
            for intake in done:
                print_json(_plain(intake))
        if lists or cited or used:
            _keep_sides(library, lists, cited, used, as_json=as_json)
    return 0


def _with_own_ratings(files: tuple[Path, ...], ratings: tuple[Path, ...]) -> list[Path]:
    """The lists named, and those that a folder of tables brings along."""
    own = [path / "ratings" / "ratings.tsv" for path in files if path.is_dir()]
    return [*ratings, *(path for path in own if path.is_file())]


def _read_sides(
    ratings: list[Path], citations: tuple[Path, ...], usage: tuple[Path, ...]
) -> tuple[list[RatingList], list[CitationRecord], list[UsageRecord]]:
    from harvestman.plan import read_citations, read_rating_list, read_usage

    lists = []
    for path in ratings:
        found = read_rating_list(path, this_year=today().year)
        if not found.is_dated:
            print_line(
                f"warning: {path}: neither the list nor its name says a year; taken for one of {today().year}",
                to_stderr=True,
            )
        lists.append(found)
    cited = [row for path in citations for row in read_citations(path)]
    used = [row for path in usage for row in read_usage(path)]
    return lists, cited, used


def _import(context: Context, library: Library, path: Path, *, forget: bool) -> Iterator[Intake]:
    from harvestman.engine import open_engine
    from harvestman.plan import take_in
    from harvestman.plan.dblp import IMPORT_LIMITS, PRELOAD

    def engine() -> Engine:
        return open_engine(context.settings.engine, limits=IMPORT_LIMITS, preload=PRELOAD)

    with _progress(path) as watch:
        for taken in take_in(path, engine, progress=watch):
            library.plan.keep(taken.brought, replace=forget)
            yield _without_old_warning(library, taken)


def _without_old_warning(library: Library, intake: Intake) -> Intake:
    """A dump beside others of another day: first seen says when a volume came, and the warning has been heard."""
    from harvestman.plan.dblp import MDATE_WARNING

    days = {each.as_of for each in library.plan.imports() if each.kind != "tables"}
    if len(days) < 2:
        return intake
    return replace(intake, warnings=tuple(w for w in intake.warnings if w != MDATE_WARNING))


@contextmanager
def _progress(path: Path) -> Iterator[Callable[[int], None]]:
    """How much of the unpacked text was read, for a person who is watching; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda _done: None
        return
    from rich.console import Console
    from rich.progress import (
        DownloadColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
        TransferSpeedColumn,
    )

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"reading {path.name}", total=None)
        yield lambda done: bar.update(task, completed=done)


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


def _print_imports(done: list[Intake]) -> None:
    if not done:
        return
    columns = ("source", "kind", "as_of", "records", "series", "volumes", "dated", "entered")
    print_table(columns, [[_plain(intake)[name] for name in columns] for intake in done])
    print_line("`harvestman plan rank` says what is due.")


def _keep_sides(
    library: Library,
    lists: list[RatingList],
    cited: list[CitationRecord],
    used: list[UsageRecord],
    *,
    as_json: bool,
) -> None:
    """Keep the side tables, and report which ratings met no series."""
    from harvestman.plan import load_bibliography, ratings_by_series
    from harvestman.store import RatingRecord

    ratings = [rating for each in lists for rating in each.ratings]
    library.plan.keep_sides(
        ratings=[
            RatingRecord(r.source, r.year, r.acronym, r.title, r.rank, r.value, r.series)
            for r in ratings
        ],
        citations=cited,
        usage=used,
    )
    known = load_bibliography(library.plan)
    met = ratings_by_series(ratings, known.histories, acronyms=known.acronyms)
    matched = {id(rating) for found in met.values() for rating in found}
    unmatched = [rating for rating in ratings if id(rating) not in matched]
    keys = {each.series for each in known.histories}
    strangers = sorted(({row.series for row in cited} | {row.series for row in used}) - keys)
    sums = {
        "ratings": len(ratings),
        "unranked": sum(each.unranked for each in lists),
        "rated_series": len(met),
        "citations": len(cited),
        "usage": len(used),
    }
    if as_json:
        print_json(
            sums
            | {
                "unmatched": [_rating_plain(rating) for rating in unmatched],
                "unknown_series": strangers,
            }
        )
        return
    if ratings:
        print_line(
            f"{len(ratings)} ratings rate {len(met)} series; {len(unmatched)} met no series, "
            f"{sums['unranked']} lines have no class."
        )
    if unmatched:
        print_table(
            ("list", "year", "acronym", "title", "class"),
            [tuple(_rating_plain(r).values()) for r in unmatched[:_SHOWN_UNMATCHED]],
            title="Ratings that met no series",
            wide=("title",),
        )
        if len(unmatched) > _SHOWN_UNMATCHED:
            print_line(f"The first {_SHOWN_UNMATCHED} of {len(unmatched)}; --json has all.")
    if cited or used:
        print_line(f"{len(cited)} rows of citations and {len(used)} of usage kept.")
    if strangers:
        print_line(
            f"{len(strangers)} series in them are not in the library: {', '.join(strangers[:5])} …"
        )


def _rating_plain(rating: Rating) -> dict[str, object]:
    return {
        "list": rating.source,
        "year": rating.year,
        "acronym": rating.acronym,
        "title": rating.title,
        "class": rating.rank,
    }
