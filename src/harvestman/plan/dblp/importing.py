"""Imports a dump: this process unpacks it and cuts it into blocks, worker processes read the blocks, this process merges them into rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import numpy as np

from harvestman.engine import Guard, Limits
from harvestman.model import UsageError
from harvestman.plan.dblp.authorship import Authorship
from harvestman.plan.dblp.cutting import BLOCK_BYTES, Block, cut_blocks
from harvestman.plan.dblp.gathering import EventFound, gather_named
from harvestman.plan.dblp.known import keys_kept
from harvestman.plan.dblp.merging import Merger, Papers, day_of
from harvestman.plan.dblp.naming import (
    acronym,
    is_workshop_series,
    series_name,
    strand,
)
from harvestman.plan.dblp.opening import read_chunks
from harvestman.plan.dblp.records import Column
from harvestman.plan.dblp.volumes import find_volumes
from harvestman.store import KnownPapers, ProminenceRecord, SeriesRecord, VolumeRecord

IMPORT_LIMITS = Limits(time_s=120, memory_bytes=512 << 20)
"""For the guard that reads a dump: a block takes about 50 ms and 30 MB."""
PRELOAD = ("harvestman.plan.dblp.gathering",)

MDATE_WARNING = (
    "This is one dump: the date on which a volume was entered is not in it. The oldest date of last modification among a volume"
    " and its papers is used instead. It is the entry date or later: every correction moves it, so delays look longer than they"
    " were and old volumes seem to have been entered lately. Import an older dump or a history (hdblp.xml) as well: of two dates"
    " the older one is kept."
)


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """What was read, in numbers and, where something is to be known, in sentences."""

    records: int
    by_kind: dict[str, int]
    versions: int
    """More than `records` when the file holds several versions of a record."""
    is_history: bool
    newest: date | None
    """The newest modification date: the day of the dump."""
    without_key: int
    without_year: int
    without_crossref: int
    """Papers whose volume was found by book title, year and key."""
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DblpTables:
    """Everything of one dump, in rows with natural keys: writing them twice changes nothing."""

    series: tuple[SeriesRecord, ...]
    volumes: tuple[VolumeRecord, ...]
    prominence: tuple[ProminenceRecord, ...]
    known: KnownPapers
    summary: ImportSummary


def read_dblp(
    path: Path,
    guard: Guard,
    *,
    block_bytes: int = BLOCK_BYTES,
    progress: Callable[[int], None] | None = None,
) -> DblpTables:
    """Reads a whole dump or history; `progress` is told how many bytes of the unpacked text have been handed out."""
    return dblp_tables(gather_dblp(path, guard, block_bytes=block_bytes, progress=progress))


def gather_dblp(
    path: Path,
    guard: Guard,
    *,
    block_bytes: int = BLOCK_BYTES,
    progress: Callable[[int], None] | None = None,
) -> Merger:
    """The first half of it, which needs the guard: whoever closes that before the second half has its memory back."""
    name = str(path)
    merger = Merger()

    def tasks() -> Iterator[tuple[str, Block]]:
        for block in cut_blocks(read_chunks(path), name=name, size_bytes=block_bytes):
            if progress:
                progress(block.offset + len(block.data))
            yield name, block

    for (_, block), outcome in guard.map(gather_named, tasks()):
        if outcome.value is None:
            raise UsageError(
                f"{name}: the records near byte {block.offset:,} of the unpacked text cannot be read:"
                f" {outcome.detail}"
            )
        if isinstance(outcome.value, str):
            raise UsageError(outcome.value)
        merger.add(outcome.value)
    return merger


def dblp_tables(merger: Merger) -> DblpTables:
    """The second half: the tables of all that was gathered, of which the merger is emptied."""
    papers = merger.finish()
    volumes, place_of_event = find_volumes(papers)
    number = len(volumes)
    count = np.bincount(place_of_event, weights=papers.event_papers, minlength=number).astype(int)
    authorship = Authorship(papers.columns, place_of_event)
    by_series: dict[str, list[VolumeRecord]] = {}
    for volume in volumes:
        by_series.setdefault(volume.series, []).append(volume)
    series = tuple(_series_record(key, by_series[key]) for key in sorted(by_series))
    of_workshops = {row.key for row in series if row.is_workshop}
    strands = [strand(v, in_workshop_series=v.series in of_workshops) for v in volumes]
    years = np.array([volume.year for volume in volumes], dtype=np.int64)
    # A workshop beside a conference says nothing of the conference's authors.
    ranked = ["" if beside else v.series for v, beside in zip(volumes, strands, strict=True)]
    prominence = authorship.prominence(ranked, years, count)
    entered = _entry_days(papers, volumes, place_of_event)
    authors = authorship.authors_by_volume(number)
    records = tuple(
        replace(
            volume,
            strand=strands[place],
            papers=int(count[place]) or None,
            authors=int(authors[place]) or None,
            entered=day_of(entered[place]),
        )
        for place, volume in enumerate(volumes)
    )
    known = _known(papers, [volumes[place].key for place in place_of_event])
    return DblpTables(series, records, tuple(prominence), known, _summary(papers))


def _known(papers: Papers, volume_of_event: list[str]) -> KnownPapers:
    volumes = dict(zip(papers.events, volume_of_event, strict=True))
    by_key = {event.key: volume for event, volume in volumes.items() if event.key}

    def volume(event: EventFound) -> str:
        return by_key[event.key] if event.key else volumes[event]

    return KnownPapers(
        titles=keys_kept(papers.titles, 6),
        dois=keys_kept(papers.dois, 5),
        packed=tuple(
            (one.records, tuple(dict.fromkeys(map(volume, one.events)))) for one in papers.packed
        ),
    )


def _series_record(key: str, volumes: list[VolumeRecord]) -> SeriesRecord:
    is_workshop = is_workshop_series(key, volumes)
    own = [v for v in volumes if is_workshop or not v.is_workshop] or volumes
    return SeriesRecord(key, series_name(own), acronym(own), is_workshop)


def _entry_days(papers: Papers, volumes: list[VolumeRecord], place_of_event: Column) -> list[int]:
    """The oldest date known of each volume. In a history its own record decides, in a dump its papers' dates help."""
    of_papers = [0] * len(volumes)
    for place, day in zip(place_of_event.tolist(), papers.event_oldest.tolist(), strict=True):
        if day and (not of_papers[place] or day < of_papers[place]):
            of_papers[place] = day
    days = []
    for volume, oldest in zip(volumes, of_papers, strict=True):
        own = papers.volume_oldest.get(volume.key, 0)
        if own and papers.is_history:
            days.append(own)
        else:
            days.append(min((d for d in (own, oldest) if d), default=0))
    return days


def _summary(papers: Papers) -> ImportSummary:
    without_crossref = sum(
        int(count)
        for event, count in zip(papers.events, papers.event_papers, strict=True)
        if not event.key
    )
    return ImportSummary(
        records=papers.records,
        by_kind=papers.kinds,
        versions=papers.versions,
        is_history=papers.is_history,
        newest=day_of(papers.newest),
        without_key=papers.without_key,
        without_year=papers.without_year,
        without_crossref=without_crossref,
        warnings=() if papers.is_history else (MDATE_WARNING,),
    )
