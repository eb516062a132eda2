"""`harvestman plan import FILE…`: read a dump of dblp, or compact tables, into the library."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.engine import Guard
    from harvestman.plan import Intake
    from harvestman.plan.sides import LinkReport
    from harvestman.store import Library, RatingRecord

_SHOWN_UNMATCHED = 20
_OWN_RATINGS = ("ratings.tsv", "*/ratings.tsv")  # what a folder of tables brings along
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
    from harvestman.model import UsageError

    if forget and len(files) != 1:
        raise UsageError("--replace needs exactly one FILE")
    if not (files or ratings or citations or usage):
        raise UsageError("nothing to import: name a FILE, --ratings, --citations or --usage")
    missing = [path for path in (*files, *ratings, *citations, *usage) if not path.exists()]
    if missing:
        raise UsageError(f"{missing[0]}: there is no such file")
    # Side tables are small: when one is broken, nobody should wait for the dump first.
    sides = _read_sides(files, ratings, citations, usage, year=year)
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
        if sides.has_any:
            _keep_sides(library, sides, as_json=as_json)
    return 0


@dataclass(frozen=True, slots=True)
class _Sides:
    """The side tables of one import."""

    ratings: list[RatingRecord]
    unclassed: int
    citations: tuple[Path, ...]
    usage: dict[tuple[str, int], int]

    @property
    def has_any(self) -> bool:
        return bool(self.ratings or self.unclassed or self.citations or self.usage)


def _read_sides(
    files: tuple[Path, ...],
    ratings: tuple[Path, ...],
    citations: tuple[Path, ...],
    usage: tuple[Path, ...],
    *,
    year: int | None,
) -> _Sides:
    """The side tables named, and the ratings that a folder of tables brings along."""
    from harvestman.plan import read_ratings
    from harvestman.plan.sides import read_citations, read_rating_list, read_usage

    lists = [read_rating_list(path, year=year) for path in ratings]
    folders = [path for path in files if path.is_dir()]
    own = [file for path in folders for name in _OWN_RATINGS for file in sorted(path.glob(name))]
    for path in citations:
        read_citations(path)  # is it sound? What its volumes are is known only after the import
    return _Sides(
        ratings=[rating for each in lists for rating in each.ratings]
        + [rating for path in own for rating in read_ratings(path)],
        unclassed=sum(each.unclassed for each in lists),
        citations=citations,
        usage={key: uses for path in usage for key, uses in read_usage(path).items()},
    )


def _import(context: Context, library: Library, path: Path, *, forget: bool) -> Iterator[Intake]:
    from harvestman.engine import open_guard
    from harvestman.plan import take_in
    from harvestman.plan.dblp import IMPORT_LIMITS, PRELOAD

    def guard() -> Guard:
        return open_guard(context.settings.engine, limits=IMPORT_LIMITS, preload=PRELOAD)

    with _progress(path) as watch:
        for taken in take_in(path, guard, progress=watch):
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


def _keep_sides(library: Library, sides: _Sides, *, as_json: bool) -> None:
    """Keep the side tables, and report which ratings met no series."""
    from harvestman.plan import link_to_series, load_bibliography, month_text
    from harvestman.plan.sides import read_citations
    from harvestman.store import CitationRecord, UsageRecord

    volumes = {v.key: (v.series, v.year) for v in library.plan.volumes()} if sides.citations else {}
    cited = [
        CitationRecord(series, event, citing, count)
        for path in sides.citations
        for (series, event, citing), count in read_citations(path, volumes=volumes).items()
    ]
    used = [UsageRecord(key, month_text(month), n) for (key, month), n in sides.usage.items()]
    library.plan.keep_sides(
        ratings=sides.ratings,
        citations=cited,
        usage=used,
    )
    known = load_bibliography(library.plan)
    links = link_to_series(sides.ratings, known)
    named = {row.series for row in cited} | {row.series for row in used}
    strangers = sorted(named - {each.series for each in known.histories})
    rated = len({rating.series for rating in links.linked})
    if as_json:
        print_json(
            {
                "ratings": len(sides.ratings),
                "unclassed": sides.unclassed,
                "rated_series": rated,
                "unmatched": [_rating_plain(r) for r in links.unknown],
                "ambiguous": [_rating_plain(r) | {"series": list(s)} for r, s in links.ambiguous],
                "citations": len(cited),
                "usage": len(used),
                "unknown_series": strangers,
            }
        )
        return
    if sides.ratings or sides.unclassed:
        print_line(
            f"{len(sides.ratings)} ratings rate {rated} series; {len(links.unknown)} met no series, "
            f"{len(links.ambiguous)} fit several, {sides.unclassed} lines have no class."
        )
        _print_unmatched(links)
    if cited or used:
        print_line(f"{len(cited)} rows of citations and {len(used)} of usage kept.")
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
