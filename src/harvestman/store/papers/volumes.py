"""What a library holds of events: their papers, counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from harvestman.store.asking import ask, numbers
from harvestman.store.papers.by_id import IS_SHOWN
from harvestman.store.papers.of_events import held_events, rows_of_events
from harvestman.text import fold

if TYPE_CHECKING:
    from harvestman.model import Event
    from harvestman.store.asking import AnyConnection


@dataclass(frozen=True, slots=True)
class Volume:
    """What the library holds of one event."""

    event: Event
    papers: int
    files: int
    """How many of the papers have their file."""
    years: tuple[int, ...]
    """The years that the papers say, the earliest first."""
    lacking: int | None = None
    """How many of the papers a bibliography lacks; None where none was asked."""


def volumes_of(connection: AnyConnection, words: str) -> list[Volume]:
    """The events whose papers are held, by name and year; those that are called so, if words are given."""
    which = "IS NOT NULL"
    if words.strip():
        which = f"IN {numbers(rows_of_events(connection, words))}"
    text = f"""
        SELECT event_id, year, count(*), sum(CASE WHEN pdf != '' THEN 1 ELSE 0 END) FROM paper
        WHERE event_id {which} AND {IS_SHOWN} GROUP BY event_id, year
    """  # noqa: S608 (numbers and our own words)
    counted: dict[int, list[Any]] = {}
    for row, *told in ask(connection, text):
        counted.setdefault(row, []).append(told)
    found = []
    for row, held in held_events(connection, counted).items():
        years, papers, files = zip(*counted[row], strict=True)
        said = tuple(sorted(year for year in years if year))
        found.append(Volume(held.event, sum(papers), sum(files), said))
    return sorted(found, key=lambda v: (fold(v.event.acronym or v.event.name), v.event.year))
