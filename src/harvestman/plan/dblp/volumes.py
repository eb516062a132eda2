"""Builds volumes from the records of a dump: which volume a paper belongs to, and which series a volume belongs to.

A paper names its volume by crossref. Where it does not, book title, year and the key's prefix say it, and a volume of the same
series, year and book title takes the paper; otherwise the papers make a volume of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from harvestman.plan.dblp.gathering import EventFound, VolumeFound
from harvestman.plan.dblp.merging import Papers, day_of
from harvestman.plan.dblp.records import Column
from harvestman.plan.history import looks_like_workshop
from harvestman.plan.titles import TitleParts, parse_title
from harvestman.store import VolumeRecord
from harvestman.text import fold

CONFERENCES = "conf/"
_TAIL = re.compile(r"[^/]+/[^/]+/(?:19|20)\d\d([a-z]+)\d*")
_MAX_YEARS_APART = 2  # a title's year is the event's unless it lies further from the record's: then it is another number


def series_of(key: str) -> str:
    """The series' part of a record's key: conf/jcdl for conf/jcdl/2018."""
    return "/".join(key.split("/", 2)[:2])


def key_tail(key: str) -> str:
    """The letters behind the year of a volume's key: "dolap" of conf/cikm/2014dolap; of other keys nothing."""
    match = _TAIL.fullmatch(key)
    return match.group(1) if match else ""


def _shows_workshop(key: str, booktitle: str, parts: TitleParts) -> bool:
    return parts.is_workshop or looks_like_workshop("", booktitle) or key_tail(key) in ("w", "ws")


def find_volumes(papers: Papers) -> tuple[list[VolumeRecord], Column]:
    """All volumes by key, and for every event the place of its volume in the list."""
    by_key = {found.key: found for found in papers.volumes}
    homes = _homes(papers.volumes)
    keys = [_volume_key(event, by_key, homes) for event in papers.events]
    series_of_papers: dict[str, str] = {}
    events: dict[str, EventFound] = {}
    for key, event in zip(keys, papers.events, strict=True):
        if event.series.startswith(CONFERENCES):
            series_of_papers.setdefault(key, event.series)
        events.setdefault(key, event)
    volumes = [
        _recorded(found, series_of_papers.get(found.key, "")) for found in papers.volumes
    ] + [
        _unrecorded(key, event, series_of_papers.get(key, ""))
        for key, event in events.items()
        if key not in by_key
    ]
    volumes.sort(key=lambda volume: volume.key)
    places = {volume.key: place for place, volume in enumerate(volumes)}
    return volumes, np.array([places[key] for key in keys], dtype=np.int32)


def _homes(volumes: Iterable[VolumeFound]) -> dict[tuple[str, int, str], str]:
    """Volumes by series, year and book title; of several the first by key."""
    homes: dict[tuple[str, int, str], str] = {}
    for found in volumes:
        if found.booktitle and found.year:
            homes.setdefault((series_of(found.key), found.year, fold(found.booktitle)), found.key)
    return homes


def _volume_key(
    event: EventFound, by_key: dict[str, VolumeFound], homes: dict[tuple[str, int, str], str]
) -> str:
    if event.key:
        return event.key
    home = homes.get((event.series, event.year, fold(event.booktitle)))
    return home or f"{event.series} {event.year} {event.booktitle}".strip()


def _recorded(found: VolumeFound, series_of_papers: str) -> VolumeRecord:
    return replace(
        _with_parts(found.key, found.booktitle, found.parts),
        series=_series(found, series_of_papers),
        year=_event_year(found.parts, found.year),
        title=found.title,
        publisher=found.publisher,
        source=found.source,
        ee=found.ee,
        modified=day_of(found.mdate),
    )


def _unrecorded(key: str, event: EventFound, series_of_papers: str) -> VolumeRecord:
    series = series_of(event.key) if event.key.startswith(CONFERENCES) else series_of_papers
    return replace(
        _with_parts(key, event.booktitle, parse_title(event.booktitle)),
        series=series or event.series,
        year=event.year,
    )


def _with_parts(key: str, booktitle: str, parts: TitleParts) -> VolumeRecord:
    """What key, book title and the parts of the title say of a volume."""
    return VolumeRecord(
        key=key,
        series="",
        year=0,
        booktitle=booktitle,
        month=parts.month,
        city=parts.city or "",
        country=parts.country or "",
        is_workshop=_shows_workshop(key, booktitle, parts),
        colocated_with=parts.colocated_with or "",
    )


def _series(found: VolumeFound, series_of_papers: str) -> str:
    own = series_of(found.key)
    if own in found.streams:
        return own
    streams = [stream for stream in found.streams if stream.startswith(CONFERENCES)]
    if streams:
        return streams[0]
    return own if own.startswith(CONFERENCES) else series_of_papers or own


def _event_year(parts: TitleParts, recorded: int) -> int:
    if parts.year is None or not recorded:
        return recorded or parts.year or 0
    return parts.year if abs(parts.year - recorded) <= _MAX_YEARS_APART else recorded
