"""From files to what the store keeps: dblp dumps and histories, and folders of compact tables. Reads; writes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from harvestman.engine import Guard
from harvestman.model import UsageError
from harvestman.plan.dblp import DblpTables, dblp_tables, gather_dblp
from harvestman.plan.history import History, Proceedings
from harvestman.plan.months import Month, calendar_month, year_of
from harvestman.plan.prominence import AuthoredVolume, series_prominence
from harvestman.plan.tables import read_editions, read_volumes
from harvestman.store import PlanImport, ProminenceRecord, SeriesRecord, VolumeRecord

VOLUMES, EDITIONS = "volumes.tsv", "events.tsv"


@dataclass(frozen=True, slots=True)
class Intake:
    """One import, ready to be kept, and what a person should know about it."""

    brought: PlanImport
    records: int
    warnings: tuple[str, ...] = ()


def take_in(
    path: Path, guard: Callable[[], Guard], *, progress: Callable[[int], None] | None = None
) -> Iterator[Intake]:
    """All that a path holds: a dump or history, or a folder of compact tables. `guard` is opened only for dumps."""
    if path.is_dir():
        yield from _folder(path)
        return
    with guard() as workers:
        gathered = gather_dblp(path, workers, progress=progress)
    yield _dump(path, dblp_tables(gathered))  # without the workers, whose memory is needed now


def _dump(path: Path, tables: DblpTables) -> Intake:
    summary = tables.summary
    if summary.newest is None:
        raise UsageError(f"{path}: holds no record with a date; is it a dump of dblp?")
    brought = PlanImport(
        source=path.name,
        kind="history" if summary.is_history else "dump",
        as_of=summary.newest,
        series=tables.series,
        volumes=tables.volumes,
        prominence=tables.prominence,
        known=tables.known,
    )
    return Intake(brought, summary.records, summary.warnings)


def _folder(path: Path) -> Iterator[Intake]:
    """The tables of a folder, or of the folders in it."""
    folders = [path, *sorted(inner for inner in path.iterdir() if inner.is_dir())]
    found = False
    for folder in folders:
        if (folder / VOLUMES).is_file():
            found = True
            volumes = read_volumes(folder)
            yield _tables(folder, volumes.histories, volumes.authored)
        if (folder / EDITIONS).is_file():
            found = True
            yield _tables(folder, read_editions(folder), [])
    if not found:
        raise UsageError(
            f"{path}: neither {VOLUMES} nor {EDITIONS} is in this folder; name a dump, or a folder of compact tables"
        )


def _tables(folder: Path, histories: list[History], authored: list[AuthoredVolume]) -> Intake:
    records = [volume for record in histories for volume in _keyed(record.series, record.volumes)]
    if not records:
        raise UsageError(f"{folder}: its tables hold no volume")
    years = sorted({v.year for v in authored if v.series})
    prominence = [
        ProminenceRecord(series, year, found.prm, found.events)
        for year in (range(years[0] + 1, years[-1] + 2) if years else ())
        for series, found in series_prominence(authored, now_year=year).items()
    ]
    entered = [v.entered for v in records if v.entered is not None]
    brought = PlanImport(
        source=folder.name,
        kind="tables",
        as_of=max(entered) if entered else date(max(v.year for v in records), 12, 31),
        series=tuple(
            SeriesRecord(h.series, h.name, "", h.workshop, h.hosts, h.ended) for h in histories
        ),
        volumes=tuple(records),
        prominence=tuple(prominence),
    )
    undated = (
        f"{folder}: no volume has an entry date; each counts as entered when its year is over."
    )
    return Intake(brought, len(records), () if entered else (undated,))


def _keyed(series: str, volumes: tuple[Proceedings, ...]) -> Iterator[VolumeRecord]:
    """The volumes under keys that are the same whenever the same table is read."""
    seen: dict[str, int] = {}
    for volume in volumes:
        # A volume of two series is in the history of each.
        key = f"{volume.key} {series}" if volume.key else f"{series} {volume.year} {volume.title}"
        seen[key] = seen.get(key, 0) + 1
        yield VolumeRecord(
            key=key if seen[key] == 1 else f"{key} #{seen[key]}",
            series=series,
            year=volume.year,
            title=volume.title,
            month=volume.month,
            city=volume.city,
            country=volume.country,
            source=volume.source,
            papers=volume.papers,
            entered=None if volume.entered is None else _first_day(volume.entered),
        )


def _first_day(month: Month) -> date:
    return date(year_of(month), calendar_month(month), 1)
