"""The way through: a dump in, rows out. The parent unpacks and cuts, the guard's workers read, the parent merges."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from harvestman.engine import Guard, Limits
from harvestman.model import UsageError
from harvestman.plan.dblp.authorship import Authorship
from harvestman.plan.dblp.cutting import BLOCK_BYTES, Block, cut_blocks
from harvestman.plan.dblp.gathering import gather_named
from harvestman.plan.dblp.merging import Merger, Papers, day_of
from harvestman.plan.dblp.naming import (
    acronym,
    is_workshop_series,
    series_name,
    strand,
)
from harvestman.plan.dblp.opening import read_chunks
from harvestman.plan.dblp.records import Column
from harvestman.plan.dblp.rows import (
    AuthorYearsRow,
    ProminenceRow,
    SeriesRow,
    Summary,
    VolumeAuthorsRow,
    VolumeRow,
)
from harvestman.plan.dblp.volumes import Volume, find_volumes

IMPORT_LIMITS = Limits(time_s=120, memory_bytes=512 << 20)
"""For the guard that reads a dump: a block takes about 50 ms and 30 MB."""
PRELOAD = ("harvestman.plan.dblp.gathering",)

MDATE_WARNING = (
    "This is one dump: the date on which a volume was entered is not in it. The oldest date of last modification among a volume"
    " and its papers is used instead. It is the entry date or later: every correction moves it, so delays look longer than they"
    " were and old volumes seem to have been entered lately. Import an older dump or a history (hdblp.xml) as well: of two dates"
    " the older one is kept."
)


@dataclass(frozen=True, slots=True, eq=False)
class DblpTables:
    """Everything of one dump: the small tables whole, the large ones in batches."""

    series: tuple[SeriesRow, ...]
    volumes: tuple[VolumeRow, ...]
    prominence: tuple[ProminenceRow, ...]
    summary: Summary
    _authorship: Authorship

    def volume_authors(self, *, batch: int = 1000) -> Iterator[list[VolumeAuthorsRow]]:
        """The authors of every volume that has papers."""
        return self._authorship.volume_rows([v.key for v in self.volumes], batch=batch)

    def author_years(self, *, batch: int = 16) -> Iterator[list[AuthorYearsRow]]:
        """The publications of every author."""
        return self._authorship.author_rows(batch=batch)


def read_dblp(
    path: Path,
    guard: Guard,
    *,
    block_bytes: int = BLOCK_BYTES,
    progress: Callable[[int], None] | None = None,
) -> DblpTables:
    """Reads a whole dump or history; `progress` is told how many bytes of the unpacked text have been handed out."""
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
    return _tables(merger.finish())


def _tables(papers: Papers) -> DblpTables:
    volumes, place_of_event = find_volumes(papers)
    number = len(volumes)
    count = np.bincount(place_of_event, weights=papers.event_papers, minlength=number).astype(int)
    authorship = Authorship(papers.columns, place_of_event)
    by_series: dict[str, list[Volume]] = {}
    for volume in volumes:
        by_series.setdefault(volume.series, []).append(volume)
    series: list[SeriesRow] = []
    strands: dict[str, str] = {}
    for key in sorted(by_series):
        row = _series_row(key, by_series[key])
        series.append(row)
        for volume in by_series[key]:
            strands[volume.key] = strand(volume, in_workshop_series=row.is_workshop)
    years = np.array([volume.year for volume in volumes], dtype=np.int64)
    # A workshop beside a conference says nothing of the conference's authors.
    ranked = [v.series if not strands[v.key] else "" for v in volumes]
    prominence = authorship.prominence(ranked, years, count)
    entered = _entry_days(papers, volumes, place_of_event)
    authors = authorship.authors_by_volume(number)
    rows = tuple(
        _volume_row(
            volume,
            strand=strands[volume.key],
            papers=int(count[place]),
            authors=int(authors[place]),
            entered=entered[place],
        )
        for place, volume in enumerate(volumes)
    )
    return DblpTables(tuple(series), rows, tuple(prominence), _summary(papers, volumes), authorship)


def _series_row(key: str, volumes: list[Volume]) -> SeriesRow:
    is_workshop = is_workshop_series(key, volumes)
    own = [v for v in volumes if is_workshop or not v.is_workshop] or volumes
    years = [v.year for v in own if v.year]
    return SeriesRow(
        key=key,
        name=series_name(own),
        acronym=acronym(own),
        is_workshop=is_workshop,
        volumes=len(own),
        first_year=min(years, default=0),
        last_year=max(years, default=0),
    )


def _entry_days(papers: Papers, volumes: list[Volume], place_of_event: Column) -> list[int]:
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


def _volume_row(
    volume: Volume, *, strand: str, papers: int, authors: int, entered: int
) -> VolumeRow:
    found, parts = volume.found, volume.parts
    return VolumeRow(
        key=volume.key,
        series=volume.series,
        strand=strand,
        title=found.title if found else "",
        booktitle=volume.booktitle,
        year=volume.year,
        month=parts.month,
        city=parts.city or "",
        country=parts.country or "",
        is_workshop=volume.is_workshop,
        colocated_with=parts.colocated_with or "",
        publisher=found.publisher if found else "",
        source=found.source if found else "",
        ee=found.ee if found else "",
        papers=papers,
        authors=authors,
        modified=day_of(found.mdate) if found else None,
        entered=day_of(entered),
        has_record=found is not None,
    )


def _summary(papers: Papers, volumes: list[Volume]) -> Summary:
    without_crossref = sum(
        int(count)
        for event, count in zip(papers.events, papers.event_papers, strict=True)
        if not event.key
    )
    return Summary(
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
