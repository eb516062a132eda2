"""From an import's rows to the histories that a ranking works on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from harvestman.plan.dblp.rows import SeriesRow, VolumeRow
from harvestman.plan.history import History, Proceedings, history
from harvestman.plan.months import month_of_date

STRAND_MARK = "+"
"""Between the key of a conference and the name of a workshop beside it: conf/cikm+dolap."""


def to_proceedings(volume: VolumeRow) -> Proceedings:
    """A volume as the factors and the model know it."""
    return Proceedings(
        year=volume.year,
        month=volume.month,
        entered=month_of_date(volume.entered) if volume.entered else None,
        papers=volume.papers or None,
        city=volume.city,
        country=volume.country,
        title=volume.title or volume.booktitle,
        source=volume.source or volume.publisher,
    )


def to_histories(series: Iterable[SeriesRow], volumes: Iterable[VolumeRow]) -> list[History]:
    """The history of every series and of every workshop beside one; volumes without a year are left out."""
    names = {row.key: row for row in series}
    grouped: dict[tuple[str, str], list[VolumeRow]] = {}
    for volume in volumes:
        if volume.year:
            grouped.setdefault((volume.series, volume.strand), []).append(volume)
    histories = []
    for (key, strand), members in sorted(grouped.items()):
        row = names.get(key)
        made = history(
            f"{key}{STRAND_MARK}{strand}" if strand else key,
            map(to_proceedings, members),
            name=_strand_name(members) if strand else (row.name or row.acronym if row else ""),
            hosts=(key,) if strand else (),
        )
        is_workshop = bool(strand) or bool(row and row.is_workshop)
        histories.append(replace(made, workshop=is_workshop))
    return histories


def _strand_name(members: list[VolumeRow]) -> str:
    newest = max(members, key=lambda volume: (volume.year, volume.key))
    return newest.booktitle or newest.title
